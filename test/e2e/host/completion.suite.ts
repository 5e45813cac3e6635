import assert from "node:assert/strict";
import * as vscode from "vscode";
import { accept, closeAll, completions, labelOf, openText, serverIsReady } from "./workbench.ts";

describe("completion", () => {
  before(serverIsReady);
  afterEach(closeAll);

  async function offered(marked: string): Promise<string[]> {
    const opened = await openText("values.yaml", marked);
    return (await completions(opened)).map(labelOf);
  }

  it("offers the chart's top-level keys in an empty file, each once", async () => {
    const labels = await offered("$0");
    for (const key of ["subscriptionServer", "controller", "webhook", "monitoring", "image", "podLabels"]) {
      assert.equal(labels.filter((label) => label === key).length, 1, `${key} in ${labels.join(", ")}`);
    }
    assert.equal(new Set(labels).size, labels.length);
  });

  it("shows type and default of a key, and its documentation on demand", async () => {
    const opened = await openText("values.yaml", "controller:\n  repl$0\n");
    const item = (await completions(opened)).find((candidate) => labelOf(candidate) === "replicas");
    assert.ok(item);
    assert.match(item.detail ?? "", /whole number.*1/);
    const { documentation } = item;
    const text = documentation instanceof vscode.MarkdownString ? documentation.value : documentation;
    assert.match(text ?? "", /\w+ \w+/);
  });

  it("writes a key with the cursor behind it, and then its default", async () => {
    const opened = await openText("values.yaml", "controller:\n  repl$0\n");
    assert.equal(await accept(opened, "replicas"), "controller:\n  replicas: \n");
    const { document, editor } = opened;
    const cursor = editor.selection.active;
    assert.deepEqual([cursor.line, cursor.character], [1, 12]);
    assert.ok(editor.selection.isEmpty);
    assert.equal(await accept({ document, editor, cursor }, "1"), "controller:\n  replicas: 1\n");
  });

  it("opens the next level of an object", async () => {
    const opened = await openText("values.yaml", "controller:\n  vers$0\n");
    assert.equal((await accept(opened, "versionMonitoring")).trimEnd(), "controller:\n  versionMonitoring:");
    assert.equal(opened.editor.selection.active.line, 2);
    assert.equal(opened.editor.selection.active.character, 4);
  });

  it("opens an item of a list", async () => {
    const opened = await openText("values.yaml", "controller:\n  toler$0\n");
    assert.match(await accept(opened, "tolerations"), /^controller:\n {2}tolerations:\n {4}- /);
  });
});
