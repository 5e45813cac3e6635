import assert from "node:assert/strict";
import { test } from "node:test";
import { isMergeKey, pathOf, walk } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import type { PropertyNode } from "../../../../server/core/yaml/tree.ts";
import { withCursor } from "../../support/engine.ts";
import { cursorIn } from "../../support/reading-cases.ts";
import { FIXTURES } from "../fixtures.ts";

test("brackets that are not closed yet are recognised far down a file as well", () => {
  const above = Array.from({ length: 200 }, (_, index) => `key${index}: 1\n`).join("");
  const { text, offset } = withCursor(`${above}a: {\n  b: 1,\n  $0`);
  const cursor = cursorIn(text, offset);
  assert.ok(cursor?.kind === "key");
  assert.deepEqual([cursor.path, cursor.flow, [...cursor.present]], [["a"], true, ["b"]]);
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
      for (const place of new Set([offset, offset + (length >> 1), offset + length])) {
        const cursor = cursorIn(text, place);
        const where = JSON.stringify(
          `${text.slice(Math.max(0, place - 30), place)}$0${text.slice(place, place + 10)}`,
        );
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
      const startsLine = text.slice(lineStart, offset).replace("\uFEFF", "").trim() === "";
      const end = property.offset + property.length;
      const lineEnd = /\r?\n|$/.exec(text.slice(end))?.index ?? 0;
      if (!startsLine || (property.parent?.type === "object" && property.parent.flow)) continue;
      const cut = text.slice(0, offset) + text.slice(end + lineEnd);
      const siblings = property.parent?.type === "object" ? property.parent.properties : [];
      // A mapping goes with its only key; the path to it is still there.
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
