// Anchors of values in a document of another product, which may be used in all of the document.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Location, WorkspaceEdit } from "vscode-languageserver-types";
import { asked, embeddedClient } from "./client.ts";

const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: &name cop
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0}}
  values:
    controller:
      podLabels: {app: &app cop, of: &own ours}
    webhook:
      podLabels: {app: *app, of: *own}
  releaseName: *app
`;

test("an anchor is renamed in the values, and not where that touches the document around them", async () => {
  const client = await embeddedClient();
  const { uri } = await asked(client, "apps/cop.yaml", RELEASE);
  const textDocument = { uri };
  const lines = RELEASE.split("\n");
  const positionOf = (word: string) => {
    const line = lines.findIndex((candidate) => candidate.includes(word));
    return { line, character: (lines[line]?.indexOf(word) ?? 0) + 2 };
  };
  const rename = (word: string, newName: string) =>
    client.request<WorkspaceEdit>("textDocument/rename", {
      textDocument,
      position: positionOf(word),
      newName,
    });
  const edit = await rename("*own", "mine");
  assert.deepEqual(
    edit.changes?.[uri]?.map(({ range }) => range.start.line),
    [8, 10],
  );
  await assert.rejects(rename("*own", "app"), /already an anchor "app"/);
  await assert.rejects(rename("*own", "name"), /already an anchor "name"/);
  await assert.rejects(rename("*app", "label"), /also used outside of the values/);
  const found = await client.request<Location[]>("textDocument/references", {
    textDocument,
    position: positionOf("*app"),
    context: { includeDeclaration: true },
  });
  assert.deepEqual(
    found.map(({ range }) => range.start.line),
    [8, 10, 11],
  );
});
