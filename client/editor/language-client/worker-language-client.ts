import { l10n, Uri, workspace } from "vscode";
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  type Message,
  type MessageTransports,
} from "vscode-languageclient/browser";
import { PACKAGED_FILES, type WebServerStart } from "../../../server/lsp/protocol.ts";
import type { MakeClient } from "./language-client-run.ts";

declare class Worker {
  constructor(url: string);
  onerror: (() => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** Tells when its worker has failed, like a connection that is closed. */
class WorkerReader extends BrowserMessageReader {
  constructor(worker: Worker) {
    super(worker);
    worker.onerror = () => this.fireClose();
  }
}

/**
 * Sends messages as they would be written on a wire: what the editor gives as a setting is a proxy, which cannot be sent to a worker as
 * it is.
 */
class WorkerWriter extends BrowserMessageWriter {
  override write(message: Message): Promise<void> {
    return super.write(JSON.parse(JSON.stringify(message)));
  }
}

/** A client whose failures the supervisor tells in one message; here, they only go to the log. */
class WorkerLanguageClient extends LanguageClient {
  readonly #begin: () => Promise<Worker>;
  #worker: Worker | undefined;
  notLaunched: (error: unknown) => void = () => undefined;

  constructor(begin: () => Promise<Worker>, clientOptions: LanguageClientOptions) {
    // Not translated: a name
    super("capOperator", "CAP Operator", begin, clientOptions);
    this.#begin = begin;
  }

  kill(): void {
    this.#worker?.terminate();
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  protected override async createMessageTransports(): Promise<MessageTransports> {
    this.kill();
    try {
      const worker = await this.#begin();
      this.#worker = worker;
      return { reader: new WorkerReader(worker), writer: new WorkerWriter(worker) };
    } catch (error) {
      this.notLaunched(error);
      throw error;
    }
  }
}

/** Makes clients of a server in a worker of the browser, which gets from here what it would read of the package. */
export function workerClients(packageUri: Uri, version: string): MakeClient {
  const begin = async () => {
    const message: WebServerStart = {
      version,
      docsUrl: `${Uri.joinPath(packageUri, "dist/docs")}/`,
      files: await packagedFiles(packageUri),
      translations: l10n.bundle ?? {},
    };
    const worker = new Worker(Uri.joinPath(packageUri, "dist/web/server.js").toString(true));
    worker.postMessage(message);
    return worker;
  };
  return (clientOptions) => {
    const client = new WorkerLanguageClient(begin, clientOptions);
    return {
      client,
      kill: () => client.kill(),
      onNotLaunched(notLaunched) {
        client.notLaunched = notLaunched;
      },
    };
  };
}

async function packagedFiles(packageUri: Uri): Promise<Record<string, string>> {
  const read = PACKAGED_FILES.map(async (file): Promise<[string, string][]> => {
    const bytes = await workspace.fs.readFile(Uri.joinPath(packageUri, file)).then(
      (found) => found,
      () => undefined,
    );
    return bytes === undefined ? [] : [[file, new TextDecoder().decode(bytes)]];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}
