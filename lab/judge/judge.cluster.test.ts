// A share of `npm run judge`, and the charts of all published versions as they are.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { type Cluster, haveCluster } from "../../test/cluster/cluster.ts";
import { renderProgram } from "../../test/helm/render.ts";
import { VERSIONS } from "../../test/schemas/published/keys.ts";
import { GARDENER_CERTIFICATES, writePublishedChart } from "../../test/support/published-chart.ts";
import { repository } from "../../test/support/repository.ts";
import { runProgram } from "../../test/support/workbench/run-program.ts";
import { libraryProgram } from "../compare-helm/library.ts";
import { casesOf } from "./cases.ts";
import { chartsIn } from "./charts/given-charts.ts";
import { filesOf, judgeFiles } from "./charts/judged.ts";
import { lineOf as chartLineOf, isFalseAlarm, isMissed } from "./charts/report.ts";
import { cleanUpJudge, NAMESPACE, type ObjectJudge, openJudge, prepareJudge } from "./cluster-judge.ts";
import { judgeAll } from "./judge.ts";
import { lineOf, unexplained } from "./report.ts";
import { openTargets } from "./targets.ts";

/** The number of files that are judged. */
const FEW = 200;

describe("the editor's verdict", () => {
  let cluster: Cluster;
  let objects: ObjectJudge;
  before(async () => {
    cluster = await haveCluster();
    await prepareJudge(cluster.api("admin@test"));
    objects = openJudge(cluster.contexts["admin@test"]);
  });
  after(async () => {
    objects.close();
    await cleanUpJudge(cluster.api("admin@test"));
    await cluster.stop();
  });

  for (const major of [3, 4] as const) {
    it(`has charts of which the API server takes all objects from Helm ${major}`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-versions-"));
      try {
        for (const version of VERSIONS) {
          const chart = path.join(folder, version);
          writePublishedChart(version, chart);
          const args = ["template", "cop", chart, "--namespace", NAMESPACE];
          const all = [...args, "--api-versions", GARDENER_CERTIFICATES];
          const { code, output } = await runProgram(cluster.programs.helm[major], all, {});
          assert.equal(code, 0, output);
          assert.equal(await objects.refusal(output, major), undefined, version);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  it("misses no file of the example chart that Helm rejects or ignores, or that cannot run", async () => {
    const [render, library] = [await renderProgram(3), await libraryProgram(3)];
    assert.ok(render && library);
    const charts = chartsIn(path.join(repository, "examples/chart"));
    const judged = await judgeFiles(filesOf(charts, 6, 3), { render, library, objects });
    assert.ok(judged.some(({ outcome, refusal }) => outcome !== "refused" && refusal !== undefined));
    assert.deepEqual(judged.filter((file) => isMissed(file) || isFalseAlarm(file)).map(chartLineOf), []);
  });

  it("is that of Helm and the API server, or has a reason", async () => {
    const targets = openTargets();
    try {
      const cases = casesOf(targets.all, FEW, 2);
      const judged = await judgeAll(cases, { helm: cluster.programs.helm, objects }, 4);
      const refusals = judged.flatMap(({ refusal }) => refusal?.by ?? []);
      assert.deepEqual([...new Set(refusals)].sort(), ["Helm", "the API server"]);
      assert.deepEqual(unexplained(judged).map(lineOf), []);
    } finally {
      targets.close();
    }
  });
});
