import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { faultText } from "../../../../server/core/fault-text.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { reasonOf } from "../../../../server/core/yaml/reader/syntax-reasons.ts";

/** Everything that js-yaml says about texts that it cannot read, from its own source, with `x` in place of parts of a text. */
function wordsOfTheParser(): string[] {
  const source = readFileSync(createRequire(import.meta.url).resolve("js-yaml"), "utf8");
  const thrown = [...source.matchAll(/throwError\(state, ("(?:[^"\\]|\\.)*"|`[^`]*`)\)/g)];
  return [...new Set(thrown.map(([, literal = ""]) => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, "x")))];
}

test("every reason of the parser is known", () => {
  const words = wordsOfTheParser();
  assert.ok(words.length > 40);
  assert.deepEqual(
    words.filter((one) => reasonOf(one) === undefined),
    [],
  );
});

test("a reason that holds a part of the text is known by its beginning, and no other is", () => {
  assert.equal(reasonOf('undeclared tag handle "!alias!"'), "tag");
  assert.equal(reasonOf("nesting exceeded maxDepth (100)"), "too-deep");
  assert.equal(reasonOf("deficient indentation of something"), undefined);
  assert.equal(reasonOf("toString"), undefined);
});

for (const [text, message] of [
  ["a: |+-\n  b\n", "The header of this block text (| or >) is malformed."],
  ["a: >22\n  b\n", "The header of this block text (| or >) is malformed."],
  ["a: !x!y 1\n", "YAML does not know this tag (a word that starts with an exclamation mark)."],
  ["a: &\n", "An anchor (&name) or alias (*name) is malformed here."],
] as const) {
  test(`${JSON.stringify(text)}: ${message}`, () => {
    assert.deepEqual(
      parseYaml(text)
        .problems.slice(0, 1)
        .map(({ fault }) => faultText(fault)),
      [message],
    );
  });
}
