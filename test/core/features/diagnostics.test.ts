import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import { DEFAULT_SETTINGS, type Settings, type SeverityName } from "../../../server/core/settings.ts";
import { diagnosticsOf } from "../support/check-diagnostics.ts";
import { MISTAKES } from "../support/corpus.ts";
import { analyse, createEngine } from "../support/engine.ts";

const TEXT = "subscriptionServer: {domain: a.b, dnsTarget: c.b, foo: 1}\n";

async function severitiesWith(severity: Record<string, SeverityName>, enable = true): Promise<unknown[]> {
  const settings: Settings = { ...DEFAULT_SETTINGS, diagnostics: { enable, severity } };
  const { diagnostics } = await createEngine(settings);
  return (await diagnostics(analyse(TEXT))).map((found) => found.severity);
}

describe("diagnostics", () => {
  test("are as loud as the settings want it", async () => {
    assert.deepEqual(await severitiesWith({}), [DiagnosticSeverity.Warning]);
    assert.deepEqual(await severitiesWith({ "unknown-key": "error" }), [DiagnosticSeverity.Error]);
    assert.deepEqual(await severitiesWith({ "unknown-key": "information" }), [
      DiagnosticSeverity.Information,
    ]);
    assert.deepEqual(await severitiesWith({ "unknown-key": "hint" }), [DiagnosticSeverity.Hint]);
    assert.deepEqual(await severitiesWith({ "unknown-key": "off" }), []);
    assert.deepEqual(await severitiesWith({ "unknown-key": "error" }, false), []);
  });

  test("grey out what Helm ignores", async () => {
    const [found] = await diagnosticsOf("webhook: {sidecar: true, sidecar: false}\n");
    assert.deepEqual(found?.tags ?? [], found?.code === "duplicate-key" ? [DiagnosticTag.Unnecessary] : []);
  });

  test("stand in the order of the text", async () => {
    const lines = (await diagnosticsOf(MISTAKES)).map(({ range }) => range.start.line);
    assert.deepEqual(
      lines,
      lines.toSorted((a, b) => a - b),
    );
  });

  test("say one thing once of one place", async () => {
    const places = (await diagnosticsOf(MISTAKES)).map(({ range }) => JSON.stringify(range));
    assert.deepEqual(places, [...new Set(places)]);
  });

  test("of the example of mistakes", async () => {
    assert.deepEqual(
      (await diagnosticsOf(MISTAKES)).map(({ range, code }) => `${range.start.line + 1} ${code}`),
      [
        "3 ambiguous-scalar",
        "6 unknown-key",
        "7 out-of-range",
        "8 template-in-values",
        "10 required-for-install",
        "13 out-of-range",
        "14 not-allowed",
        "15 certificate-config-incomplete",
        "16 misplaced-key",
        "19 wrong-type",
        "20 empty-value",
        "21 misplaced-key",
        "22 duplicate-key",
      ],
    );
  });
});
