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
  /** Whether it has answers; the measure of what is bare has none. */
  readonly hasAnswers: boolean;
}

/** What was measured on one file in one start of a server, in milliseconds, and memory in megabytes. */
export interface Figures {
  readonly start: number;
  readonly open: number;
  readonly edit: number;
  readonly completion: number;
  /** Of hovers over keys all over a file that nobody touches. */
  readonly hover: number;
  /** Of a hover that is asked for together with an edit. */
  readonly hoverAfterEdit: number;
  readonly memory: number;
  /** When nobody has asked anything for a while; only where it was waited for. */
  readonly memoryAtRest: number;
}

/** What is done in one start of a server. */
export interface Task {
  readonly edits: number;
  /** Whether to wait at the end, to see what memory the server keeps. */
  readonly rest: boolean;
}

/** How long servers are left alone, in milliseconds. */
const REST = 20_000;

const URI = "file:///bench/values.yaml";

/** Starts a server, works on one file in it as an editor does, and stops it. */
export async function measure(
  contender: Contender,
  file: ValuesFile,
  { edits, rest }: Task,
): Promise<Figures> {
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
    const hoverAfterEdit: number[] = [];
    let version = 1;
    for (let round = 0; round < edits; round++) {
      edit.push(await timed(() => change(connection, published, file, ++version, round % 2 === 0)));
      completion.push(
        await timed(() =>
          connection.sendRequest("textDocument/completion", { textDocument, position: file.completionAt }),
        ),
      );
    }
    for (const position of file.keys) {
      let answer: unknown;
      const ask = async () => {
        answer = await connection.sendRequest("textDocument/hover", { textDocument, position });
      };
      hover.push(await timed(ask));
      if (contender.hasAnswers && !answer) {
        throw new Error(`${contender.name} knows nothing of line ${position.line} in "${file.name}".`);
      }
    }
    for (let round = 0; round < edits; round++) {
      const done = change(connection, published, file, ++version, round % 2 === 0);
      const position = file.hoverAt;
      hoverAfterEdit.push(
        await timed(() => connection.sendRequest("textDocument/hover", { textDocument, position })),
      );
      await done;
    }
    const answers = await answersAt(connection, file);
    const isRight =
      answers.includes("topologySpreadConstraints") && answers.includes("pods of this component");
    if (contender.hasAnswers && !isRight) {
      throw new Error(`${contender.name} did not answer completion and hover in "${file.name}".`);
    }
    const memory = residentMegabytes(child);
    if (rest) await new Promise((resolve) => setTimeout(resolve, REST));
    return {
      start,
      open,
      edit: median(edit),
      completion: median(completion),
      hover: median(hover),
      hoverAfterEdit: median(hoverAfterEdit),
      memory,
      memoryAtRest: rest ? residentMegabytes(child) : Number.NaN,
    };
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

/** The middle of the figures that were measured. */
export function median(figures: readonly number[]): number {
  const sorted = figures.filter((figure) => !Number.isNaN(figure)).sort((a, b) => a - b);
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
