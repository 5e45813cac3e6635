import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MarkupContent } from "vscode-languageserver-types";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { analyse, engine, withCursor } from "../support/engine.ts";
import { analyseIn, type ShortRelease } from "../support/release.ts";

function linesOver(analysis: Analysis, offset: number): string[] {
  const hover = engine.hover(analysis, analysis.text.positionAt(offset));
  assert.ok(hover && MarkupContent.is(hover.contents), "there is no hover");
  return hover.contents.value.split("\n").filter((line) => line.startsWith("**Effective"));
}

/** What a hover says about the effective value at the cursor in a text without a release. */
function alone(marked: string): string[] {
  const { text, offset } = withCursor(marked);
  return linesOver(analyse(text), offset);
}

/** The same for a text that holds the cursor and is a file of releases. */
function inReleases(marked: string, ...others: readonly Omit<ShortRelease, "">[]): string[] {
  const { text, offset } = withCursor(marked);
  const releases = others.map((release) => ({ ...release, files: { "a.yaml": text, ...release.files } }));
  return linesOver(analyseIn("a.yaml", ...releases), offset);
}

describe("a hover in a file without a release", () => {
  test("says nothing about a value that takes effect", () => {
    assert.deepEqual(alone("webhook:\n  repli$0cas: 2\n"), []);
    assert.deepEqual(alone("image:\n  tag: v$01\n"), []);
    assert.deepEqual(alone("web$0hook:\n  replicas: 2\n"), []);
    assert.deepEqual(alone("tolerations:\n  - key: a$0\n"), []);
  });

  test("says what an empty key inherits", () => {
    assert.deepEqual(alone('image: {tag: v1}\nwebhook:\n  image:\n    ta$0g: ""\n'), [
      "**Effective:** `v1`, from top-level image.tag \\([values.yaml:1](file:///values.yaml#L1)\\)",
    ]);
  });

  test("says what labels are merged into", () => {
    assert.deepEqual(alone("podLabels: {team: a}\nwebhook:\n  podLa$0bels: {tier: x}\n"), [
      "**Effective:** `{ team: a, tier: x }`, merged with entries from top-level podLabels \\([values.yaml:1](file:///values.yaml#L1)\\)",
    ]);
  });

  test("says which of two equal keys wins", () => {
    assert.match(alone("webhook:\n  repli$0cas: 2\n  replicas: 3\n").join(), /`3`, from \[values\.yaml:3\]/);
    assert.match(alone("tolerations:\n  - ke$0y: a\n    key: b\n").join(), /`b`, from \[values\.yaml:3\]/);
  });
});

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

describe("a hover in a file of a release", () => {
  test("says what a later file makes of the value, and where", () => {
    assert.deepEqual(
      inReleases("webhook:\n  replicas: 2$0\n", { files: { "b.yaml": "\nwebhook: {replicas: 3}\n" } }),
      ["**Effective in release prod:** `3`, from [b.yaml:2](file:///b.yaml#L2)"],
    );
  });

  test("says which entry overrides it", () => {
    const sets = ["image.tag=v9", "webhook.replicas=4"];
    assert.deepEqual(inReleases("webhook:\n  replicas: 2$0\n", { files: {}, sets }), [
      "**Effective in release prod:** `4`, from --set \\#2",
    ]);
  });

  test("says that a later null removes it", () => {
    assert.deepEqual(
      inReleases("webhook:\n  replicas: 2$0\n", { files: { "b.yaml": "webhook: {replicas: ~}\n" } }),
      ["**Effective in release prod:** not set, the null in [b.yaml:1](file:///b.yaml#L1) removes it"],
    );
  });

  test("says that a list is replaced as a whole", () => {
    const files = { "b.yaml": "tolerations: [{key: b}]\n" };
    assert.deepEqual(inReleases("tolerations:\n  - key: a$0\n", { files }), [
      "**Effective in release prod:** `[ { key: b } ]` replaces all of it, from [b.yaml:1](file:///b.yaml#L1)",
    ]);
  });

  test("says it once where all releases agree, and for each release where they do not", () => {
    const b = { files: { "b.yaml": "webhook: {replicas: 3}\n" } };
    assert.deepEqual(inReleases("webhook:\n  replicas: 2$0\n", b, { ...b, name: "test" }), [
      "**Effective:** `3`, from [b.yaml:1](file:///b.yaml#L1)",
    ]);
    const c = { name: "test", files: { "c.yaml": "webhook: {replicas: 4}\n" } };
    assert.deepEqual(inReleases("webhook:\n  replicas: 2$0\n", b, c, { name: "dev", files: {} }), [
      "**Effective in release prod:** `3`, from [b.yaml:1](file:///b.yaml#L1)",
      "**Effective in release test:** `4`, from [c.yaml:1](file:///c.yaml#L1)",
    ]);
  });

  test("shows a value from another file character by character", () => {
    const files = { "b.yaml": "priorityClassName: '`x` [a](command:b)'\n" };
    assert.match(
      inReleases("priorityClassName: a$0\n", { files }).join(),
      /^\S+ in release prod:\*\* `` .*`x` \[a\]\(command:b\).* ``, /,
    );
  });
});
