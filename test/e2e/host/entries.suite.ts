import assert from "node:assert/strict";
import * as vscode from "vscode";
import { closeAll, configure, eventually, inWorkspace, openText, serverIsReady } from "./workbench.ts";

const VALUES = "subscriptionServer:\n  domain: cop.cluster.internal\n  dnsTarget: ingress.cluster.internal\n";

describe("entries of a release", () => {
  const settings = () => inWorkspace(".vscode/settings.json");
  let original: string;
  before(async () => {
    await serverIsReady();
    original = await text(settings());
  });
  afterEach(async () => {
    await closeAll();
    // The editor refuses to write settings into a file whose change on disk it has not seen yet.
    await openText(".vscode/settings.json", original);
    await vscode.workspace
      .getConfiguration("capOperator")
      .update("releases", undefined, vscode.ConfigurationTarget.Global);
    await closeAll();
  });

  async function text(uri: vscode.Uri): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  }

  async function shown(uri: vscode.Uri): Promise<string[]> {
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "cap-operator")
      .map(({ range, code, message }) => {
        const name = typeof code === "object" ? code.value : code;
        return `${document.getText(range)} ${name}: ${message}`;
      });
  }

  const release = (...set: string[]) => [{ name: "entries", values: ["values.yaml"], set }];
  const UNKNOWN = 'Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?';

  it("has its problems in the settings, at the entry, until they are mended", async () => {
    const values = await openText("values.yaml", VALUES);
    await configure(
      "releases",
      release("webhook.sidecar=true", "controller.replicaz=3", "webhook.replicas=abc"),
    );
    await eventually(async () =>
      assert.deepEqual(await shown(settings()), [
        `"controller.replicaz=3" unknown-key: ${UNKNOWN}`,
        '"webhook.replicas=abc" wrong-type: "replicas" takes a whole number, but Helm reads text here.',
      ]),
    );
    await eventually(async () => assert.deepEqual(await shown(values.document.uri), []));
    const opened = await vscode.workspace.openTextDocument(settings());
    const editor = await vscode.window.showTextDocument(opened);
    // A line above moves the entries.
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 1), "\n  // What is installed."));
    assert.ok(await opened.save());
    await eventually(async () => {
      const [first] = await shown(settings());
      assert.equal(first, `"controller.replicaz=3" unknown-key: ${UNKNOWN}`);
    });
    const offset = opened.getText().indexOf("replicaz");
    const range = new vscode.Range(opened.positionAt(offset), opened.positionAt(offset + "replicaz".length));
    await editor.edit((edit) => edit.replace(range, "replicas"));
    assert.ok(await opened.save());
    await eventually(async () => assert.equal((await shown(settings())).length, 1));
  });

  it("has its problems at the top of its files where the settings are those of the user", async () => {
    const values = await openText("values.yaml", VALUES);
    // In a workspace the same setting would count in their place.
    await configure("releases", undefined);
    await vscode.workspace
      .getConfiguration("capOperator")
      .update("releases", release("controller.replicaz=3"), vscode.ConfigurationTarget.Global);
    await eventually(async () =>
      assert.deepEqual(await shown(values.document.uri), [
        `subscriptionServer: unknown-key: Release entries: --set #1 (controller.replicaz=3): ${UNKNOWN}`,
      ]),
    );
  });
});
