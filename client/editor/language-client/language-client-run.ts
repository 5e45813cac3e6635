import * as l10n from "@vscode/l10n";
import {
  CancellationTokenSource,
  type Disposable,
  type LogOutputChannel,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import {
  type BaseLanguageClient,
  CloseAction,
  DocumentDiagnosticRequest,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  State,
  WorkDoneProgress,
} from "vscode-languageclient";
import {
  type EditorLayout,
  EFFECTIVE_HOVER,
  EFFECTIVE_VALUES_CHANGED_NOTIFICATION,
  ENTRY_PROBLEMS_NOTIFICATION,
  type EntryProblemsParams,
  FILE_STATUS_CHANGED_NOTIFICATION,
  type FileStatusChangedParams,
  FORMATTING_OBSTACLE,
  type FormattingObstacle,
  type InitializationOptions,
  type KeptChart,
  PASTE,
  type ParamsOf,
  RELEASES_CHANGED_NOTIFICATION,
  type Request,
  SNIPPETS,
  TYPING_ENDED,
  WORKSPACE_TRUSTED,
} from "../../../server/lsp/protocol.ts";
import type { Followed } from "../../ports/editor.ts";
import { messageOf } from "../../texts/error-message.ts";
import { yamlSelector } from "../documents/documents.ts";
import { SHOW_EXTRACTED } from "../documents/extracted-values.ts";
import { shownBeside } from "../documents/rendered-objects-documents.ts";
import { DOCUMENTATION_URL, OPEN_DOCUMENTATION } from "../pages/documentation-editor.ts";
import { ownSettingsMiddleware } from "../settings/settings.ts";
import { onTypingEnded } from "../typing/typing.ts";
import type { ServerEvents, ServerRun } from "./server-supervisor.ts";
import { answerStoredFiles } from "./stored-files.ts";
import { yieldingMiddleware } from "./yielding.ts";

export interface RunOptions extends ServerEvents {
  readonly output: LogOutputChannel;
  readonly fileStatusChanged: (status: FileStatusChangedParams) => void;
  readonly effectiveValuesChanged: () => void;
  readonly releasesChanged: () => void;
  /** Wraps the middleware between the server and the editor to notice how far the person got. */
  readonly noticing: (middleware: Middleware) => Middleware;
  readonly entryProblems: (params: EntryProblemsParams) => void;
  readonly notFormatted: (document: TextDocument, answer: Promise<FormattingObstacle | null>) => void;
  readonly commands: readonly string[];
  /** The major version of the Helm that was last found in this workspace. */
  readonly helmMajor: () => number | undefined;
  /** The path of Helm that is set for the machine; absent where no programs run. */
  readonly helmPath?: () => string;
  readonly keptCharts: () => readonly KeptChart[];
  /** Calls back when the features that are left to another YAML extension may have changed. */
  readonly onCoexistenceChanged: (changed: () => void) => Disposable;
}

/** The number of times, within three minutes, that the client library restarts a server that stops by itself. */
const RESTARTS = 4;

/** A client of the library, with the functions of its kind of server. */
interface StartedClient {
  readonly client: BaseLanguageClient;
  /** Ends a server that does not end when it is asked to. */
  kill(): void;
  /** Has `notLaunched` called when no server could be started; any other failed start ends with the end of its connection. */
  onNotLaunched(notLaunched: (error: unknown) => void): void;
}

/** Makes a client that has not been started. */
export type MakeClient = (clientOptions: LanguageClientOptions) => StartedClient;

function helmFoundLast(helmMajor: number | undefined): Pick<InitializationOptions, "helmMajor"> {
  return helmMajor === undefined ? {} : { helmMajor };
}

export function createLanguageClientRun(options: RunOptions, make: MakeClient): ServerRun {
  const disposables: Disposable[] = [];
  let hasRun = false;
  let endedEarly = false;

  const { client, kill, onNotLaunched } = createClient(options, make, {
    isRestarted: () => {
      endedEarly ||= !hasRun;
      return hasRun;
    },
    ended: () =>
      gaveUp(
        l10n.t("The language server stopped {0} times within 3 minutes and is not restarted.", RESTARTS + 1),
      ),
  });

  function release(): void {
    hasRun = false;
    for (const disposable of disposables.splice(0)) disposable.dispose();
  }

  function gaveUp(why: string): void {
    if (!hasRun) return;
    release();
    options.gaveUp(why);
  }

  function followState(state: State): void {
    if (state === State.Running) options.restarted();
    // A server that has ended no longer knows about them.
    else options.entryProblems({ problems: [], settings: [] });
  }

  return {
    async start() {
      disposables.push(
        client.onNotification(FILE_STATUS_CHANGED_NOTIFICATION, options.fileStatusChanged),
        client.onNotification(EFFECTIVE_VALUES_CHANGED_NOTIFICATION, options.effectiveValuesChanged),
        client.onNotification(RELEASES_CHANGED_NOTIFICATION, options.releasesChanged),
        onTypingEnded((document) => {
          const uri = client.code2ProtocolConverter.asUri(document.uri);
          const params: ParamsOf<typeof TYPING_ENDED> = { uri };
          client.sendNotification(TYPING_ENDED.method, params).catch((error: unknown) => {
            options.output.warn(`The language server was not told that typing ended: ${messageOf(error)}`);
          });
        }),
        answerStoredFiles(client),
        client.onNotification(ENTRY_PROBLEMS_NOTIFICATION, options.entryProblems),
        workspace.onDidGrantWorkspaceTrust(() => {
          client.sendNotification(WORKSPACE_TRUSTED.method).catch((error: unknown) => {
            options.output.warn(`The language server was not told of the trust: ${messageOf(error)}`);
          });
        }),
        options.onCoexistenceChanged(() => client.getFeature(DocumentDiagnosticRequest.method).refresh()),
      );
      try {
        await client.start();
      } catch (error) {
        release();
        kill();
        throw endedEarly
          ? new Error(l10n.t("its process ended at once; the output contains the reason"))
          : error;
      }
      hasRun = true;
      onNotLaunched((error) =>
        gaveUp(l10n.t("The language server stopped, and could not be restarted: {0}.", messageOf(error))),
      );
      disposables.push(client.onDidChangeState(({ newState }) => followState(newState)));
    },
    async stop() {
      release();
      options.entryProblems({ problems: [], settings: [] });
      if (client.state !== State.Running) {
        kill();
        return;
      }
      try {
        await client.dispose();
      } catch (error) {
        options.output.warn(`The language server did not stop in time: ${messageOf(error)}`);
        kill();
      }
    },
    request: (method, params, followed) =>
      followed ? followedRequest(client, method, params, followed) : client.sendRequest(method, params),
  };
}

let followedRequests = 0;

/** A request whose progress is reported, and which is canceled with a signal. */
async function followedRequest<R>(
  client: BaseLanguageClient,
  method: string,
  params: object,
  { report, signal }: Followed,
): Promise<R> {
  const workDoneToken = `capOperator.${++followedRequests}`;
  const cancel = new CancellationTokenSource();
  const stop = () => cancel.cancel();
  signal.addEventListener("abort", stop);
  const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, ({ message }) =>
    report(message ?? ""),
  );
  try {
    return await client.sendRequest<R>(method, { ...params, workDoneToken }, cancel.token);
  } finally {
    progress.dispose();
    cancel.dispose();
    signal.removeEventListener("abort", stop);
  }
}

interface Ending {
  /** True if the server may be restarted: if it never ran, there is a reason that the person should read. */
  isRestarted(): boolean;
  /** Called if the server is not restarted. */
  ended(): void;
}

function createClient(options: RunOptions, make: MakeClient, { isRestarted, ended }: Ending): StartedClient {
  const { output } = options;
  const ask = <Params extends object, Answer>(
    { method }: Request<unknown, Answer, Params>,
    params: NoInfer<Params>,
  ) => client.sendRequest<Answer>(method, params);
  // The server itself asks for notifications about changed settings and charts, so nothing is synchronised from here.
  const clientOptions: LanguageClientOptions = {
    documentSelector: yamlSelector(),
    outputChannel: output,
    markdown: { isTrusted: { enabledCommands: [OPEN_DOCUMENTATION] } },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: options.noticing({
      workspace: ownSettingsMiddleware,
      ...editorIndentMiddleware,
      ...yieldingMiddleware(
        async (document, position) => {
          const asked = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
          const hover = await ask(EFFECTIVE_HOVER, asked);
          return client.protocol2CodeConverter.asHover(hover);
        },
        (document) => {
          const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
          options.notFormatted(document, ask(FORMATTING_OBSTACLE, { textDocument }));
        },
      ),
    }),
    // Asked for at each start, also after the server has stopped by itself.
    initializationOptions: (): InitializationOptions => ({
      suggestCommand: "editor.action.triggerSuggest",
      extractedCommand: SHOW_EXTRACTED,
      commands: options.commands,
      saysWhenTypingEnds: true,
      entryProblems: true,
      keptCharts: options.keptCharts(),
      showsChartFiles: true,
      readsFiles: true,
      trusted: workspace.isTrusted,
      ...helmFoundLast(options.helmMajor()),
      helmPath: options.helmPath?.() ?? "",
      documentation: { url: DOCUMENTATION_URL, command: OPEN_DOCUMENTATION },
    }),
    // The supervisor tells about the rejected start; without this, the library shows a message of its own.
    initializationFailedHandler: () => false,
    errorHandler: {
      // A connection that is really broken closes, and only that counts as a stop.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      async closed() {
        const bounded = isRestarted() ? await restarts.closed() : undefined;
        if (bounded?.action === CloseAction.Restart) return { action: CloseAction.Restart, handled: true };
        ended();
        // Not translated: for the log
        const message = "The connection to the language server ended.";
        return { action: CloseAction.DoNotRestart, message, handled: true };
      },
    },
  };
  const made = make(clientOptions);
  const { client } = made;
  const restarts: ErrorHandler = client.createDefaultErrorHandler(RESTARTS);
  return made;
}

/** Requests whose answer is text to insert, which has to be indented as in the editor. */
const INSERTING: ReadonlySet<string> = new Set(["textDocument/completion", PASTE.method, SNIPPETS.method]);

/** Adds the indentation of the document's editor to such a request. */
const editorIndentMiddleware: Middleware = {
  sendRequest(type, params, token, next) {
    const method = typeof type === "string" ? type : type.method;
    if (!params || !INSERTING.has(method)) return next(type, params, token);
    const beside = method === "textDocument/completion" ? shownBeside() : {};
    return next(type, { ...params, ...layoutOf(params), ...beside }, token);
  },
};

function layoutOf(params: {
  readonly uri?: string;
  readonly textDocument?: { readonly uri: string };
}): EditorLayout {
  const uri = params.textDocument?.uri ?? params.uri;
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  const { indentSize } = editor?.options ?? {};
  return typeof indentSize === "number" ? { indent: indentSize } : {};
}
