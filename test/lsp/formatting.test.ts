import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import type { TextEdit } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { FormattingObstacle } from "../../server/lsp/protocol.ts";
import { connect, type TestClient } from "./client.ts";
import { type Workspace, workspace } from "./workspace.ts";

const MODELINE = "# cap-operator: values\n";
const FLAT = `${MODELINE}tolerations:\n- key: a\n`;
const DEEP = `${MODELINE}controller:\n    replicas: 2\n    image:\n        tag: "1"\n`;

interface Opened {
  /** The folder of the workspace that is open; without it, all of it. */
  readonly folder?: string;
  readonly trusted?: boolean;
}

async function opened(ws: Workspace, { folder = "", trusted = true }: Opened = {}): Promise<TestClient> {
  return connect({
    initialize: {
      workspaceFolders: [{ uri: folder === "" ? ws.uri : ws.at(folder), name: "folder" }],
      initializationOptions: { trusted },
    },
  });
}

async function formatted(client: TestClient, uri: string, text: string, tabSize = 2): Promise<string> {
  client.open(uri, text);
  const edits = await client.request<TextEdit[]>("textDocument/formatting", {
    textDocument: { uri },
    options: { tabSize, insertSpaces: true },
  });
  return TextDocument.applyEdits(TextDocument.create(uri, "yaml", 1, text), edits);
}

/** The columns before the first item or key that is indented. */
function columnsOf(text: string): number | undefined {
  return /\n( +)/.exec(text)?.[1]?.length;
}

describe("the columns of a level are", () => {
  test("those of .editorconfig, before those of the text and of the editor", async () => {
    const ws = workspace({ ".editorconfig": "[*.yaml]\nindent_size = 3\n" });
    const client = await opened(ws);
    assert.equal(columnsOf(await formatted(client, ws.at("sub/values.yaml"), DEEP, 8)), 3);
  });

  test("those of the nearest .editorconfig, of which the root is the last", async () => {
    const ws = workspace({
      ".editorconfig": "[*]\nindent_size = 3\n",
      "a/.editorconfig": "[*.md]\nindent_size = 5\n",
      "b/.editorconfig": "root = true\n[*.md]\nindent_size = 5\n",
    });
    const client = await opened(ws);
    assert.equal(columnsOf(await formatted(client, ws.at("a/values.yaml"), FLAT)), 3);
    assert.equal(columnsOf(await formatted(client, ws.at("b/values.yaml"), FLAT)), 2);
  });

  test("those of the text where no file sets any, and those of the editor where the text shows none", async () => {
    const ws = workspace();
    const client = await opened(ws);
    assert.equal(columnsOf(await formatted(client, ws.at("a.values.yaml"), DEEP, 2)), 4);
    assert.equal(columnsOf(await formatted(client, ws.at("b.values.yaml"), FLAT, 3)), 3);
  });

  test("those of a file above the open folder only in the repository, and if the workspace is trusted", async () => {
    const ws = workspace({ "repository/.editorconfig": "[*]\nindent_size = 3\n", "repository/a/x.txt": "" });
    const folder = "repository/a";
    const uri = ws.at(`${folder}/values.yaml`);
    const columns = async (trusted: boolean) =>
      columnsOf(await formatted(await opened(ws, { folder, trusted }), uri, FLAT));
    assert.equal(await columns(true), 2);
    execFileSync("git", ["init", "-q"], { cwd: `${ws.folder}/repository` });
    assert.equal(await columns(true), 3);
    assert.equal(await columns(false), 2);
  });
});

describe("what is not formatted", () => {
  const obstacle = (client: TestClient, uri: string) =>
    client.request<FormattingObstacle | null>("capOperator/formattingObstacle", { textDocument: { uri } });

  test("is named with its lines as they are when the rest is formatted, and with the reason", async () => {
    const ws = workspace();
    const client = await opened(ws);
    const uri = ws.at("values.yaml");
    const text = `${MODELINE}controller:   {a:\n  1}\nwebhook:\n  list:\n  -\n    # note\n    replicas:   1\n`;
    assert.equal(
      await formatted(client, uri, text),
      `${MODELINE}controller: { a: 1 }\nwebhook:\n  list:\n    -\n      # note\n      replicas:   1\n`,
    );
    assert.deepEqual(await obstacle(client, uri), {
      message: "values.yaml:5-7 was not formatted, because formatting would move comments.",
      range: { start: { line: 4, character: 0 }, end: { line: 4, character: 5 } },
    });
  });

  test("is all of it, without a line of what was not looked at", async () => {
    const ws = workspace();
    const client = await opened(ws);
    const uri = ws.at("values.yaml");
    client.open(uri, FLAT);
    assert.equal(await obstacle(client, uri), null);
  });

  test("are values in a document of another product", async () => {
    const ws = workspace();
    const client = await opened(ws);
    const text = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:   {name: cop}
spec:
  source:
    chart: cap-operator
    repoURL: https://sap.github.io/cap-operator-lifecycle/helm
    helm:
      valuesObject:
        controller:   {replicas:   1}
`;
    const uri = ws.at("application.yaml");
    assert.equal(await formatted(client, uri, text), text);
    assert.equal(await obstacle(client, uri), null);
  });
});
