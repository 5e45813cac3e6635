import "../with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextDocument } from "vscode";
import { URI } from "vscode-uri";

const { startsServer } = await import("../../../../client/editor/documents/documents.ts");

/** True if a document starts the server, in a language that an extension may have for it. */
function starts(name: string, languageId: string, text: string): boolean {
  return startsServer({
    uri: URI.file(`/work/${name}`),
    languageId,
    getText: () => text,
  } as unknown as TextDocument);
}

test("the server is started for any YAML, and for a file of Terraform that names the chart, whatever its language is called", () => {
  assert.ok(starts("a.yaml", "yaml", ""));
  const release = 'resource "helm_release" "cop" {\n  chart = "cap-operator"\n}\n';
  for (const [name, language] of [
    ["main.tf", "terraform"],
    ["main.tofu", "opentofu"],
    ["infra/main.tf", "plaintext"],
  ] as const) {
    assert.ok(starts(name, language, release), name);
    assert.ok(!starts(name, language, release.replace("cap-operator", "redis")), name);
  }
  assert.ok(!starts("notes.txt", "plaintext", release));
});
