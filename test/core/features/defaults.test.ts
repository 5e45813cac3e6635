import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { findProperty, isMergeKey } from "../../../server/core/yaml/lookup.ts";
import type { ValueNode } from "../../../server/core/yaml/tree.ts";
import { type Json, NONE, VALUES_FACTS } from "../../schemas/facts.ts";
import { type CorpusFile, GOOD_FILES, withCarriageReturns } from "../support/corpus.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { analyse, engine } from "../support/engine.ts";

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const valueIn = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((below, key) => (isMapping(below) ? below[key] : undefined), value);

/** Facts about single values: what a fact says about a whole mapping is repeated by the facts about its keys. */
const LEAVES = VALUES_FACTS.filter(
  ([key, , standard]) => standard !== NONE && !VALUES_FACTS.some(([other]) => other.startsWith(`${key}.`)),
).map(([key, , standard]) => [key.split("."), standard as Json] as const);

describe("the document of all defaults", () => {
  for (const comments of [false, true]) {
    const how = comments ? "with comments" : "without comments";

    test(`${how}: holds the defaults of the values, and nothing else`, () => {
      const read = load(engine.defaultsDocument("values", { comments }));
      for (const [path, standard] of LEAVES) assert.deepEqual(valueIn(read, path), standard, path.join("."));
      assert.equal(
        countLeaves(read),
        LEAVES.reduce((sum, [, standard]) => sum + countLeaves(standard), 0),
      );
    });

    test(`${how}: nothing is wrong with it except what must be set`, async () => {
      const found = await diagnosticsOf(engine.defaultsDocument("values", { comments }));
      assert.deepEqual([...new Set(found.map(({ code }) => code))], ["required-for-install"]);
    });

    test(`${how}: the operator resource has the labels of the manager's default resource`, async () => {
      const text = engine.defaultsDocument("operator", { comments });
      assert.deepEqual(load(text), {
        kind: "CAPOperator",
        spec: {
          ingressGatewayLabels: [
            { name: "mesh", value: "ingressgateway" },
            { name: "app", value: "mesh-ingressgateway" },
          ],
        },
      });
      assert.deepEqual(await diagnosticsOf(text, "operator"), []);
    });
  }

  test("a mapping with a single default is written over two lines, like any other", () => {
    const text = engine.defaultsDocument("values", { comments: false });
    assert.match(text, /\n( +)configMapLabels:\n\1 {2}dash_dashboard: "1"\n/);
  });

  test("with comments: each key is described above it, and what must be set is shown as a comment", () => {
    const text = engine.defaultsDocument("values", { comments: true });
    assert.match(
      text,
      /^ {2}# \(text\) Image tag for all components\.[^\n]*\n(?: {2}#[^\n]*\n)* {2}tag: ""$/m,
    );
    assert.match(text, /^ {2}# domain: <subdomain>\.<cluster_domain>$/m);
    for (const line of text.split("\n")) assert.ok(line.length <= 102, line);
  });
});

describe("inserting all missing defaults", () => {
  test("into an empty file", () => {
    const text = inserted("", "values");
    assert.ok(engine.defaultsDocument("values", { comments: true }).startsWith(text));
    assert.deepEqual(load(text), load(engine.defaultsDocument("values", { comments: false })));
  });

  test("next to what is set, each where it belongs", () => {
    const text = inserted("webhook:\n  service:\n    port: 444 # ours\n\n# the end\n", "values");
    assert.match(
      text,
      /^webhook:\n {2}service:\n {4}port: 444 # ours\n\n {4}# \(text\)[^\n]*\n(?: {4}#[^\n]*\n)* {4}type: ClusterIP\n/,
    );
    assert.deepEqual(valueIn(load(text), ["webhook", "service"]), {
      port: 444,
      type: "ClusterIP",
      targetPort: 1443,
    });
  });

  for (const file of GOOD_FILES.flatMap((file) => [file, withCarriageReturns(file)])) {
    test(`into ${file.kind} file ${file.name}`, () => checkInserted(file));
  }
});

async function checkInserted({ text, kind }: CorpusFile): Promise<void> {
  const after = inserted(text, kind);
  const [before, read] = [load(text), load(after)];
  assertKept(before, read, "");
  const { roots } = analyse(text, kind);
  for (const [path, standard] of kind === "values" ? LEAVES : []) {
    if (canBeFilled(roots[0]?.node, path)) assert.deepEqual(valueIn(read, path), standard, path.join("."));
  }
  assertInOrder(text.split("\n"), after.split("\n"));
  const codes = async (source: string) =>
    new Set((await diagnosticsOf(source, kind)).map(({ code }) => code));
  const [had, has] = [await codes(text), await codes(after)];
  assert.deepEqual(
    [...has].filter((code) => !had.has(code)),
    [],
  );
  assert.equal(inserted(after, kind), after, "a second time changes nothing");
}

function inserted(text: string, kind: DocumentKind): string {
  const edits = engine.missingDefaults(analyse(text, kind));
  return TextDocument.applyEdits(TextDocument.create("file:///values.yaml", "yaml", 1, text), edits);
}

/** True if a key is not set, and all mappings above it are written level by level, so that it can be added. */
function canBeFilled(root: ValueNode | undefined, path: readonly string[]): boolean {
  let node = root;
  for (const key of path) {
    if (!node) return true;
    if (node.type !== "object" || node.flow || node.alias || node.properties.some(isMergeKey)) return false;
    node = findProperty(node, key)?.valueNode;
  }
  return node === undefined;
}

/** Asserts that all values that were set are still set to the same. */
function assertKept(before: unknown, after: unknown, path: string): void {
  if (!isMapping(before)) {
    assert.deepEqual(after, before, path);
    return;
  }
  assert.ok(isMapping(after), path);
  for (const [key, value] of Object.entries(before)) assertKept(value, after[key], `${path}.${key}`);
}

/** Every line is still there, in order; the last one may have gained a line break, and empty braces may be filled. */
function assertInOrder(before: readonly string[], after: readonly string[]): void {
  let from = 0;
  const bare = (line: string) => line.trimEnd().replace(/ \{\}$/, "");
  for (const line of before) {
    const found = after.findIndex((other, index) => index >= from && bare(other) === bare(line));
    assert.ok(found >= 0, `this line is gone: ${line}`);
    from = found + 1;
  }
}

function countLeaves(value: unknown): number {
  if (!isMapping(value) || Object.keys(value).length === 0) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + countLeaves(child), 0);
}

test("levels whose places one edit would rewrite are filled one after the other", () => {
  const text =
    "webhook: &w\n  image: {}\ncontroller: *w\nwebhook:\n  service: {}\n# about all\ncontroller:: a\n";
  const analysis = analyse(text);
  const edits = engine.missingDefaults(analysis);
  assert.ok(edits.length > 0);
  const places = edits.map(({ range: { start, end } }) => [
    analysis.text.offsetAt(start),
    analysis.text.offsetAt(end),
  ]);
  for (const [start = 0] of places)
    assert.ok(!places.some(([from = 0, to = 0]) => from < start && start < to), JSON.stringify(places));
});
