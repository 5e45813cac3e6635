import assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeAll, eventually, openText, serverIsReady } from "./workbench.ts";

describe("Enter", () => {
  before(serverIsReady);
  afterEach(closeAll);

  type Step = readonly [command: () => Thenable<unknown>, text: string];
  const enter = () => vscode.commands.executeCommand("type", { text: "\n" });

  async function comesOutAs(marked: string, ...steps: readonly Step[]) {
    const { document } = await openText("values.yaml", marked);
    await comesOut(document, ...steps);
    await closeAll();
  }

  /**
   * Does it in an open file until it comes out as expected, and takes it back in between: the rules are there from when the server
   * has said whose file this is.
   */
  async function comesOut(document: vscode.TextDocument, ...steps: readonly Step[]) {
    const before = document.getText();
    await eventually(async () => {
      const texts: string[] = [];
      for (const [command] of steps) {
        await command();
        texts.push(document.getText());
      }
      const expected = steps.map(([, text]) => text);
      if (!texts.every((text, index) => text === expected[index])) await takeBack(document, before);
      assert.deepEqual(texts, expected);
    });
  }

  const takeBack = (document: vscode.TextDocument, before: string) =>
    eventually(async () => {
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
    });

  it("goes one level deeper below a key, and to the item's keys behind its first one", async () => {
    for (const [marked, expected] of [
      ["controller:$0", "controller:\n  "],
      ["controller:\n  tolerations:\n    - key: a$0", "controller:\n  tolerations:\n    - key: a\n      "],
      ["controller:\n  volumes:\n  - secret:$0", "controller:\n  volumes:\n  - secret:\n      "],
      ["controller:\r\n    replicas: 1$0", "controller:\r\n    replicas: 1\r\n    "],
    ] as const) {
      await comesOutAs(marked, [enter, expected]);
    }
  });

  it("is taken back by Shift+Tab as far as the item's dash, however wide a level is", async () => {
    for (const indent of ["  ", "    "]) {
      const items = `controller:\n${indent}tolerations:\n${indent}- key: a`;
      const outdent = () => vscode.commands.executeCommand("outdent");
      await comesOutAs(`${items}$0`, [enter, `${items}\n${indent}  `], [outdent, `${items}\n${indent}`]);
    }
  });

  it("is helped where the editor only kept the indentation, in one step to undo", async () => {
    const opened = await openText("values.yaml", "controller:\n  tolerations:\n    - key: a$0");
    const { document, editor, cursor } = opened;
    const before = document.getText();
    // The help is registered together with the rules.
    await comesOut(document, [enter, `${before}\n      `]);
    await takeBack(document, before);
    // The editor does this while it has not read a line yet, or if another extension wants it so.
    const asEnterDoes = { undoStopBefore: true, undoStopAfter: false };
    await editor.edit((edit) => edit.insert(cursor, "\n    "), asEnterDoes);
    await eventually(() => assert.equal(document.getText(), `${before}\n      `));
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), before);
  });

  it("keeps the indentation where the person wants that", async () => {
    const editorSettings = vscode.workspace.getConfiguration("editor", { languageId: "yaml" });
    await editorSettings.update("autoIndent", "keep", vscode.ConfigurationTarget.Workspace, true);
    try {
      const { document, editor, cursor } = await openText("values.yaml", "controller:$0\nwebhook:\n");
      await enter();
      // A second line break comes behind what the first one may have brought about.
      await editor.edit((edit) => edit.insert(cursor, " # end"));
      assert.equal(document.getText(), "controller: # end\n\nwebhook:\n");
    } finally {
      await editorSettings.update("autoIndent", undefined, vscode.ConfigurationTarget.Workspace, true);
    }
  });
});
