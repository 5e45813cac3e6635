// `npm run bench`: how fast and how large this server is, compared with yaml-language-server and a server that does nothing, and its commands with other tools, in one run.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { printCommands } from "./commands.ts";
import { printComparison } from "./comparison.ts";
import { bareNode, capOperator, peer } from "./contenders.ts";
import { printPair } from "./pair.ts";
import { printSoak } from "./soak.ts";

const { values, positionals } = parseArgs({
  options: { against: { type: "string", default: "" }, short: { type: "boolean", default: false } },
  allowPositionals: true,
});
const { against, short } = values;
const server = capOperator();

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  comparison: () =>
    short
      ? printComparison({ own: server, peer, node: bareNode }, 1, { rounds: 4, budget: 500 })
      : printComparison({ own: server, peer, node: bareNode }, 10, { rounds: 100, budget: 10_000 }),
  soak: () =>
    short
      ? printSoak(server, { edits: 40, part: 10, rest: 500 })
      : printSoak(server, { edits: 10_000, part: 500, rest: 20_000 }),
  commands: () =>
    short ? printCommands(1, { own: 5, foreign: 5 }) : printCommands(5, { own: 10_000, foreign: 3000 }),
  pair: () => printPair(against, short ? 1 : 12, { rounds: short ? 4 : 60, budget: 20_000 }),
};

const unknown = positionals.filter((part) => !(part in PARTS));
if (unknown.length > 0 || positionals.includes("pair") !== (against !== "")) {
  console.error(
    `Parts are ${Object.keys(PARTS).join(", ")}; pair needs --against=CHECKOUT; --short tries them.`,
  );
  process.exit(2);
}
const processor = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
console.log(
  `Node ${process.version}, ${processor}, load ${loadavg()[0]?.toFixed(1)} at the start. Times in ms, memory in MB.\n`,
);
for (const part of positionals.length > 0 ? positionals : ["comparison", "soak"]) await PARTS[part]?.();
