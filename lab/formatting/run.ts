// `node lab/formatting/run.ts --count 10000 --seed 1`: formats texts, and lets Helm's libraries, js-yaml and the library `yaml` judge whether values
// and comments are as before. `--show` prints the texts with a fault, and how many of those that were left as they are.
import { parseArgs } from "node:util";
import { libraryProgram } from "../compare-helm/library.ts";
import { type Extent, otherValues, type Verdict, verdictOn } from "./judge.ts";
import { textsToFormat } from "./texts.ts";

const { values: given } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "0" },
  },
});
const count = Number(given.count);
const verdicts: Verdict[] = [];
let broken = 0;
for (const text of textsToFormat(Number(given.seed))) {
  if (verdicts.length >= count) break;
  const verdict = await verdictOn(text);
  if (verdict) verdicts.push(verdict);
  else broken += 1;
}
const rows: Record<string, Record<Extent | "texts" | "faults", number>> = {};
for (const { origin, extent, faults } of verdicts) {
  const row = rows[origin] ?? { texts: 0, whole: 0, "but for some lines": 0, "left as it is": 0, faults: 0 };
  rows[origin] = row;
  row.texts += 1;
  row[extent] += 1;
  row.faults += faults.length > 0 ? 1 : 0;
}
console.table(rows);
console.log(`${broken} more are not valid YAML, and were not formatted.`);
const faults = verdicts.filter((verdict) => verdict.faults.length > 0);
for (const helm of [3, 4] as const) {
  const program = await libraryProgram(helm);
  if (program === undefined) console.log(`Go is missing, so the libraries of Helm ${helm} were not asked.`);
  else {
    const { read, other } = await otherValues(verdicts, program);
    console.log(`Helm ${helm} reads ${read} of them, and other values of ${other.length} after formatting.`);
    faults.push(...other.map((verdict) => ({ ...verdict, faults: [`Helm ${helm} reads other values`] })));
  }
}
const left = verdicts.filter(({ extent }) => extent === "left as it is");
for (const verdict of [...faults, ...left.slice(0, Number(given.show))])
  console.log(
    `--- ${verdict.origin}, ${verdict.extent}, ${verdict.set} columns, ${verdict.faults.join(", ")}\n${verdict.text}--- after\n${verdict.after}`,
  );
process.exitCode = faults.length > 0 ? 1 : 0;
