import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  accept,
  closeAll,
  eventually,
  hoverText,
  inWorkspace,
  isVirtual,
  type Opened,
  ownExtension,
  problems,
  quickFixes,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

const CURSOR = "$0";
const START = "# cap-operator: values\n";

let opened = 0;

/** Opens a new YAML file that holds this text and is on no disk; `$0` is the cursor. */
async function openUnsaved(marked: string): Promise<Opened> {
  const offset = marked.indexOf(CURSOR);
  const content = START + marked.replace(CURSOR, "");
  opened += 1;
  // An address of its own each time: what the editor still knows of the last one must not count.
  const uri = inWorkspace(`unsaved-${opened}.yaml`).with({ scheme: "untitled" });
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  await editor.edit((change) => change.insert(new vscode.Position(0, 0), content));
  const cursor = document.positionAt(START.length + Math.max(offset, 0));
  editor.selection = new vscode.Selection(cursor, cursor);
  return { document, editor, cursor };
}

describe("a file that is not saved yet", () => {
  before(serverIsReady);
  afterEach(closeAll);

  // A command that has something to say waits for the answer, so what it does is watched instead.
  const run = (command: string) => void vscode.commands.executeCommand(command);
  const activeUri = () => vscode.window.activeTextEditor?.document.uri.toString();
  const activeInput = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const shown = (scheme: string) =>
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === scheme);

  it("has hovers", async () => {
    const opened = await openUnsaved("contr$0oller:\n  replicas: 2\n");
    await eventually(async () => assert.match(await hoverText(opened), /controller/));
  });

  it("has completion", async () => {
    const opened = await openUnsaved("controller:\n  $0");
    assert.match(await accept(opened, "replicas"), /^controller:\n {2}replicas: /m);
  });

  it("has problems and their quick fixes", async () => {
    const opened = await openUnsaved("controller:\n  replicaz: 2\n");
    const [unknown] = await eventually(() => {
      const found = problems(opened).filter(({ code }) => code === "unknown-key");
      assert.equal(found.length, 1);
      return found;
    });
    const fixes = await eventually(async () => {
      const given = unknown ? await quickFixes(opened, unknown) : [];
      assert.ok(given.length > 0);
      return given;
    });
    assert.ok(
      fixes.some(({ title }) => title.includes("replicas")),
      fixes.map(({ title }) => title).join(),
    );
  });

  it("has inlay hints of what components inherit", async () => {
    const { document } = await openUnsaved("podLabels:\n  team: a\ncontroller:\n  replicas: 2\n");
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    await eventually(async () => {
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        "vscode.executeInlayHintProvider",
        document.uri,
        whole,
      );
      assert.ok(hints.length > 0);
    });
  });

  it("has code lenses, which show its effective values and the defaults beside it", async () => {
    const { document } = await openUnsaved("controller:\n  replicas: 7\n");
    const lenses = await eventually(async () => {
      const given = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        10,
      );
      assert.ok(given.length > 0);
      return given;
    });
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      [
        "capOperator.showEffectiveValues",
        "capOperator.compareValues",
        ...(isVirtual() ? [] : ["capOperator.install", "capOperator.previewInstallation"]),
      ],
    );
  });

  it("has effective values, which follow its edits", async () => {
    const { editor } = await openUnsaved("controller:\n  replicas: 7\n");
    run("capOperator.showEffectiveValues");
    await eventually(() => {
      assert.match(shown("cap-operator-effective")?.document.getText() ?? "", /replicas: 7\b/);
    });
    await editor.edit((change) => change.replace(new vscode.Range(2, 12, 2, 13), "8"));
    await eventually(() => {
      assert.match(shown("cap-operator-effective")?.document.getText() ?? "", /replicas: 8\b/);
    });
  });

  it("has effective values that name it, and that go on when it is saved", async () => {
    run("capOperator.newValuesFile");
    const document = await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const active = vscode.window.activeTextEditor?.document;
      assert.match(active?.getText() ?? "", /dnsTarget: /);
      return active;
    });
    assert.equal(document?.isUntitled, true);
    run("capOperator.showEffectiveValues");
    const text = () => shown("cap-operator-effective")?.document.getText() ?? "";
    await eventually(() => assert.match(text(), /^# Effective values of cap-operator-values\.yaml alone\./));
    const saved = await vscode.workspace.save(document?.uri ?? assert.fail());
    try {
      assert.equal(saved?.toString(), inWorkspace("cap-operator-values.yaml").toString());
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(saved));
      await editor.edit((change) => change.insert(new vscode.Position(1, 0), "controller:\n  replicas: 8\n"));
      await eventually(() => assert.match(text(), /replicas: 8\b/));
    } finally {
      await closeAll();
      await vscode.workspace.fs.delete(inWorkspace("cap-operator-values.yaml"));
    }
  });

  it("is compared with the defaults", async () => {
    await openUnsaved("controller:\n  replicas: 7\n");
    run("capOperator.compareValues");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.ok(activeInput() instanceof vscode.TabInputTextDiff);
    });
  });

  it("takes a snippet", async () => {
    const { document } = await openUnsaved("$0");
    run("capOperator.insertSnippet");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.match(document.getText(), /^subscriptionServer:/m);
    });
  });

  it("takes all defaults", async () => {
    const { document } = await openUnsaved("controller:\n  replicas: 7\n");
    run("capOperator.insertAllDefaults");
    await eventually(() => assert.match(document.getText(), /metricsEvaluationInterval: 1h/));
    assert.match(document.getText(), /replicas: 7/);
  });

  it("can be given up, and claimed again", async () => {
    const opened = await openUnsaved("controller:\n  replicaz: 2\n");
    await eventually(() => assert.ok(problems(opened).some(({ text }) => text === "replicaz")));
    run("capOperator.changeFileStatus");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.match(opened.document.getText(), /^# cap-operator: off\n/);
    });
    await seesProblems(opened, []);
    run("capOperator.changeFileStatus");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.match(opened.document.getText(), /^# cap-operator: values\n/);
    });
    await eventually(() => assert.ok(problems(opened).some(({ text }) => text === "replicaz")));
  });

  it("is the file of a command as long as it was used last, whatever is in front", async () => {
    const { document } = await openUnsaved("controller:\n  replicas: 7\n");
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", {
      category: `${ownExtension().id}#gettingStarted`,
    });
    await eventually(() => assert.equal(vscode.window.activeTextEditor, undefined));
    run("capOperator.insertAllDefaults");
    await eventually(() => assert.equal(activeUri(), document.uri.toString()));
    await eventually(() => assert.match(document.getText(), /metricsEvaluationInterval: 1h/));
  });

  it("is told from others by its content alone", async () => {
    const content =
      "subscriptionServer:\n  domain: cop.cluster.landscape.net\n  dnsTarget: x.landscape.net\n  portt: 1\n";
    const document = await vscode.workspace.openTextDocument({ language: "yaml", content });
    const editor = await vscode.window.showTextDocument(document);
    const opened = { document, editor, cursor: new vscode.Position(0, 0) };
    await eventually(() => assert.ok(problems(opened).some(({ text }) => text === "portt")));
  });
});

describe("the file that a command is about", () => {
  before(serverIsReady);
  afterEach(closeAll);

  it("stays the one that was used last when another kind of text is in front, and comes to the front", async () => {
    const name = "used-last-values.yaml";
    const uri = inWorkspace(name);
    await vscode.workspace.fs.writeFile(
      uri,
      new TextEncoder().encode("controller:\n  dnsTarget: x.landscape.net\n"),
    );
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    const notes = await vscode.workspace.openTextDocument({ language: "markdown", content: "# Notes\n" });
    await vscode.window.showTextDocument(notes);
    void vscode.commands.executeCommand("capOperator.insertAllDefaults");
    await eventually(() => {
      const active = vscode.window.activeTextEditor?.document;
      assert.equal(active?.uri.toString(), uri.toString());
      assert.match(active?.getText() ?? "", /metricsEvaluationInterval: 1h/);
    });
  });
});
