// Two mappings with one key become one in values in the documents of other products, which stay as they are around them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { asked, embeddedClient } from "./client.ts";

const FLUX = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: cop
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0}}
  values:
VALUES
  # about what is next
  releaseName: cop
`;

const ARGO = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: cop
spec:
  source:
    chart: cap-operator
    targetRevision: 0.34.0
    helm:
      values: |
VALUES
  # about what is next
  project: default
`;

const BEFORE = `webhook:
  # one
  replicas: 2
controller:
  replicas: 3
webhook:
  podLabels: {app: x}
  # two`;

const AFTER = `controller:
  replicas: 3
webhook:
  podLabels: {app: x}
  # one
  replicas: 2
  # two`;

for (const [product, document, column] of [
  ["Flux", FLUX, 4],
  ["Argo CD", ARGO, 8],
] as const) {
  test(`a key that is there twice is merged in a document of ${product}`, async () => {
    const within = (values: string) => document.replace("VALUES", values.replace(/^/gm, " ".repeat(column)));
    const client = await embeddedClient();
    const text = within(BEFORE);
    const { uri, items } = await asked(client, "apps/cop.yaml", text);
    const finding = items.find(({ code }) => code === "duplicate-key");
    assert.ok(finding);
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: finding.range,
      context: { diagnostics: [finding] },
    });
    const preferred = actions.find(({ isPreferred }) => isPreferred);
    assert.equal(preferred?.title, 'Merge both "webhook"');
    const edits =
      preferred.edit?.changes?.[uri] ??
      (preferred.edit?.documentChanges ?? []).flatMap((change) => ("edits" in change ? change.edits : []));
    const after = TextDocument.applyEdits(
      TextDocument.create(uri, "yaml", 0, text),
      edits as Parameters<typeof TextDocument.applyEdits>[1],
    );
    assert.equal(after, within(AFTER));
  });
}
