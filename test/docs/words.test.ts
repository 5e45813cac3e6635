// The rules for words in CONTRIBUTING.md, as far as a pattern can hold them, over the pages that are written by hand.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";

/** What is not written, with what is written instead. */
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b|\bagain and again\b/i, "a verb with re-: restart, recreate"],
  [/(?<!\bthere )\b(?:is|are) no\b(?! longer)/i, "not a valid ..., no ... found"],
  [/\bwithout\s*[.;:]/i, "a sentence that does not end in without"],
  [/\bwho manages\b|\bsomebody\b|\bwhoever\b/i, "people by their role"],
  [/\b(?:stands?|lies|lead|leads)\b/i, "is, contains"],
  [/\b(?:beside|behind)\b/i, "after, next to, with"],
  [/\b(?:looks?|looked) (?:at|for|whether)\b/i, "check, read, search"],
  [/\b(?:says?|said|tells?|told)\b/i, "report, list, state"],
  [/\b(?:picks?|picked)\b/i, "select"],
  [/\bblanks?\b/i, "spaces"],
  [/\b(?:loud|louder|loudness|quieter)\b/i, "severity"],
  [/\b(?:mend|mends|mended|misspelt)\b/i, "fix, misspelled"],
  [/\blower-case\b|\bupper-case\b/i, "lowercase, uppercase"],
  [
    /\w(?:ogni|ani|imi|riti|ormali|uthori|nitiali|ynchroni)s(?:e[ds]?|ing|ation)\b/i,
    "American English: -ize",
  ],
  [/\b(?:colour|behaviour|centre|licence|favour|catalogue)s?\b/i, "American English"],
];

/** Pages that are made of descriptions elsewhere, those of measurements that quote messages, and those with rules of their own. */
const OTHERS =
  /^(README|CHANGELOG|ARCHITECTURE)\.md$|^docs\/reference\/(rules\/|rules|values|operator)|^docs\/operations\/failures|fixtures|node_modules|artifacts|^test\/chart/;

const pages = ["*.md", "{.github,bench,docs,examples,schemas,test}/**/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: repository }))
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => !OTHERS.test(file));

/** The prose of a page: without code, addresses, and the rows of tables about measurements. */
function prose(file: string): string {
  const text = readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/`[^`\n]*`/g, "`code`")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .split("\n")
    .filter((line) => !(file === "CONTRIBUTING.md" && NAMES_BOTH.test(line)))
    .filter((line) => !(file.startsWith("docs/project/") && line.startsWith("|")))
    .join("\n");
}

/** A row of the table of rules has what is not written in its last column. */
const NAMES_BOTH = /^\| .* \| .* \| .* \|$/;

test("the pages are found", () => {
  assert.ok(pages.length > 30, `${pages.length}`);
  for (const file of ["CONTRIBUTING.md", "docs/guides/install.md", "bench/README.md"])
    assert.ok(pages.includes(file), file);
});

test("pages keep to the rules for words", () => {
  const found = pages.flatMap((file) =>
    prose(file)
      .split("\n")
      .flatMap((line) =>
        WORDS.flatMap(([pattern, instead]) => {
          const [word] = pattern.exec(line) ?? [];
          return word === undefined ? [] : [`${file}: "${word}" (${instead}): ${line.slice(0, 100)}`];
        }),
      ),
  );
  assert.deepEqual(found, []);
});
