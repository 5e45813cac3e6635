import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { dump } from "js-yaml";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { isGroup, rowsOf, VERSIONS } from "../../schemas/published/keys.ts";
import { GOOD_FILES } from "../support/corpus.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { inPublishedWords } from "../support/published-words.ts";

/** Codes and messages of everything that is louder than a hint. */
async function loud(text: string, chart?: ChartReference): Promise<string[]> {
  const found = await diagnosticsOf(text, "values", chart);
  return found
    .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
    .map(({ range, code, message }) => `line ${range.start.line + 1}, ${code}: ${message}`);
}

/** The values file of a published version, made from the table of its keys. */
function valuesOf(version: string): string {
  const values: Record<string, unknown> = {};
  for (const row of rowsOf(version)) {
    if (row.standard === undefined || isGroup(row)) continue;
    const segments = row.key.split(".");
    const name = segments.pop() ?? "";
    let mapping = values;
    for (const segment of segments) {
      const below = (mapping[segment] ?? {}) as Record<string, unknown>;
      mapping[segment] = below;
      mapping = below;
    }
    mapping[name] = JSON.parse(row.standard);
  }
  return dump(values);
}

/** The keys that `helm show values > values.yaml` leaves to be set. */
const TO_SET = ["subscriptionServer.dnsTarget", "subscriptionServer.domain"];

suite("the values file of each published version has nothing wrong but the two hosts that are to be set", () => {
  for (const version of VERSIONS) {
    test(version, async () => {
      const found = await loud(`# cap-operator: values version=${version}\n${valuesOf(version)}`);
      assert.deepEqual(
        found.map((line) => line.replace(/^line \d+, /, "")).sort(),
        TO_SET.map(
          (key) =>
            `required-for-install: "${key}" is required, but this is the chart's placeholder. Write your own.`,
        ),
      );
    });
  }
});

suite("good files have nothing wrong in the words of the published chart", () => {
  for (const version of ["0.19.0", "0.25.0", "0.30.0"]) {
    for (const { name, text } of GOOD_FILES.filter(({ kind }) => kind === "values")) {
      test(`${name} for ${version}`, async () => {
        assert.deepEqual(await loud(inPublishedWords(text), { chart: "cap-operator", version }), []);
      });
    }
  }
});

suite("certificates and numbers as text", () => {
  const modeline = "# cap-operator: values version=0.34.0\n";
  test("no text keeps the server busy", async () => {
    const length = 200_000;
    const config = (text: string) =>
      `${modeline}subscriptionServer:\n  certificateConfig:\n    additionalCACertificate: ${JSON.stringify(text)}\n`;
    for (const filling of ["\n", "A", "=", " \n"]) {
      const found = await loud(config(`-----BEGIN CERTIFICATE-----${filling.repeat(length)}!`));
      assert.match(found.at(-1) ?? "", /invalid-certificate/);
    }
    const qps = `${modeline}controller:\n  clientRateLimiting:\n    qps: "${"1".repeat(length)}x"\n`;
    assert.match((await loud(qps)).at(-1) ?? "", /invalid-number/);
  });
  test("a private key is not repeated", async () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----\n      abc\n      -----END RSA PRIVATE KEY-----";
    const text = `${modeline}subscriptionServer:\n  certificateConfig:\n    additionalCACertificate: |\n      ${key}\n`;
    assert.deepEqual((await loud(text)).slice(1), [
      'line 4, invalid-certificate: "additionalCACertificate" must be a certificate, but contains a private key. Remove the key, and replace it if others have seen it.',
    ]);
  });
});
