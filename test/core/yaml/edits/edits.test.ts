import assert from "node:assert/strict";
import { test } from "node:test";
import type { EditedText } from "../../../../server/core/yaml/edits/edited-text.ts";
import { insertProperties } from "../../../../server/core/yaml/edits/edits.ts";
import { removeProperty } from "../../../../server/core/yaml/edits/remove.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { findProperty, walk } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { styleOf } from "../../../../server/core/yaml/style.ts";
import type { Path, PropertyNode, ValueNode } from "../../../../server/core/yaml/tree.ts";
import { leafPaths } from "../check-tree.ts";

function open(text: string): EditedText & { readonly root: ValueNode | undefined } {
  const file = parseYaml(text);
  const lines = new Lines(file);
  return { file, lines, style: styleOf(lines), root: file.documents.at(-1)?.root };
}

/** The text without a key; `undefined` if its removal is not offered. */
function without(source: string, key: string): string | undefined {
  const text = open(source);
  const property = findProperty(text.root, key);
  assert.ok(property);
  const [edit, ...more] = removeProperty(text, property);
  assert.deepEqual(more, []);
  return edit && source.slice(0, edit.start) + edit.text + source.slice(edit.end);
}

function withNew(source: string, path: Path): string | undefined {
  const text = open(source);
  const edit = insertProperties(text, text.root, path, ["new: 1"]);
  return edit && source.slice(0, edit.start) + edit.text + source.slice(edit.end);
}

test("a key after a question mark stays", () => {
  assert.equal(without("? a\n: 1\nb: 2\n", "a"), undefined);
  assert.equal(without("x: 1\n? a\n: 1\n", "a"), undefined);
  assert.equal(without("? a\nb: 2\n", "a"), undefined);
  assert.equal(without("?\n  a\n: 1\nb: 2\n", "a"), undefined);
  assert.equal(without("? &x a\n: b: 1\nc: 1\n", "a"), undefined);
});

test("the keys around such a key are removed as usual", () => {
  assert.equal(without("? a\n: 1\nb: 2\n", "b"), "? a\n: 1\n");
  assert.equal(without("x: 1\n? a\n: 1\n", "x"), "? a\n: 1\n");
});

test("a string with a question mark is not such a key", () => {
  assert.equal(without("a: why ?\nb: 1\n", "b"), "a: why ?\n");
});

test("keys are written beside and below a key after a question mark without breaking it", () => {
  assert.equal(withNew("? a\n: 1\n", []), "? a\n: 1\nnew: 1\n");
  assert.equal(withNew("? a\n: b: 1\nc: 1\n", ["a"]), "? a\n: b: 1\n  new: 1\nc: 1\n");
  assert.equal(withNew("? a\nb: 1\n", ["a"]), undefined);
});

test("a byte order mark inside a text does not end up at its start", () => {
  assert.equal(without("a: 1\n\uFEFFb: 2\n", "a"), undefined);
  assert.equal(without("\uFEFFa: 1\nb: 2\n", "a"), "\uFEFFb: 2\n");
});

test("whatever key is removed, the others are what they were", () => {
  const texts = [
    "? a\n: b: 1\n  c: 2\nd: 3\n",
    "- ? a\n  : 1\n  b: 2\n",
    "x:\n  ? a\n  : b: 1\n    c: 2\n  y.z: 1\n",
    "l: {? a : 1, b: 2}\n",
    "l: {b: 2, ? a : 1}\n",
    "\uFEFF? a\n: 1\nb: 2\n",
    "a: 1\n---\n\uFEFFb: 2\nc: 3\n",
  ];
  for (const source of texts) {
    const text = open(source);
    const all = leafPaths(text.root);
    const properties: PropertyNode[] = [];
    walk(text.root, (node) => node.type === "property" && properties.push(node));
    for (const property of properties) {
      const [edit] = removeProperty(text, property);
      if (!edit) continue;
      const left = parseYaml(source.slice(0, edit.start) + edit.text + source.slice(edit.end));
      assert.deepEqual(left.problems, [], `${JSON.stringify(source)} without ${property.key}`);
      for (const path of leafPaths(left.documents.at(-1)?.root)) {
        assert.ok(path === "" || all.some((known) => known.startsWith(path)), `${path} is new`);
      }
    }
  }
});

test("keys are written behind an anchor or a tag, in place of brackets with nothing in them", () => {
  assert.equal(withNew("a: &x {}\nb: 2\n", ["a"]), "a: &x\n  new: 1\nb: 2\n");
  assert.equal(withNew("a: !!map {} # c\nb: *x\n", ["a"]), "a: !!map # c\n  new: 1\nb: *x\n");
});
