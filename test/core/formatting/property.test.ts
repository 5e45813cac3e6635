import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonOf } from "../../../server/core/values/helm-value.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { Dice } from "../../helm/dice.ts";
import { effort } from "../../support/effort.ts";
import { writtenDocument } from "./documents.ts";
import { formatted } from "./format.ts";
import { commentsOf, isReadAlike, misplaced } from "./judges.ts";

const { numRuns, seed = Date.now() % 1_000_000 } = effort(1000);

test(`${numRuns} texts keep their values and the places of their comments, and are formatted at once (seed ${seed})`, async () => {
  let whole = 0;
  for (let index = 0; index < numRuns; index++) {
    const dice = new Dice(Math.imul(seed, 1_000_003) + index);
    const { text, comments } = writtenDocument(dice);
    assert.deepEqual(parseYaml(text).problems, [], text);
    assert.deepEqual(misplaced(text, comments), [], text);
    const indentation = { set: [undefined, 2, 4][dice.below(3)], usual: 2 };
    const { text: after, kept } = await formatted(text, indentation);
    const message = `${text}--- formatted with ${indentation.set} columns:\n${after}`;
    assert.ok(isReadAlike(text, after), message);
    for (const helm of [3, 4] as const)
      assert.deepEqual(jsonOf(parseYaml(after), helm), jsonOf(parseYaml(text), helm), message);
    assert.deepEqual(misplaced(after, comments), [], message);
    assert.deepEqual(commentsOf(after), commentsOf(text), message);
    assert.equal((await formatted(after, indentation)).text, after, message);
    if (kept.length === 0) whole += 1;
  }
  assert.ok(whole > numRuns / 2, `only ${whole} of ${numRuns} were formatted as a whole`);
});
