// `npm run mutants`: puts small faults into the server and the client, one at a time, and looks whether a test notices.
import { parseArgs } from "node:util";
import { Copy, notBuilt, shared } from "./copies.ts";
import { described, draw } from "./draw.ts";
import { reasonIfEquivalent } from "./equivalent.ts";
import type { Mutant } from "./mutations.ts";
import { Imports } from "./nearest.ts";
import { countsTable, survivors } from "./table.ts";
import { Trials, type Verdict } from "./trial.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    only: { type: "string", multiple: true, default: [""] },
    tests: { type: "string", default: "12" },
    budget: { type: "string", default: "90" },
    copies: { type: "string", default: "2" },
  },
});
const missing = notBuilt();
if (missing !== undefined) {
  console.error(`${missing} is missing. Run "npm run build" first.`);
  process.exit(1);
}
const started = performance.now();
const minutes = () => `${((performance.now() - started) / 60_000).toFixed(1)} min`;
const { of: all, mutants, refused } = draw(values.only, Number(values.count), Number(values.seed));
console.log(`${mutants.length} of ${all} mutants, seed ${values.seed}; ${refused} more do not compile.`);

const copies = Array.from({ length: Number(values.copies) }, () => new Copy());
process.on("exit", () => {
  for (const copy of copies) copy.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const imports = new Imports();
const trials = new Trials(imports, { tests: Number(values.tests), budget: Number(values.budget) * 1000 });
const verdicts: Verdict[] = [];
// Those that need a build come last, so that most verdicts are there soon.
const needsBuild = ({ file }: Mutant) =>
  imports
    .nearest(file)
    .slice(0, 4)
    .filter(({ bundled }) => bundled).length;
const inOrder = mutants.toSorted((a, b) => needsBuild(a) - needsBuild(b));
await shared(copies, inOrder, async (copy, mutant) => {
  const reason = reasonIfEquivalent(mutant);
  const verdict: Verdict =
    reason === undefined ? await trials.tried(copy, mutant) : { mutant, end: "equivalent", by: reason };
  verdicts.push(verdict);
  const reporter = verdict.by ? `, ${verdict.by}` : "";
  console.log(`${verdicts.length} ${verdict.end} ${described(mutant)}${reporter} (${minutes()})`);
});
console.log(`\n${countsTable(verdicts)}\n\n${survivors(verdicts)}\n\n${minutes()}`);
