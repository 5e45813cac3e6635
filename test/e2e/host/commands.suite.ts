import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeAll,
  eventually,
  hoverText,
  openText,
  ownExtension,
  problems,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

describe("commands", () => {
  before(serverIsReady);
  afterEach(closeAll);

  const activeText = () => vscode.window.activeTextEditor?.document.getText() ?? "";

  /** Waits until so many placeholders of the new file in front are problems. */
  const seesWhatIsToBeFilledIn = (count: number) =>
    eventually(() => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      const found = uri ? vscode.languages.getDiagnostics(uri) : [];
      const codes = found.map(({ code }) => (typeof code === "object" ? code.value : code));
      assert.equal(codes.filter((code) => code === "placeholder-value").length, count);
    });

  // A command that has something to say waits for the answer, so what it does is watched instead.
  const run = (command: string) => void vscode.commands.executeCommand(command);

  it("are the installed package's, and all of them run", async () => {
    const extension = ownExtension();
    assert.ok(extension.isActive);
    const declared: readonly { command: string }[] = extension.packageJSON.contributes.commands;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      declared.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it("New Values File opens a file with the two required values", async () => {
    run("capOperator.newValuesFile");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.match(activeText(), /^# cap-operator: values version=\d/);
    });
    await eventually(() => assert.match(activeText(), /^subscriptionServer:\n {2}\w+: .*\n {2}\w+: /m));
    assert.match(activeText(), /domain: /);
    assert.match(activeText(), /dnsTarget: /);
    assert.equal(vscode.window.activeTextEditor?.document.languageId, "yaml");
    await seesWhatIsToBeFilledIn(2);
  });

  it("New Operator Resource opens the default resource", async () => {
    run("capOperator.newOperatorResource");
    await eventually(() => assert.match(activeText(), /kind: CAPOperator/));
    assert.match(activeText(), /- name: mesh\n\s+value: ingressgateway/);
    await seesWhatIsToBeFilledIn(1);
  });

  it("Insert Snippet inserts what is picked", async () => {
    const opened = await openText("values.yaml", "$0");
    run("capOperator.insertSnippet");
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      assert.match(opened.document.getText(), /subscriptionServer:/);
    });
  });

  it("Insert All Defaults adds what is missing, with its documentation, in one step of undo", async () => {
    const text =
      "subscriptionServer:\n  domain: cop.cluster.landscape.net\n  dnsTarget: ingress.cluster.landscape.net\n";
    const opened = await openText("values.yaml", text);
    run("capOperator.insertAllDefaults");
    await eventually(() => assert.match(opened.document.getText(), /metricsEvaluationInterval: 1h/));
    const complete = opened.document.getText();
    assert.match(complete, /domain: cop\.cluster\.landscape\.net/);
    assert.match(complete, /# .*\n\s*replicas: 1/);
    await seesProblems(opened, []);
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(opened.document.getText(), text));
  });

  it("Compare Values shows one changed line for one changed number, and follows edits", async () => {
    // Another order of keys, another indentation and most keys left out: none of that is a change.
    const opened = await openText("values.yaml", "webhook:\n    replicas: 1\ncontroller:\n    replicas: 2\n");
    run("capOperator.compareValues");
    const { input, label } = await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
      return { input: tab.input, label: tab.label };
    });
    assert.equal(label, "Chart defaults ↔ values.yaml (effective values)");
    const linesOf = async (uri: vscode.Uri) =>
      (await vscode.workspace.openTextDocument(uri)).getText().split("\n");
    const changes = async () => {
      const [left, right] = [await linesOf(input.original), await linesOf(input.modified)];
      assert.equal(left.length, right.length);
      return left.flatMap((line, index) => (line === right[index] ? [] : [[line, right[index]]]));
    };
    await eventually(async () => assert.deepEqual(await changes(), [["  replicas: 1", "  replicas: 2"]]));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(opened.document.uri, new vscode.Range(3, 14, 3, 15), "7");
    assert.ok(await vscode.workspace.applyEdit(edit));
    await eventually(async () => assert.deepEqual(await changes(), [["  replicas: 1", "  replicas: 7"]]));
    await opened.document.save();
  });

  it("Compare Values shows the default resource beside an operator resource", async () => {
    await openText("operator.yaml", "kind: CAPOperator\nspec:\n  ingressGatewayLabels: []\n");
    const input = await eventually(async () => {
      await vscode.commands.executeCommand("capOperator.compareValues");
      const found = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(found instanceof vscode.TabInputTextDiff);
      return found;
    });
    const defaults = await vscode.workspace.openTextDocument(input.original);
    assert.match(defaults.getText(), /ingressGatewayLabels:\n {4}- name: mesh/);
    assert.match(input.modified.path, /operator\.yaml$/);
  });

  it("Restart Language Server brings everything back", async () => {
    const opened = await openText(
      "values.yaml",
      "contr$0oller:\n  replicaz: 2\n  dnsTarget: x.landscape.net\n",
    );
    await eventually(() => assert.ok(problems(opened).length > 0));
    run("capOperator.restartServer");
    await eventually(async () => assert.match(await hoverText(opened), /controller/));
    await eventually(() => assert.ok(problems(opened).some(({ text }) => text === "replicaz")));
  });
});
