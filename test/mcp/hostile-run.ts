// `npm run mcp:hostile -- --count 10000 --seed 1`: makes calls to the built server that nobody should make. A run of at least 10,000 also
// writes its table into docs/project/agents.md. It fails if anything gets out, or anything breaks.
import { parseArgs } from "node:util";
import { attack, type HostileRun } from "./hostile.ts";
import { writeSection } from "./page.ts";

/** A run of at least that many calls is worth writing down. */
const LONG = 10_000;

const { values: given } = parseArgs({
  options: { count: { type: "string", default: String(LONG) }, seed: { type: "string", default: "1" } },
});
const [count, seed] = [Number(given.count), Number(given.seed)];
const run = await attack(count, seed);
const table = tableOf(run);
console.log(table);
for (const one of [...run.escapes, ...run.crashes]) console.error(one);
if (run.escapes.length + run.crashes.length > 0) process.exitCode = 1;
else if (count >= LONG)
  writeSection(
    "hostile",
    `Last run: \`npm run mcp:hostile -- --count ${count} --seed ${seed}\`:\n\n${table}`,
  );

function tableOf({ kinds, escapes, crashes }: HostileRun): string {
  const rows = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = (what: "calls" | "refused" | "answered" | "protocol") =>
    rows.reduce((total, [, tally]) => total + tally[what], 0);
  return [
    "| calls about | calls | rejected by a tool | answered with data | rejected by the protocol |",
    "|---|--:|--:|--:|--:|",
    ...rows.map(
      ([kind, { calls, refused, answered, protocol }]) =>
        `| ${kind} | ${calls} | ${refused} | ${answered} | ${protocol} |`,
    ),
    `| **all** | **${sum("calls")}** | ${sum("refused")} | ${sum("answered")} | ${sum("protocol")} |`,
    "",
    `Escapes: ${escapes.length}. Crashes: ${crashes.length}.`,
  ].join("\n");
}
