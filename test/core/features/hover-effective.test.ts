import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse, engine, withCursor } from "../support/engine.ts";

describe("a hover beside another extension's", () => {
  const inPlace = (marked: string) => {
    const { text, offset } = withCursor(marked);
    const analysis = analyse(text);
    return engine.effectiveHover(analysis, analysis.text.positionAt(offset));
  };

  test("says what takes effect in place of a value, and nothing else", () => {
    const hover = inPlace('image: {tag: v1}\nwebhook:\n  image:\n    ta$0g: ""\n');
    assert.deepEqual(hover?.contents, {
      kind: "markdown",
      value: "**Effective:** `v1`, from top-level image.tag \\([values.yaml:1](file:///values.yaml#L1)\\)",
    });
  });

  test("stays away where the value itself takes effect, or where there is none", () => {
    assert.equal(inPlace("webhook:\n  repli$0cas: 2\n"), null);
    assert.equal(inPlace("# no$0thing\nwebhook:\n  replicas: 2\n"), null);
    assert.equal(inPlace("webhook:\n  repli$0\n  replicas: 2\n"), null);
  });
});
