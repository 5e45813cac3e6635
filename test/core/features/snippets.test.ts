import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { SnippetOffer } from "../../../server/core/language-service.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { expandSnippet } from "../../support/expand-snippet.ts";
import { diagnosticsOf } from "../support/diagnostics-of.ts";
import { analyse, engine, withCursor } from "../support/engine.ts";

const NAMES: Record<DocumentKind, string[]> = { values: namesIn("values"), operator: namesIn("operator") };

function namesIn(kind: DocumentKind): string[] {
  const file = new URL(`../../../snippets/${kind}.json`, import.meta.url);
  return Object.keys(JSON.parse(readFileSync(file, "utf8")));
}

function offersAt(marked: string, kind: DocumentKind = "values", editorIndent?: number): SnippetOffer[] {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text, kind);
  return engine.snippets(analysis, analysis.text.positionAt(offset), editorIndent);
}

/** The text after inserting a snippet, with every tab stop kept as proposed. */
function inserted(
  marked: string,
  name: string,
  kind: DocumentKind = "values",
  editorIndent?: number,
): string {
  const offer = offersAt(marked, kind, editorIndent).find((candidate) => candidate.name === name);
  assert.ok(offer, `"${name}" is not offered`);
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, withCursor(marked).text);
  return TextDocument.applyEdits(document, [{ range: offer.range, newText: expandSnippet(offer.body) }]);
}

const MONITORING = "monitoring:\n  enabled: true\n  serviceMonitorSelectorLabels:\n    release: monitoring";

describe("snippets to insert", () => {
  test("an empty file takes all of them", () => {
    for (const kind of ["values", "operator"] as const) {
      assert.deepEqual(
        offersAt("$0", kind).map(({ name }) => name),
        NAMES[kind],
      );
    }
  });

  test("a new operator resource can be one of the published group", () => {
    for (const { body } of offersAt("$0", "operator")) {
      assert.match(body, /^apiVersion: operator\.\$\{1\|<domain>,sme\.sap\.com\|\}/);
    }
  });

  test("a whole host name typed into the first stop of minimal values is the host name", () => {
    const { body } = offersAt("$0").find(({ name }) => name === "Minimal values") ?? assert.fail();
    const typed = body.replace(/\$\{1:[^}]*\}/, "public-ingress.c1.example.com");
    assert.equal(
      expandSnippet(typed),
      "subscriptionServer:\n  dnsTarget: public-ingress.c1.example.com\n  domain: operator.<cluster_domain>",
    );
  });

  test("those that fit the cursor come first, and go there", () => {
    const offers = offersAt("image:\n  tag: v1\n$0\nwebhook:\n  replicas: 1\n");
    assert.equal(offers[0]?.fits, true);
    assert.deepEqual(
      offers.map(({ fits }) => fits),
      offers.map(({ fits }) => fits).toSorted((a, b) => Number(b) - Number(a)),
    );
    assert.equal(
      inserted("image:\n  tag: v1\n$0\nwebhook:\n  replicas: 1\n", "Monitoring"),
      `image:\n  tag: v1\n${MONITORING}\nwebhook:\n  replicas: 1\n`,
    );
  });

  test("a part goes to the column of the keys that it belongs to", () => {
    assert.equal(
      inserted("subscriptionServer:\n  domain: a.b\n  $0\nwebhook: {}\n", "Certificate from Platform"),
      "subscriptionServer:\n  domain: a.b\n  certificateManager: Platform\n  certificateConfig:\n    platform:\n      issuerName: <issuer_name>\n      issuerNamespace: default\nwebhook: {}\n",
    );
  });

  test("take the editor's indentation in a text that shows none, and put lists where the text has them", () => {
    assert.equal(
      inserted("$0", "Monitoring", "values", 4),
      "monitoring:\n    enabled: true\n    serviceMonitorSelectorLabels:\n        release: monitoring",
    );
    assert.equal(
      inserted("webhook:\n  replicas: 1\n$0", "Monitoring", "values", 4),
      `webhook:\n  replicas: 1\n${MONITORING}`,
    );
    assert.equal(
      inserted("image: {}$0", "Version monitoring", "values", 4),
      "image: {}\ncontroller:\n    versionMonitoring:\n        metricsServerAddress: http://<metrics_server>:9090\n        metricsEvaluationInterval: 1h\n        metricsClientAcquireRetryDelay: 10m",
    );
    assert.match(
      inserted("tolerations:\n- key: a\n$0", "Version monitoring with CA certificates", "values", 4),
      /^controller:\n {4}volumes:\n {4}- name: .*\n {6}secret:\n {10}secretName: .*\n {4}volumeMounts:\n {4}- name: /m,
    );
  });

  test("the others go to the end of the mapping that their keys belong to", () => {
    assert.equal(
      inserted("webh$0ook:\n    replicas: 1\nimage: {}\n", "Certificate for the webhook from CertController"),
      "webhook:\n    replicas: 1\n    certificateManager: CertController\n    certificateConfig:\n        certController:\n            issuerGroup: <issuer_group>\n            issuerKind: ClusterIssuer\n            issuerName: <issuer_name>\nimage: {}\n",
    );
    assert.equal(
      inserted("image:$0 {}\r\n", "Monitoring"),
      `image: {}\r\n${MONITORING.replaceAll("\n", "\r\n")}\r\n`,
    );
  });

  test("of several places, one that does not have the keys yet is taken", () => {
    const text = "controller:\n  resources: {}\nsubscriptionServer:\n  replicas: 1\n$0";
    assert.match(
      inserted(text, "Resources"),
      /^subscriptionServer:\n {2}replicas: 1\n {2}resources:\n {4}limits:$/m,
    );
  });

  test("what a text already holds is not offered", () => {
    const names = offersAt(`${MONITORING}\n$0`).map(({ name }) => name);
    assert.ok(!names.includes("Monitoring") && names.includes("Resources"));
  });

  test("nothing is offered inside brackets that hold something", () => {
    const names = offersAt("subscriptionServer: {certificateManager: Platform}\n$0").map(({ name }) => name);
    assert.ok(!names.some((name) => name.startsWith("Certificate from")));
  });

  for (const kind of ["values", "operator"] as const) {
    for (const name of NAMES[kind]) {
      for (const text of ["$0", "# a comment\n$0\n", kind === "values" ? "image:\n    tag: v1\n$0" : "$0"]) {
        test(`${name} into ${JSON.stringify(text)}: nothing is wrong with the result except what has to be filled in`, async () => {
          const found = await diagnosticsOf(inserted(text, name, kind), kind);
          const wrong = found.filter(({ severity }) => (severity ?? 1) <= DiagnosticSeverity.Warning);
          assert.deepEqual(
            wrong.filter(({ code }) => code !== "required-for-install" && code !== "placeholder-value"),
            [],
          );
        });
      }
    }
  }
});
