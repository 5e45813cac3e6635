import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { Pod } from "kubernetes-types/core/v1.js";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type Fate, type NodePlayer, playNode } from "./node-player.ts";
import { until } from "./until.ts";

const CHART = path.join(import.meta.dirname, "fixtures/tiny-chart");

for (const major of [3, 4] as const) {
  describe(`Helm ${major} in the cluster`, () => {
    const namespace = `tiny-helm-${major}`;
    let cluster: Cluster;
    let node: NodePlayer;
    const fates = new Map<string, Fate>();
    before(async () => {
      cluster = await haveCluster();
      node = playNode(cluster.api("admin@test"), (pod) => fates.get(image(pod)) ?? "runs");
    });
    after(async () => {
      await node.stop();
      await cluster.stop();
    });

    const helm = (...args: string[]) =>
      runProgram(cluster.programs.helm[major], [...args, "--namespace", namespace], {
        env: cluster.environment,
      });
    const upgrade = (...args: string[]) =>
      helm("upgrade", "--install", "tiny", CHART, "--create-namespace", "--wait", ...args);
    const pods = async () => {
      const list = await cluster
        .api("admin@test")
        .get<{ items: Pod[] }>(`/api/v1/namespaces/${namespace}/pods`);
      return list?.items ?? [];
    };

    it("installs, and waits until the pods are ready", async () => {
      const { code, output } = await upgrade();
      assert.equal(code, 0, output);
      assert.match(output, /STATUS: deployed\nREVISION: 1/);
      assert.deepEqual((await pods()).map(isReady), [true]);
    });

    it("upgrades, and waits for the pods of the new revision", async () => {
      const { code, output } = await upgrade("--set", "image=example.invalid/tiny:2,replicas=2");
      assert.equal(code, 0, output);
      assert.match(output, /REVISION: 2/);
      await until(async () => (await pods()).length === 2);
      assert.deepEqual((await pods()).map(image), ["example.invalid/tiny:2", "example.invalid/tiny:2"]);
    });

    it("gives up on an image that cannot be pulled, and goes on when it can", async () => {
      fates.set("example.invalid/tiny:missing", "pull-fails");
      const failed = await upgrade("--set", "image=example.invalid/tiny:missing", "--timeout", "3s");
      assert.equal(failed.code, 1);
      const pending = (await pods()).filter((pod) => image(pod).endsWith(":missing"));
      assert.deepEqual(
        pending.map((pod) => pod.status?.containerStatuses?.[0]?.state?.waiting?.reason),
        ["ImagePullBackOff"],
      );
      fates.delete("example.invalid/tiny:missing");
      const { code, output } = await upgrade("--set", "image=example.invalid/tiny:missing");
      assert.equal(code, 0, output);
    });

    it("is refused where the user has no permissions", async () => {
      const { code, output } = await upgrade("--kube-context", "nobody@test");
      assert.equal(code, 1);
      assert.match(output, /User "nobody" cannot/);
    });

    it("uninstalls, and the pods go with it", async () => {
      const { code, output } = await helm("uninstall", "tiny", "--wait");
      assert.equal(code, 0, output);
      await until(async () => (await pods()).length === 0);
      await cluster.api("admin@test").remove(`/api/v1/namespaces/${namespace}`);
    });
  });
}

function image(pod: Pod): string {
  return pod.spec?.containers[0]?.image ?? "";
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
}
