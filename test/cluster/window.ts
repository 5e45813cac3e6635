// A window of an editor with one file: the real language server in a process of its own, real programs, and files on the disk.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  FileChangeType,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createChartArchives } from "../../client/editor/charts/chart-archives.ts";
import { createLanguageServerRequests } from "../../client/editor/language-client/language-server-requests.ts";
import { createServerSupervisor } from "../../client/editor/language-client/server-supervisor.ts";
import type { Command } from "../../client/operation/command.ts";
import type { LanguageServer } from "../../client/ports/editor.ts";
import type { ChartArchives, InstallationSettings } from "../../client/ports/installation.ts";
import type { KeptChart } from "../../server/lsp/protocol.ts";
import type { FakePorts } from "../client/fake-ports.ts";
import { type Reached, type RealWorld, realPorts } from "./real-ports.ts";

const SERVER = fileURLToPath(new URL("../../server/node.ts", import.meta.url));
/** In a server that starts with this, every attempt to reach another machine fails, and ends it. */
const NO_NETWORK = `
  import net from "node:net";
  net.Socket.prototype.connect = () => {
    process.stderr.write("The language server tried to reach the network.\\n");
    process.exit(70);
  };`;

/** The settings of a window: those of the language server, and those that installing reads. */
export type WindowSettings = Partial<InstallationSettings> & { readonly releases?: readonly object[] };

/** The acts of a person while a command runs. */
export type Person = Omit<RealWorld, "valuesFile" | "settings" | "releases" | "facts" | "problems">;

/** A window whose active editor has one file, which is always saved. */
export interface Window {
  /** The workspace folder. */
  readonly folder: string;
  readonly uri: string;
  /** The path of the file. */
  readonly file: string;
  readonly server: LanguageServer;
  readonly charts: ChartArchives;
  text(): string;
  write(text: string): Promise<void>;
  /** Writes another file into the folder. */
  add(name: string, text: string): string;
  edit(edits: readonly TextEdit[]): Promise<void>;
  /** Tells the language server that a file on the disk is another one now, as an editor that watches it. */
  changed(file: string): Promise<void>;
  configure(settings: WindowSettings): Promise<void>;
  request<T>(method: string, params: object): Promise<T>;
  /** The problems of the file in the editor: severity, code and message, line by line. */
  problems(): Promise<readonly string[]>;
  ports(person?: Person): FakePorts;
  /** Runs a command on the file; gives all that the person sees. */
  run(command: Command, person?: Person): Promise<FakePorts>;
  /** Ends the language server, and starts another one that knows what the client has kept, as after a reload. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** The options of a window. */
export interface WindowOptions {
  readonly cluster: Reached;
  /** The Helm on its PATH. */
  readonly helm: 3 | 4;
  /** The name of the file. */
  readonly name: string;
  readonly settings?: WindowSettings;
}

const SEVERITIES = ["", "error", "warning", "information", "hint"];

/** Opens a window on a file that is empty at first. */
export async function openWindow({ cluster, helm, name, settings = {} }: WindowOptions): Promise<Window> {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-window-"));
  const workspace = path.join(folder, "workspace");
  mkdirSync(workspace);
  const file = path.join(workspace, name);
  const uri = pathToFileURL(file).href;
  const charts = createChartArchives(path.join(folder, "charts"));
  let now = settings;
  let document = TextDocument.create(uri, "yaml", 1, "");
  let connection: ProtocolConnection | undefined;
  writeFileSync(file, "");

  const opened = () => {
    const { languageId, version } = document;
    return { textDocument: { uri, languageId, version, text: document.getText() } };
  };
  const start = async (kept: readonly KeptChart[]) => {
    const started = await startServer({
      workspaceFolders: [{ uri: pathToFileURL(workspace).href, name: "workspace" }],
      initializationOptions: { capOperator: now, keptCharts: kept, showsChartFiles: true },
    });
    connection = started.connection;
    await connection.sendNotification("textDocument/didOpen", opened());
    return started.stop;
  };
  const asked = () => connection ?? never();
  const supervisor = createServerSupervisor({
    async launch() {
      let stop: (() => Promise<void>) | undefined;
      return {
        async start() {
          stop = await start(await charts.fetched());
        },
        stop: async () => stop?.(),
        request: (method, params) => asked().sendRequest(method, params),
      };
    },
    prompts: { info: never, warn: never, error: never, pick: never },
    output: { info: () => undefined, warn: never, error: () => undefined, show: never },
    changed: () => undefined,
  });
  const server = createLanguageServerRequests(supervisor, {
    helm: () => undefined,
    charts: () => undefined,
    workspaceChecked: async () => undefined,
  });
  await supervisor.ensureStarted();

  async function write(text: string): Promise<void> {
    document = TextDocument.create(uri, "yaml", document.version + 1, text);
    writeFileSync(file, text);
    const textDocument = { uri, version: document.version };
    await asked().sendNotification("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
  }
  const edit = (edits: readonly TextEdit[]) => write(TextDocument.applyEdits(document, [...edits]));

  function ports(person: Person = {}): FakePorts {
    const { releases: _, ...installation } = now;
    const real = realPorts(cluster, helm, { ...person, valuesFile: file, settings: installation });
    const active = () => {
      const cursor = { line: 0, character: 0 };
      const shown = { name, path: name, isYaml: true, isUntitled: false, cursor };
      return { ...shown, uri, version: document.version, text: document.getText() };
    };
    return {
      ...real,
      server,
      charts,
      files: { ...real.files, resolve: (named) => path.resolve(workspace, named) },
      editor: {
        ...real.editor,
        active,
        opened: (address) => (address === uri ? active() : undefined),
        async applyEdits(address, version, edits) {
          if (address !== uri || version !== document.version) return false;
          await edit([...edits]);
          return true;
        },
      },
    };
  }

  return {
    folder: workspace,
    uri,
    file,
    server,
    charts,
    text: () => readFileSync(file, "utf8"),
    write,
    add(other, text) {
      const written = path.join(workspace, other);
      writeFileSync(written, text);
      return written;
    },
    edit,
    async changed(other) {
      const changes = [{ uri: pathToFileURL(other).href, type: FileChangeType.Changed }];
      await asked().sendNotification("workspace/didChangeWatchedFiles", { changes });
    },
    async configure(wanted) {
      now = wanted;
      const settings = { capOperator: wanted };
      await asked().sendNotification("workspace/didChangeConfiguration", { settings });
    },
    request: (method, params) => asked().sendRequest(method, params),
    async problems() {
      const params = { textDocument: { uri } };
      const report: DocumentDiagnosticReport = await asked().sendRequest("textDocument/diagnostic", params);
      return report.kind === "full" ? report.items.map(said) : [];
    },
    ports,
    async run(command, person) {
      const used = ports(person);
      await command.run(used);
      return used;
    },
    reload: () => supervisor.restart(),
    async close() {
      await supervisor.dispose();
      rmSync(folder, { recursive: true });
    },
  };
}

function said({ severity = 1, code, message }: Diagnostic): string {
  return `${SEVERITIES[severity]} ${code}: ${message}`;
}

async function startServer(
  params: object,
): Promise<{ readonly connection: ProtocolConnection; readonly stop: () => Promise<void> }> {
  const server: ChildProcess = fork(SERVER, ["--node-ipc"], {
    execPath: process.execPath,
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(NO_NETWORK)}`],
  });
  const ended = once(server, "exit");
  const connection = createProtocolConnection(new IPCMessageReader(server), new IPCMessageWriter(server));
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { diagnostic: {} } },
    ...params,
  });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    async stop() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      const [code] = await ended;
      if (code !== 0) throw new Error(`The language server ended with ${code}.`);
    },
  };
}

function never(): never {
  throw new Error("The language server is not running.");
}
