// `npm run judge -- --count 6000 --seed 1`: holds the editor's verdict on generated values files against a real Helm and a real API
// server. A run of at least 2,000 files also writes docs/project/judge.md. It fails if there is a disagreement that nothing explains.
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { GO_IS_MISSING, haveCluster, RUNNING_CLUSTER } from "../cluster/cluster.ts";
import { libraryProgram } from "../helm/library.ts";
import { renderProgram } from "../helm/render.ts";
import { haveGo } from "../support/go.ts";
import { repository } from "../support/repository.ts";
import { casesOf } from "./cases.ts";
import { chartsIn, chartsPage, judgeCharts, judgeEffective } from "./charts.ts";
import { openJudge, prepareJudge } from "./cluster-judge.ts";
import { judgeAll } from "./judge.ts";
import { OUTCOMES } from "./outcome.ts";
import { countOf, lineOf, page, unexplained } from "./report.ts";
import { openTargets } from "./targets.ts";

/** A run of at least that many files is worth writing down. */
const LONG = 2000;

const { values: given } = parseArgs({
  options: {
    count: { type: "string", default: "6000" },
    seed: { type: "string", default: "1" },
    charts: { type: "string" },
  },
});

if (given.charts !== undefined) await runCharts(given.charts, Number(given.seed));
else if (!haveGo() && !process.env[RUNNING_CLUSTER]) console.log(`Skipped: ${GO_IS_MISSING}`);
else await run(Number(given.count), Number(given.seed));

async function runCharts(folder: string, seed: number): Promise<void> {
  const charts = chartsIn(path.resolve(folder));
  const [render, library3, library4] = [
    await renderProgram(3),
    await libraryProgram(3),
    await libraryProgram(4),
  ];
  if (!render || !library3 || !library4) return console.log(`Skipped: ${GO_IS_MISSING}`);
  const counts = await judgeCharts(charts, render, 240, seed);
  const effective = {
    3: await judgeEffective(charts, { render, library: library3 }, 3, 500, seed),
    4: await judgeEffective(charts, { render, library: library4 }, 4, 200, seed),
  };
  const page = chartsPage(charts, counts, effective, seed);
  const left = [
    ...counts.flatMap(({ missed, alarms }) => [...missed, ...alarms]),
    ...effective[3].wrong,
    ...effective[4].wrong,
  ];
  for (const one of left) console.error(one);
  console.log(page);
  if (left.length > 0) process.exitCode = 1;
  writeFileSync(path.join(repository, "docs/project/judge-charts.md"), page);
}

async function run(count: number, seed: number): Promise<void> {
  const targets = openTargets();
  const cluster = await haveCluster();
  const objects = openJudge(cluster.contexts["admin@test"]);
  try {
    await prepareJudge(cluster.api("admin@test"));
    const cases = casesOf(targets.all, count, seed);
    const judges = { helm: cluster.programs.helm, objects };
    const judged = await judgeAll(cases, judges, availableParallelism());
    const counts = OUTCOMES.map((outcome) => `${countOf(judged, outcome)} ${outcome}`);
    console.log(`${judged.length} files, ${objects.sent} objects: ${counts.join("; ")}.`);
    const left = unexplained(judged);
    for (const one of left) console.error(lineOf(one));
    if (left.length > 0) process.exitCode = 1;
    if (count >= LONG) writeFileSync(path.join(repository, "docs/project/judge.md"), page(judged, seed));
  } finally {
    objects.close();
    await cluster.stop();
    targets.close();
  }
}
