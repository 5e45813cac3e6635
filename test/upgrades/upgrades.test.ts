import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { helmBinary } from "../helm/build-helm.ts";
import { exampleCase, publishedCase } from "./cases.ts";
import { MUTATION_KINDS } from "./mutate-chart.ts";
import { renderCase } from "./render-case.ts";
import { type Scores, score } from "./score.ts";

test("what is said of changed charts is true, and most of what is true is said", () => {
  const scores: Scores = new Map();
  for (let seed = 0; seed < 60; seed++) {
    for (const one of [exampleCase(seed), publishedCase(seed)]) {
      score(scores, one.from, one.to, one.mutations, one.others);
    }
  }
  for (const kind of ["renamed", "moved", "split", "defaultChanged", "typeChanged"] as const) {
    const { right, said, truths } = scores.get(kind) ?? { right: 0, said: 0, truths: 0 };
    assert.ok(truths > 10, `${kind}: only ${truths} were drawn`);
    assert.ok(right / said > 0.95, `${kind}: ${right} of ${said} are right`);
    assert.ok(right / truths > 0.55, `${kind}: ${right} of ${truths} are found`);
  }
});

const helm = await helmBinary(4);

suite("what Helm renders after all migrations", {
  skip: helm === undefined && "Go is not installed.",
}, () => {
  for (const [seed, kind] of MUTATION_KINDS.entries()) {
    test(kind, async () => {
      const one = exampleCase(seed);
      assert.deepEqual(one.kinds, [kind]);
      const { isSame, isAsChanged, isSaid, lost } = await renderCase(helm ?? "", one, seed);
      assert.ok(isSame || isSaid, "the objects are others, and nothing is said of it");
      assert.deepEqual(lost, []);
      // Another name for a key with a default that says nothing cannot be recognised.
      if (kind !== "other name") assert.ok(isAsChanged, "the objects are not those of the chart's changes");
    });
  }
});
