import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { faultText } from "../../../../server/core/fault-text.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { syntaxReason } from "../../../../server/core/yaml/reader/syntax-reasons.ts";

const READER = new URL("../../../../server/core/yaml/reader/", import.meta.url);

/** All messages of the reader about texts that it cannot read, from its own source. */
function wordsOfTheReader(): string[] {
  const files = readdirSync(READER).filter((name) => name.startsWith("helm-"));
  const words = files.flatMap((name) =>
    [
      ...readFileSync(new URL(name, READER), "utf8").matchAll(
        /"((?:did not|could not|found|mapping|block) [^"]+|nesting exceeded)"/g,
      ),
    ].map(([, reason = ""]) => reason),
  );
  return [...new Set(words)];
}

test("every reason of the reader is known, but for a character that begins nothing", () => {
  const words = wordsOfTheReader();
  assert.ok(words.length > 25);
  assert.deepEqual(
    words.filter((one) => syntaxReason(one, "[,", 1) === "other"),
    ["found character that cannot start any token"],
  );
});

test("only between two commas or behind a bracket is an entry missing", () => {
  const words = "did not find expected node content";
  assert.equal(syntaxReason(words, "[a,,", 3), "empty-entry");
  assert.equal(syntaxReason(words, "a: ,", 3), "no-continuation");
  assert.equal(syntaxReason(words, "a: @", 3), "other");
  assert.equal(syntaxReason(words, "[a, ", 4), "unclosed-bracket");
});

test("a comma behind a value that is complete continues nothing, and anything else there is indented wrongly", () => {
  const words = "did not find expected key";
  assert.equal(syntaxReason(words, 'a: "b", "c"', 6), "no-continuation");
  assert.equal(syntaxReason(words, 'a: "b"\n "c": 1', 8), "indentation");
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
