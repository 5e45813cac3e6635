import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import { buildSchemas } from "../../../schemas/build.ts";
import {
  isScalar,
  type JsonSchema,
  SchemaModel,
  type SchemaNode,
} from "../../../server/core/schema/model.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import type { Path, PathSegment } from "../../../server/core/yaml/tree.ts";
import { spread } from "../../support/effort.ts";
import { type Asked, accept, completionsAt, labelsAt } from "../support/check-completion.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { withCursor } from "../support/engine.ts";

/*
 * Completion writes every key of the schema in many layouts: the text can be read, the key is where it was asked for,
 * its value is its default, and completion introduces no problems.
 */

const schemas = await buildSchemas();

interface Layout {
  readonly indent: number;
  readonly lineBreak: string;
  readonly flow: boolean;
  readonly siblings: "none" | "before" | "after";
  /** The text after the cursor's line. */
  readonly end: "" | "\n" | "\n\nglobal:\n  some: thing\n";
  /** The number of letters of the key that are typed. */
  readonly typed: number;
  /** True if lists begin at the column of their key. */
  readonly flatLists: boolean;
}

function* allLayouts(): Generator<Layout> {
  for (const flow of [false, true])
    for (const indent of [2, 3, 4])
      for (const lineBreak of ["\n", "\r\n"])
        for (const siblings of ["none", "before", "after"] as const)
          for (const end of ["", "\n", "\n\nglobal:\n  some: thing\n"] as const)
            for (const typed of [0, 2])
              for (const flatLists of flow ? [false] : [false, true])
                yield { flow, indent, lineBreak, siblings, end, typed, flatLists };
}

const LAYOUTS: readonly Layout[] = [...allLayouts()];

interface Key {
  readonly kind: DocumentKind;
  readonly path: Path;
  readonly node: SchemaNode;
  /** Other keys of the mapping, with valid values. */
  readonly siblings: readonly string[];
  /** True if the spec names it; the others are fields of Kubernetes types. */
  readonly chart: boolean;
}

/** Every key of the chart, and every key of the Kubernetes types where it is first met. */
function* keysOf(
  kind: DocumentKind,
  node: SchemaNode,
  path: Path,
  chart: boolean,
  seen: Set<SchemaNode>,
): Generator<Key> {
  if (seen.has(node)) return;
  if (!chart) seen.add(node);
  for (const [key, child] of node.properties) {
    const inner = [...path, key];
    yield { kind, path: inner, node: child, siblings: siblingsIn(node, key), chart };
    yield* keysOf(kind, child, inner, chart && !child.shared, seen);
    if (child.items) yield* keysOf(kind, child.items, [...inner, 0], false, seen);
  }
}

/** Up to two other scalar keys with valid values. */
function siblingsIn(node: SchemaNode, key: string): string[] {
  const scalars = [...node.properties].filter(([other, child]) => other !== key && isScalar(child));
  return scalars.slice(0, 2).map(([other, child]) => `${other}: ${sampleOf(child)}`);
}

function sampleOf(node: SchemaNode): string {
  if (node.hasDefault && typeof node.default !== "string") return JSON.stringify(node.default);
  const choice = node.allowed?.find((value) => value !== "");
  if (choice !== undefined) return JSON.stringify(choice);
  if (node.annotations.otherForm !== undefined) return String(node.examples[0]);
  if (node.types.includes("string")) return "some-text";
  return node.types.includes("boolean") ? "true" : String(Math.max(node.minimum ?? 1, 1));
}

/** A text with the mapping at the key's path open, and the cursor where the key is to be written. */
function textFor({ path, siblings }: Key, layout: Layout): string {
  const word = `${String(path.at(-1)).slice(0, layout.typed)}$0`;
  const before = layout.siblings === "before" ? siblings : [];
  const after = layout.siblings === "after" ? siblings : [];
  const text = (layout.flow ? flowText : blockText)(path.slice(0, -1), [...before, word, ...after], layout);
  // Nothing else can follow brackets that are the whole document.
  const end = layout.flow && path.length === 1 ? layout.end.slice(0, 1) : layout.end;
  return (text + end).replaceAll("\n", layout.lineBreak);
}

function blockText(parents: Path, entries: readonly string[], { indent, flatLists }: Layout): string {
  const lines: string[] = [];
  let column = 0;
  let dash = "";
  const write = (text: string) => {
    lines.push(" ".repeat(column - dash.length) + dash + text);
    dash = "";
  };
  for (const parent of parents) {
    if (typeof parent === "number") {
      dash = "- ";
      column += 2 - (flatLists ? indent : 0);
    } else {
      write(`${parent}:`);
      column += indent;
    }
  }
  for (const entry of entries) write(entry);
  return lines.join("\n");
}

function flowText(parents: Path, entries: readonly string[]): string {
  const [first, ...rest] = parents;
  let text = `{${entries.join(", ")}}`;
  for (const parent of rest.toReversed())
    text = typeof parent === "number" ? `[${text}]` : `{${parent}: ${text}}`;
  return first === undefined ? text : `${first}: ${text}`;
}

/** Keeps completing until a value is written, as a person would, and returns the whole text. */
function finish(marked: string, node: SchemaNode, asked: Asked): string {
  const { text, offset } = withCursor(marked);
  const write = (written: string) => text.slice(0, offset) + written + text.slice(offset);
  if (isScalar(node)) {
    const chosen = completionsAt(marked, asked).find(({ preselect }) => preselect);
    return chosen ? withCursor(accept(marked, chosen.label, asked)).text : write(sampleOf(node));
  }
  const isList = node.items !== undefined && !node.types.includes("object");
  const inner = isList ? node.items : node;
  if (!inner) return text;
  const flow = text.slice(0, offset).endsWith("{") || text.slice(0, offset).endsWith("[");
  if (isScalar(inner)) return write(sampleOf(inner));
  if (isList && flow) return finish(accept(marked, "{}", asked), inner, asked);
  const [label] = labelsAt(marked, asked);
  if (label === undefined) return write("some: text");
  // A key of a free-form map holds a string.
  const child = inner.properties.get(label) ?? inner.additional;
  if (!child) return text;
  return finish(accept(marked, label, asked), child, asked);
}

/** Rules about how a text is read. Completion cannot know what other rules demand of a key and its neighbours. */
const READING = new Set([
  "syntax",
  "duplicate-key",
  "unknown-key",
  "misplaced-key",
  "wrong-type",
  "not-allowed",
  "out-of-range",
  "null-removes-default",
  "empty-value",
  "ambiguous-scalar",
  "template-in-values",
]);

async function complaints(text: string, kind: DocumentKind): Promise<string[]> {
  return (await diagnosticsOf(text, kind))
    .filter(({ code }) => READING.has(String(code)))
    .map(({ code, message }) => `${code}: ${message}`);
}

async function checkKey(key: Key, layout: Layout): Promise<void> {
  const marked = textFor(key, layout);
  const label = String(key.path.at(-1));
  const said = `${JSON.stringify(marked)} ${JSON.stringify(layout)}`;
  const accepted = accept(marked, label, key);
  const text = finish(accepted, key.node, key);
  const value = key.path.reduce<unknown>(
    (value, step) => (value as Record<PathSegment, unknown> | null)?.[step],
    load(text),
  );
  assert.notEqual(value, undefined, `${said}\n${text}`);
  if (isScalar(key.node) && key.node.hasDefault && key.node.default !== "")
    assert.deepEqual(value, key.node.default, `${said}\n${text}`);
  assert.deepEqual(await complaints(text, key.kind), [], `${said}\n${text}`);
  if (marked.includes("\r\n")) assert.doesNotMatch(text, /(?<!\r)\n/, said);
}

const keys = (["values", "operator"] as const)
  .flatMap((kind) => {
    const { root } = new SchemaModel(schemas[kind] as JsonSchema);
    return [...keysOf(kind, root, [], true, new Set())];
  })
  .filter(({ path }) => path[0] !== "global");

/** Layouts for one key: different ones for each, so that over all keys every combination comes up many times. */
function layoutsFor(index: number, count: number): Layout[] {
  const step = Math.floor(LAYOUTS.length / count);
  return Array.from({ length: count }, (_, nth) => LAYOUTS[(index * 7 + nth * step) % LAYOUTS.length]).filter(
    (layout) => layout !== undefined,
  );
}

test("there are keys of the chart and of Kubernetes types", () => {
  assert.ok(keys.filter(({ chart }) => chart).length > 100);
  assert.ok(keys.filter(({ chart }) => !chart).length > 100);
});

for (const [index, key] of keys.entries()) {
  test(`${key.kind}: ${key.path.join(".")} is written as intended`, async () => {
    for (const layout of spread(layoutsFor(index, key.chart ? 36 : 12))) await checkKey(key, layout);
  });
}

test("the part of a certificate configuration that the chosen manager reads comes first", () => {
  const labels = (manager: string) =>
    completionsAt(
      `subscriptionServer:\n  certificateManager: ${manager}\n  certificateConfig:\n    $0\n`,
    ).map(({ label }) => label);
  assert.deepEqual(labels("CertController").slice(0, 2), ["certController", "platform"]);
  assert.deepEqual(labels("Platform").slice(0, 2), ["platform", "certController"]);
});
