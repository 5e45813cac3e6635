import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../support/check-diagnostics.ts";

describe("all rules", () => {
  test("null is allowed everywhere", async () => {
    const keys = [
      "image",
      "imagePullSecrets",
      "affinity",
      "priorityClassName",
      "monitoring",
      "controller",
      "webhook",
    ];
    for (const key of keys) {
      const found = await diagnosticsOf(`${key}: null\n`);
      assert.deepEqual(
        found.filter(({ severity, code }) => severity !== 4 && code !== "required-for-install"),
        [],
      );
    }
  });

  test("each diagnostic leads to its paragraph", async () => {
    const [found] = await diagnosticsOf(
      "webhook:\n  zzz: 1\nsubscriptionServer: {domain: a.b, dnsTarget: c.b}\n",
    );
    assert.equal(found?.codeDescription?.href, "https://docs.example/rules.md#unknown-key");
  });
});
