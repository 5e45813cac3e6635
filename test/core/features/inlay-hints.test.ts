import assert from "node:assert/strict";
import { test } from "node:test";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { analyse, engine } from "../support/engine.ts";
import { analyseIn } from "../support/release.ts";

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

function parts(analysis: Analysis, range = WHOLE) {
  return engine
    .inlayHints(analysis, range)
    .map(({ label }) => (typeof label === "string" ? [{ value: label, location: undefined }] : label));
}

function texts(analysis: Analysis, range = WHOLE): string[] {
  return parts(analysis, range).map((label) => label.map(({ value }) => value).join(""));
}

test("a hint leads to the place that a value comes from", () => {
  const files = { "a.yaml": "# top\nimage: {tag: v1}\n", "b.yaml": "webhook:\n  replicas: 1\n" };
  const found = parts(analyseIn("b.yaml", { files })).flat();
  assert.deepEqual(found.find(({ value }) => value === "image.tag")?.location, {
    uri: "file:///a.yaml",
    range: { start: { line: 1, character: 8 }, end: { line: 1, character: 11 } },
  });
});

test("a top-level key names the releases in which its value is inherited", () => {
  const files = { "a.yaml": "image: {tag: v1}\nwebhook:\n  replicas: 1\n" };
  const analysis = analyseIn(
    "a.yaml",
    { name: "dev", files },
    { name: "prod", files, sets: ["image.tag=v2"] },
  );
  assert.deepEqual(texts(analysis), ["→ all components in dev", "inherited: image.tag in prod"]);
});

test("only the range that is asked for is answered", () => {
  const analysis = analyse("image: {tag: v1}\nwebhook:\n  replicas: 1\nnodeSelector: {a: b}\n");
  const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  assert.deepEqual(texts(analysis, range), ["→ all components"]);
  assert.equal(texts(analysis).length, 2);
});
