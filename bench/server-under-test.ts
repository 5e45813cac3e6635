import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { ValuesFile } from "./values-files.ts";

/** How a language server is started, and the settings it asks for. */
export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What was measured on one file in one start of a server, in milliseconds, and memory in megabytes. */
export interface Figures {
  readonly start: number;
  readonly open: number;
  readonly edit: number;
  readonly completion: number;
  readonly hover: number;
  readonly memory: number;
}

const URI = "file:///bench/values.yaml";

/** Starts a server, works on one file in it as an editor does, and stops it. */
export async function measure(contender: Contender, file: ValuesFile, edits: number): Promise<Figures> {
  const [program = "", ...args] = contender.command;
  const started = performance.now();
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published = diagnosticsOf(connection);
  answerServer(connection, contender.settings);
  connection.listen();
  try {
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: CAPABILITIES,
    });
    const start = performance.now() - started;
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("workspace/didChangeConfiguration", { settings: contender.settings });
    const open = await timed(async () => {
      const next = published();
      const textDocument = { uri: URI, languageId: "yaml", version: 1, text: file.text };
      await connection.sendNotification("textDocument/didOpen", { textDocument });
      await next;
    });
    const textDocument = { uri: URI };
    const completion: number[] = [];
    const hover: number[] = [];
    const edit: number[] = [];
    let version = 1;
    for (let round = 0; round < edits; round++) {
      edit.push(await timed(() => change(connection, published, file, ++version, round % 2 === 0)));
      completion.push(
        await timed(() =>
          connection.sendRequest("textDocument/completion", { textDocument, position: file.completionAt }),
        ),
      );
      hover.push(
        await timed(() =>
          connection.sendRequest("textDocument/hover", { textDocument, position: file.hoverAt }),
        ),
      );
    }
    const answers = await answersAt(connection, file);
    if (!answers.includes("volumeMounts") || !answers.includes("pods of this component")) {
      throw new Error(`${contender.name} did not answer completion and hover in "${file.name}".`);
    }
    const figures = { start, open, edit: median(edit), completion: median(completion), hover: median(hover) };
    return { ...figures, memory: residentMegabytes(child) };
  } finally {
    await stop(connection, child);
  }
}

/** Ends a server as an editor does; one that does not listen is killed. */
async function stop(connection: ProtocolConnection, child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const killer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  await ended;
  clearTimeout(killer);
  connection.dispose();
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const CAPABILITIES = {
  workspace: { configuration: true, didChangeConfiguration: {} },
  textDocument: {
    publishDiagnostics: {},
    synchronization: {},
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
  },
};

/** The next diagnostics that arrive. */
function diagnosticsOf(connection: ProtocolConnection): () => Promise<void> {
  let arrived: () => void = () => undefined;
  connection.onNotification("textDocument/publishDiagnostics", () => arrived());
  return () =>
    new Promise((resolve) => {
      arrived = resolve;
    });
}

function answerServer(connection: ProtocolConnection, settings: Readonly<Record<string, unknown>>): void {
  connection.onRequest("workspace/configuration", ({ items }: { items: { section?: string }[] }) =>
    items.map(({ section }) => (section === undefined ? settings : (settings[section] ?? null))),
  );
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("custom/schema/request", () => null);
  connection.onRequest("custom/schema/content", () => null);
}

async function change(
  connection: ProtocolConnection,
  published: () => Promise<void>,
  { editAt }: ValuesFile,
  version: number,
  add: boolean,
): Promise<void> {
  const next = published();
  const end = add ? editAt : { line: editAt.line, character: editAt.character + 1 };
  const contentChanges = [{ range: { start: editAt, end }, text: add ? "0" : "" }];
  await connection.sendNotification("textDocument/didChange", {
    textDocument: { uri: URI, version },
    contentChanges,
  });
  await next;
}

/** Both answers as text, to see that what was timed is an answer. */
async function answersAt(connection: ProtocolConnection, file: ValuesFile): Promise<string> {
  const textDocument = { uri: URI };
  const completion = await connection.sendRequest("textDocument/completion", {
    textDocument,
    position: file.completionAt,
  });
  const hover = await connection.sendRequest("textDocument/hover", { textDocument, position: file.hoverAt });
  return JSON.stringify([completion, hover]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function residentMegabytes(child: ChildProcess): number {
  if (process.platform !== "linux") return Number.NaN;
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
