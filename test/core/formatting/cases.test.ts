import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { load } from "js-yaml";
import { formatText } from "../../../server/core/formatting/format-text.ts";
import { formatted } from "./format.ts";

interface Case {
  readonly case: string;
  readonly indent?: number;
  readonly text: string;
  readonly after: string;
  /** Lines of the result, from 1, with the reason. */
  readonly kept?: readonly string[];
}

const cases = load(readFileSync(path.join(import.meta.dirname, "cases.yaml"), "utf8")) as readonly Case[];

describe("formatting", () => {
  for (const { case: title, text, after, indent, kept = [] } of cases) {
    test(title, async () => {
      const indentation = { set: indent, usual: 2 };
      const result = await formatted(text, indentation);
      assert.equal(result.text, after);
      const lines = result.kept.map(({ first, last, reason }) => `${first + 1}-${last + 1} ${reason}`);
      assert.deepEqual(lines, kept);
      assert.equal((await formatted(after, indentation)).text, after);
    });
  }

  for (const [name, lineBreak] of Object.entries({ Windows: "\r\n", "old Macs": "\r" })) {
    test(`keeps the line ends of ${name} and the byte order mark`, async () => {
      const text = ["\uFEFFa:   1", "b: |2", "   x", ""].join(lineBreak);
      assert.equal((await formatted(text)).text, text.replace("   1", " 1"));
    });
  }

  test("takes the columns that are set, then those of the text, then the usual ones", async () => {
    const columns = async (text: string, set?: number) =>
      /\n( +)b/.exec((await formatted(text, { set, usual: 3 })).text)?.[1]?.length;
    assert.equal(await columns("a:\n    b: 1\n", 2), 2);
    assert.equal(await columns("a:\n    b: 1\n"), 4);
    assert.equal(
      await columns("a:\n- b\n".replace("- b", "- c\nd:\n- e\n").concat("f: {x:   1}\n")),
      undefined,
    );
    assert.equal((await formatted("a:\n- b\n", { usual: 3 })).text, "a:\n   - b\n");
  });
});

describe("what the formatter gets of a text in which it changes values", () => {
  const work = async (text: string): Promise<number> => {
    let characters = 0;
    const formatter = async (part: string) => {
      characters += part.length;
      return part.replaceAll("right", "wrong");
    };
    const result = await formatText(text, formatter, { usual: 2 });
    assert.ok("text" in result && result.text === text && result.kept.length > 0);
    return characters / text.length;
  };
  for (const count of [100, 1000, 4000]) {
    const keys = (value: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => `key${index}: ${value(index)}\n`).join("");
    test(`is at most 8 times as long with one wrong key of ${count}`, async () => {
      assert.ok((await work(keys((index) => (index === count - 9 ? "right" : "good")))) <= 8);
    });
    test(`is at most 30 times as long with ${count} wrong keys`, async () => {
      assert.ok((await work(keys(() => "right"))) <= 30);
    });
  }
});
