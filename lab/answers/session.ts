import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { Sample } from "./texts.ts";

/** The number of places of a text that are asked about. */
const PLACES = 8;

/** The requests about a file as a whole, with the parameters besides `textDocument` or `uri`. */
const OF_FILES: Readonly<Record<string, object>> = {
  "textDocument/documentSymbol": {},
  "textDocument/foldingRange": {},
  "textDocument/formatting": { options: { tabSize: 2, insertSpaces: true } },
  "textDocument/inlayHint": { range: range(0, 100_000) },
  "capOperator/fileStatus": {},
  "capOperator/missingDefaults": {},
  "capOperator/valuesFacts": { values: [] },
};

/** The requests about each place. */
const OF_PLACES: Readonly<Record<string, (position: object) => object>> = {
  "textDocument/hover": (position) => ({ position }),
  "textDocument/completion": (position) => ({ position }),
  "textDocument/definition": (position) => ({ position }),
  "textDocument/references": (position) => ({ position, context: { includeDeclaration: true } }),
  "textDocument/prepareRename": (position) => ({ position }),
  "textDocument/selectionRange": (position) => ({ positions: [position] }),
  "capOperator/snippets": (position) => ({ position }),
};

/** A language server that was built into a folder, asked everything about one file after the other. */
export class Session {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #arrived = new Map<string, (diagnostics: Diagnostic[]) => void>();
  readonly #dist: string;
  #isEnding = false;
  readonly #files: string;

  private constructor(dist: string, files: string) {
    this.#dist = dist;
    this.#files = files;
    const { bin } = JSON.parse(readFileSync(path.join(dist, "../package.json"), "utf8"));
    const program = path.join(dist, "..", bin["cap-operator-language-server"]);
    this.#child = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.once("exit", (code) => {
      if (this.#isEnding) return;
      console.error(`${program} has ended with code ${code}.`);
      process.exit(1);
    });
    const { stdout, stdin } = this.#child;
    if (stdout === null || stdin === null) throw new Error("The server has no streams.");
    this.#connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
  }

  /** Starts the server of a build. `files` is a folder, and the same one for servers whose answers are compared. */
  static async start(dist: string, files: string): Promise<Session> {
    const session = new Session(dist, files);
    const connection = session.#connection;
    connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) =>
        session.#arrived.get(uri)?.(diagnostics),
    );
    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) =>
      items.map(() => ({ files: ["**/*.yaml"], helmTemplate: { enable: false } })),
    );
    connection.onRequest("client/registerCapability", () => null);
    connection.onRequest("client/unregisterCapability", () => null);
    connection.listen();
    const uri = `file://${files}`;
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "files" }],
      capabilities: CAPABILITIES,
    });
    await connection.sendNotification("initialized", {});
    return session;
  }

  /** All answers about a text, by what was asked; as JSON, without the folder of the build. */
  async answers(sample: Sample): Promise<Map<string, string>> {
    const all = await this.#answers(sample);
    const url = pathToFileURL(this.#dist).href;
    return new Map(
      [...all].map(([what, answer]) => [what, `${JSON.stringify(answer)}`.replaceAll(url, "dist")]),
    );
  }

  async #answers({ text }: Sample): Promise<Map<string, unknown>> {
    const uri = `file://${this.#files}/values.yaml`;
    const textDocument = { uri, languageId: "yaml", version: 1, text };
    const found = new Promise<Diagnostic[]>((resolve) => this.#arrived.set(uri, resolve));
    await this.#connection.sendNotification("textDocument/didOpen", { textDocument });
    const diagnostics = await found;
    this.#arrived.delete(uri);
    const all = new Map<string, unknown>([["diagnostics", diagnostics]]);
    const ask = async (what: string, method: string, params: object) => {
      const sent = { textDocument: { uri }, uri, ...params };
      all.set(what, await this.#connection.sendRequest(method, sent).catch((error: Error) => `${error}`));
    };
    for (const [method, params] of Object.entries(OF_FILES)) await ask(method, method, params);
    for (const diagnostic of diagnostics) {
      const context = { diagnostics: [diagnostic] };
      const { line, character } = diagnostic.range.start;
      await ask(`code actions at ${line}:${character} ${diagnostic.code}`, "textDocument/codeAction", {
        range: diagnostic.range,
        context,
      });
    }
    await ask("fix all", "textDocument/codeAction", {
      range: range(0, 100_000),
      context: { diagnostics, only: ["source.fixAll"] },
    });
    for (const position of places(text)) {
      const place = `${position.line}:${position.character}`;
      for (const [method, params] of Object.entries(OF_PLACES)) {
        await ask(`${method} at ${place}`, method, params(position));
      }
    }
    const gone = new Promise<Diagnostic[]>((resolve) => this.#arrived.set(uri, resolve));
    await this.#connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    await gone;
    return all;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    this.#connection.dispose();
    this.#child.kill();
  }
}

/** Places in keys, in values, after colons and at ends of lines, spread over a text; the same for the same text. */
function places(text: string): { line: number; character: number }[] {
  const lines = text.split("\n");
  const wanted = Math.min(PLACES, lines.length);
  return Array.from({ length: wanted }, (_none, index) => {
    const line = Math.floor((index * lines.length) / wanted);
    const length = lines[line]?.length ?? 0;
    const start = lines[line]?.search(/\S/) ?? -1;
    const choices = [length, Math.max(0, start) + 1, Math.max(0, start), Math.floor(length / 2)];
    return { line, character: Math.min(length, choices[index % choices.length] ?? 0) };
  });
}

function range(from: number, to: number) {
  return { start: { line: from, character: 0 }, end: { line: to, character: 0 } };
}

const CAPABILITIES = {
  workspace: { configuration: true, workspaceFolders: true },
  textDocument: {
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ["markdown"], labelDetailsSupport: true },
    },
    hover: { contentFormat: ["markdown"] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
    rename: { prepareSupport: true },
  },
};
