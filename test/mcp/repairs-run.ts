// `npm run mcp:repairs -- --count 200 --seed 1`: breaks good values files, one line each, and repairs them with what check_values and
// apply_fixes return and nothing else. A run of at least 200 also writes what came of it into docs/agents.md.
import { parseArgs } from "node:util";
import { Agent } from "./agent.ts";
import { writeSection } from "./page.ts";
import { brokenFiles, type Repair, repair } from "./repairs.ts";

/** A run of at least that many files is worth writing down. */
const LONG = 200;

const { values: given } = parseArgs({
  options: { count: { type: "string", default: String(LONG) }, seed: { type: "string", default: "1" } },
});
const [count, seed] = [Number(given.count), Number(given.seed)];
const agent = await Agent.start();
const repairs: Repair[] = [];
try {
  for (const file of await brokenFiles(agent, count, seed)) repairs.push(await repair(agent, file));
} finally {
  await agent.end();
}
const text = pageOf(repairs);
console.log(text);
for (const { file, left } of repairs) {
  if (left.length > 0)
    console.error(`${file.name}: ${JSON.stringify(file.spoiled)} leaves ${left.join(", ")}`);
}
if (count >= LONG)
  writeSection(
    "repairs",
    `The last run, \`npm run mcp:repairs -- --count ${count} --seed ${seed}\`:\n\n${text}`,
  );

function pageOf(all: readonly Repair[]): string {
  const lost = all.filter(({ lostComments }) => lostComments.length > 0);
  const whole = all.filter(({ left, lostComments }) => left.length === 0 && lostComments.length === 0);
  const codes = new Map<string, number>();
  for (const { left } of all) {
    for (const code of new Set(left)) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  const rows = [...codes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return [
    `${whole.length} of ${all.length} broken files (${((100 * whole.length) / all.length).toFixed(1)} %) were repaired to no error; ${lost.length} lost a comment.`,
    ...(rows.length === 0
      ? []
      : [
          "",
          "| error that was left | files |",
          "|---|--:|",
          ...rows.map(([code, files]) => `| \`${code}\` | ${files} |`),
        ]),
  ].join("\n");
}
