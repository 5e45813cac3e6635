import assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeAll, eventually, openText, serverIsReady } from "./workbench.ts";

const TEXT = "controller:\n  replicas: 2\n  image:\n    tag: v1\nwebhook:\n  sidecar: true\n";

describe("structure", () => {
  before(serverIsReady);
  afterEach(closeAll);

  it("lists keys as symbols, nested as in the file", async () => {
    const { document } = await openText("values.yaml", TEXT);
    await eventually(async () => {
      const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
        "vscode.executeDocumentSymbolProvider",
        document.uri,
      );
      assert.deepEqual(
        symbols.map(({ name, children }) => [name, children.map((child) => child.name)]),
        [
          ["controller", ["replicas", "image"]],
          ["webhook", ["sidecar"]],
        ],
      );
    });
  });

  it("folds each object", async () => {
    const { document } = await openText("values.yaml", TEXT);
    await eventually(async () => {
      const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
        "vscode.executeFoldingRangeProvider",
        document.uri,
      );
      assert.deepEqual(
        ranges.map(({ start, end }) => [start, end]),
        [
          [0, 3],
          [2, 3],
          [4, 5],
        ],
      );
    });
  });

  it("widens a selection step by step", async () => {
    const { document } = await openText("values.yaml", TEXT);
    await eventually(async () => {
      const [range] = await vscode.commands.executeCommand<vscode.SelectionRange[]>(
        "vscode.executeSelectionRangeProvider",
        document.uri,
        [new vscode.Position(1, 4)],
      );
      const texts: string[] = [];
      for (let step = range; step; step = step.parent) {
        texts.push(document.getText(step.range).trim());
      }
      assert.ok(texts.includes("replicas: 2"), JSON.stringify(texts));
    });
  });

  it("formats on request by the step of the file, and keeps comments", async () => {
    const opened = await openText(
      "values.yaml",
      "controller:\n    replicas:   2   # two\n    image: {tag:   v1}\nsubscriptionServer: {domain: a.b}\n",
    );
    await eventually(async () => {
      const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
        "vscode.executeFormatDocumentProvider",
        opened.document.uri,
        { tabSize: 2, insertSpaces: true },
      );
      assert.ok(edits && edits.length > 0, "no edits");
    });
    await vscode.commands.executeCommand("editor.action.formatDocument");
    await eventually(() =>
      assert.match(
        opened.document.getText(),
        /^controller:\n {4}replicas: 2 +# two\n {4}image: \{ ?tag: v1 ?\}\nsubscriptionServer: \{ ?domain: a\.b ?\}\n$/,
      ),
    );
  });

  it("renames an anchor with its aliases", async () => {
    const opened = await openText(
      "values.yaml",
      "controller:\n  podLabels: &lab$0els {a: b}\nwebhook:\n  podLabels: *labels\n",
    );
    const edit = await eventually(() =>
      vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        "vscode.executeDocumentRenameProvider",
        opened.document.uri,
        opened.cursor,
        "shared",
      ),
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(
      opened.document.getText(),
      "controller:\n  podLabels: &shared {a: b}\nwebhook:\n  podLabels: *shared\n",
    );
  });
});
