import "./with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { editor } from "./fake-vscode.ts";

const { createEditor } = await import("../../../client/editor/editor.ts");
const { typeInTerminal } = createEditor({ list: () => [] } as unknown as Parameters<typeof createEditor>[0]);

test("a command line is typed into a terminal, and the person runs it", async () => {
  await typeInTerminal("helm registry login example.org");
  assert.deepEqual(editor.executed, [["typed", "helm registry login example.org", false]]);
});
