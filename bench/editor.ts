import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  createProtocolConnection,
  type Position,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { Contender } from "./contenders.ts";

/** A server that was started, seen from an editor. Times are in milliseconds. */
export class Editor {
  /** From the start of the process to the answer to `initialize`. */
  readonly startTime: number;
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #arrived = new Map<string, () => void>();
  #version = 1;

  private constructor(startTime: number, child: ChildProcess, connection: ProtocolConnection) {
    this.startTime = startTime;
    this.#child = child;
    this.#connection = connection;
    connection.onNotification("textDocument/publishDiagnostics", ({ uri }: { uri: string }) =>
      this.#arrived.get(uri)?.(),
    );
  }

  /** Starts a server and tells it its settings. */
  static async start({ command, environment, settings, greetings }: Contender): Promise<Editor> {
    const [program = "", ...args] = command;
    const started = performance.now();
    const child = spawn(program, args, {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...process.env, ...environment },
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    answerServer(connection, settings);
    connection.listen();
    const { pid: processId } = process;
    await connection.sendRequest("initialize", { processId, rootUri: null, capabilities: CAPABILITIES });
    const editor = new Editor(performance.now() - started, child, connection);
    await connection.sendNotification("initialized", {});
    for (const [method, params] of greetings) await connection.sendNotification(method, params);
    await connection.sendNotification("workspace/didChangeConfiguration", { settings });
    return editor;
  }

  /** Opens a file. Returns the time until its first diagnostics. */
  open(uri: string, text: string): Promise<number> {
    return timed(async () => {
      const next = this.#diagnostics(uri);
      const textDocument = { uri, languageId: "yaml", version: this.#version, text };
      await this.#connection.sendNotification("textDocument/didOpen", { textDocument });
      await next;
    });
  }

  /** Replaces a range. Returns the time until the diagnostics that follow. */
  edit(uri: string, range: Range, text: string): Promise<number> {
    return timed(async () => {
      const next = this.#diagnostics(uri);
      const textDocument = { uri, version: ++this.#version };
      const contentChanges = [{ range, text }];
      await this.#connection.sendNotification("textDocument/didChange", { textDocument, contentChanges });
      await next;
    });
  }

  /** Asks for a completion. */
  completion(uri: string, position: Position): Promise<{ time: number; answer: unknown }> {
    return this.#ask("textDocument/completion", uri, position);
  }

  /** Asks for a hover. */
  hover(uri: string, position: Position): Promise<{ time: number; answer: unknown }> {
    return this.#ask("textDocument/hover", uri, position);
  }

  /** Edits, and asks for a hover without waiting for the diagnostics. Returns the time until the hover arrives. */
  async editAndHover(uri: string, range: Range, text: string, position: Position): Promise<number> {
    const checked = this.edit(uri, range, text);
    const { time } = await this.hover(uri, position);
    await checked;
    return time;
  }

  /** Waits until no diagnostics have arrived for half a second: late settings cause a file to be checked again. */
  async quiet(uri: string): Promise<void> {
    let hasCome = true;
    while (hasCome) {
      hasCome = await Promise.race([wait(500, false), this.#diagnostics(uri).then(() => true)]);
    }
  }

  /** The resident memory of the process, in megabytes; empty if the system does not tell. */
  megabytes(): number[] {
    if (process.platform !== "linux") return [];
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return [Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024];
  }

  /** Ends the server as an editor does; one that does not react is killed. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    const killer = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    await ended;
    clearTimeout(killer);
    this.#connection.dispose();
  }

  async #ask(method: string, uri: string, position: Position): Promise<{ time: number; answer: unknown }> {
    let answer: unknown;
    const time = await timed(async () => {
      answer = await this.#connection.sendRequest(method, { textDocument: { uri }, position });
    });
    return { time, answer };
  }

  /** The next diagnostics of a file. */
  #diagnostics(uri: string): Promise<void> {
    return new Promise((resolve) => void this.#arrived.set(uri, resolve));
  }
}

/**
 * The capabilities of VS Code that affect how the servers work. Both push their diagnostics, as the peer's client does not ask
 * for them.
 */
const CAPABILITIES = {
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    codeLens: { refreshSupport: true },
    workspaceFolders: true,
  },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: false },
    synchronization: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    formatting: { dynamicRegistration: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"] } },
  },
};

/** Answers like a VS Code in which no other extension offers schemas. */
function answerServer(connection: ProtocolConnection, settings: Readonly<Record<string, unknown>>): void {
  connection.onRequest("workspace/configuration", ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section === undefined ? settings : (settings[section] ?? null))),
  );
  connection.onRequest("workspace/workspaceFolders", () => null);
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("custom/schema/request", () => []);
  connection.onRequest("custom/schema/content", () => null);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
