import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { ValidatingWebhookConfiguration } from "kubernetes-types/admissionregistration/v1.js";
import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { Secret } from "kubernetes-types/core/v1.js";
import { repository } from "../support/repository.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import { cleanUpExampleChart, prepareExampleChart } from "./prerequisites.ts";
import { DEFINITIONS, operatorTypes, removeAll } from "./removing.ts";

const CHART = path.join(repository, "examples/chart");
const VALUES = path.join(repository, "examples/workspace/values.yaml");
/** Files that together have pods, certificates, ports and monitors in all shapes; without a server, all files are tried. */
const OF_EVERY_KIND = [
  "affinity",
  "cert-controller",
  "hardened",
  "highly-available",
  "many-volumes",
  "monitoring-own-selector",
  "nulls",
  "own-gateway",
  "projected-secrets",
  "webhook-certificates",
];

describe("the chart of the examples", () => {
  let cluster: Cluster;
  let api: ApiServer;
  let node: NodePlayer;
  before(async () => {
    cluster = await haveCluster();
    api = cluster.api("admin@test");
    node = playNode(api, () => "runs");
    await prepareExampleChart(api);
  });
  after(async () => {
    await cleanUpExampleChart(api);
    await node.stop();
    await cluster.stop();
  });

  const certificates = async () => {
    const resource = "/apis/cert.gardener.cloud/v1alpha1/namespaces/mesh-system/certificates";
    return (await api.get<{ items: unknown[] }>(resource))?.items.length;
  };

  for (const major of [3, 4] as const) {
    describe(`with Helm ${major}`, () => {
      const namespace = `chart-helm-${major}`;
      after(() => removeAll(api, "/api/v1/namespaces", [namespace]));

      const helm = async (...args: string[]) => {
        const all = [...args, "--namespace", namespace];
        const { code, output } = await runProgram(cluster.programs.helm[major], all, {
          env: cluster.environment,
        });
        return { code, output };
      };
      const succeed = async (...args: string[]) => {
        const { code, output } = await helm(...args);
        assert.equal(code, 0, output);
        return output;
      };
      const upgrade = (...args: string[]) =>
        succeed("upgrade", "--install", "cop", CHART, "--create-namespace", ...args);
      it("installs until its three components are ready", async () => {
        const output = await upgrade("-f", VALUES, "--wait");
        assert.match(output, /https:\/\/cop\.cluster-a\.landscape\.internal/);
        const resource = `/apis/apps/v1/namespaces/${namespace}/deployments`;
        const deployments = (await api.get<{ items: Deployment[] }>(resource))?.items ?? [];
        assert.deepEqual(
          deployments.map(({ metadata, status }) => [metadata?.name, status?.readyReplicas]),
          [
            ["cop-controller", 1],
            ["cop-subscription-server", 1],
            ["cop-webhook", 1],
          ],
        );
        assert.equal(await certificates(), 1);
        assert.equal((await operatorTypes(api)).length, 6);
      });

      it("keeps the webhook's own certificate when it is upgraded", async () => {
        const trusted = async () => {
          const resource =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/cop-webhook";
          const configuration = await api.get<ValidatingWebhookConfiguration>(resource);
          return configuration?.webhooks?.[0]?.clientConfig.caBundle;
        };
        const certificate = async () => {
          const resource = `/api/v1/namespaces/${namespace}/secrets/cop-webhook-default-certificate`;
          return (await api.get<Secret>(resource))?.data;
        };
        const before = await certificate();
        assert.deepEqual(Object.keys(before ?? {}).sort(), ["ca.crt", "tls.crt", "tls.key"]);
        await upgrade("-f", VALUES, "--set", "webhook.replicas=2,webhook.sidecar=true");
        assert.deepEqual(await certificate(), before);
        assert.equal(await trusted(), before?.["ca.crt"]);
      });

      it("takes values of every kind", async () => {
        for (const name of OF_EVERY_KIND) {
          await upgrade("-f", path.join(repository, "test/core/fixtures/values", `${name}.yaml`));
        }
      });

      it("leaves the operator's resource types as they are when it is upgraded", async () => {
        const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-next-chart-"));
        try {
          cpSync(CHART, folder, { recursive: true });
          // Its last entry is the schema's `status`; what is appended stands beside `spec` and `status`.
          appendFileSync(
            path.join(folder, "crds/domains.yaml"),
            "            added:\n              type: string\n",
          );
          await succeed("upgrade", "cop", folder, "-f", VALUES);
          const type = await api.get<CustomResourceDefinition>(`${DEFINITIONS}/domains.sme.sap.com`);
          const properties = type?.spec.versions[0]?.schema?.openAPIV3Schema?.properties;
          assert.deepEqual(Object.keys(properties ?? {}).sort(), ["spec", "status"]);
        } finally {
          rmSync(folder, { recursive: true });
        }
      });

      it("leaves nothing but the resource types when it is uninstalled", async () => {
        await succeed("uninstall", "cop", "--wait");
        assert.equal(await certificates(), 0);
        assert.equal((await operatorTypes(api)).length, 6);
        const roles = await api.get<{ items: { metadata: { name: string } }[] }>(
          "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        );
        assert.deepEqual(
          roles?.items.filter(({ metadata }) => metadata.name.startsWith("cop-")),
          [],
        );
      });
    });
  }
});
