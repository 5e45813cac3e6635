import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildSchemas } from "../../../schemas/build.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../server/core/schema/knowledge.ts";
import { ChartsInUse } from "../../../server/core/semantics/charts-in-use.ts";
import type { EffectiveValue } from "../../../server/core/semantics/effective-value.ts";
import { originText } from "../../../server/core/semantics/origin-text.ts";
import { type DocumentSemantics, Semantics, type Subject } from "../../../server/core/semantics/semantics.ts";
import { toJson } from "../../../server/core/values/helm-tree.ts";
import type { Path } from "../../../server/core/yaml/tree.ts";
import { analyse, withCursor } from "../support/engine.ts";
import { analyseIn, type ShortRelease } from "../support/release.ts";

const knowledge = new Knowledge({ schemas: await buildSchemas() }, docsIn("https://docs.example/"));
const charts = new ChartsInUse(knowledge);

/** The first file of some releases, which has the same text in all of them. */
function documentOf(...releases: readonly ShortRelease[]): DocumentSemantics {
  const [name = ""] = Object.keys(releases[0]?.files ?? {});
  const [document] = new Semantics(analyseIn(name, ...releases), charts).documents;
  assert.ok(document);
  return document;
}

/** The effective value and where it comes from, in each release. */
function counts(subject: Subject): unknown[] {
  const said = ({ node, origin, release }: EffectiveValue) => [
    node && toJson(node),
    origin && originText(origin, release.stack).text,
  ];
  return subject.effective.map(said);
}

/** The path and the word at the mark `$0` of a text; `undefined` if nothing is there. */
function marked(text: string): unknown[] | undefined {
  const { text: plain, offset } = withCursor(text);
  const subject = new Semantics(analyse(plain), charts).at(offset);
  return subject && [subject.path, plain.slice(subject.start, subject.end)];
}

const a = "image: {tag: v1}\nwebhook:\n  replicas: 2\n";

describe("what is at a path", () => {
  const document = documentOf({
    files: { "a.yaml": a, "b.yaml": "webhook: {replicas: 3}\n" },
    sets: ["controller.replicas=5"],
  });
  const subjectAt = (...path: Path) => document.at(path);

  test("what is written, what the schema says and what takes effect", () => {
    const replicas = subjectAt("webhook", "replicas");
    assert.equal(replicas.node?.type === "number" && replicas.node.value, 2);
    assert.deepEqual(replicas.schema?.types, ["integer"]);
    assert.deepEqual(counts(replicas), [[3, "b.yaml:1"]]);
  });

  test("what an entry sets, and the chart's default for what nobody sets", () => {
    assert.equal(subjectAt("controller", "replicas").node, undefined);
    assert.deepEqual(counts(subjectAt("controller", "replicas")), [[5, "--set #1"]]);
    // The default of the specification.
    assert.deepEqual(counts(subjectAt("subscriptionServer", "port")), [[4000, "chart default"]]);
  });

  test("what a component takes from the top level, and from which key", () => {
    const tag = subjectAt("webhook", "image", "tag");
    assert.deepEqual(counts(tag), [["v1", "from top-level image.tag (a.yaml:1)"]]);
    assert.deepEqual(
      tag.effective.map(({ inheritedFrom }) => inheritedFrom),
      ["image.tag"],
    );
    // The templates of the chart see the values that are set, not those that the operator makes of them.
    const given = document.release.given(["webhook", "image", "tag"]);
    assert.equal(given && toJson(given), "");
  });

  test("nothing for a key that nobody knows", () => {
    const unknown = subjectAt("webhook", "replica");
    assert.equal(unknown.schema, undefined);
    assert.deepEqual(counts(unknown), [[undefined, undefined]]);
  });

  test("each release for itself", () => {
    const two = documentOf(
      { name: "one", files: { "a.yaml": a, "b.yaml": "webhook: {replicas: 3}\n" } },
      { name: "two", files: { "a.yaml": a } },
    );
    assert.deepEqual(counts(two.at(["webhook", "replicas"])), [
      [3, "b.yaml:1"],
      [2, "a.yaml:3"],
    ]);
  });

  test("an operator resource is merged with nothing", () => {
    const [document] = new Semantics(analyse("spec: {}\n", "operator"), charts).documents;
    assert.deepEqual(document?.at(["spec"]).effective, []);
  });
});

describe("what is at an offset", () => {
  test("a key, a value, an item", () => {
    assert.deepEqual(marked("webhook:\n  repl$0icas: 2\n"), [["webhook", "replicas"], "replicas"]);
    assert.deepEqual(marked("webhook:\n  replicas: 2$0\n"), [["webhook", "replicas"], "2"]);
    assert.deepEqual(marked("imagePullSecrets:\n- name: a$0b\n"), [["imagePullSecrets", 0, "name"], "ab"]);
  });

  test("a key on a line that is not YAML yet", () => {
    assert.deepEqual(marked("webhook:\n  replicas: 2\n  namespace$0Override\n"), [
      ["webhook", "namespaceOverride"],
      "namespaceOverride",
    ]);
  });

  test("nothing between keys, and nothing in a merge key", () => {
    assert.equal(marked("webhook:\n  replicas: 2\n\n$0\ncontroller: {}\n"), undefined);
    assert.equal(marked("x: &x {a: 1}\npodLabels:\n  <$0<: *x\n"), undefined);
  });
});

describe("what takes effect instead of what is written", () => {
  const instead = (a: string, b: string, ...path: Path) => {
    const subject = documentOf({ files: { "a.yaml": a, "b.yaml": b } }).at(path);
    const { node } = subject;
    const written = node?.parent?.type === "property" ? node.parent.keyNode.offset : -1;
    return subject.effective.map((value) => value.insteadOf(written)?.kind);
  };

  test("nothing where the written value takes effect", () => {
    assert.deepEqual(instead(a, "", "webhook", "replicas"), [undefined]);
    // Both files fill the mapping.
    assert.deepEqual(instead(a, "webhook: {port: 1}\n", "webhook"), [undefined]);
  });

  test("another value, one in place of a whole block, a null, a mapping with inherited entries", () => {
    assert.deepEqual(instead(a, "webhook: {replicas: 3}\n", "webhook", "replicas"), ["other"]);
    assert.deepEqual(instead(a, "webhook: off\n", "webhook", "replicas"), ["whole"]);
    assert.deepEqual(instead(a, "webhook: {replicas: null}\n", "webhook", "replicas"), ["removed"]);
    const labels = "podLabels: {team: a}\nwebhook: {podLabels: {app: b}}\n";
    assert.deepEqual(instead(labels, "", "webhook", "podLabels"), ["joined"]);
  });
});
