import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { editor, resetEditor } from "../fake-vscode.ts";

const { ownSettingsMiddleware } = await import("../../../../client/editor/settings/settings.ts");

beforeEach(resetEditor);

test("the server is answered with what is set, and what it asks about others is left as it is", async () => {
  editor.settings.set("capOperator.format.enable", false);
  const { configuration } = ownSettingsMiddleware;
  const params = { items: [{ section: "capOperator" }, { section: "editor" }] };
  const all = [{ files: ["a default"], format: { enable: false } }, { tabSize: 2 }];
  const answer = await configuration?.(params, {} as never, async () => all);
  assert.deepEqual(answer, [{ format: { enable: false } }, { tabSize: 2 }]);
});

test("the server is answered for each folder with what is set there", async () => {
  editor.settings.set("capOperator.files", ["a.yaml"]);
  editor.settings.set("file:///two capOperator.files", ["b.yaml"]);
  const { configuration } = ownSettingsMiddleware;
  const items = ["file:///one", "file:///two"].map((scopeUri) => ({ scopeUri, section: "capOperator" }));
  const answer = await configuration?.({ items }, {} as never, async () => [{}, {}]);
  assert.deepEqual(answer, [{ files: ["a.yaml"] }, { files: ["b.yaml"] }]);
});
