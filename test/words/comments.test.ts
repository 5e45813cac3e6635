// Comments say what a thing is or does, so that a list of them can be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { code, textOf } from "../../build/source-files.ts";

const QUESTION = /(?:\/\*\*[\s*]*|^ *\/\/ )(?:What|Whether|Where|How|Which|Who|Whose|Why|When)\b/gm;

test("no comment begins like a question", () => {
  const found = code.flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(QUESTION)].map(
      ({ index }) => `${file}:${text.slice(0, index).split("\n").length}`,
    );
  });
  assert.deepEqual(found, []);
});
