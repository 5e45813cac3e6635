import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import { jsonOf } from "../../../../server/core/values/helm-value.ts";
import type { Edit } from "../../../../server/core/yaml/edits/edit.ts";
import { editedTextOf } from "../../../../server/core/yaml/edits/edited-text.ts";
import { applied, moveProperty } from "../../../../server/core/yaml/edits/edits.ts";
import { removeItem, removeProperty } from "../../../../server/core/yaml/edits/remove.ts";
import { moveInto, moveOut } from "../../../../server/core/yaml/edits/shift-property.ts";
import { pathOf, walk } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  YamlFile,
  YamlNode,
} from "../../../../server/core/yaml/tree.ts";
import { effort } from "../../../support/effort.ts";
import { commentedTexts } from "../../support/commented-texts.ts";
import { analyse, engine } from "../../support/engine.ts";

/** The owner of a comment: the nearest line above that begins further left, by its name, or an item of the list of a key. */
interface Place {
  readonly owner: string;
  readonly deeper: number;
}

const nameIn = (line: string) => /[kcr]\d+/.exec(line)?.[0];
const isComment = (line: string) => line.trimStart().startsWith("#");
const indentOf = (line: string) => line.search(/\S/);

/** The place of each comment. A key that became a comment is still the key. */
function placesIn(text: string): Map<string, Place> {
  const lines = text.split("\n");
  const places = new Map<string, Place>();
  for (const [index, line] of lines.entries()) {
    const name = nameIn(line);
    if (isComment(line) && name !== undefined && !name.startsWith("k"))
      places.set(name, placeOf(lines, index, indentOf(line)));
  }
  return places;
}

function placeOf(lines: readonly string[], index: number, column: number): Place {
  for (let above = index - 1; above >= 0; above--) {
    const line = lines[above] ?? "";
    if (line.trim() === "" || indentOf(line) >= column) continue;
    const keyColumn = line.search(/(?<!\S)[^\s#-]/);
    if (isComment(line) || (keyColumn >= 0 && keyColumn < column && !line.trimStart().startsWith("-"))) {
      return { owner: nameIn(line) ?? "", deeper: column - indentOf(line) };
    }
    if (keyColumn >= 0 && keyColumn < column)
      return { owner: nameIn(line) ?? "", deeper: column - keyColumn };
    const dash = indentOf(line);
    // The list may begin at the column of its key.
    const key = lines.slice(0, above).findLast((candidate) => {
      const isAbove = candidate.trim() !== "" && !isComment(candidate);
      return (
        isAbove &&
        (indentOf(candidate) < dash ||
          (indentOf(candidate) === dash && !candidate.trimStart().startsWith("-")))
      );
    });
    return { owner: `item of ${nameIn(key ?? "")}`, deeper: column - dash };
  }
  return { owner: "", deeper: column };
}

/** The comments that belong to a key: the one directly above it, and those from it on that are indented further. */
function commentsOf(text: string, name: string): { readonly above: string[]; readonly below: string[] } {
  const lines = text.split("\n");
  const index = lines.findIndex((line) => !isComment(line) && nameIn(line) === name);
  const line = lines[index] ?? "";
  const column = line.search(/[^\s-]/);
  const startsLine = indentOf(line) === column;
  const [above, below]: [string[], string[]] = [[], []];
  for (
    let up = index - 1;
    startsLine && isComment(lines[up] ?? "") && indentOf(lines[up] ?? "") === column;
    up--
  )
    above.push(nameIn(lines[up] ?? "") ?? "");
  for (const other of lines.slice(index + 1)) {
    if (other.trim() === "") continue;
    // A list may have the column of its key.
    const isItem = other.trimStart().startsWith("-") && indentOf(other) === column;
    if (indentOf(other) <= column && !isItem) break;
    if (isComment(other)) below.push(nameIn(other) ?? "");
  }
  return { above, below };
}

interface Found {
  readonly properties: PropertyNode[];
  readonly lists: ArrayNode[];
  readonly mappings: ObjectNode[];
}

function nodesIn(file: YamlFile): Found {
  const found: Found = { properties: [], lists: [], mappings: [] };
  walk(file.documents[0]?.root, (node) => {
    if (node.type === "property") found.properties.push(node);
    if (node.type === "array") found.lists.push(node);
    if (node.type === "object") found.mappings.push(node);
  });
  return found;
}

/** A text as another reader reads it. */
const read = (text: string): unknown => (/^\s*[^#\s]/m.test(text) ? load(text) : null);

/** The comments directly above the keys around a key that are gone with it, because nothing is left in them. */
function aboveEmptied(before: string, after: string, inner: YamlNode): string[] {
  const kept = new Set(nodesIn(parseYaml(after)).properties.map(({ key }) => key));
  const above: string[] = [];
  for (let node: YamlNode | undefined = inner.parent; node; node = node.parent)
    if (node.type === "property" && !kept.has(node.key)) above.push(...commentsOf(before, node.key).above);
  return above;
}

const editedBy = (text: string, edits: readonly Edit[]) =>
  applied(
    text,
    edits.toSorted((a, b) => a.start - b.start),
  );

/** Fails if a comment is gone that may not be, or is below something else than before. */
function assertKept(
  before: string,
  after: string,
  gone: ReadonlySet<string>,
  moved: readonly string[] = [],
): void {
  const [old, now] = [placesIn(before), placesIn(after)];
  for (const [name, place] of old) {
    const there = now.get(name);
    if (there === undefined) assert.ok(gone.has(name), `${name} is lost:\n${before}\n${after}`);
    else if (!moved.includes(name)) assert.deepEqual(there, place, `${name}:\n${before}\n${after}`);
  }
  assert.deepEqual(
    [...now.keys()].filter((name) => !old.has(name)),
    [],
  );
}

function assertRead(before: string, after: string): void {
  assert.deepEqual(parseYaml(after).problems, [], `${before}\n${after}`);
  assert.deepEqual(jsonOf(parseYaml(after), 3) ?? {}, read(after) ?? {}, after);
}

const inPath = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((inner: unknown, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

/** The text with the commented-out children of a key in effect. */
const uncommented = (text: string, names: readonly string[]) =>
  text.replace(/^( *)# (c\d+)(?=:)/gm, (all, pad, name) => (names.includes(name) ? `${pad}${name}` : all));

/** A move keeps all comments, and what is commented out below the key comes back at the key. */
function assertMoved(before: string, after: string, property: PropertyNode): void {
  const { key: name } = property;
  const path = pathOf(property);
  const comments = commentsOf(before, name);
  assertRead(before, after);
  assertKept(before, after, new Set(aboveEmptied(before, after, property)), comments.above);
  assert.deepEqual(
    commentsOf(after, name).above.slice(0, comments.above.length),
    comments.above,
    `${before}\n${after}`,
  );
  const [old, now] = [before, after].map((text) => uncommented(text, comments.below));
  const { properties } = nodesIn(parseYaml(now ?? ""));
  const moved = properties.find(({ key }) => key === name);
  assert.ok(moved, `${name} is gone:\n${before}\n${after}`);
  assert.deepEqual(
    inPath(load(now ?? ""), pathOf(moved)),
    inPath(load(old ?? ""), path),
    `${name}:\n${before}\n${after}`,
  );
}

const CASES = 4000;
const picked = fc.nat(1000);
const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)];

test("whatever key is removed, its comments go with it and the others stay at their keys", () => {
  fc.assert(
    fc.property(commentedTexts, picked, (text, index) => {
      const file = parseYaml(text);
      const property = pick(nodesIn(file).properties, index);
      assert.ok(property);
      const edits = removeProperty(editedTextOf(file), property);
      if (edits.length === 0) return;
      const after = editedBy(text, edits);
      assertRead(text, after);
      const comments = commentsOf(text, property.key);
      const gone = new Set([...comments.above, ...comments.below, ...aboveEmptied(text, after, property)]);
      assertKept(text, after, gone);
      for (const name of comments.below)
        assert.equal(placesIn(after).has(name), false, `${name}:\n${text}\n${after}`);
    }),
    effort(CASES),
  );
});

test("whatever item is removed, its comments go with it and the others stay", () => {
  fc.assert(
    fc.property(commentedTexts, picked, picked, (text, which, index) => {
      const file = parseYaml(text);
      const list = pick(nodesIn(file).lists, which);
      fc.pre(list !== undefined);
      const number = index % list.items.length;
      const edits = removeItem(editedTextOf(file), list, number);
      if (edits.length === 0) return;
      const after = editedBy(text, edits);
      assertRead(text, after);
      const lines = text.split("\n");
      const item = list.items[number];
      const column = list.offset - (text.lastIndexOf("\n", list.offset) + 1);
      const start = text.slice(0, item?.offset).split("\n").length - 1;
      const gone = new Set<string>();
      for (const line of lines.slice(start + 1)) {
        if (line.trim() !== "" && indentOf(line) <= column) break;
        gone.add(nameIn(line) ?? "");
      }
      for (const name of gone) if (/^[cr]/.test(name)) assert.equal(placesIn(after).has(name), false, after);
      for (let up = start - 1; isComment(lines[up] ?? "") && indentOf(lines[up] ?? "") === column; up--)
        gone.add(nameIn(lines[up] ?? "") ?? "");
      if (list.items.length === 1) for (const name of aboveEmptied(text, after, list)) gone.add(name);
      assertKept(text, after, gone);
    }),
    effort(CASES),
  );
});

test("wherever a key is moved, its comments go with it and the others stay at their keys", () => {
  fc.assert(
    fc.property(commentedTexts, picked, picked, fc.boolean(), (text, which, where, isNew) => {
      const file = parseYaml(text);
      const { properties } = nodesIn(file);
      const property = pick(properties, which);
      const target = pick(properties, where);
      assert.ok(property && target);
      const [path, into] = [pathOf(property), pathOf(target)];
      const to = isNew ? [...into, "k0"] : into;
      fc.pre(!into.includes(property.key) && !to.every((key, index) => path.slice(0, -1)[index] === key));
      const root = file.documents[0]?.root;
      const edits = moveProperty(editedTextOf(file), root, property, path.slice(0, -1), to);
      if (edits) assertMoved(text, editedBy(text, edits), property);
    }),
    effort(CASES),
  );
});

test("a key that moves up or down a level takes its comments with it, and the others stay at their keys", () => {
  fc.assert(
    fc.property(commentedTexts, picked, fc.boolean(), (text, which, isUp) => {
      const file = parseYaml(text);
      const property = pick(nodesIn(file).properties, which);
      assert.ok(property);
      const { parent } = property;
      const siblings = parent?.type === "object" ? parent.properties : [];
      const above = siblings[siblings.indexOf(property) - 1];
      fc.pre(isUp ? siblings.length > 1 : above !== undefined);
      const edits =
        isUp || !above
          ? moveOut(editedTextOf(file), property)
          : moveInto(editedTextOf(file), property, above);
      if (edits) assertMoved(text, editedBy(text, edits), property);
    }),
    effort(CASES),
  );
});

test("an only key that takes the place of the key around it keeps all comments below it", () => {
  fc.assert(
    fc.property(commentedTexts, picked, (text, which) => {
      const only = nodesIn(parseYaml(text)).properties.filter(
        ({ parent }) =>
          parent?.type === "object" && parent.properties.length === 1 && parent.parent?.type === "property",
      );
      const property = pick(only, which);
      const around = property?.parent?.parent;
      fc.pre(property !== undefined && around?.type === "property");
      const analysis = analyse(text);
      const [up] = engine.moveKey(analysis, analysis.text.positionAt(property.offset));
      const edits = up?.edit?.changes?.[analysis.text.uri];
      if (!edits) return;
      const after = TextDocument.applyEdits(analysis.text, edits);
      const comments = commentsOf(text, property.key);
      const direct = [...placesIn(text)].filter(([, { owner }]) => owner === around.key);
      // Comments below the outer key are now below the key around both.
      assertKept(text, after, new Set(), [...comments.above, ...direct.map(([name]) => name)]);
      assertRead(text, after);
      assert.deepEqual(commentsOf(after, property.key).below, comments.below, `${text}\n${after}`);
    }),
    effort(CASES),
  );
});
