// `npm run rehearse [-- words]`: plays all cases with Helm 3 and Helm 4 in the cluster of the tests, and writes what came out of them
// to docs/rehearsal.md. With words, it plays the cases whose names have them, and prints what came out.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../support/repository.ts";
import { haveCluster } from "../cluster.ts";
import { playNode } from "../node-player.ts";
import { type Played, play, type RehearsalCase } from "./case.ts";
import { FAILING } from "./failing.ts";
import { fateOf } from "./fate.ts";
import { GOOD, prepareGood, removeGood } from "./good.ts";
import { judged, lineOf, page } from "./table.ts";

/** How many cases are played at a time. */
const LANES = 3;

const words = process.argv.slice(2);
const cases: readonly RehearsalCase[] = [...FAILING, ...GOOD].filter(
  ({ name, about }) => words.length === 0 || words.some((word) => `${about}: ${name}`.includes(word)),
);
const cluster = await haveCluster();
const node = playNode(cluster.api("admin@test"), fateOf);
const played: Played[] = [];
try {
  await prepareGood(cluster.api("admin@test"));
  const left = cases.map((one, index) => [one, index] as const);
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [one, index] = next;
      for (const major of [3, 4] as const) {
        try {
          const result = await play(one, cluster, major, index);
          played.push(result);
          console.log(lineOf(result));
        } catch (error) {
          process.exitCode = 1;
          console.error(
            `BROKEN ${one.about}: ${one.name}: ${error instanceof Error ? error.message : error}`,
          );
        }
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  await removeGood(cluster.api("admin@test"));
  await node.stop();
  await cluster.stop();
}
const inOrder = cases.flatMap((one) => played.filter((result) => result.case === one));
if (words.length === 0) writeFileSync(path.join(repository, "docs/rehearsal.md"), page(inOrder));
const wrong = inOrder.filter((result) => ["missed", "false alarm"].includes(judged(result)));
console.log(`${inOrder.length} played, ${wrong.length} of them missed or falsely alarmed.`);
for (const result of wrong) console.log(lineOf(result));
