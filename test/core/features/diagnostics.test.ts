import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DiagnosticSeverity, DiagnosticTag } from "vscode-languageserver-types";
import { isBeingWritten } from "../../../server/core/rules/engine/being-written.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS, type Settings, type SeverityName } from "../../../server/core/settings.ts";
import { MISTAKES } from "../support/corpus.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { analyse, createEngine, withCursor } from "../support/engine.ts";

const TEXT = "subscriptionServer: {domain: a.b, dnsTarget: c.b, foo: 1}\n";

async function severitiesWith(severity: Record<string, SeverityName>, enable = true): Promise<unknown[]> {
  const settings: Settings = { ...DEFAULT_SETTINGS, diagnostics: { enable, severity } };
  const { diagnostics } = await createEngine(settings);
  return (await diagnostics(analyse(TEXT))).map((found) => found.severity);
}

describe("diagnostics", () => {
  test("are as loud as the settings say", async () => {
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

  test("are in the order of the text", async () => {
    const lines = (await diagnosticsOf(MISTAKES)).map(({ range }) => range.start.line);
    assert.deepEqual(
      lines,
      lines.toSorted((a, b) => a - b),
    );
  });

  test("report only one thing about each place", async () => {
    const places = (await diagnosticsOf(MISTAKES)).map(({ range }) => JSON.stringify(range));
    assert.deepEqual(places, [...new Set(places)]);
  });

  test("of the example with mistakes", async () => {
    assert.deepEqual(
      (await diagnosticsOf(MISTAKES)).map(({ range, code }) => `${range.start.line + 1} ${code}`),
      [
        "4 ambiguous-scalar",
        "7 unknown-key",
        "8 out-of-range",
        "9 template-in-values",
        "11 required-for-install",
        "14 out-of-range",
        "15 not-allowed",
        "17 misplaced-key",
        "20 wrong-type",
        "23 unknown-key",
        "24 certificate-config-incomplete",
        "25 empty-value",
        "26 misplaced-key",
        "27 duplicate-key",
      ],
    );
  });
});

describe("while somebody types", () => {
  /** The findings above a hint while somebody types at `$0`. */
  async function loudAt(marked: string): Promise<string[]> {
    const { text, offset } = withCursor(marked);
    const found = await (await createEngine()).diagnostics(analyse(text), [offset]);
    return found
      .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
      .map(({ range, code }) => `${range.start.line + 1} ${code}`);
  }

  const REQUIRED = "subscriptionServer:\n  domain: a.b\n  dnsTarget: c.b\n";
  const QUIET: readonly (readonly [what: string, text: string])[] = [
    ["the first letter of a key", `${REQUIRED}w$0\n`],
    ["the first letter of a key in a block", `${REQUIRED}webhook:\n  s$0\n`],
    ["a key whose keys come next", `${REQUIRED}webhook:$0\n`],
    ["a key whose keys come next, on their line", `${REQUIRED}webhook:\n  $0`],
    ["the same before another key", `${REQUIRED}webhook:\n  $0\ncontroller:\n  replicas: 2\n`],
    ["the same with Windows line breaks", `${REQUIRED}webhook:\r\n  $0`.replaceAll(/\r?\n/g, "\r\n")],
    ["the first letters of a value", `${REQUIRED}webhook:\n  certificateManager: Cert$0\n`],
    ["an open quote", `${REQUIRED}image:\n  tag: "v1$0\n`],
    ["an open bracket", `${REQUIRED}imagePullSecrets: [$0\n`],
    ["a comment below a key whose keys come next", `${REQUIRED}webhook: # ours\n  # the size$0\n`],
    ["a key after an anchor, whose keys come next", `${REQUIRED}webhook: &webhook\n  $0\n`],
    ["a bracket that is closed further down", `${REQUIRED}imagePullSecrets: [\n  {name: a},\n  $0\n`],
    ["a quote that is closed further down", `${REQUIRED}image:\n  tag: "v1\\\n    .2$0\n`],
    [
      "a block that lacks a key, at the next one",
      `podLabels: {a: b}\nsubscriptionServer:\n  domain: a.b\n  replicas: 2$0\n`,
    ],
    ["a dash whose item comes next", `${REQUIRED}tolerations:\n  - $0\n`],
    ["the same between others", `${REQUIRED}tolerations:\n  - {operator: Exists}\n  -$0\n`],
    ["an amount without a unit", `${REQUIRED}controller:\n  resources:\n    limits:\n      memory: 900$0\n`],
  ];
  for (const [what, text] of QUIET) {
    test(`${what} is quiet`, async () => assert.deepEqual(await loudAt(text), []));
    test(`${what} is reported when the cursor has left`, async () => {
      const { text: left } = withCursor(text);
      assert.notDeepEqual(await loudAt(`${left}\npodLabels: {}$0`), []);
    });
  }

  test("problems elsewhere stay as loud as they are", async () => {
    assert.deepEqual(await loudAt(`${REQUIRED}  replicas: x\nw$0\ncontroller:\n  replicaz: 1\n`), [
      "4 wrong-type",
      "7 unknown-key",
    ]);
  });

  test("a block that is missing may come after the last one, and is reported while another one is typed", async () => {
    assert.deepEqual(await loudAt("controller:\n  replicas: 2$0\n"), []);
    assert.deepEqual(await loudAt("controller:\n  replicas: 2$0\nwebhook:\n  replicas: 2\n"), [
      "1 required-for-install",
    ]);
    assert.deepEqual(await loudAt("subscriptionServer:\n  domain: a.b\nwebhook:\n  replicas: 2$0\n"), [
      "1 required-for-install",
    ]);
  });

  test("a mistake in the key is reported when its value is typed", async () => {
    assert.deepEqual(await loudAt(`${REQUIRED}controller:\n  replicaz: 2$0\n`), ["5 unknown-key"]);
  });

  test("what is not the beginning of its value keeps a problem with a key loud, and is read in one way", () => {
    const key = { start: 0, end: "replicaz".length, message: "" };
    for (const between of [" ", "\t", "& ", "!a\t", "&!", "!&a \t", "\n", ": "]) {
      for (const end of [" x", " x\n"]) {
        for (const length of [990, 200_000]) {
          const text = `replicaz: ${between.repeat(length / between.length)}${end}`;
          const analysis = { file: { text } } as Analysis;
          const place = JSON.stringify([between, end, length]);
          assert.ok(!isBeingWritten(analysis, key, [text.length]), place);
        }
      }
    }
  });

  test("a block below a key that lost its colon is analysed", async () => {
    assert.deepEqual(await loudAt(`${REQUIRED}controller$0\n  replicaz: 1\n  replicas: x\n`), [
      "5 unknown-key",
      "6 wrong-type",
    ]);
  });

  test("are short, whatever they quote, and keep what they say about it", async () => {
    const key = "k".repeat(1000);
    const [found] = await diagnosticsOf(`subscriptionServer: {domain: a.b, dnsTarget: c.b, "${key}": 1}\n`);
    assert.match(
      String(found?.message),
      /^Unknown key "k{119}…k{19}" in "subscriptionServer"\. Helm ignores it\./,
    );
  });
});
