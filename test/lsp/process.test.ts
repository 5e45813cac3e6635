import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { afterEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  createProtocolConnection,
  type Hover,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));
const source = path.join(packageFolder, "server/node.ts");
/** Throws in a server that reaches for a program or a network. */
const guard = path.join(packageFolder, "test/mcp/no-network.cjs");
const bundle = path.join(packageFolder, "dist/language-server.js");
const { version } = JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8"));

const uri = "file:///ws/cap-operator-values.yaml";
const TEXT = "controller:\n  replicas: 2\n  replicaz: 3\n";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const server of started.splice(0)) server.kill();
});

function start(file: string, ...args: string[]): ChildProcess {
  const server = spawn(process.execPath, [file, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  started.push(server);
  return server;
}

/** Talks to a server from the handshake to the exit, and checks what it reports about one file. */
async function converse(connection: ProtocolConnection): Promise<void> {
  connection.listen();
  const pushed = new Promise<PublishDiagnosticsParams>((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", resolve);
  });
  const hello = await connection.sendRequest<InitializeResult>("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
  });
  assert.deepEqual(hello.serverInfo, { name: "cap-operator", version });
  await connection.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "yaml", version: 1, text: TEXT };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  const { diagnostics } = await pushed;
  const unknown = diagnostics.filter(({ code }) => code === "unknown-key");
  assert.deepEqual(
    unknown.map(({ range }) => range.start.line),
    [2],
  );
  const position = { line: 1, character: 4 };
  const hover = await connection.sendRequest<Hover>("textDocument/hover", {
    textDocument: { uri },
    position,
  });
  assert.match(JSON.stringify(hover.contents), /replicas/i);
  const positions = [position];
  const ranges = await connection.sendRequest<unknown[]>("textDocument/selectionRange", {
    textDocument: { uri },
    positions,
  });
  assert.equal(ranges.length, 1);
  assert.equal(await connection.sendRequest("shutdown"), null);
  await connection.sendNotification("exit");
}

async function converseWith(server: ChildProcess): Promise<void> {
  assert.ok(server.stdout && server.stdin);
  const reader = new StreamMessageReader(server.stdout);
  const exit = once(server, "exit");
  await Promise.race([
    converse(createProtocolConnection(reader, new StreamMessageWriter(server.stdin))),
    exit,
  ]);
  assert.deepEqual(await exit, [0, null]);
}

test("over standard input and output, from the sources, without a program and a network", async () => {
  await converseWith(start("--require", guard, source, "--stdio"));
});

const BROKEN = [
  "Content-Length: abc",
  "Content-Length: 100000000000000",
  "X: y",
  "no header",
  "X: y\r\n".repeat(10_000),
];
for (const header of BROKEN) {
  test(`ends with a reason after the header "${header.slice(0, 50)}", instead of answering nothing any more`, async () => {
    const server = start(source, "--stdio");
    let log = "";
    server.stderr?.on("data", (part) => {
      log += part;
    });
    server.stdin?.on("error", () => undefined);
    // Headers may never end.
    server.stdin?.write(header.length > 5000 ? header : `${header}\r\n\r\n{}`);
    assert.deepEqual(await once(server, "close"), [1, null]);
    assert.match(log, /^A message of the client cannot be read: /);
  });
}

test("over standard input and output, from the bundle", {
  skip: existsSync(bundle) ? false : "dist/language-server.js is not built; run npm run build",
}, async () => {
  const server = start(bundle, "--stdio");
  let complaints = "";
  server.stderr?.on("data", (part) => {
    complaints += part;
  });
  await converseWith(server);
  // V8 would name here any flags that it does not know.
  assert.equal(complaints, "");
});

test("over the channel of a Node parent", async () => {
  const server = fork(source, ["--node-ipc"], { execPath: process.execPath, execArgv: [] });
  started.push(server);
  await converse(createProtocolConnection(new IPCMessageReader(server), new IPCMessageWriter(server)));
  assert.deepEqual(await once(server, "exit"), [0, null]);
});

test("over a socket", async () => {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  assert.ok(typeof address === "object" && address !== null);
  const server = start(source, `--socket=${address.port}`);
  const exit = once(server, "exit");
  const [socket] = (await once(listener, "connection")) as [Socket];
  await converse(createProtocolConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket)));
  assert.deepEqual(await exit, [0, null]);
  listener.close();
});

test("the server ends when its client goes away", async () => {
  const server = start(source, "--stdio");
  server.stdin?.end();
  const [code] = await once(server, "exit");
  assert.equal(code, 1);
});

test("--version and --help print and exit; no transport is an error that says what to do", () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [source, ...args], { encoding: "utf8" });
  const asked = run("--version");
  assert.deepEqual([asked.status, asked.stdout, asked.stderr], [0, `${version}\n`, ""]);
  const help = run("--help");
  assert.equal(help.status, 0);
  for (const flag of ["--stdio", "--node-ipc", "--socket", "--pipe"]) assert.ok(help.stdout.includes(flag));
  const none = run();
  assert.equal(none.status, 2);
  assert.match(none.stderr, /^Choose how to communicate with the language server\./);
  assert.equal(none.stdout, "");
});

test("bytes that do not follow the protocol do not bring the server down at once", async () => {
  const server = start(source, "--stdio");
  server.stdin?.write("Content-Length: 7\r\n\r\n{broken");
  assert.ok(server.stdout && server.stdin);
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const hello = await connection.sendRequest<InitializeResult>("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  assert.equal(hello.serverInfo?.name, "cap-operator");
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  assert.deepEqual(await once(server, "exit"), [0, null]);
});

test("what is printed inside the server does not get between its messages", async () => {
  // The server listens for uncaught exceptions as soon as it has its connection.
  const print = `process.on("newListener", (name) => name === "uncaughtException" && console.log("not a message"))`;
  const server = spawn(process.execPath, ["--import", `data:text/javascript,${print}`, source, "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(server);
  await converseWith(server);
});

/** Fails in the server outside any request when the client sends one of these notifications. */
const FAIL_ON_DEMAND = `
  process.on("message", ({ method }) => {
    if (method === "$/throw") throw new Error("broken on demand");
    if (method === "$/reject") Promise.reject(new Error("broken on demand"));
    if (method === "$/lose") Promise.reject(Object.assign(new Error("lost on demand"), { code: "EPIPE" }));
  });
`;

/** A server that can be made to fail, with a request that waits for settings that the client never sends. */
async function waitingServer() {
  const execArgv = ["--import", `data:text/javascript,${encodeURIComponent(FAIL_ON_DEMAND)}`];
  const server = fork(source, ["--node-ipc"], { execPath: process.execPath, execArgv, silent: true });
  started.push(server);
  let complaints = "";
  server.stderr?.on("data", (part) => {
    complaints += part;
  });
  const connection = createProtocolConnection(new IPCMessageReader(server), new IPCMessageWriter(server));
  const logged = new Promise<string>((resolve) => {
    connection.onNotification("window/logMessage", ({ message }: { message: string }) => resolve(message));
  });
  connection.onRequest("workspace/configuration", () => new Promise(() => undefined));
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { configuration: true } },
  });
  await connection.sendNotification("initialized", {});
  const asked = { textDocument: { uri }, position: { line: 0, character: 0 } };
  const answer = connection.sendRequest("textDocument/hover", asked).then(
    () => "an answer",
    (error: Error) => error.message,
  );
  // Messages are read in order, so the request has arrived once this one is refused.
  await assert.rejects(connection.sendRequest("test/unknown"));
  return { server, connection, answer, logged, complaints: () => complaints };
}

for (const method of ["$/throw", "$/reject"]) {
  test(`a failure outside any request ends the server, which first answers all requests: ${method}`, async () => {
    const { server, connection, answer, logged, complaints } = await waitingServer();
    const exit = once(server, "close");
    await connection.sendNotification(method);
    assert.equal(await answer, "The language server failed and will exit: broken on demand");
    assert.deepEqual(await exit, [1, null]);
    assert.equal(await logged, "The language server failed and will exit: broken on demand");
    assert.match(complaints(), /An error outside any request: broken on demand\n/);
  });
}

test("a message that does not reach the client does not end the server", async () => {
  const { server, connection, complaints } = await waitingServer();
  const exit = once(server, "close");
  await connection.sendNotification("$/lose");
  assert.equal(await connection.sendRequest("shutdown"), null);
  await connection.sendNotification("exit");
  assert.deepEqual(await exit, [0, null]);
  assert.match(complaints(), /A message did not reach the client: lost on demand/);
});
