import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type ClientCapabilities,
  type CompletionItem,
  type CompletionList,
  ConfigurationRequest,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  UnregistrationRequest,
} from "vscode-languageserver/node";
import { createLanguageService } from "../../server/core/create-language-service.ts";
import type { LanguageService } from "../../server/core/language-service.ts";
import type { ChartEvidence } from "../../server/core/ownership/evidence.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { DISK_FILES } from "../../server/disk-files.ts";
import { checkedReader } from "../../server/lsp/connection/requests.ts";
import { type Server, type ServerOptions, startServer } from "../../server/lsp/server.ts";
import { NO_KEYS } from "../../server/lsp/state/engine.ts";
import type { ChartFiles } from "../../server/workspace/charts/chart-files.ts";
import { readSources } from "../../server/workspace/charts/read-sources.ts";

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));
// Without them, the server finds nothing, and tests that expect nothing pass.
assert.ok(
  existsSync(path.join(packageFolder, "dist/schemas/values.schema.json")),
  "The server reads the built schemas: npm run build:schemas comes first.",
);

/** The keys that the fake engine knows. */
const KEYS = ["controller", "controller.replicas", "subscriptionServer", "subscriptionServer.domain"];

/** An engine with made-up answers, to test the server around it. */
export function fakeService(answers: Partial<LanguageService> = {}): LanguageService {
  return {
    ...createLanguageService(NO_KEYS, () => DEFAULT_SETTINGS),
    chartKeys: () => ({
      charts: ["cap-operator-chart"],
      knows: (path) => KEYS.includes(path.join(".")),
      components: ["controller", "subscriptionServer"],
      certain: ["subscriptionServer.*"],
      certainWithAnotherComponent: [],
    }),
    ...answers,
  };
}

/** The setup of a test's client and server. */
export interface ConnectOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initialize?: Partial<InitializeParams>;
  readonly server?: Partial<ServerOptions> & { readonly charts?: ChartFiles };
  /** The engine; the real one if it is left out. */
  readonly service?: LanguageService;
  readonly chart?: ChartEvidence;
  /** Runs on the client before the handshake. */
  readonly early?: (connection: ProtocolConnection) => Promise<void>;
  /** The client's answer to `workspace/configuration`, for a folder if the server asks about one. */
  configuration?: (folder?: string) => unknown;
}

/** A client that is connected to a server by two streams. */
export interface TestClient {
  readonly connection: ProtocolConnection;
  readonly result: InitializeResult;
  readonly server: Server;
  /** The requests and notifications that the server handles, but for those of the library. */
  readonly methods: readonly string[];
  /** Those of them that have no answer. */
  readonly notifications: readonly string[];
  /** Log lines from the server, including errors and warnings. */
  readonly log: string[];
  readonly shown: string[];
  readonly registered: string[];
  /** Every set of problems that was pushed. */
  readonly published: {
    readonly uri: string;
    readonly version?: number;
    readonly diagnostics: Diagnostic[];
  }[];
  open(uri: string, text: string, version?: number): void;
  change(uri: string, version: number, text: string): void;
  /** Waits until something holds. */
  until<T>(what: () => T | undefined | false): Promise<T>;
  request<T>(method: string, params: unknown): Promise<T>;
  /** Shuts the server down and closes the connection. Happens at the end of the test if it has not happened before. */
  close(): Promise<void>;
}

/** The items that are offered, also if others may be with the next character. */
export async function offeredItems(client: TestClient, params: object): Promise<CompletionItem[]> {
  const answer = await client.request<CompletionItem[] | CompletionList>("textDocument/completion", params);
  return Array.isArray(answer) ? answer : answer.items;
}

/** Starts a server in this process and a client from the protocol's own library, and completes the handshake. */
export async function connect(options: ConnectOptions = {}): Promise<TestClient> {
  const up = new PassThrough();
  const down = new PassThrough();
  const serverSide = createConnection(
    checkedReader(new StreamMessageReader(up)),
    new StreamMessageWriter(down),
  );
  const { service, chart } = options;
  const methods: string[] = [];
  const notifications: string[] = [];
  for (const door of ["onRequest", "onNotification"] as const) {
    const register = serverSide[door].bind(serverSide) as (...given: unknown[]) => never;
    serverSide[door] = ((method: unknown, ...rest: unknown[]) => {
      if (typeof method === "string") {
        methods.push(method);
        if (door === "onNotification") notifications.push(method);
      }
      return register(method, ...rest);
    }) as never;
  }
  const server = startServer(serverSide, {
    version: "1.2.3",
    files: {
      ...DISK_FILES,
      charts: () =>
        options.server?.charts ?? {
          nearest: async () => chart && { ...chart, folder: "file:///ws" },
          texts: async () => undefined,
          fault: async () => undefined,
          mayRead: () => true,
          outOfReach: async () => undefined,
          brought: async () => ({ names: [] }),
          head: async () => undefined,
          forget: () => undefined,
        },
    },
    loadYamlService: async () =>
      (await import("../../server/workspace/open/yaml-service.ts")).createYamlService(),
    ...readSources(packageFolder),
    ...(service && { createService: () => service }),
    ...options.server,
  });
  const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
  const log: string[] = [];
  const shown: string[] = [];
  const registered: string[] = [];
  const published: TestClient["published"] = [];
  connection.onNotification(LogMessageNotification.type, ({ message }) => void log.push(message));
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void shown.push(message));
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => void published.push(params));
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section, scopeUri }) =>
      section === "capOperator" ? (options.configuration?.(scopeUri) ?? null) : null,
    ),
  );
  connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
    registered.push(...registrations.map(({ method }) => method));
  });
  connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
    for (const { method } of unregisterations) registered.splice(registered.indexOf(method), 1);
  });
  connection.listen();
  await options.early?.(connection);
  const result = await connection.sendRequest<InitializeResult>("initialize", {
    processId: null,
    rootUri: null,
    workspaceFolders: null,
    capabilities: options.capabilities ?? {},
    ...options.initialize,
  });
  await connection.sendNotification("initialized", {});
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    if (!server.isShutDown) await connection.sendRequest("shutdown");
    connection.end();
    connection.dispose();
    serverSide.dispose();
  };
  after(close);
  return {
    connection,
    methods,
    notifications,
    result,
    server,
    log,
    shown,
    registered,
    published,
    open(uri, text, version = 1) {
      const textDocument = { uri, languageId: "yaml", version, text };
      void connection.sendNotification("textDocument/didOpen", { textDocument });
    },
    change(uri, version, text) {
      const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
      void connection.sendNotification("textDocument/didChange", params);
    },
    until,
    request: (method, params) => connection.sendRequest(method, params),
    close,
  };
}

/** Gives up after longer than any machine needs, so that a failing test ends. */
async function until<T>(what: () => T | undefined | false): Promise<T> {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    const value = what();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`This never became true: ${what}`);
}
