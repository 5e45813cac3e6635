// `node lab/traces/run.ts FOLDER --count 100 --seed 1`: for generated values over the charts of a folder, holds what is said of each key that is
// set against changing that key by hand, and a field against its keys (only that with `--back`). It fails if a field is missing, or is there although the key does not change it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { dump } from "js-yaml";
import { helmBinary } from "../../test/helm/build-helm.ts";
import { Dice } from "../../test/helm/dice.ts";
import { chartsIn } from "../judge/charts/given-charts.ts";
import { rightFile } from "../judge/charts/right-files.ts";
import { type Held, holdBack, holdTraces } from "./by-hand.ts";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    back: { type: "boolean", default: false },
  },
});

const isOnlyBack = given.back;
const MOST_KEYS = 12;

const helm = await helmBinary(3);
if (helm === undefined) console.log("Skipped: Go is not installed.");
else
  await run(helm, path.resolve(positionals[0] ?? "examples/chart"), Number(given.count), Number(given.seed));

async function run(helm: string, charts: string, count: number, seed: number): Promise<void> {
  const all = chartsIn(charts);
  const folders = all.map(({ version }) => (all.length === 1 ? charts : path.join(charts, version)));
  const dice = new Dice(seed);
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-traces-"));
  const held: Held[] = [];
  const backs: boolean[] = [];
  try {
    for (let index = 0; index < count; index++) {
      const chart = all[index % all.length];
      if (chart === undefined) throw new Error(`No charts found in ${charts}.`);
      const text = dump(rightFile(chart, dice, MOST_KEYS));
      const scene = { folder, text, chart: folders[index % all.length] ?? "", helm };
      const back = await holdBack(scene, dice);
      if (back) backs.push(back.isFound);
      if (back?.isFound === false) console.log(`${chart.version} the way back: ${back.field}\n${text}`);
      const found = isOnlyBack ? [] : await holdTraces(scene);
      for (const result of found.filter(({ outcome }) => outcome === "wrong"))
        console.log(`${chart.version} ${result.key}: ${result.wrong.slice(0, 5).join("; ")}\n${text}`);
      for (const result of found) held.push(result);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const counted = (outcome: Held["outcome"]) => held.filter((result) => result.outcome === outcome).length;
  const fields = held.reduce((sum, result) => sum + result.fields, 0);
  console.log(
    `| stacks | keys | as by hand | wrong | no other value accepted | fields |\n|---:|---:|---:|---:|---:|---:|`,
  );
  console.log(
    `| ${count} | ${held.length} | ${counted("as by hand")} | ${counted("wrong")} | ${counted("rejected")} | ${fields} |`,
  );
  const ways = backs.filter(Boolean).length;
  console.log(`For ${ways} of ${backs.length} fields, the key that makes the field was found.`);
  if (counted("wrong") > 0 || ways < backs.length) process.exitCode = 1;
}
