import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  accept,
  closeAll,
  completions,
  hoverText,
  type Opened,
  openText,
  problems,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

const release = (chart: string, name: string, value = '"2"') =>
  `resource "helm_release" "cop" {\n  chart   = "${chart}"\n  version = "0.34.0"\n  set = [\n    { name = "${name}", value = ${value} }\n  ]\n}\n`;

/** Requests of the editor that have no answer for Terraform. */
const OTHERS: readonly (readonly [command: string, ...more: unknown[]])[] = [
  ["vscode.executeDocumentSymbolProvider"],
  ["vscode.executeCodeLensProvider"],
  ["vscode.executeFormatDocumentProvider", { tabSize: 2, insertSpaces: true }],
];

async function hasNothingElse(opened: Opened): Promise<void> {
  const { uri } = opened.document;
  assert.equal(await hoverText(opened), "");
  for (const [asked, ...more] of OTHERS)
    assert.deepEqual((await vscode.commands.executeCommand<unknown[]>(asked, uri, ...more)) ?? [], [], asked);
  const { start, end } = opened.document.lineAt(4).range;
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    new vscode.Range(start, end),
  );
  assert.deepEqual(
    actions.map(({ title }) => title).filter((title) => !/Copilot|Chat/.test(title)),
    [],
  );
}

describe("Terraform", () => {
  before(serverIsReady);
  afterEach(closeAll);

  for (const name of ["main.tf", "main.tofu"])
    it(`shows a problem of ${name} at its place, nothing else, and none when it is fixed`, async () => {
      const opened = await openText(name, release("cap-operator", "controller.replica$0z"));
      await seesProblems(opened, ["unknown-key: controller.replicaz"]);
      await hasNothingElse(opened);
      await opened.editor.edit((edit) => edit.delete(opened.document.lineAt(4).range));
      await seesProblems(opened, []);
    });

  it("shows the problem of a value where it is typed, as the error that it is when the cursor has left it", async () => {
    const opened = await openText("main.tf", release("cap-operator", "controller.replicas"));
    const { line } = opened.document.positionAt(opened.document.getText().indexOf('"2"'));
    const column = opened.document.lineAt(line).text.indexOf('"2"') + 1;
    opened.editor.selection = new vscode.Selection(line, column, line, column + 1);
    await vscode.commands.executeCommand("type", { text: "two" });
    opened.editor.selection = new vscode.Selection(0, 0, 0, 0);
    const [problem] = await seesProblems(opened, ['wrong-type: "two"']);
    assert.equal(problem?.diagnostic.severity, vscode.DiagnosticSeverity.Error);
  });

  it("offers the keys of the chart in a name, and inserts the one that is accepted", async () => {
    const opened = await openText("main.tf", release("cap-operator", "controller.$0"));
    assert.equal(await accept(opened, "controller.replicas"), release("cap-operator", "controller.replicas"));
    const top = await openText("top.tf", release("cap-operator", "$0"));
    assert.equal(await accept(top, "controller"), release("cap-operator", "controller."));
  });

  it("leaves other charts alone", async () => {
    const other = await openText("other.tf", release("redis", "controller.$0"));
    const opened = await openText("main.tf", release("cap-operator", "controller.replicaz"));
    await seesProblems(opened, ["unknown-key: controller.replicaz"]);
    assert.deepEqual(problems(other), []);
    assert.deepEqual(
      (await completions(other)).filter(({ kind }) => kind !== vscode.CompletionItemKind.Text),
      [],
    );
    await hasNothingElse(other);
  });
});
