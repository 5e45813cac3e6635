import assert from "node:assert/strict";
import { test } from "node:test";
import { analyse, engine } from "../support/engine.ts";

// From Helm 3 and 4 themselves: the recorded answers to `a: 1` and `a: 2` in two documents.
for (const [helm, replicas] of [
  [3, 2],
  [4, 3],
] as const) {
  test(`of two documents, the effective values are those of the Helm that installs: ${helm}`, () => {
    const analysis = analyse("webhook: {replicas: 2}\n---\nwebhook: {replicas: 3}\n", "values", {}, helm);
    const [root] = analysis.roots;
    assert.ok(root);
    const { text } = engine.effectiveDocument(analysis.stacksOf(root)[0], "changed");
    assert.match(text, new RegExp(`replicas: ${replicas}`));
  });
}
