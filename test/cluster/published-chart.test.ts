import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { install } from "../../client/commands/install.ts";
import { told } from "../client/install/helm-world.ts";
import { writePublishedChart } from "../support/published-chart.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import { haveNamespace, installPrerequisites, type Prerequisite, removePrerequisites } from "./prerequisites.ts";
import { DEFINITIONS, operatorTypes, removeAll } from "./removing.ts";
import { openWindow, type Window } from "./window.ts";

const NEEDED: readonly Prerequisite[] = ["mesh", "platform-certificates", "cert-controller"];
const RIGHT = `subscriptionServer:
  domain: cop.c-1.internal
  dnsTarget: public-ingress.c-1.internal
  istioSystemNamespace: istio-system
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
controller:
  versionMonitoring:
    prometheusAddress: http://prometheus.monitoring.svc:9090
    promClientAcquireRetryDelay: 2h
webhook:
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
`;

for (const major of [3, 4] as const) {
  describe(`the published chart, installed from a registry with Helm ${major}`, () => {
    const namespace = `published-${major}`;
    let cluster: Cluster;
    let api: ApiServer;
    let node: NodePlayer;
    let folder: string;
    let chart: string;
    let window: Window;

    const helm = async (...args: string[]) => {
      const env = cluster.environment;
      const { code, output } = await runProgram(cluster.programs.helm[major], args, { env });
      assert.equal(code, 0, output);
      return output;
    };
    const settings = (version: string) => ({
      plainHttp: true,
      timeout: "60s",
      releases: [
        { name: "cap-operator", namespace, kubeContext: "admin@test", chart, version, values: ["values.yaml"] },
      ],
    });

    before(async () => {
      cluster = await haveCluster();
      api = cluster.api("admin@test");
      node = playNode(api);
      await installPrerequisites(api, ...NEEDED);
      await haveNamespace(api, "istio-system");
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-published-"));
      const repository = `oci://${cluster.registries.open}/published-${major}`;
      chart = `${repository}/cap-operator`;
      for (const version of ["0.30.0", "0.34.0"]) {
        writePublishedChart(version, path.join(folder, version));
        await helm("package", path.join(folder, version), "--destination", folder);
        await helm("push", path.join(folder, `cap-operator-${version}.tgz`), repository, "--plain-http");
      }
      window = await openWindow({ cluster, helm: major, name: "values.yaml", settings: settings("0.30.0") });
    });
    after(async () => {
      await window?.close();
      await removeAll(api, "/api/v1/namespaces", [namespace, "istio-system"]);
      await removeAll(api, DEFINITIONS, await operatorTypes(api));
      await removePrerequisites(api, ...NEEDED);
      rmSync(folder, { recursive: true });
      await node.stop();
      await cluster.stop();
    });

    it("installs", async () => {
      await window.write(RIGHT);
      console.log(await window.problems());
      console.log(await window.server.fileStatus(window.uri));
      const { seen } = await window.run(install, { confirm: true });
      console.log(told(seen).join("\n"));
      console.log(seen.join("\n").slice(0, 6000));
      console.log(await window.server.fileStatus(window.uri), await window.problems());
      await window.reload();
      console.log(await window.server.fileStatus(window.uri), await window.problems());
      console.log(await window.server.effectiveValues({of: {release:"cap-operator"}}));
    });
  });
}
