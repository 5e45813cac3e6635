// `npm run bench`: how fast and how large this server is, compared with yaml-language-server and bare servers, in one run.
import { cpus, loadavg } from "node:os";
import { printCharts } from "./charts.ts";
import { CLI_EFFORT, printCli } from "./cli.ts";
import { printComparison } from "./comparison.ts";
import { bareLibrary, bareNode, capOperator, peer } from "./contenders.ts";
import { printPair } from "./pair.ts";
import { printRules } from "./rules.ts";
import { printSoak } from "./soak.ts";
import { printWeb } from "./web.ts";

const given = process.argv.slice(2);
const short = given.includes("--short");
/** A checkout that is built, whose server `pair` measures beside this one. */
const against = given.find((one) => one.startsWith("--against="))?.slice("--against=".length) ?? "";
const parts = given.filter((argument) => !argument.startsWith("--"));
const task = short ? { rounds: 4, budget: 500, rest: 500 } : { rounds: 200, budget: 20_000, rest: 20_000 };

const own = capOperator();
const library = await bareLibrary();

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  comparison: () =>
    printComparison(
      { own, peer, library, node: bareNode },
      short
        ? { starts: 2, startsOfPeer: 1, long: 1, longOfPeer: 1, task }
        : { starts: 100, startsOfPeer: 5, long: 5, longOfPeer: 2, task },
    ),
  soak: () =>
    printSoak(
      [own, library],
      short ? { edits: 40, part: 10, rest: 500 } : { edits: 10_000, part: 500, rest: 20_000 },
    ),
  charts: () => printCharts(own, short ? 1 : 30),
  cli: () => printCli(short ? CLI_EFFORT.short : CLI_EFFORT.full),
  pair: () => printPair(against, short ? 1 : 12, { ...task, rounds: short ? 4 : 60, rest: 0 }),
  rules: () => printRules(short ? { warmUp: 2, rounds: 3 } : { warmUp: 20, rounds: 30 }),
  web: () => printWeb(own, short ? { starts: 2, rounds: 5 } : { starts: 30, rounds: 40 }),
};

const unknown = [
  ...parts.filter((part) => !(part in PARTS)),
  ...given.filter((argument) => argument.startsWith("--") && !/^--(?:short$|against=.)/.test(argument)),
];
if (unknown.length > 0 || (parts.includes("pair") && !against)) {
  console.error(
    `${unknown.join(", ")} is not known. Parts are ${Object.keys(PARTS).join(", ")}; --short tries them; pair needs --against=CHECKOUT.`,
  );
  process.exit(2);
}
const processor = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
console.log(`Node ${process.version}, ${processor}, load ${loadavg()[0]?.toFixed(1)} at the start.\n`);
for (const part of parts.length > 0 ? parts : ["comparison", "soak", "charts", "cli", "rules"])
  await PARTS[part]?.();
