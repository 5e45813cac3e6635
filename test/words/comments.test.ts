// Comments say what a thing is or does, so that a list of them can be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { code, textOf } from "../../build/source-files.ts";

const QUESTION = /(?:\/\*\*[\s*]*|^ *\/\/ )(?:What|Whether|Where|How|Which|Who|Whose|Why|When)\b/gm;

/** Comments: of lines alone, after code, and blocks. */
const COMMENT = /^ *\/\*\*[\s\S]*?\*\/|^ *\/\/.*|(?<=[;,{}()\]] )\/\/ .*/gm;

/** Words in comments, and those to use in their place. */
const RIDDLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:of )?ours\b/i, "the operator's, this extension's"],
  // "If there is none" is plain.
  [/(?<!\bthere (?:may |must )?)\b(?:is|are|was|were|be) none\b/i, "is not one"],
  [/(?<!`)\b(?:un)?told\b(?!`)/i, "reported, shown, distinguished"],
  [/\bleads? (?:to )?(?:nowhere|somewhere|elsewhere|out)\b/i, "has no target, has a target outside"],
];

test("no comment begins like a question", () => {
  const found = code.flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(QUESTION)].map(({ index }) => `${file}:${lineAt(text, index)}`);
  });
  assert.deepEqual(found, []);
});

test("no comment has words whose sense has to be guessed", () => {
  const found = code.flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(COMMENT)].flatMap(({ index, 0: comment }) => {
      const words = comment.replaceAll(/\s*\n\s*\*?\s*/g, " ");
      return RIDDLES.filter(([riddle]) => riddle.test(words)).map(
        ([, instead]) => `${file}:${lineAt(text, index)}: ${instead}`,
      );
    });
  });
  assert.deepEqual(found, []);
});

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
