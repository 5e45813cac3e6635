// `npm run mcp:repairs -- --count 200 --seed 1`: breaks good values files, one line each, and repairs them with what check_values and
// apply_fixes return and nothing else. A run of at least 200 also writes what came of it into docs/project/agents.md.
import { parseArgs } from "node:util";
import { Agent } from "./agent.ts";
import { writeSection } from "./page.ts";
import { brokenFiles, isAsBefore, LOSING, type Repair, repair } from "./repairs.ts";

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
  writeSection("repairs", `Last run: \`npm run mcp:repairs -- --count ${count} --seed ${seed}\`:\n\n${text}`);

function pageOf(all: readonly Repair[]): string {
  const knowable = all.filter(({ file }) => !LOSING.has(file.way));
  const lost = all.filter(({ lostComments }) => lostComments.length > 0);
  const ways = new Map<string, Repair[]>();
  for (const one of all) ways.set(one.file.way, [...(ways.get(one.file.way) ?? []), one]);
  const asBefore = all.filter((one) => isWhole(one) && isAsBefore(one));
  const rows = [...ways].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `${shareOf(all)} broken files were repaired completely; ${lost.length} lost a comment. Of the files from which nothing was deleted, ${shareOf(knowable)} were. ${asBefore.length} have the original values.`,
    "",
    "| change | files | repaired | original values | remaining errors |",
    "|---|--:|--:|--:|---|",
    ...rows.map(([way, files]) => {
      const left = [...new Set(files.flatMap((one) => one.left))].sort();
      const mark = LOSING.has(way) ? " *" : "";
      return `| ${way}${mark} | ${files.length} | ${files.filter(isWhole).length} | ${files.filter((one) => asBefore.includes(one)).length} | ${left.map((code) => `\`${code}\``).join(", ")} |`;
    }),
    "",
    "\\* The key or value was deleted. A repair omits it or inserts a value that fits.",
  ].join("\n");
}

function isWhole({ left, lostComments }: Repair): boolean {
  return left.length === 0 && lostComments.length === 0;
}

function shareOf(repairs: readonly Repair[]): string {
  const whole = repairs.filter(isWhole).length;
  return `${whole} of ${repairs.length} (${((100 * whole) / repairs.length).toFixed(1)} %)`;
}
