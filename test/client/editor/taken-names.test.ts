import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./with-vscode.ts";
import { editor, resetEditor, Uri, workspace } from "./fake-vscode.ts";

const { isTaken } = await import("../../../client/editor/documents/write-file.ts");

const there = Uri.parse("file:///ws/there.yaml");
Object.assign(workspace, {
  fs: {
    async stat(uri: Uri) {
      if (uri.path !== there.path) throw new Error("There is no such file.");
      return { type: 1 };
    },
  },
});

beforeEach(resetEditor);

test("a name is taken by a file, and by a document that nobody has saved", async () => {
  const name = Uri.parse("file:///ws/new.yaml");
  assert.equal(await isTaken(there as never), true);
  assert.equal(await isTaken(name as never), false);
  const unsaved = Uri.parse("untitled:/ws/new.yaml");
  editor.documents = [{ uri: unsaved, isUntitled: true, isDirty: true, save: async () => false }];
  assert.equal(await isTaken(name as never), true);
});
