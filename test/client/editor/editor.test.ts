import "./with-vscode.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { editor, workspace } from "./fake-vscode.ts";

const { createEditor } = await import("../../../client/editor/editor.ts");
const { typeInTerminal, charts, yamlFiles } = createEditor({ list: () => [] } as unknown as Parameters<
  typeof createEditor
>[0]);

test("a command line is typed into a terminal, and the person runs it", async () => {
  await typeInTerminal("helm registry login example.org");
  assert.deepEqual(editor.executed, [["typed", "helm registry login example.org", false]]);
});

test("a file system that never answers a search keeps no list from being shown", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(workspace, { findFiles: () => new Promise(() => undefined) });
  editor.folders = ["memfs:/repository"];
  const lists = Promise.all([charts(), yamlFiles()]);
  context.mock.timers.tick(60_000);
  assert.deepEqual(await Promise.race([lists, setImmediate("nothing")]), [[], []]);
});
