import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { loadAll } from "js-yaml";
import { repository } from "../support/repository.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { cleanUpExampleChart, prepareExampleChart } from "./prerequisites.ts";
import { removeAll } from "./removing.ts";

const CHART = path.join(repository, "examples/chart");
const SET = [
  "subscriptionServer.domain=cop.cluster-a.landscape.internal",
  "subscriptionServer.dnsTarget=public-ingress.cluster-a.landscape.internal",
  "controller.replicas=3",
  "controller.podLabels.on=yes",
  "webhook.resources.limits.memory=128Mi",
];

describe("the values of a release in the cluster", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "from-release-"));
  let cluster: Cluster;
  before(async () => {
    cluster = await haveCluster();
    await prepareExampleChart(cluster.api("admin@test"));
  });
  after(async () => {
    await cleanUpExampleChart(cluster.api("admin@test"));
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  for (const major of [3, 4] as const) {
    it(`are read as a file that gives the same objects, with Helm ${major}`, async () => {
      const namespace = `from-release-${major}`;
      const bin = path.join(folder, namespace);
      const env = { ...cluster.environment, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
      const succeed = async (program: string, ...args: string[]) => {
        const { code, output } = await runProgram(program, [...args, "--namespace", namespace], { env });
        assert.equal(code, 0, output);
        return output;
      };
      const helm = (...args: string[]) => succeed(cluster.programs.helm[major], ...args);
      const objects = async () => loadAll(await helm("get", "manifest", "cop"));
      symlinkSync(path.dirname(cluster.programs.helm[major]), bin);
      await helm("install", "cop", CHART, "--create-namespace", ...SET.flatMap((entry) => ["--set", entry]));
      const installed = await objects();
      const file = path.join(folder, `${namespace}.yaml`);
      const program = path.join(repository, "dist/cap-operator.js");
      await succeed(process.execPath, program, "values", "--from-release", "cop", "--output", file);
      await helm("upgrade", "cop", CHART, "--reset-values", "--values", file);
      assert.ok(installed.length > 5);
      assert.deepEqual(await objects(), installed);
      await helm("uninstall", "cop");
      await removeAll(cluster.api("admin@test"), "/api/v1/namespaces", [namespace]);
    });
  }
});
