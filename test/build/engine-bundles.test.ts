import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { repository } from "../support/repository.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-engine-"));
after(() => rmSync(folder, { recursive: true }));

const noting = path.join(folder, "noting.cjs");
writeFileSync(
  noting,
  `process.on("exit", () => require("node:fs").writeFileSync(process.env.NOTED, Object.keys(require.cache).join("\\n")));`,
);

/** What is in most files, and a finding. */
const VALUES = `controller:
  replicas: 2
  tolerations: []
  nodeSelector: { zone: "a" }
  replicaz: 3
subscriptionServer:
  domain: 'a.example.org'
  annotations:
    note: |
      some words
`;

/** How a program is started so that it notes at its end which files it has loaded, and what it noted. */
function noted(name: string) {
  const file = path.join(folder, name);
  return {
    env: { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(noting)}`, NOTED: file },
    loaded: () =>
      readFileSync(file, "utf8")
        .split("\n")
        .map((one) => path.basename(one)),
  };
}

const built = (name: string) => path.join(repository, "dist", name);
assert.ok(existsSync(built("engine.js")), "What ships is tested: npm run build comes first.");

function check(at: string, name: string): readonly string[] {
  const { env, loaded } = noted(name);
  const { status, stderr } = spawnSync(
    process.execPath,
    [built("cap-operator.cjs"), "check", "--fail-on", "never", at],
    { env },
  );
  assert.equal(status, 0, stderr.toString());
  return loaded();
}

test("the check of a plain file loads the engine, and not what is for later", () => {
  const at = path.join(folder, "plain");
  mkdirSync(at);
  writeFileSync(path.join(at, "values.yaml"), VALUES);
  const loaded = check(at, "plain.txt");
  assert.ok(loaded.includes("engine.js"));
  assert.ok(!loaded.includes("engine-later.js"));
});

test("the check beside a chart at hand loads both", () => {
  const at = path.join(folder, "charted");
  cpSync(path.join(repository, "examples/chart"), path.join(at, "chart"), { recursive: true });
  writeFileSync(path.join(at, "chart/my-values.yaml"), VALUES);
  const loaded = check(path.join(at, "chart/my-values.yaml"), "charted.txt");
  assert.ok(loaded.includes("engine-later.js"));
});

test("the language server opens a plain file, completes and describes keys without what is for later", async () => {
  const { env, loaded } = noted("server.txt");
  const server = spawn(process.execPath, [built("language-server.cjs"), "--stdio"], { env });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const pushed = new Promise((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", resolve);
  });
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const uri = "file:///ws/cap-operator-values.yaml";
  const textDocument = { uri, languageId: "yaml", version: 1, text: VALUES };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  await pushed;
  const place = { textDocument: { uri }, position: { line: 1, character: 4 } };
  await connection.sendRequest("textDocument/completion", place);
  await connection.sendRequest("textDocument/hover", place);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  await once(server, "exit");
  assert.ok(loaded().includes("engine.js"));
  assert.ok(!loaded().includes("engine-later.js"));
});

/** A stand-in for the editor's module: everything in it can be called, extended and asked for more. */
const EDITOR = `const editor = new Proxy(class {}, { get: (of, key) => (key in of ? of[key] : editor) });
  const { _load } = require("node:module");
  require("node:module")._load = (name, ...more) => (name === "vscode" ? editor : _load(name, ...more));`;

/** What a program prints in which the editor's module is a stand-in. */
function inEditor(program: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", `${EDITOR}\n${program}`]);
  assert.equal(status, 0, stderr.toString());
  return stdout.toString();
}

test("the extension is loaded without the engine and the client's library", () => {
  const loaded = inEditor(
    `require(${JSON.stringify(built("extension.cjs"))}); console.log(Object.keys(require.cache).join("\\n"));`,
  );
  assert.match(loaded, /extension\.cjs/);
  assert.doesNotMatch(loaded, /engine|language-client|protocol/);
});

test("the client's library has the protocol from its file, and the client and the features that the server offers", () => {
  const names = inEditor(
    `const library = require(${JSON.stringify(built("language-client.cjs"))});
     const protocol = require(${JSON.stringify(built("protocol.js"))})["vscode-languageserver-protocol/node"];
     console.log([typeof library.LanguageClient, library.HoverRequest === protocol.HoverRequest].join(" "));`,
  );
  assert.equal(names.trim(), "function true");
});
