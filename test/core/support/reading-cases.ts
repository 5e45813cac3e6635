import assert from "node:assert/strict";
import { faultText } from "../../../server/core/fault-text.ts";
import { type Cursor, cursorAt } from "../../../server/core/yaml/cursor/cursor.ts";
import { Lines } from "../../../server/core/yaml/lines.ts";
import { pathOf, walk } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { YamlFile } from "../../../server/core/yaml/tree.ts";
import { checkTree, leafPaths, plainValue } from "../yaml/check-tree.ts";
import { annotate, readAnnotated } from "./annotations.ts";
import type { NamedCase } from "./case-files.ts";
import { withCursor } from "./engine.ts";

/** A case of the reader: a text, with an annotation line `problem` below what is wrong in it, and what is read of it. */
export interface ReadingCase extends NamedCase {
  readonly text: string;
  /** True if the text is placed between the keys of a larger file, all of which must still be read. */
  readonly among?: true;
  /** The values of the first document, as Helm has them. */
  readonly value?: unknown;
  /** The paths of all scalars of the first document, without those of the larger file. */
  readonly read?: readonly string[];
  /** Each node in a line, `/path: source`, with ` key` or ` property` after the path of a key or a property, and `\u23ce` for line breaks. */
  readonly nodes?: string;
  /** The texts of the documents. */
  readonly documents?: readonly string[];
  /** The context at the cursor, `$0`: kind, path, the word with the cursor as a bar, column, and further properties. */
  readonly cursor?: string;
}

/** The keys of a case. */
export const READING_CASE: Readonly<Record<keyof ReadingCase, true>> = {
  case: true,
  text: true,
  among: true,
  value: true,
  read: true,
  nodes: true,
  documents: true,
  cursor: true,
};

const ABOVE = "image:\n  tag: x\ncontroller:\n  replicas: 2\n";
const BELOW = "  labels:\n    a: b\n  list:\n    - one\n    - two: 2\nwebhook:\n  port: 1\n";
const AROUND: readonly string[] = leafPaths(parseYaml(ABOVE + BELOW).documents[0]?.root);

/** A text has the problems of its annotation lines and nothing else wrong, and is read as the case says. */
export function checkReadingCase(one: ReadingCase): void {
  if (one.cursor !== undefined) checkCursor(one.text, one.cursor);
  else
    for (const lineBreak of new Set(["\n", one.text.includes("\r") ? "\n" : "\r\n"]))
      checkRead(one, lineBreak);
}

function checkRead(one: ReadingCase, lineBreak: string): void {
  const { text, annotations } = readAnnotated(one.among ? `${ABOVE}${one.text}\n${BELOW}` : one.text);
  const file = parseYaml(text.replaceAll("\n", lineBreak));
  checkTree(file);
  assert.equal(annotate(text, problemsOf(file)), annotate(text, annotations));
  const [{ root } = { root: undefined }] = file.documents;
  const asWritten = (source: string) => source.replaceAll(lineBreak, "\n");
  if ("value" in one) assert.deepEqual(plainValue(root), one.value);
  const paths = leafPaths(root);
  const around = one.among ? AROUND : [];
  assert.deepEqual(
    paths.filter((path) => around.includes(path)),
    around,
  );
  if (one.among || one.read)
    assert.deepEqual(
      paths.filter((path) => !around.includes(path)),
      one.read ?? [],
    );
  if (one.nodes) assert.equal(nodesOf(file), one.nodes);
  if (one.documents)
    assert.deepEqual(
      file.documents.map(({ start, end }) => asWritten(file.text.slice(start, end))),
      one.documents,
    );
}

/** The problems of a text, as annotations. */
export function problemsOf({ text, problems }: YamlFile) {
  return problems.map(({ offset, length, fault }) => {
    const before = text.slice(0, offset).split("\n");
    const start = before.at(-1)?.length ?? 0;
    return {
      line: before.length - 1,
      start,
      end: start + length,
      faded: false,
      head: "problem",
      message: faultText(fault),
    };
  });
}

function nodesOf({ text, documents }: YamlFile): string {
  let found = "";
  for (const { root } of documents) {
    walk(root, (node) => {
      const key = node.parent?.type === "property" && node.parent.keyNode === node;
      const mark = key ? " key" : node.type === "property" ? " property" : "";
      const source = text.slice(node.offset, node.offset + node.length).replace(/\r?\n/g, "\u23ce");
      found += `/${pathOf(node).join("/")}${mark}:${source === "" ? "" : ` ${source}`}\n`;
    });
  }
  return found;
}

/** The cursor is the same with Windows line breaks, and with a file around it where that changes nothing. */
function checkCursor(marked: string, expected: string): void {
  const { text, offset } = withCursor(marked);
  assert.equal(describeCursor(text, offset), expected);
  if (!marked.includes("\n") || marked.includes("\r")) return;
  const windows = withCursor(marked.replaceAll("\n", "\r\n"));
  assert.equal(describeCursor(windows.text, windows.offset), expected, "with Windows line breaks");
  if (/^(?:[ @\uFEFF{[&-]|\$0\n |---|a: 1\n---|a:\n---)/.test(marked) || /col=0 present/.test(expected))
    return;
  const inside = withCursor(`above:\n  x: 1\n${marked}`);
  assert.equal(
    describeCursor(`${inside.text}\nbelow:\n  y: [1]\n`, inside.offset),
    expected,
    "with a file around it",
  );
}

/** The cursor in a text, if there is one. */
export function cursorIn(text: string, offset: number): Cursor | undefined {
  const file = parseYaml(text);
  return cursorAt(file, new Lines(file), offset);
}

function describeCursor(text: string, offset: number): string {
  const cursor = cursorIn(text, offset);
  if (!cursor) return "nothing";
  const word = `[${text.slice(cursor.start, offset)}|${text.slice(offset, cursor.end)}]`;
  const facts = [cursor.kind, JSON.stringify(cursor.path), word, `col=${cursor.column}`];
  if (cursor.flow) facts.push("flow");
  if (cursor.needsBlank) facts.push("needsBlank");
  if (cursor.kind === "value") return [...facts, ...(cursor.isAlias ? ["alias"] : [])].join(" ");
  facts.push(`present=${[...cursor.present]}`);
  if (cursor.hasColon) facts.push(cursor.isGlued ? "glued" : "colon");
  if (cursor.afterDash) facts.push("dash");
  if (cursor.ownLine) facts.push("own");
  return facts.join(" ");
}
