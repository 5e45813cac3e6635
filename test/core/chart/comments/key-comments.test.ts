import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KeyComment } from "../../../../server/core/chart/chart.ts";
import { keyComments } from "../../../../server/core/chart/comments/key-comments.ts";
import { pathOf } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { effort } from "../../../support/effort.ts";
import { type NamedCase, readCases, testCases } from "../../support/case-files.ts";

interface CommentCase extends NamedCase {
  readonly text: string;
  /** The expected comments on the keys, by their paths: the description alone, or with a type and a default. */
  readonly comments: Readonly<Record<string, string | KeyComment>>;
}

testCases(
  readCases<CommentCase>("test/core/chart/comments/cases.yaml", { case: true, text: true, comments: true }),
  ({ text, comments }) => {
    const expected = Object.entries(comments).map(([path, comment]) => [
      path,
      typeof comment === "string" ? { text: comment } : comment,
    ]);
    for (const written of [text, text.replaceAll("\n", "\r\n")]) {
      const root = parseYaml(written).documents[0]?.root;
      assert.ok(root?.type === "object");
      const found = [...keyComments(written, root)];
      assert.deepEqual(
        Object.fromEntries(found.map(([property, comment]) => [pathOf(property).join("/"), comment])),
        Object.fromEntries(expected),
      );
    }
  },
);

test("keys with the names of JavaScript's own properties are keys like others", () => {
  const text = "# Above\n__proto__:\n  # Inside\n  toString: 1";
  const [document] = parseYaml(text).documents;
  assert.ok(document?.root?.type === "object");
  const found = [...keyComments(text, document.root)].map(([{ key }, comment]) => [key, comment.text]);
  assert.deepEqual(found, [
    ["__proto__", "Above"],
    ["toString", "Inside"],
  ]);
});

/** Each would take minutes if any of the scans were not linear. */
const ATTACKS: Readonly<Record<string, string>> = {
  "one comment of a megabyte": `# ${"a ".repeat(500_000)}\na: 1`,
  "blanks for a megabyte": `# --${" ".repeat(1_000_000)}x\na: 1 ${" ".repeat(1_000_000)}x`,
  "hashes for a megabyte": `${"#".repeat(1_000_000)}\na: 1`,
  "many lines": `${"# a\n".repeat(300_000)}a: 1`,
  dashes: `# ${"-".repeat(1_000_000)}x\n# ${" --".repeat(300_000)}\na: 1`,
  parentheses: `# -- ${"(".repeat(1_000_000)}\na: 1`,
  "many keys on a line": `a: {${"b: 1, ".repeat(100_000)}} # x`,
  "many items": `a:\n${"- 1\n".repeat(200_000)}`,
};

for (const [name, text] of Object.entries(ATTACKS)) {
  test(`an attack is read in time: ${name}`, () => {
    const [document] = parseYaml(text).documents;
    assert.ok(document?.root?.type === "object");
    const { size } = keyComments(text, document.root);
    assert.ok(size <= 50_001, String(size));
  });
}

test("whatever is in comments, reading them ends, and no text has blank lines too many", () => {
  const piece = fc.constantFrom(
    "#",
    "##",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "a",
    "b",
    ".",
    ":",
    ": 1",
    "-",
    "--",
    " -- ",
    "a: 1\n",
    "b: {}\n",
    "@schema",
    "@default -- x",
    "(int)",
    "|\n",
    "'",
    '"',
    "[",
    "]",
    "&x",
    "*x",
    "__proto__",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = `${pieces.join("")}\nlast: 1\n`;
      for (const { root } of parseYaml(text).documents) {
        if (root?.type !== "object") continue;
        for (const { text: words } of keyComments(text, root).values())
          assert.doesNotMatch(words, /^[ \t]*\n|\s$|\n\n\n/);
      }
    }),
    effort(500),
  );
});
