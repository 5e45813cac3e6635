import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, test } from "node:test";
import { helmBinary } from "../../test/helm/build-helm.ts";
import { casesOf } from "./cases.ts";
import { judgeAll } from "./judge.ts";
import { lineOf, unexplained } from "./report.ts";
import { openTargets } from "./targets.ts";

/**
 * The number of files that are judged with every run of the tests; `npm run judge` takes thousands, and asks an API server, too.
 */
const FEW = 120;

const targets = openTargets();
after(() => targets.close());
const helm = { 3: await helmBinary(3), 4: await helmBinary(4) };

const skip = helm[3] && helm[4] ? false : "Go is not installed, and CAP_OPERATOR_HELM3 and 4 name no Helm.";
test("nothing that a real Helm rejects is passed over", { skip }, async () => {
  if (!helm[3] || !helm[4]) return;
  const programs = { helm: { 3: helm[3], 4: helm[4] } };
  const judged = await judgeAll(casesOf(targets.all, FEW, 1), programs, availableParallelism());
  assert.ok(judged.some(({ refusal }) => refusal?.by === "Helm"));
  const silent = unexplained(judged).filter(({ outcome }) => outcome === "refused-but-silent");
  assert.deepEqual(silent.map(lineOf), []);
});
