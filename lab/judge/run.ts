// `npm run judge -- --count 6000 --seed 1`: holds the editor's verdict on generated values files against a real Helm and a real API
// server, and prints tables. It fails if there is a disagreement that nothing explains.
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Cluster, GO_IS_MISSING, haveCluster, RUNNING_CLUSTER } from "../../test/cluster/cluster.ts";
import { renderProgram } from "../../test/helm/render.ts";
import { haveGo } from "../../test/support/go.ts";
import { libraryProgram } from "../compare-helm/library.ts";
import { casesOf } from "./cases.ts";
import { judgeEffective } from "./charts/effective.ts";
import { judgeFixes } from "./charts/fixes.ts";
import { chartsIn } from "./charts/given-charts.ts";
import { filesOf, judgeFiles } from "./charts/judged.ts";
import { lineOf as chartLineOf, chartsPage, isFalseAlarm, isMissed } from "./charts/report.ts";
import { judgeUpgrades, type UpgradeCount, upgradesSection } from "./charts/upgrades.ts";
import { type ObjectJudge, openJudge, prepareJudge } from "./cluster-judge.ts";
import { judgeAll } from "./judge.ts";
import { OUTCOMES } from "./outcome.ts";
import { countOf, lineOf, page, unexplained } from "./report.ts";
import { openTargets } from "./targets.ts";

const { values: given } = parseArgs({
  options: {
    count: { type: "string" },
    seed: { type: "string", default: "1" },
    charts: { type: "string" },
  },
});

const [seed, { charts: folder, count }] = [Number(given.seed), given];
if (!haveGo() && !process.env[RUNNING_CLUSTER]) console.log(`Skipped: ${GO_IS_MISSING}`);
else if (folder !== undefined) await runCharts(folder, Number(count ?? 136), seed);
else await run(Number(count ?? 6000), seed);

async function runCharts(folder: string, count: number, seed: number): Promise<void> {
  const charts = chartsIn(path.resolve(folder));
  const [render, library3, library4] = [
    await renderProgram(3),
    await libraryProgram(3),
    await libraryProgram(4),
  ];
  if (!render || !library3 || !library4) return console.log(`Skipped: ${GO_IS_MISSING}`);
  const files = filesOf(charts, count, seed);
  const judged = await withObjectJudge((objects) =>
    judgeFiles(files, { render, library: library3, objects }),
  );
  const fixes = await judgeFixes(files);
  const effective = {
    3: await judgeEffective(charts, { render, library: library3 }, 3, 500, seed),
    4: await judgeEffective(charts, { render, library: library4 }, 4, 200, seed),
  };
  const upgrades = charts.length > 1 ? await judgeUpgrades(charts, render, 26, 150, seed) : undefined;
  const page = `${chartsPage(judged, fixes, effective)}${upgrades ? upgradesSection(upgrades) : ""}`;
  const left = [
    ...judged.filter((file) => isMissed(file) || isFalseAlarm(file)).map(chartLineOf),
    ...fixes.touched,
    ...fixes.lost,
    ...fixes.refused,
    ...fixes.worse,
    ...effective[3].wrong,
    ...effective[4].wrong,
    ...(upgrades ? disproved(upgrades) : []),
  ];
  for (const line of [...left, ...fixes.left]) console.error(line);
  console.log(page);
  if (left.length > 0) process.exitCode = 1;
}

/** The faults of upgrades that rendering shows. */
function disproved({ lost, wrong, untold, disagreements }: UpgradeCount): readonly string[] {
  return [...lost, ...wrong, ...untold, ...disagreements];
}

/** Asks with an API server that has the types of the objects. */
async function withObjectJudge<T>(
  ask: (objects: ObjectJudge, helm: Cluster["programs"]["helm"]) => Promise<T>,
): Promise<T> {
  const cluster = await haveCluster();
  const objects = openJudge(cluster.contexts["admin@test"]);
  try {
    await prepareJudge(cluster.api("admin@test"));
    return await ask(objects, cluster.programs.helm);
  } finally {
    objects.close();
    await cluster.stop();
  }
}

async function run(count: number, seed: number): Promise<void> {
  const targets = openTargets();
  try {
    const cases = casesOf(targets.all, count, seed);
    await withObjectJudge(async (objects, helm) => {
      const judged = await judgeAll(cases, { helm, objects }, availableParallelism());
      const counts = OUTCOMES.map((outcome) => `${countOf(judged, outcome)} ${outcome}`);
      console.log(`${judged.length} files, ${objects.sent} objects: ${counts.join("; ")}.`);
      const left = unexplained(judged);
      for (const file of left) console.error(lineOf(file));
      if (left.length > 0) process.exitCode = 1;
      console.log(page(judged));
    });
  } finally {
    targets.close();
  }
}
