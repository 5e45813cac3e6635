// `npm run mutants`: puts small faults into server/core, one at a time, and looks whether a test notices.
import { parseArgs } from "node:util";
import { Copy, shared } from "./copies.ts";
import { allMutants, drawn } from "./draw.ts";
import { countsTable, survivors } from "./table.ts";
import { tried, type Verdict } from "./trial.ts";
import { testFiles, unmutatedTests } from "./unmutated.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    tests: { type: "string", default: "" },
    budget: { type: "string", default: "30" },
  },
});
const [count, seed, budget] = [values.count, values.seed, values.budget].map(Number) as [
  number,
  number,
  number,
];

const started = performance.now();
const minutes = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`;
const all = allMutants().filter(({ file }) => file.includes(values.only));
const mutants = drawn(all, count, seed);
console.log(`${mutants.length} of ${all.length} mutants, seed ${seed}.`);

const copies = [new Copy(), new Copy()];
process.on("exit", () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const tests = await unmutatedTests(copies, testFiles(values.tests), mutants, console.log);
console.log(`${tests.length} test files pass without a mutant (${minutes()}).`);
const verdicts: Verdict[] = [];
await shared(copies, mutants, async (copy, mutant) => {
  const verdict = await tried(copy, mutant, tests, budget * 1000);
  verdicts.push(verdict);
  const by = verdict.by ? `, ${verdict.by}` : "";
  const place = `${mutant.file}:${mutant.line}`;
  console.log(`${verdicts.length} ${verdict.end} ${place} ${mutant.change}${by} (${minutes()})`);
});
console.log(`\n${countsTable(verdicts)}\n\n${survivors(verdicts)}\n\n${minutes()}`);
