// `npm run kills`: kills and cuts off Helm, the extension host and the API server at random moments of installations and
// upgrades, and holds what we tell against the cluster. `-- --seed <number>` draws the same cases again, `--cases 1-10,17` plays
// some of them, in one go or in several: when all have been played, docs/project/kills.md is written; with `--page`, also before.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { repository } from "../../support/repository.ts";
import { drawCases, type KillCase } from "./cases.ts";
import { runCase, type Verdict } from "./run-case.ts";
import { openStage, type Stage } from "./stage.ts";
import { isGood, killTable, verdictLine } from "./table.ts";

const COUNT = 102;
/** How many cases play at a time in one cluster. */
const LANES = 6;
/** How many clusters there are beside that, in each of which those cases play one by one in which the API server itself is hit. */
const CLUSTERS = 3;

const { values } = parseArgs({
  options: { seed: { type: "string" }, cases: { type: "string" }, page: { type: "boolean" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const asked = values.cases ?? `1-${COUNT}`;
const ranges = asked.split(",").map((range) => range.split("-").map(Number));
const resultsFile = path.join(repository, "artifacts", `kills-${seed}.json`);

const begun = Date.now();
console.log(`Seed ${seed}, cases ${asked} of ${COUNT}`);
const verdicts = new Map(readResults().map((verdict) => [verdict.kill.number, verdict]));
const cases = drawCases(seed, COUNT).filter(({ number }) =>
  ranges.some(([first = 1, last = first]) => number >= first && number <= last),
);
const isAlone = ({ fault }: KillCase) => fault.startsWith("API server");
const alone = cases.filter(isAlone);
const parts = [
  { cases: cases.filter((kill) => !isAlone(kill)), lanes: LANES },
  ...Array.from({ length: CLUSTERS }, (_none, cluster) => ({
    cases: alone.filter((_kill, index) => index % CLUSTERS === cluster),
    lanes: 1,
  })),
];
const playing: Promise<void>[] = [];
for (const { cases, lanes } of parts.filter(({ cases }) => cases.length > 0)) {
  // One after the other, so that they do not take each other's ports.
  playing.push(playAll(await openStage(), cases, lanes));
}
await Promise.all(playing);
const all = [...verdicts.values()].sort((one, other) => one.kill.number - other.kill.number);
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${cases.length} cases in ${seconds} s`);
if (all.length === COUNT || values.page) {
  writeFileSync(path.join(repository, "docs/project/kills.md"), killTable(seed, all, COUNT));
  console.log("docs/project/kills.md is written.");
}
process.exitCode = cases.every(({ number }) => isGood(verdicts.get(number))) ? 0 : 1;

/** Plays cases in a cluster, and stops it. */
async function playAll(stage: Stage, cases: readonly KillCase[], lanes: number): Promise<void> {
  const left = [...cases];
  const play = async () => {
    for (let kill = left.shift(); kill !== undefined; kill = left.shift()) {
      note(await runCase(stage, kill));
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, play));
  } finally {
    await stage.stop();
  }
}

function note(verdict: Verdict): void {
  console.log(verdictLine(verdict));
  keepSeen(verdict);
  verdicts.set(verdict.kill.number, { ...verdict, seen: [] });
  keepResults();
}

/** What was seen in a case, for whoever looks into it. */
function keepSeen({ kill, seen }: Verdict): void {
  const folder = path.join(repository, "artifacts", `kills-${seed}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${kill.number}.log`), `${seen.join("\n")}\n`);
}

function readResults(): readonly Verdict[] {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8"));
  } catch {
    return [];
  }
}

function keepResults(): void {
  mkdirSync(path.dirname(resultsFile), { recursive: true });
  writeFileSync(resultsFile, JSON.stringify([...verdicts.values()], undefined, 1));
}
