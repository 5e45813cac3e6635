import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse, engine, withCursor } from "../support/engine.ts";
import { analyseIn, type ShortRelease } from "../support/release.ts";

/** The places that are the definitions of the value at the cursor in one of the files: `file:line:character`. */
function leadsTo(name: string, ...releases: readonly ShortRelease[]): string[] {
  const { text, offset } = withCursor(releases[0]?.files[name] ?? "");
  const analysis = analyseIn(
    name,
    ...releases.map((release) => ({ ...release, files: { ...release.files, [name]: text } })),
  );
  return engine
    .valueDefinition(analysis, analysis.text.positionAt(offset))
    .map((place) => `${place.uri.slice(8)}:${place.name.start.line + 1}:${place.name.start.character}`);
}

describe("a value leads", () => {
  const b = "webhook: {replicas: 3}\n";

  test("to what overrides it, from its key and from itself", () => {
    for (const a of ["webhook:\n  repli$0cas: 2\n", "webhook:\n  replicas: 2$0\n"]) {
      assert.deepEqual(leadsTo("a.yaml", { files: { "a.yaml": a, "b.yaml": b } }), ["b.yaml:1:10"]);
    }
  });

  test("to what it overrides, the last one first", () => {
    const files = {
      "a.yaml": "webhook:\n  replicas: 1\n",
      "b.yaml": b,
      "c.yaml": "webhook: {replicas: 4$0}\n",
    };
    assert.deepEqual(leadsTo("c.yaml", { files }), ["b.yaml:1:10", "a.yaml:2:2"]);
  });

  test("to the null that removes it", () => {
    const files = { "a.yaml": "webhook: {replicas: 2$0}\n", "b.yaml": "webhook:\n  replicas: null\n" };
    assert.deepEqual(leadsTo("a.yaml", { files }), ["b.yaml:2:2"]);
  });

  test("to what an empty key inherits", () => {
    const files = { "a.yaml": "image: {tag: v1}\nwebhook: {image: {tag: ''$0}}\n" };
    assert.deepEqual(leadsTo("a.yaml", { files }), ["a.yaml:1:8"]);
  });

  test("to a place in each release, once", () => {
    const files = { "a.yaml": "webhook: {replicas: 2$0}\n", "b.yaml": b };
    const other = { "a.yaml": files["a.yaml"], "c.yaml": "webhook: {replicas: 9}\n" };
    assert.deepEqual(leadsTo("a.yaml", { files }, { name: "same", files }, { name: "x", files: other }), [
      "b.yaml:1:10",
      "c.yaml:1:10",
    ]);
  });

  test("nowhere from a mapping, from the only file that sets a value, and from what an entry overrides", () => {
    const files = { "a.yaml": "web$0hook: {replicas: 2}\n", "b.yaml": b };
    assert.deepEqual(leadsTo("a.yaml", { files }), []);
    const only = { "a.yaml": "webhook: {replicas: 2$0}\n" };
    assert.deepEqual(leadsTo("a.yaml", { files: only }), []);
    assert.deepEqual(leadsTo("a.yaml", { files: only, sets: ["webhook.replicas=7"] }), []);
  });
});

test("nowhere outside of values", () => {
  const analysis = analyse("kind: CAPOperator\n", "operator");
  assert.deepEqual(engine.valueDefinition(analysis, { line: 0, character: 2 }), []);
});
