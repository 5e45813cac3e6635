import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeAll,
  configure,
  eventually,
  hoverText,
  inWorkspace,
  isVirtual,
  type Opened,
  openText,
  problems,
  quickFixes,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

const REQUIRED =
  "subscriptionServer:\n  domain: cop.cluster.landscape.net\n  dnsTarget: ingress.cluster.landscape.net\n";

describe("diagnostics", () => {
  before(serverIsReady);
  afterEach(async () => {
    await closeAll();
    await configure("diagnostics.severity", undefined);
  });

  async function applyFix(
    opened: Opened,
    expected: string,
    title: RegExp,
    others: readonly string[] = [],
  ): Promise<string> {
    const [problem] = await seesProblems(opened, [expected, ...others]);
    assert.ok(problem);
    const fix = (await quickFixes(opened, problem)).find((action) => title.test(action.title));
    assert.ok(fix?.edit, `no fix with an edit is called ${title}`);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    return opened.document.getText();
  }

  it("underlines an unknown key exactly, as a warning with a link", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}controller:\n  replicaz: 3\n`);
    const [problem] = await seesProblems(opened, ["unknown-key: replicaz"]);
    assert.equal(problem?.diagnostic.severity, vscode.DiagnosticSeverity.Warning);
    const { code } = problem.diagnostic;
    assert.ok(typeof code === "object" && code.target.toString().includes("unknown-key"));
  });

  it("goes away with the mistake, while typing", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}controller:\n  replicaz: 3\n`);
    await seesProblems(opened, ["unknown-key: replicaz"]);
    const offset = opened.document.getText().indexOf("z:");
    const range = new vscode.Range(
      opened.document.positionAt(offset),
      opened.document.positionAt(offset + 1),
    );
    await opened.editor.edit((edit) => edit.replace(range, "s"));
    await seesProblems(opened, []);
  });

  /** Waits until the problems have these severities. */
  const areAsLoudAs = (opened: Opened, severities: readonly vscode.DiagnosticSeverity[]) =>
    eventually(() =>
      assert.deepEqual(
        problems(opened).map(({ diagnostic }) => diagnostic.severity),
        severities,
      ),
    );
  const type = (text: string) => vscode.commands.executeCommand("type", { text });

  it("is quiet about a key while it is typed, until the cursor leaves its line", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}$0`);
    await type("w");
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Hint]);
    await type("ebhook");
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Hint]);
    await vscode.commands.executeCommand("cursorUp");
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Error]);
  });

  it("is quiet about a key whose keys are still to come, until the person saves", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}$0`);
    await type("webhook:");
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Hint]);
    await type("\n");
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Hint]);
    assert.ok(await opened.document.save());
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Warning]);
  });

  it("tells at once what a change does where nobody types", async () => {
    const opened = await openText("values.yaml", `$0${REQUIRED}`);
    await opened.editor.edit((edit) => edit.insert(new vscode.Position(3, 0), "webhook:\n"));
    await areAsLoudAs(opened, [vscode.DiagnosticSeverity.Warning]);
  });

  it("fixes a misspelled key", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}controller:\n  replicaz: 3\n`);
    assert.equal(
      await applyFix(opened, "unknown-key: replicaz", /replicas/),
      `${REQUIRED}controller:\n  replicas: 3\n`,
    );
    await seesProblems(opened, []);
  });

  it("marks the best fix as preferred, and only one", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}controller:\n  replicaz: 3\n`);
    const [problem] = await seesProblems(opened, ["unknown-key: replicaz"]);
    assert.ok(problem);
    const preferred = (await quickFixes(opened, problem)).filter((fix) => fix.isPreferred);
    assert.equal(preferred.length, 1);
    assert.match(preferred[0]?.title ?? "", /replicas/);
  });

  it("ignores a rule on a line or in the file, as the last quick fixes", async () => {
    const wrong = "controller:\n  replicaz: 3\n  other: 1\n";
    for (const [title, expected, left] of [
      [
        /^Ignore this rule here /,
        `${REQUIRED}controller:\n  # cap-operator-disable-next-line unknown-key\n  replicaz: 3\n  other: 1\n`,
        ["unknown-key: other"],
      ],
      [/^Ignore this rule in this file /, `# cap-operator-disable unknown-key\n${REQUIRED}${wrong}`, []],
    ] as const) {
      const opened = await openText("values.yaml", REQUIRED + wrong);
      assert.equal(await applyFix(opened, "unknown-key: replicaz", title, ["unknown-key: other"]), expected);
      await seesProblems(opened, [...left]);
      await closeAll();
    }
  });

  it("reports nothing in a file that is ours by its name only, until a code action makes it certain", async () => {
    const text = "contr$0oller:\n  replicas: -1\n";
    const opened = await openText("values.yaml", text);
    await eventually(async () => assert.match(await hoverText(opened), /controller/));
    await seesProblems(opened, []);
    const answers = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      opened.document.uri,
      new vscode.Range(opened.cursor, opened.cursor),
    );
    const ofOperator = answers.filter(({ title }) => title.includes("CAP Operator"));
    assert.deepEqual(
      ofOperator.map(({ title }) => title),
      ["This is a values file of CAP Operator", "This is not a values file of CAP Operator"],
    );
    const [yes] = ofOperator;
    assert.ok(yes?.edit && (await vscode.workspace.applyEdit(yes.edit)));
    assert.equal(opened.document.getText(), `# cap-operator: values\n${text.replace("$0", "")}`);
    await seesProblems(opened, ["required-for-install: controller", "out-of-range: -1"]);
  });

  it("fixes on save what is safe to fix, when the editor is told to, and nothing else", async () => {
    const editor = vscode.workspace.getConfiguration("editor");
    const onSave = (actions: object | undefined) =>
      editor.update("codeActionsOnSave", actions, vscode.ConfigurationTarget.Workspace);
    await onSave({ "source.fixAll.capOperator": "explicit" });
    try {
      const mistakes =
        "controller:\n  replicaz: 3\nimage:\n  tag: 1.10\nwebhook:\n  certificateManager: default\n";
      const opened = await openText("values.yaml", REQUIRED);
      await opened.editor.edit((edit) => edit.insert(new vscode.Position(3, 0), mistakes));
      await seesProblems(opened, ["unknown-key: replicaz", "ambiguous-scalar: 1.10", "not-allowed: default"]);
      assert.ok(await opened.document.save());
      assert.equal(
        opened.document.getText(),
        REQUIRED + mistakes.replace("1.10", '"1.10"').replace("default", "Default"),
      );
    } finally {
      await onSave(undefined);
    }
  });

  it("follows the severity of the settings at once", async () => {
    const opened = await openText("values.yaml", `${REQUIRED}controller:\n  replicaz: 3\n`);
    await seesProblems(opened, ["unknown-key: replicaz"]);
    await configure("diagnostics.severity", { "unknown-key": "off" });
    await seesProblems(opened, []);
    await configure("diagnostics.severity", { "unknown-key": "error" });
    const [problem] = await seesProblems(opened, ["unknown-key: replicaz"]);
    assert.equal(problem?.diagnostic.severity, vscode.DiagnosticSeverity.Error);
  });

  it("shows those of files that are not open once the workspace is checked, as long as they are there", async function () {
    if (isVirtual()) this.skip();
    const codes = (uri: vscode.Uri) =>
      vscode.languages
        .getDiagnostics(uri)
        .map(({ code }) => String(typeof code === "object" ? code.value : code));
    const uri = inWorkspace("closed/values.yaml");
    const write = (text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await write(`${REQUIRED}controller:\n  replicaz: 3\n`);
    try {
      // A command that has something to say waits for the answer.
      void vscode.commands.executeCommand("capOperator.checkWorkspace");
      await eventually(() => assert.deepEqual(codes(uri), ["unknown-key"]));
      const isOpen = () =>
        vscode.workspace.textDocuments.some((textDocument) => textDocument.uri.toString() === uri.toString());
      // Not by the API: VS Code keeps what that has opened for three minutes.
      await vscode.commands.executeCommand("vscode.open", uri);
      await eventually(() => assert.ok(isOpen()));
      await eventually(() => assert.deepEqual(codes(uri), ["unknown-key"]));
      await closeAll();
      await eventually(() => assert.ok(!isOpen()));
      await eventually(() => assert.deepEqual(codes(uri), ["unknown-key"]));
      await write(REQUIRED);
      await eventually(() => assert.deepEqual(codes(uri), []));
      await write(`${REQUIRED}controller:\n  replicaz: 3\n`);
      await eventually(() => assert.deepEqual(codes(uri), ["unknown-key"]));
    } finally {
      await vscode.commands.executeCommand("capOperator.clearWorkspaceCheck");
      assert.deepEqual(codes(uri), []);
      await vscode.workspace.fs.delete(uri);
    }
  });
});
