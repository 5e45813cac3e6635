import assert from "node:assert/strict";
import { test } from "node:test";
import { type Cursor, cursorAt } from "../../../../server/core/yaml/cursor/cursor.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { pathOf, walk } from "../../../../server/core/yaml/lookup.ts";
import { isMergeKey } from "../../../../server/core/yaml/merge-keys.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import type { PropertyNode } from "../../../../server/core/yaml/tree.ts";
import { withCursor } from "../../support/engine.ts";
import { FIXTURES } from "../fixtures.ts";

function cursorIn(text: string, offset: number): Cursor | undefined {
  const file = parseYaml(text);
  return cursorAt(file, new Lines(file), offset);
}

/** A cursor in one line: kind, path, the word with the cursor as `|`, column, and what else is known. */
function describe(text: string, offset: number): string {
  const cursor = cursorIn(text, offset);
  if (!cursor) return "nothing";
  const word = `[${text.slice(cursor.start, offset)}|${text.slice(offset, cursor.end)}]`;
  const facts = [cursor.kind, JSON.stringify(cursor.path), word, `col=${cursor.column}`];
  if (cursor.flow) facts.push("flow");
  if (cursor.kind === "value") return [...facts, ...(cursor.needsBlank ? ["needsBlank"] : [])].join(" ");
  facts.push(`present=${[...cursor.present]}`);
  if (cursor.hasColon) facts.push("colon");
  if (cursor.afterDash) facts.push("dash");
  if (cursor.ownLine) facts.push("own");
  return facts.join(" ");
}

const CURSORS: readonly (readonly [marked: string, cursor: string])[] = [
  ["$0", "key [] [|] col=0 present= own"],
  ["ima$0", "key [] [ima|] col=0 present= own"],
  ["image:\n  $0", 'key ["image"] [|] col=2 present= own'],
  ["image:\n  t$0", 'key ["image"] [t|] col=2 present= own'],
  ["image:\n  tag: x\n  $0", 'key ["image"] [|] col=2 present=tag own'],
  ["image:\n  tag: x\n$0", "key [] [|] col=0 present=image own"],
  ["image:\n  tag: x\n $0", 'key ["image"] [|] col=2 present=tag own'],
  ["image:\n  tag: x\n    $0", "nothing"],
  ["image:\n$0", "key [] [|] col=0 present=image own"],
  ["image:\n  $0\ncontroller:\n", 'key ["image"] [|] col=2 present= own'],
  ["image:\n  $0\n  tag: x", 'key ["image"] [|] col=2 present=tag own'],
  ["image:\n    tag: x\n  $0", 'key ["image"] [|] col=4 present=tag own'],
  ["image:\n    tag: x\n    $0\n    repo: y", 'key ["image"] [|] col=4 present=tag,repo own'],
  ["image:\n      $0\n  tag: x", 'key ["image"] [|] col=2 present=tag own'],
  ["image:\n      re$0\n  tag: x", 'key ["image"] [re|] col=2 present=tag own'],
  ["image:\n      $0\n\n  # why\n  tag: x", 'key ["image"] [|] col=2 present=tag own'],
  ["image:\n  a:\n      $0\n  tag: x", 'key ["image","a"] [|] col=6 present= own'],
  ["    $0\nimage:\n  tag: x", "key [] [|] col=0 present=image own"],
  ["  $0\n---\nimage:\n  tag: x", "key [] [|] col=2 present= own"],
  ["a:\n  list:\n  - key: x\n  $0", 'key ["a"] [|] col=2 present=list own'],
  ["image:$0", 'value ["image"] [|] col=0 needsBlank'],
  ["image: $0", 'value ["image"] [|] col=0'],
  ["image:  $0", 'value ["image"] [|] col=0'],
  ["image: x$0", 'value ["image"] [x|] col=0'],
  ['a: [ $0 "x #y"]', "nothing"],
  ['a: {b: $0 "c #d", e: f}', "nothing"],
  ['a: [$0 "b["]', "nothing"],
  ["image: x $0", "nothing"],
  ["image: x $0 y", "nothing"],
  ["image$0:", "key [] [image|] col=0 present= colon own"],
  ["im$0age: x", "key [] [im|age] col=0 present= colon own"],
  ["$0image: x", "key [] [|image] col=0 present= colon own"],
  ["image:\n  ta$0g: x", 'key ["image"] [ta|g] col=2 present= colon own'],
  ["im$0age : x", "key [] [im|age] col=0 present= colon own"],
  ["a: # c $0", "nothing"],
  ["# $0", "nothing"],
  ["a: 1 #$0", "nothing"],
  ["a: '# $0'", "value [\"a\"] ['# |'] col=0"],
  ["a: x#$0", 'value ["a"] [x#|] col=0'],
  ["a: |\n  te$0xt", "nothing"],
  ["a: |\n  text\n  $0", "nothing"],
  ["a: |\n  text\n$0", "key [] [|] col=0 present=a own"],
  ["a: |\n  text\n\n  $0\nb: 1", "nothing"],
  ["a: |\n  text\n\n$0\nb: 1", "key [] [|] col=0 present=a,b own"],
  ["x:\n  a: |\n    text\n  $0", 'key ["x"] [|] col=2 present=a own'],
  ["x:\n  a: |\n    text\n    $0", "nothing"],
  ["a: |$0", "nothing"],
  ["a: | $0", "nothing"],
  ["a: >-\n$0", "key [] [|] col=0 present=a own"],
  ["a: >-\n  $0", "nothing"],
  ["- |\n  x\n  $0", "nothing"],
  ["- |\n  x\n$0", "key [] [|] col=0 present= own"],
  ["a: one\n  tw$0o", "nothing"],
  ["a: 'one\n  tw$0o'\nb: 1", "nothing"],
  ["a: 'one$0\n  two'", "nothing"],
  ['a: "o$0ne"', 'value ["a"] ["o|ne"] col=0'],
  ["a: 'o$0", 'value ["a"] [\'o|] col=0'],
  ["a: 'x'$0", "value [\"a\"] ['x'|] col=0"],
  ["list:\n  - $0", 'key ["list",0] [|] col=4 present= dash'],
  ["list:\n  -$0", "nothing"],
  ["list:\n  - n$0", 'key ["list",0] [n|] col=4 present= dash'],
  ["list:\n  - name: x\n    $0", 'key ["list",0] [|] col=4 present=name own'],
  ["list:\n  - name: x\n  $0", 'key ["list"] [|] col=2 present= own'],
  ["list:\n  - name: x\n  - $0", 'key ["list",1] [|] col=4 present= dash'],
  ["list:\n- $0", 'key ["list",0] [|] col=2 present= dash'],
  ["list:\n  - !!str $0", 'value ["list",0] [|] col=4'],
  ["list:\n  - &x va$0l", 'value ["list",0] [va|l] col=4'],
  ["list:\n- a$0: 1\n- c: 1\n  d: 1", 'key ["list",0] [a|] col=2 present= colon dash'],
  ["list$0:\n- a: 1\nb: 2", "key [] [list|] col=0 present=b colon own"],
  ["a:\n  list$0:\n  - c: 1\n  b: 2", 'key ["a"] [list|] col=2 present=b colon own'],
  ["list:\n- a: 1\n  $0", 'key ["list",0] [|] col=2 present=a own'],
  ["list:\n- a: 1\n$0", "key [] [|] col=0 present=list own"],
  ["list:\n- a: 1\n- $0\nb: 1", 'key ["list",1] [|] col=2 present= dash'],
  ["list:\n- - $0", 'key ["list",0,0] [|] col=4 present= dash'],
  ["list:\n- - a: 1\n    $0", 'key ["list",0,0] [|] col=4 present=a own'],
  ["list:\n- - a: 1\n  - $0", 'key ["list",0,1] [|] col=4 present= dash'],
  ["list:\n-\n  $0", 'key ["list",0] [|] col=2 present= own'],
  ["list:\n  -\n    a: 1\n    $0", 'key ["list",0] [|] col=4 present=a own'],
  ["list:\n  - a: $0", 'value ["list",0,"a"] [|] col=4'],
  ["list:\n  - a: 1\n    b: $0", 'value ["list",0,"b"] [|] col=4'],
  ["list:\n  -   a: 1\n      $0", 'key ["list",0] [|] col=6 present=a own'],
  ["- a\n- $0", "key [1] [|] col=2 present= dash"],
  ["- a: 1\n  $0", "key [0] [|] col=2 present=a own"],
  ["- $0", "key [0] [|] col=2 present= dash"],
  ["list:\n  - x$0", 'key ["list",0] [x|] col=4 present= dash'],
  ["list:\n  - a:\n      $0", 'key ["list",0,"a"] [|] col=6 present= own'],
  ["list:\n  - a:\n    $0", 'key ["list",0] [|] col=4 present=a own'],
  ["list:\n  $0", 'key ["list"] [|] col=2 present= own'],
  ["list:\n  $0\n  - a: 1", 'key ["list"] [|] col=2 present= own'],
  ["list:\n  - a: 1\n  $0\n  - b: 1", 'key ["list"] [|] col=2 present= own'],
  ["list:\n  - a: 1\n    $0\n  - b: 1", 'key ["list",0] [|] col=4 present=a own'],
  ["a: {$0}", 'key ["a"] [|] col=0 flow present='],
  ["a: { $0 }", 'key ["a"] [|] col=0 flow present='],
  ["a: {b$0}", 'key ["a"] [b|] col=0 flow present='],
  ["a: {b: $0}", 'value ["a","b"] [|] col=0 flow'],
  ["a: {b:$0}", 'value ["a","b"] [|] col=0 flow needsBlank'],
  ["a: {b: 1, $0}", 'key ["a"] [|] col=0 flow present=b'],
  ["a: {b: 1, c$0: 2}", 'key ["a"] [c|] col=0 flow present=b colon'],
  ["a: {b: 1, $0, c: 2}", 'key ["a"] [|] col=0 flow present=b,c'],
  ["a: {$0", 'key ["a"] [|] col=0 flow present='],
  ["a: {b: 1, $0", 'key ["a"] [|] col=0 flow present=b'],
  ["a: {b: {$0", 'key ["a","b"] [|] col=0 flow present='],
  ["a: {b: [$0", 'value ["a","b",0] [|] col=0 flow'],
  ["a: [$0]", 'value ["a",0] [|] col=0 flow'],
  ["a: [x, $0]", 'value ["a",1] [|] col=0 flow'],
  ["a: [x$0, y]", 'value ["a",0] [x|] col=0 flow'],
  ["a: [{b: 1, $0}]", 'key ["a",0] [|] col=0 flow present=b'],
  ["a: [{b: 1}, {$0}]", 'key ["a",1] [|] col=0 flow present='],
  ["a: {\n  b: 1,\n  $0\n}", 'key ["a"] [|] col=0 flow present=b'],
  ["a: {\n  b: 1,\n  $0", 'key ["a"] [|] col=0 flow present=b'],
  ["a: {\n  b: 1,\n  c$0\n}\nd: 1", 'key ["a"] [c|] col=0 flow present=b'],
  ["a: {b: 1}$0", "nothing"],
  ["a: {b: 1} $0", "nothing"],
  ['a: {"b$0": 1}', 'key ["a"] ["b|"] col=0 flow present= colon'],
  ["a: {'x y': $0}", 'value ["a","x y"] [|] col=0 flow'],
  ["a: {b: 1 # $0\n}", "nothing"],
  ["a:\n  {$0}", 'key ["a"] [|] col=2 flow present='],
  ["- {a: 1, $0}", "key [0] [|] col=2 flow present=a"],
  ["{a: 1, $0}", "key [] [|] col=0 flow present=a"],
  ["{$0", "key [] [|] col=0 flow present="],
  ["[$0", "value [0] [|] col=0 flow"],
  ["a: [\n  x,\n  $0\n]", 'value ["a",1] [|] col=0 flow'],
  ["a: {b: 'x$0'}", 'value ["a","b"] [\'x|\'] col=0 flow'],
  ["a: {b: x $0}", "nothing"],
  ["a: [1, 2\nb$0", "key [] [b|] col=0 present=a own"],
  ["a: {\nb: 1\n$0", "key [] [|] col=0 present=b,a own"],
  ["a: {b: 1\nc: $0", 'value ["c"] [|] col=0'],
  ['"image":\n  t$0', 'key ["image"] [t|] col=2 present= own'],
  ['"im$0age": x', 'key [] ["im|age"] col=0 present= colon own'],
  ["'a b':\n  $0", 'key ["a b"] [|] col=2 present= own'],
  ['"image"$0', 'key [] ["image"|] col=0 present= own'],
  ['"im$0', 'key [] ["im|] col=0 present= own'],
  ["'im$0", "key [] ['im|] col=0 present= own"],
  ["'a$0': 1", "key [] ['a|'] col=0 present= colon own"],
  ["a: 1\n---\n$0", "key [] [|] col=0 present= own"],
  ["a: 1\n---\nb$0: 2\nc: 3", "key [] [b|] col=0 present=c colon own"],
  ["a: 1\n---\nb:\n  $0", 'key ["b"] [|] col=2 present= own'],
  ["---$0", "nothing"],
  ["---\n$0", "key [] [|] col=0 present= own"],
  ["--- $0", "nothing"],
  ["a:\n---\n  $0", "key [] [|] col=2 present= own"],
  ["a: 1\nb: [\nc:\n  $0", 'key ["c"] [|] col=2 present= own'],
  ["a:\n  x\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["a:\n  x y\n  b: 1\n  $0", 'key ["a"] [|] col=2 present=b own'],
  ["@\na:\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["a: b: c\nd:\n  $0", 'key ["d"] [|] col=2 present= own'],
  ['a:\n  "x\n  $0', 'key ["a"] [|] col=2 present= own'],
  ["a: 'x\nb$0", "key [] [b|] col=0 present=a own"],
  ["a:\n\tb: 1\n\t$0", 'key ["a"] [|] col=1 present=b own'],
  ["a: &x\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["a: &x $0", 'value ["a"] [|] col=0'],
  ["a: !!map\n  b$0", 'key ["a"] [b|] col=2 present= own'],
  ["a: *$0", "nothing"],
  ["a: &$0", "nothing"],
  ["a: !$0", "nothing"],
  ["&x a:\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["<<: $0", 'value ["<<"] [|] col=0'],
  ["? $0", "nothing"],
  ["? a\n: $0", "nothing"],
  ["a:\n  b: 1 # c\n  # d\n  $0", 'key ["a"] [|] col=2 present=b own'],
  ["a:\n\n\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["a:\n  b:\n\n$0\n  c: 1", "key [] [|] col=0 present=a own"],
  ["a:\n  b: 1\n\n$0\n\n  c: 1", "key [] [|] col=0 present=a own"],
  ["a:\n  b:\n    c: 1\n  $0\n    d: 2", 'key ["a"] [|] col=2 present=b own'],
  ["two wo$0rds", "nothing"],
  ["two $0", "nothing"],
  ["a b: $0", 'value ["a b"] [|] col=0'],
  ["http://x:80/$0", "key [] [http://x:80/|] col=0 present= own"],
  ["a: http://x$0", 'value ["a"] [http://x|] col=0'],
  ["key with blank$0: 1", "key [] [key with blank|] col=0 present= colon own"],
  ["-$0", "nothing"],
  ["- -$0", "nothing"],
  ["- - $0", "key [0,0] [|] col=4 present= dash"],
  ["a: b\n  c: $0", "nothing"],
  ["a: 1\n  $0", "nothing"],
  ["a: 1\n  b$0", "nothing"],
  ["image:\r\n  $0\r\nb: 1\r\n", 'key ["image"] [|] col=2 present= own'],
  ["image:\r\n  tag: $0\r\n", 'value ["image","tag"] [|] col=2'],
  ["﻿a: 1\n$0", "key [] [|] col=0 present=a own"],
  ["﻿a:\n  $0", 'key ["a"] [|] col=2 present= own'],
  ["  a: 1\n  $0", "key [] [|] col=2 present=a own"],
];

for (const [marked, expected] of CURSORS) {
  test(`the cursor in ${JSON.stringify(marked)}`, () => {
    const { text, offset } = withCursor(marked);
    assert.equal(describe(text, offset), expected);
  });
}

for (const [marked, expected] of CURSORS.filter(([text]) => text.includes("\n") && !text.includes("\r"))) {
  test(`with CRLF, the cursor in ${JSON.stringify(marked)}`, () => {
    const { text, offset } = withCursor(marked.replaceAll("\n", "\r\n"));
    assert.equal(describe(text, offset), expected);
  });

  test(`with a file around it, the cursor in ${JSON.stringify(marked)}`, () => {
    if (/^(?:[ @\uFEFF{[&-]|---|a: 1\n---|a:\n---)/.test(marked) || /col=0 present/.test(expected)) return;
    const { text, offset } = withCursor(`above:\n  x: 1\n${marked}`);
    assert.equal(describe(`${text}\nbelow:\n  y: [1]\n`, offset), expected);
  });
}

test("the first line of a file whose keys are indented takes their column", () => {
  const { text, offset } = withCursor("$0\n  image:\n    tag: x");
  assert.equal(describe(text, offset), "key [] [|] col=2 present=image own");
});

test("brackets that are not closed yet are recognised far down a file as well", () => {
  const above = Array.from({ length: 200 }, (_, index) => `key${index}: 1\n`).join("");
  const { text, offset } = withCursor(`${above}a: {\n  b: 1,\n  $0`);
  assert.equal(describe(text, offset), 'key ["a"] [|] col=0 flow present=b');
});

/** Keys whose place can be seen from the lines around them: not explicit ones, nor those in a list of pairs. */
function plainKeys(text: string): PropertyNode[] {
  const keys: PropertyNode[] = [];
  for (const { root } of parseYaml(text).documents) {
    walk(root, (node) => {
      if (node.type !== "property" || node.colonOffset === undefined) return;
      const between = text.slice(node.offset + node.keyNode.length, node.colonOffset);
      const lineStart = text.lastIndexOf("\n", node.offset - 1) + 1;
      const explicit = /[\r\n]/.test(between) || /^\s*(?:- +)*\? /.test(text.slice(lineStart));
      const written = text
        .slice(node.offset, node.offset + node.keyNode.length)
        .replace(/^(["'])(.*)\1$/, "$2");
      const pair =
        node.parent?.type === "object" && node.parent.flow && text.charAt(node.parent.offset) !== "{";
      if (!explicit && !pair && written === node.key && !node.keyNode.alias && !isMergeKey(node))
        keys.push(node);
    });
  }
  return keys;
}

const GOOD = FIXTURES.filter(([, text]) => parseYaml(text).problems.length === 0);

for (const [name, text] of GOOD) {
  test(`${name}: on every key, the cursor is in its mapping`, () => {
    for (const property of plainKeys(text)) {
      const { offset, length } = property.keyNode;
      for (const at of new Set([offset, offset + (length >> 1), offset + length])) {
        const cursor = cursorIn(text, at);
        const where = JSON.stringify(`${text.slice(Math.max(0, at - 30), at)}$0${text.slice(at, at + 10)}`);
        assert.ok(cursor?.kind === "key", `no key at ${where}`);
        assert.deepEqual(cursor.path, pathOf(property).slice(0, -1), where);
        assert.deepEqual([cursor.start, cursor.end], [offset, offset + length], where);
        assert.ok(cursor.hasColon, where);
        const siblings = property.parent?.type === "object" ? property.parent.properties : [];
        const others = siblings.filter((sibling) => sibling !== property).map((sibling) => sibling.key);
        assert.deepEqual([...cursor.present].sort(), [...new Set(others)].sort(), where);
      }
    }
  });

  test(`${name}: on a blank line in place of a key, the cursor is in its mapping`, () => {
    for (const property of plainKeys(text)) {
      const { offset } = property.keyNode;
      const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
      const own = text.slice(lineStart, offset).replace("\uFEFF", "").trim() === "";
      const end = property.offset + property.length;
      const lineEnd = /\r?\n|$/.exec(text.slice(end))?.index ?? 0;
      if (!own || (property.parent?.type === "object" && property.parent.flow)) continue;
      const cut = text.slice(0, offset) + text.slice(end + lineEnd);
      const siblings = property.parent?.type === "object" ? property.parent.properties : [];
      // When an only key goes, its mapping goes too; the path to it is still there.
      const cursor = cursorIn(cut, offset);
      const where = JSON.stringify(
        `${cut.slice(Math.max(0, offset - 30), offset)}$0${cut.slice(offset, offset + 10)}`,
      );
      assert.ok(cursor?.kind === "key", `no key at ${where}`);
      assert.deepEqual(cursor.path, pathOf(property).slice(0, -1), where);
      const others = siblings.filter((sibling) => sibling !== property).map((sibling) => sibling.key);
      for (const key of cursor.present) assert.ok(others.includes(key), `${key} at ${where}`);
    }
  });

  test(`${name}: after every colon, the cursor is at its value`, () => {
    for (const property of plainKeys(text)) {
      const { valueNode, colonOffset = 0 } = property;
      const oneLine =
        "style" in valueNode &&
        valueNode.length > 0 &&
        !/\n/.test(text.slice(property.offset, valueNode.offset + valueNode.length));
      const plain = !valueNode.alias && !valueNode.anchor && !valueNode.tag;
      if (!oneLine || !plain || valueNode.type === "null") continue;
      const cursor = cursorIn(text, valueNode.offset);
      const where = JSON.stringify(text.slice(colonOffset - 20, valueNode.offset));
      assert.ok(cursor?.kind === "value", `no value at ${where}`);
      assert.deepEqual(cursor.path, pathOf(property), where);
    }
  });
}
