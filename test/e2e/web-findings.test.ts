import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { ruleExamples } from "../../schemas/rule-examples.ts";
import { RULES } from "../../server/core/rules/table.ts";
import { PROBLEMS, STORED_REQUEST, type Stored, type StoredParams } from "../../server/lsp/protocol.ts";
import { packedChart } from "../support/packed-chart.ts";
import { repository } from "../support/repository.ts";
import { connectWorker, openWorkerPage } from "../support/web/worker-server.ts";

/** Folders with YAML of all kinds: good and broken values, charts with templates, releases, files of others. */
const CORPUS = ["test/core/fixtures", "test/core/yaml/fixtures", "test/e2e/fixtures", "examples"];

const CAPABILITIES = {
  textDocument: {
    diagnostic: {},
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
  },
};

test("the server in a worker finds in all fixtures what the server on Node finds", async (t) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-findings-")));
  try {
    for (const name of CORPUS)
      cpSync(path.join(repository, name), path.join(folder, name), { recursive: true });
    layOutChart(folder);
    const files = globSync("**/*.{yaml,yml}", { cwd: folder }).sort();
    assert.ok(files.length > 50, `${files.length} files`);
    const onNode = await findings(folder, files, connectNode());
    const page = await openWorkerPage();
    try {
      const connection = await connectWorker(page);
      answerFromDisk(connection, folder);
      const inWorker = await findings(folder, files, connection);
      for (const file of files) {
        await t.test(file, () => assert.equal(inWorker.get(file), onNode.get(file)));
      }
      const found = [...onNode.values()].filter((text) => text !== "[]");
      assert.ok(found.length > 20, "hardly any file has findings");
      assert.match(
        onNode.get("archive-values.yaml") ?? "",
        /unknown-key.*Unbekannter Schlüssel|Unbekannter Schlüssel.*unknown-key/s,
      );
    } finally {
      await page.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A project with releases, what the rules are explained with, and a values file for a chart that is available as an archive. */
function layOutChart(folder: string): void {
  writeFileSync(path.join(folder, "own-chart.tgz"), packedChart(path.join(repository, "examples/chart")));
  writeFileSync(
    path.join(folder, "archive-values.yaml"),
    "# cap-operator: values chart=own-chart.tgz\ncontroller:\n  replicas: 2\n  notInThisChart: 1\n",
  );
  for (const { code } of RULES) {
    const { wrong, right } = ruleExamples(code);
    for (const [name, text] of Object.entries({ wrong, right })) {
      const isResource = /^kind:/m.test(text);
      const content = isResource ? text : `# cap-operator: values\n${text}\n`;
      writeFileSync(path.join(folder, `${code}-${name}.yaml`), content);
    }
  }
  writeFileSync(
    path.join(folder, "first.yaml"),
    "subscriptionServer:\n  replicas: 2\n  dnsTarget: a.b.example\n",
  );
  writeFileSync(path.join(folder, "second.yaml"), "subscriptionServer:\n  replicas: x\n");
  writeFileSync(
    path.join(folder, ".cap-operator.yaml"),
    "releases:\n  - name: production\n    values: [first.yaml, second.yaml, missing.yaml]\n    set: [controller.replicaz=2]\n",
  );
}

/** The diagnostics of each file as they are sent, when all charts have been read. */
async function findings(
  folder: string,
  files: readonly string[],
  connection: ProtocolConnection,
): Promise<Map<string, string>> {
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest("initialize", {
    processId: null,
    // The package's translations come in another way than on Node, too.
    locale: "de",
    rootUri,
    capabilities: CAPABILITIES,
    workspaceFolders: [{ uri: rootUri, name: "folder" }],
    initializationOptions: { readsFiles: true },
  });
  await connection.sendNotification("initialized", {});
  const uriOf = (file: string) => pathToFileURL(path.join(folder, file)).href;
  const found = new Map<string, string>();
  for (const file of files) {
    const uri = uriOf(file);
    const text = readFileSync(path.join(folder, file), "utf8");
    const textDocument = { uri, languageId: "yaml", version: 1, text };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    // Answered when the templates of the charts have been followed.
    await connection.sendRequest(PROBLEMS.method, { uri }).catch(() => undefined);
    const report: { items: unknown } = await connection.sendRequest("textDocument/diagnostic", {
      textDocument: { uri },
    });
    found.set(file, JSON.stringify(report.items));
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
  connection.dispose();
  return found;
}

function connectNode(): ProtocolConnection {
  const server = spawn(process.execPath, [path.join(repository, "dist/language-server.js"), "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.onDispose(() => server.kill());
  return connection;
}

/** Reads for a server that has no disk, as the editor does: only in the folder. */
function answerFromDisk(connection: ProtocolConnection, folder: string): void {
  connection.onRequest<Stored, void>(STORED_REQUEST, async ({ uri, most }: StoredParams) => {
    const file = fileURLToPath(uri);
    if (!`${file}${path.sep}`.startsWith(folder + path.sep)) return { code: "ENOENT" };
    try {
      if ((await stat(file)).isDirectory()) return { names: await readdir(file) };
      const bytes = await readFile(file);
      return { size: bytes.length, ...(bytes.length <= most && { base64: bytes.toString("base64") }) };
    } catch (error) {
      return { code: (error as NodeJS.ErrnoException).code ?? "EIO" };
    }
  });
}
