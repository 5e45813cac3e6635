import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import type { Range } from "vscode-languageserver-types";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { spreadFrom } from "../support/effort.ts";
import { GOOD_FILES, MISTAKES, withCarriageReturns } from "./support/corpus.ts";
import { createEngine } from "./support/engine.ts";
import { analyseIn } from "./support/release.ts";

/*
 * Texts are cut while they are the first or the last file of a release, and everything about effective values is
 * requested at the cut: nothing throws, every range lies inside its text, and what is shown is YAML with the same values.
 */

const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
const OTHER =
  "image: {tag: v9}\npodLabels: {a: b}\ncontroller: {replicas: 7, tolerations: []}\nsubscriptionServer: ~\n";
const STEP = 29;

const engine = await createEngine({ ...DEFAULT_SETTINGS, inlayHints: "all" });
const texts = [
  ...GOOD_FILES.filter(({ kind }) => kind === "values"),
  { name: "mistakes", kind: "values" as const, text: MISTAKES },
];

for (const { name, text } of texts.flatMap((file) => [file, withCarriageReturns(file)])) {
  test(`${name}, cut anywhere in a release`, async () => {
    for (const cut of spreadFrom(0, text.length, STEP)) {
      const own = { "own.yaml": text.slice(0, cut) };
      const sets = ["webhook.replicas=2", "controller=x"];
      await ask(
        analyseIn("own.yaml", { files: { ...own, "other.yaml": OTHER } }, { name: "dev", files: own, sets }),
        cut,
      );
      await ask(analyseIn("own.yaml", { files: { "other.yaml": OTHER, ...own } }), cut);
    }
  });
}

test("odd texts", async () => {
  for (const text of [
    "\uFEFFwebhook: {replicas: 1}\n",
    "webhook: &a\n  own: *a\n",
    "webhook: x\ncontroller: [1]\n",
    "__proto__: {a: b}\nconstructor: f\n'': e\n'a\n\n  b': 'c\n\n  d'\n",
    "image: {tag: 9223372036854775807, pullPolicy: .inf}\n",
    "webhook:\r  replicas: 1\r",
    "a: 1\n---\nwebhook: {replicas: 1}\n",
  ]) {
    for (const offset of spreadFrom(0, text.length))
      await ask(analyseIn("own.yaml", { files: { "own.yaml": text, "other.yaml": OTHER } }), offset);
  }
});

async function ask(analysis: Analysis, offset: number): Promise<void> {
  const { text } = analysis;
  const position = text.positionAt(offset);
  const isInside = ({ start, end }: Range) =>
    [start, end].every((at) => text.positionAt(text.offsetAt(at)).character === at.character);
  engine.hover(analysis, position);
  for (const { label, position: at } of engine.inlayHints(analysis, WHOLE)) {
    assert.ok(isInside({ start: at, end: at }));
    for (const { location } of typeof label === "string" ? [] : label) {
      if (location?.uri === text.uri) assert.ok(isInside(location.range));
    }
  }
  for (const { uri, name, whole } of engine.valueDefinition(analysis, position)) {
    if (uri === text.uri) assert.ok(isInside(name) && isInside(whole));
  }
  await engine.diagnostics(analysis);
  for (const root of analysis.roots) {
    for (const stack of analysis.stacksOf(root)) {
      const shown = engine.effectiveDocument(stack, "annotated");
      assert.deepEqual(load(shown.text), load(engine.effectiveDocument(stack, "plain").text));
      load(engine.effectiveDocument(stack, "changed").text);
      for (const { place } of shown.origins) if (place?.uri === text.uri) assert.ok(isInside(place.range));
    }
  }
}
