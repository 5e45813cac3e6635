import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  closeAll,
  configure,
  eventually,
  inWorkspace,
  isVirtual,
  type Opened,
  openText,
  problems,
  serverIsReady,
} from "./workbench.ts";

const SCHEME = "cap-operator-effective";
const REQUIRED =
  "subscriptionServer:\n  domain: cop.cluster.landscape.net\n  dnsTarget: ingress.cluster.landscape.net\n";
const BASE = `${REQUIRED}priorityClassName: high\ncontroller:\n  replicas: 2\n`;
const PRODUCTION = "controller:\n  replicas: 5\n";
const STACK = { values: ["stack/values.yaml", "stack/values-production.yaml"] };

describe("effective values", () => {
  before(serverIsReady);
  afterEach(async () => {
    await closeAll();
    for (const setting of ["releases", "codeLens", "inlayHints"]) await configure(setting, undefined);
  });

  const run = (command: string, ...args: readonly unknown[]) =>
    void vscode.commands.executeCommand(command, ...args);

  /** The effective values of a file or a release that are in sight, once they say this. */
  const seesEffective = (name: string, ...expected: readonly RegExp[]) =>
    eventually(() => {
      const found = vscode.window.visibleTextEditors
        .map(({ document }) => document)
        .find(({ uri }) => uri.scheme === SCHEME && uri.path === `/Effective ${name}`);
      assert.ok(found, `the effective values of ${name} are not open`);
      for (const pattern of expected) assert.match(found.getText(), pattern);
      return found;
    });

  /** Shows the effective values of the only release that has the active file, once the server knows of it. */
  const showsRelease = (name: string) =>
    eventually(async () => {
      await vscode.commands.executeCommand("capOperator.showEffectiveValues");
      const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      assert.ok(labels.includes(`Effective ${name}.yaml`), labels.join(", "));
    });

  const seesOverridden = (opened: Opened) =>
    eventually(() => {
      const overridden = problems(opened).find(({ code }) => code === "overridden");
      assert.ok(overridden, "nothing is said to be overridden");
      return overridden;
    });

  const replace = ({ document, editor }: Opened, before: string, after: string) => {
    const start = document.getText().indexOf(before);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + before.length));
    return editor.edit((edit) => edit.replace(range, after));
  };

  async function openStack(): Promise<{ base: Opened; production: Opened }> {
    const production = await openText("stack/values-production.yaml", PRODUCTION);
    const base = await openText("stack/values.yaml", BASE);
    return { base, production };
  }

  const lenses = ({ document }: Opened) =>
    vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);

  async function hints({ document }: Opened): Promise<string[]> {
    const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    return found.map(({ label }) =>
      typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    );
  }

  it("stand behind a code lens on the first line, which can be switched off", async () => {
    const opened = await openText("values.yaml", BASE);
    await eventually(async () => {
      const found = await lenses(opened);
      assert.deepEqual(
        found.map(({ command, range }) => [command?.title, range.start.line]),
        [
          ["Effective values", 0],
          ["Compare...", 0],
          ...(isVirtual()
            ? []
            : [
                ["Install...", 0],
                ["Preview", 0],
              ]),
        ],
      );
    });
    await configure("codeLens", false);
    await eventually(async () => assert.deepEqual(await lenses(opened), []));
  });

  it("have no code lens in files of others", async () => {
    assert.deepEqual(await lenses(await openText("compose.yaml", "services: {}\n")), []);
  });

  it("open from the code lens and follow an edit that is not saved", async () => {
    const opened = await openText("values.yaml", BASE);
    const lens = await eventually(async () => {
      const [found] = await lenses(opened);
      assert.ok(found?.command);
      return found.command;
    });
    run(lens.command, ...(lens.arguments ?? []));
    const shown = await seesEffective(
      "values.yaml",
      /^ {2}replicas: 2\b/m,
      /^ {2}domain: cop\.cluster\.landscape\.net\b/m,
    );
    await eventually(() => assert.equal(shown.languageId, "cap-operator-effective-values"));
    assert.match(shown.getText(), /^ {2}replicas: 1\b/m, "the other components keep the chart's default");
    await replace(opened, "replicas: 2", "replicas: 7");
    await seesEffective("values.yaml", /^ {2}replicas: 7\b/m);
    assert.ok(opened.document.isDirty);
  });

  it("go on following after a restart of the language server", async () => {
    const opened = await openText("values.yaml", BASE);
    await vscode.commands.executeCommand("capOperator.showEffectiveValues");
    await seesEffective("values.yaml", /^ {2}replicas: 2\b/m);
    await vscode.commands.executeCommand("capOperator.restartServer");
    await replace(opened, "replicas: 2", "replicas: 8");
    await seesEffective("values.yaml", /^ {2}replicas: 8\b/m);
  });

  it("leave the keyboard in the file, and open once only", async () => {
    const { document } = await openText("values.yaml", BASE);
    for (let times = 0; times < 2; times += 1) {
      await vscode.commands.executeCommand("capOperator.showEffectiveValues");
      await seesEffective("values.yaml", /replicas: 2/);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    }
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    assert.deepEqual(
      tabs.map(({ label }) => label),
      ["values.yaml", "Effective values.yaml"],
    );
  });

  it("are no file of anyone: nothing is reported, completed or shown as a status in them", async () => {
    await openText("values.yaml", `${BASE}  replicaz: 1\n`);
    run("capOperator.showEffectiveValues");
    const shown = await seesEffective("values.yaml", /replicas: 2/, /^controller:/m);
    const { uri } = shown;
    const key = shown.positionAt(shown.getText().indexOf("\ncontroller:") + 3);
    const ofValues = await eventually(() => {
      const found = vscode.languages.getDiagnostics(inWorkspace("values.yaml"));
      assert.ok(found.length > 0);
      return found;
    });
    assert.ok(ofValues.length > 0);
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      key,
    );
    assert.deepEqual(hovers, []);
  });

  it("explain each origin in a hover, anywhere on its line", async () => {
    await configure("releases", [{ name: "cop", ...STACK, set: ["webhook.replicas=4"] }]);
    await openStack();
    await showsRelease("cop");
    const shown = await seesEffective("cop.yaml", /replicas: 5/, /replicas: 4/);
    const hover = async (text: string) => {
      const position = shown.positionAt(shown.getText().indexOf(text) + 2);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        shown.uri,
        position,
      );
      return hovers
        .flatMap(({ contents }) =>
          contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : "")),
        )
        .join("\n");
    };
    await eventually(async () => {
      const file = await hover("replicas: 5");
      assert.match(
        file,
        /values-production\.yaml:2.*\n\nInstead of `2`, from .*values\.yaml:6.*; `1`, the chart's default/,
      );
      assert.match(await hover("replicas: 4"), /--set .*: `webhook\.replicas=4`/);
    });
  });

  it("lead to where a value comes from, beside themselves", async () => {
    const opened = await openText("values.yaml", BASE);
    await vscode.commands.executeCommand("capOperator.showEffectiveValues");
    const shown = await seesEffective("values.yaml", /replicas: 2/);
    const target = await eventually(async () => {
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        "vscode.executeLinkProvider",
        shown.uri,
        100,
      );
      const link = links.find(({ range }) => /replicas: 2/.test(shown.lineAt(range.start.line).text));
      assert.ok(link?.target, "the line has no link");
      return link.target;
    });
    await vscode.window.showTextDocument(shown, { viewColumn: vscode.ViewColumn.Two });
    const args: unknown[] = JSON.parse(decodeURIComponent(target.query));
    await vscode.commands.executeCommand(target.path, ...args);
    const { activeTextEditor } = vscode.window;
    assert.equal(activeTextEditor?.document, opened.document);
    assert.equal(activeTextEditor.viewColumn, vscode.ViewColumn.One);
    const line = activeTextEditor.document.lineAt(activeTextEditor.selection.start.line);
    assert.match(line.text, /replicas: 2/);
  });

  it("of a release are those of all its files and entries, and follow each of them", async () => {
    await configure("releases", [{ name: "cop", ...STACK, set: ["webhook.replicas=4"] }]);
    const { production } = await openStack();
    await showsRelease("cop");
    await seesEffective(
      "cop.yaml",
      /^ {2}replicas: 5\b/m,
      /^ {2}replicas: 4\b/m,
      /^priorityClassName: high\b/m,
    );
    const editor = await vscode.window.showTextDocument(production.document, vscode.ViewColumn.One);
    await replace({ ...production, editor }, "replicas: 5", "replicas: 6");
    await seesEffective("cop.yaml", /^ {2}replicas: 6\b/m);
    await configure("releases", [{ name: "cop", ...STACK, set: ["webhook.replicas=9"] }]);
    await seesEffective("cop.yaml", /^ {2}replicas: 9\b/m);
  });

  it("of a release that is no longer written down say so, and come back with it", async () => {
    await configure("releases", [{ name: "cop", ...STACK }]);
    await openStack();
    await showsRelease("cop");
    await seesEffective("cop.yaml", /^ {2}replicas: 5\b/m);
    await configure("releases", []);
    await seesEffective("cop.yaml", /^# No release named cop found\b/);
    await configure("releases", [{ name: "cop", ...STACK }]);
    await seesEffective("cop.yaml", /^ {2}replicas: 5\b/m);
  });

  it("of a release are compared with the defaults without comments, and follow", async () => {
    await configure("releases", [
      { name: "test", values: ["stack/values.yaml"] },
      { name: "production", ...STACK },
    ]);
    const { base } = await openStack();
    await seesOverridden(base);
    run("capOperator.compareValues");
    const input = await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const found = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(found instanceof vscode.TabInputTextDiff);
      return found;
    });
    const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(await textOf(input.original), /^ {2}replicas: 1$/m);
    assert.match(await textOf(input.modified), /^ {2}replicas: 2$/m);
    const change = new vscode.WorkspaceEdit();
    const { uri } = base.document;
    change.replace(uri, new vscode.Range(3, 0, 4, 0), "priorityClassName: low\n");
    assert.ok(await vscode.workspace.applyEdit(change));
    await eventually(async () => {
      assert.match(await textOf(input.modified), /^priorityClassName: low$/m);
    });
    await base.document.save();
  });

  it("override values, which is hinted at on them", async () => {
    await configure("releases", [{ name: "cop", ...STACK }]);
    const { base } = await openStack();
    const found = await seesOverridden(base);
    assert.match(base.document.lineAt(found.diagnostic.range.start.line).text, /replicas: 2/);
    assert.equal(found.diagnostic.severity, vscode.DiagnosticSeverity.Hint);
    const related = found.diagnostic.relatedInformation?.map(({ location }) => location.uri.path) ?? [];
    assert.ok(
      related.some((path) => path.endsWith("/stack/values-production.yaml")),
      related.join(", "),
    );
  });

  it("that components inherit show as inlay hints, which can be switched off", async () => {
    const opened = await openText("values.yaml", BASE);
    await eventually(async () => {
      const found = await hints(opened);
      assert.ok(found.includes("→ all components"), JSON.stringify(found));
    });
    await configure("inlayHints", "off");
    await eventually(async () => assert.deepEqual(await hints(opened), []));
  });
});
