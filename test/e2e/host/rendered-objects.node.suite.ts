import assert from "node:assert/strict";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import * as vscode from "vscode";
import { FIGURES, HELM_VARIABLE } from "../../support/host/outcome.ts";
import {
  closeAll,
  completions,
  eventually,
  hoverText,
  inWorkspace,
  isVirtual,
  type Opened,
  openText,
  serverIsReady,
} from "./workbench.ts";

const VALUES = `# cap-operator: values chart=./rendered-chart
subscriptionServer:
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
controller:
  podLabels:
    team: a$0
`;

/** The number of keys that are typed. */
const KEYS = 40;

describe("rendered objects", () => {
  const [helm, chart] = (process.env[HELM_VARIABLE] ?? "").split("\n");
  const settings = () => vscode.workspace.getConfiguration("capOperator");
  const chartHere = () => inWorkspace("rendered-chart").fsPath;

  before(async function () {
    if (isVirtual() || !helm || !chart) return this.skip();
    cpSync(chart, chartHere(), { recursive: true });
    await settings().update("helmPath", helm, vscode.ConfigurationTarget.Global);
    await serverIsReady();
  });
  after(async () => {
    await closeAll();
    await settings().update("helmPath", undefined, vscode.ConfigurationTarget.Global);
    rmSync(chartHere(), { recursive: true, force: true });
  });

  it("follow the typing, where they are scrolled and folded, and keep nothing else waiting", async () => {
    const file = await openText("rendered-values.yaml", VALUES);
    await eventually(async () => assert.match(await hoverText(file), /podLabels/));
    const alone = await asked(file);
    await vscode.commands.executeCommand("capOperator.showRenderedObjects");
    const page = await eventually(() => {
      const found = vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.scheme === "cap-operator-rendered",
      );
      assert.ok(found, "the objects are not open");
      assert.match(found.document.getText(), /^ +team: a$/m);
      return found;
    });
    const { document } = page;
    const folded = document.getText().split("\n").indexOf("metadata:");
    await vscode.window.showTextDocument(document, page.viewColumn);
    await vscode.commands.executeCommand("editor.fold", { selectionLines: [folded] });
    await eventually(() => assert.ok(!isInSight(page, folded + 1)));
    // The label is in the middle of the objects.
    const label = document.getText().split("\n").indexOf("        team: a");
    page.revealRange(new vscode.Range(label, 0, label, 0), vscode.TextEditorRevealType.InCenter);
    await eventually(() => assert.ok(isInSight(page, label)));
    await vscode.window.showTextDocument(file.document, file.editor.viewColumn);
    let top: number | undefined;

    const delay = monitorEventLoopDelay({ resolution: 5 });
    const times: number[] = [];
    delay.enable();
    for (let typed = 1; typed <= KEYS; typed++) {
      const wanted = `team: ${`a${"b".repeat(typed)}`}`;
      const began = performance.now();
      const shown = untilShown(document, wanted);
      await vscode.commands.executeCommand("type", { text: "b" });
      await shown;
      times.push(performance.now() - began);
      top ??= page.visibleRanges[0]?.start.line;
    }
    delay.disable();
    const beside = await asked(file);
    assert.equal(page.visibleRanges[0]?.start.line, top);
    // The fields of the key at the cursor are brought into sight once, when the cursor has rested.
    await eventually(() => {
      page.revealRange(new vscode.Range(folded, 0, folded, 0), vscode.TextEditorRevealType.AtTop);
      assert.ok(isInSight(page, folded));
    });
    assert.ok(!isInSight(page, folded + 1), "what was folded is not any more");

    const sorted = times.toSorted((a, b) => a - b);
    const percentile = (share: number) => Math.round(sorted[Math.ceil(KEYS * share) - 1] ?? 0);
    const figures = [
      `from a key to the objects: ${percentile(0.5)} ms in the middle, ${percentile(0.95)} ms for 95 of 100`,
      `longest wait in the extension host: ${Math.round(delay.max / 1e6)} ms, ${Math.round(delay.percentile(99) / 1e6)} ms for 99 of 100`,
      `completion and hover without and with the view: ${alone.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
    ];
    writeFileSync(path.join(inWorkspace("").fsPath, FIGURES), `${figures.join("\n")}\n`);
  });
});

function isInSight({ visibleRanges }: vscode.TextEditor, line: number): boolean {
  return visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
}

/** Settles when a document has a line with this text. */
function untilShown(document: vscode.TextDocument, wanted: string): Promise<void> {
  return new Promise((resolve) => {
    const following = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document || !document.getText().includes(`${wanted}\n`)) return;
      following.dispose();
      resolve();
    });
  });
}

/** The median time of completion and hover together, in milliseconds. */
async function asked(opened: Opened): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const began = performance.now();
    await completions(opened);
    await hoverText(opened);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[10] ?? 0;
}
