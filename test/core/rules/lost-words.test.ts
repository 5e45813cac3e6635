// A fix that removes text is made only if all of it is written elsewhere: in a line that repeats the one before, or in the text of the fix.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { lostWords } from "../../../server/core/rules/lost-words.ts";
import { applied } from "../../../server/core/yaml/edits/edits.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { Dice } from "../../helm/dice.ts";
import { workOf } from "../../support/count-work.ts";

const WORDS = /[^\s{}[\],"']+/g;

/** The words that a text has less often than another one, whose lines count once that repeat the one before: both are read as a whole. */
function expected(before: string, after: string): { keys: number; values: number } {
  const lines = before.split("\n").map((line) => line.trimEnd());
  const words =
    lines
      .filter((line, index) => line !== lines[index - 1])
      .join("\n")
      .match(WORDS) ?? [];
  const left = [...(after.match(WORDS) ?? [])];
  const lost = words.filter((word) => {
    const index = left.indexOf(word);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  const keys = lost.filter((word) => word.endsWith(":")).length;
  return { keys, values: lost.length - keys };
}

suite("what a fix takes from a text", () => {
  const before = "a: 1\nb: 1\nb: 1\nc: [x, y]\n";
  for (const [name, start, end, text, lost] of [
    ["a line whose value is written elsewhere", 0, 5, "", { keys: 1, values: 0 }],
    ["a line that repeats the one before", 5, 10, "", { keys: 0, values: 0 }],
    ["a word", 19, 20, "", { keys: 0, values: 1 }],
    ["a line that is written again", 0, 5, "A:\n  a: 1\n", { keys: 0, values: 0 }],
  ] as const) {
    test(name, () => assert.deepEqual(lostWords(parseYaml(before), [{ start, end, text }]), lost));
  }

  test("any edits take what both texts as a whole show", () => {
    const dice = new Dice(3);
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: dice.below(12) }, () =>
        dice.pick(["a: 1\n", "b: 1\n", "  c: x \n", "\n", "- [x, y]\n", "word\n", "d: 'x' #e\r\n"]),
      ).join("");
      const places = [0, 0, 0, 0].map(() => dice.below(text.length + 1)).sort((a, b) => a - b);
      const edits = [0, 2].map((offset) => ({
        start: places[offset] ?? 0,
        end: places[offset + 1] ?? 0,
        text: dice.pick(["", "a: 1\n", "x", "\n", " "]),
      }));
      const found = lostWords(parseYaml(text), edits);
      assert.deepEqual(found, expected(text, applied(text, edits)), JSON.stringify([text, edits]));
    }
  });

  test("only the lines that change are read, however many fixes there are", async () => {
    const workFor = (count: number) => {
      const file = parseYaml(Array.from({ length: count }, (_, index) => `key${index}: 1\n`).join(""));
      const starts = [...file.text.matchAll(/^/gm)].map(({ index }) => index).slice(0, count);
      return workOf(() => {
        for (const start of starts)
          lostWords(file, [{ start, end: file.text.indexOf("\n", start) + 1, text: "" }]);
      });
    };
    await workFor(10);
    const [few, many] = [await workFor(200), await workFor(2000)];
    assert.ok(many < few * 15, `${few} -> ${many}`);
  });
});
