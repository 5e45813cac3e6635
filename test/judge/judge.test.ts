import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, test } from "node:test";
import { helmBinary } from "../helm/build-helm.ts";
import { casesOf } from "./cases.ts";
import { judgeAll } from "./judge.ts";
import { KINDS } from "./kinds.ts";
import { outcomeOf } from "./outcome.ts";
import { lineOf, unexplained } from "./report.ts";
import { openTargets } from "./targets.ts";

/** How many files are judged with every run of the tests; `npm run judge` takes thousands, and asks an API server, too. */
const FEW = 120;

const targets = openTargets();
after(() => targets.close());
const helm = { 3: await helmBinary(3), 4: await helmBinary(4) };

test("every key of every chart is changed, and every kind of change is made", () => {
  const cases = casesOf(targets.all, 6000, 1);
  for (const target of targets.all) {
    const ofTarget = cases.filter((one) => one.target === target);
    const kinds = new Set(ofTarget.map(({ kind }) => kind));
    const possible = KINDS.filter((kind) => [...target.keys.keys()].some((key) => kind.about(key, target)));
    assert.deepEqual([...kinds].sort(), possible.map(({ name }) => name).sort());
    const changed = new Set(ofTarget.map(({ key }) => key));
    assert.deepEqual(
      [...target.keys.keys()].filter((key) => !changed.has(key)),
      [],
    );
  }
});

test("a seed makes the same files again, another one does not", () => {
  const texts = (seed: number) => casesOf(targets.all, 50, seed).map(({ text }) => text);
  assert.deepEqual(texts(5), texts(5));
  assert.notDeepEqual(texts(5), texts(6));
});

test("what is refused must not be passed over, and an error must be refused", () => {
  const said = [{ code: "any", message: "any" }];
  const refusal = { by: "Helm", message: "any" } as const;
  const outcomes = [
    outcomeOf({ errors: said, warnings: [] }, refusal),
    outcomeOf({ errors: [], warnings: said }, refusal),
    outcomeOf({ errors: [], warnings: [] }, refusal),
    outcomeOf({ errors: said, warnings: said }, undefined),
    outcomeOf({ errors: [], warnings: said }, undefined),
  ];
  assert.deepEqual(outcomes, [
    "agree-refused",
    "refused, only warned",
    "refused-but-silent",
    "error-but-accepted",
    "agree-accepted",
  ]);
});

const skip = helm[3] && helm[4] ? false : "Go is not installed, and CAP_OPERATOR_HELM3 and 4 name no Helm.";
test("nothing that a real Helm refuses to render is passed over", { skip }, async () => {
  if (!helm[3] || !helm[4]) return;
  const programs = { helm: { 3: helm[3], 4: helm[4] } };
  const judged = await judgeAll(casesOf(targets.all, FEW, 1), programs, availableParallelism());
  assert.ok(judged.some(({ refusal }) => refusal?.by === "Helm"));
  const silent = unexplained(judged).filter(({ outcome }) => outcome === "refused-but-silent");
  assert.deepEqual(silent.map(lineOf), []);
});
