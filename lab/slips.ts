// Makes one slip each in right files, and repairs each with all likely fixes. `--show` prints those with this end, `--only` those with these words in the kind of slip.
import { parseArgs } from "node:util";
import { createPatch } from "diff";
import { findingsIn, repairedSlip, SLIPS, type SlipEnd, slippedFiles } from "../test/core/support/slips.ts";
import { Dice } from "../test/helm/dice.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "silent" },
    most: { type: "string", default: "10" },
    only: { type: "string", default: "" },
  },
});
const table = new Map<string, Record<SlipEnd, number>>(
  [...SLIPS.map(({ name }) => name), "all"].map((name) => [
    name,
    { "values as before": 0, reported: 0, silent: 0, "reported by nothing from the start": 0 },
  ]),
);
let shown = 0;
for (const file of slippedFiles(Number(values.count), new Dice(Number(values.seed)))) {
  const { end, after } = await repairedSlip(file);
  for (const name of [file.slip, "all"]) (table.get(name) as Record<SlipEnd, number>)[end] += 1;
  if (end !== values.show || !file.slip.includes(values.only) || shown >= Number(values.most)) continue;
  shown += 1;
  const before = await findingsIn(file.text, file.kind);
  console.log(`--- ${file.name}: ${file.slip}`);
  console.log(before.join("\n"));
  console.log(
    `the slip: ${createPatch("", file.good, file.text, "", "", { context: 0 }).split("\n").slice(4).join("\n")}`,
  );
  console.log(
    `the end: ${createPatch("", file.good, after, "", "", { context: 1 }).split("\n").slice(4).join("\n")}`,
  );
}
console.table(Object.fromEntries(table));
if ((table.get("all")?.silent ?? 0) > 0) process.exitCode = 1;
