// `npm run rehearse [-- words]`: plays all cases with Helm 3 and Helm 4 in the cluster of the tests, keeps what came out of them in
// results.json, and writes docs/project/rehearsal.md. With words, it plays only the cases whose names have one of them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../support/repository.ts";
import { haveCluster } from "../cluster.ts";
import { playNode } from "../node-player.ts";
import { cleanUpExampleChart, prepareExampleChart } from "../prerequisites.ts";
import { play, type RehearsalCase } from "./case.ts";
import { FAILING } from "./failing.ts";
import { fateOf } from "./fate.ts";
import { GOOD } from "./good.ts";
import { lineOf, page, type Row, rowOf } from "./table.ts";

/** How many cases are played at a time. */
const LANES = 6;
const RESULTS = path.join(import.meta.dirname, "results.json");

const words = process.argv.slice(2);
const all: readonly RehearsalCase[] = [...FAILING, ...GOOD];
const asked = all.filter(
  ({ name, about }) => words.length === 0 || words.some((word) => `${about}: ${name}`.includes(word)),
);
const rows = new Map(words.length === 0 ? [] : kept().map((row) => [keyOf(row), row]));
const cluster = await haveCluster();
const api = cluster.api("admin@test");
const node = playNode(api, fateOf);
const broken: string[] = [];
try {
  await prepareExampleChart(api);
  const left = asked.map((one, index) => [one, index] as const);
  await Promise.all(Array.from({ length: LANES }, () => lane(left)));
} finally {
  await cleanUpExampleChart(api);
  await node.stop();
  await cluster.stop();
}
writeFileSync(path.join(repository, "docs/project/rehearsal.md"), page(inOrder()));
const wrong = inOrder().filter(({ judged }) => judged === "missed" || judged === "false alarm");
console.log(
  `${rows.size} played, ${wrong.length} of them missed or falsely alarmed, ${broken.length} could not be played.`,
);
for (const line of [...wrong.map(keyOf), ...broken]) console.log(line);
if (wrong.length + broken.length > 0) process.exitCode = 1;

async function lane(left: (readonly [RehearsalCase, number])[]): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [one, index] = next;
    for (const major of [3, 4] as const) {
      try {
        const played = await play(one, cluster, major, index);
        const row = rowOf(played);
        rows.set(keyOf(row), row);
        console.log(lineOf(played));
        writeFileSync(RESULTS, `${JSON.stringify(inOrder(), undefined, 2)}\n`);
      } catch (error) {
        broken.push(`${one.about}: ${one.name}: ${error instanceof Error ? error.message : error}`);
        console.error(`BROKEN ${broken.at(-1)}`);
      }
    }
  }
}

/** What was kept, in the order of the cases; what is no case any more is left out. */
function inOrder(): readonly Row[] {
  const keys = all.flatMap(({ about, name }) =>
    ([3, 4] as const).map((major) => keyOf({ about, name, major })),
  );
  return keys.flatMap((key) => rows.get(key) ?? []);
}

function kept(): readonly Row[] {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : [];
}

function keyOf({ about, name, major }: Pick<Row, "about" | "name" | "major">): string {
  return `${about}: ${name} (Helm ${major})`;
}
