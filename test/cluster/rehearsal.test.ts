// A rejection by the API server in a dry run is reported before an installation, and Helm then fails with it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { install } from "../../client/commands/install.ts";
import { told } from "../client/install/helm-world.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { haveNamespace } from "./prerequisites.ts";
import { realPorts } from "./real-ports.ts";
import { removeAll } from "./removing.ts";
import { until } from "./until.ts";

const RELEASE = "tried";
const POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
const BINDINGS = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";

const configMap = (name: string, value = "kept") => `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { key: ${value} }
---
`;
const deployment = (app: string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 0
  selector: { matchLabels: { app: ${app} } }
  template:
    metadata: { labels: { app: ${app} } }
    spec: { containers: [{ name: web, image: web }] }
---
`;

for (const major of [3, 4] as const) {
  describe(`before Helm ${major} installs`, () => {
    const namespace = `tried-helm-${major}`;
    let cluster: Cluster;
    let api: ApiServer;
    let chart: string;
    let valuesFile: string;

    before(async () => {
      cluster = await haveCluster();
      api = cluster.api("admin@test");
      chart = mkdtempSync(path.join(tmpdir(), "cap-operator-tried-"));
      mkdirSync(path.join(chart, "templates"));
      valuesFile = path.join(chart, "other-values.yaml");
      writeFileSync(valuesFile, "replicas: 0\n");
      writeFileSync(path.join(chart, "Chart.yaml"), "apiVersion: v2\nname: tried\nversion: 0.1.0\n");
      await haveNamespace(api, namespace);
      render(configMap("first") + deployment("web"));
      assert.equal((await helm()).code, 0);
    });
    after(async () => {
      rmSync(chart, { recursive: true });
      await removeAll(api, BINDINGS, [namespace]);
      await removeAll(api, POLICIES, [namespace]);
      await removeAll(api, "/api/v1/namespaces", [namespace]);
      await cluster.stop();
    });

    const render = (manifest: string) => writeFileSync(path.join(chart, "templates/all.yaml"), manifest);
    const helm = () =>
      runProgram(
        cluster.programs.helm[major],
        ["upgrade", "--install", RELEASE, chart, "--namespace", namespace],
        { env: cluster.environment },
      );
    /** The question before an installation, without agreeing to it. */
    const asked = async (): Promise<string> => {
      const settings = { namespace, chart, releaseName: RELEASE };
      const ports = realPorts(cluster, major, { valuesFile, settings, confirm: false });
      await install.run(ports);
      return told(ports.seen).join("\n");
    };
    const refusesBoth = async (object: string, why: RegExp) => {
      const question = await asked();
      assert.match(question, new RegExp(`This will fail: The API server rejects ${object}: `));
      assert.match(question, why);
      assert.match(question, /Changes: \d objects?: .*; (?:\d would be accepted, )?1 would be rejected/);
      const { code, output } = await helm();
      assert.equal(code, 1, output);
      assert.match(output, why);
    };

    it("says that each object is accepted, and Helm accepts them", async () => {
      render(configMap("first", "changed") + deployment("web"));
      const question = await asked();
      assert.match(question, /Changes: 2 objects: .*; 2 would be accepted$/m);
      assert.doesNotMatch(question, /This will fail/);
      const { code, output } = await helm();
      assert.equal(code, 0, output);
    });

    it("names a field that cannot be changed", async () => {
      render(configMap("first") + deployment("other"));
      await refusesBoth("Deployment/web", /spec\.selector: Invalid value: .*field is immutable/);
    });

    it("names a quota that is used up", async () => {
      const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
      // No controller of this cluster counts what is used.
      const hard = { configmaps: "2" };
      await api.create(quotas, { metadata: { name: "full" }, spec: { hard } });
      await api.patch(`${quotas}/full/status`, { status: { hard, used: hard } });
      render(configMap("first") + configMap("second") + deployment("web"));
      await until(async () => (await asked()).includes("This will fail"));
      await refusesBoth(
        "ConfigMap/second",
        /exceeded quota: full, requested: configmaps=1, used: configmaps=2/,
      );
      await removeAll(api, quotas, ["full"]);
    });

    it("names a policy that denies an object", async () => {
      const matchResources = {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
      };
      await api.create(POLICIES, {
        metadata: { name: namespace },
        spec: {
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: [""],
                apiVersions: ["v1"],
                operations: ["CREATE", "UPDATE"],
                resources: ["configmaps"],
              },
            ],
          },
          validations: [{ expression: "object.data.key != 'denied'", message: "That key is denied." }],
        },
      });
      await api.create(BINDINGS, {
        metadata: { name: namespace },
        spec: { policyName: namespace, validationActions: ["Deny"], matchResources },
      });
      render(configMap("first", "denied") + deployment("web"));
      await until(async () => (await asked()).includes("This will fail"));
      await refusesBoth("ConfigMap/first", /denied request: That key is denied\./);
    });
  });
}
