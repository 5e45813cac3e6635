import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEFAULT_SETTINGS, type SeverityName } from "../../../server/core/settings.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { analyse, createEngine } from "../support/engine.ts";

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

  test("one that is off by default finds something as soon as the settings switch it on", async () => {
    const severity: Record<string, SeverityName> = {};
    const engine = await createEngine({ ...DEFAULT_SETTINGS, diagnostics: { enable: true, severity } });
    // The chart's default is 1.
    const analysis = analyse("webhook:\n  replicas: 1\n");
    const isFound = async () =>
      (await engine.diagnostics(analysis)).some(({ code }) => code === "equals-default");
    assert.equal(await isFound(), false);
    severity["equals-default"] = "hint";
    assert.equal(await isFound(), true);
  });

  test("each diagnostic leads to its paragraph", async () => {
    const [found] = await diagnosticsOf(
      "webhook:\n  zzz: 1\nsubscriptionServer: {domain: a.b, dnsTarget: c.b}\n",
    );
    assert.equal(found?.codeDescription?.href, "https://docs.example/reference/rules/unknown-key.md");
  });
});
