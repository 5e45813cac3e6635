import { errorDetail } from "../../workspace/files/unforeseen-error.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { FILE_STATUS_CHANGED_NOTIFICATION, type FileStatusChangedParams } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";
import { ChangeQueue } from "./change-queue.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { FileStatuses } from "./file-status.ts";

/** Sends the client what it did not ask for about open files: a changed status, and the problems if it does not pull them. */
export class DiagnosticsPublisher {
  readonly #state: ServerState;
  readonly #diagnostics: Diagnostics;
  readonly #statuses: FileStatuses;
  readonly #queue: ChangeQueue;
  /** The file states whose problems the client already knows; any change that affects a file creates a new state. */
  readonly #published = new WeakSet<OpenFile>();

  constructor(state: ServerState, diagnostics: Diagnostics, statuses: FileStatuses) {
    this.#state = state;
    this.#diagnostics = diagnostics;
    this.#statuses = statuses;
    this.#queue = new ChangeQueue((uri) =>
      this.#look(uri).catch((error: unknown) =>
        state.log.error(`Looking at ${uri} failed: ${errorDetail(error)}`),
      ),
    );
  }

  /** Queues a file to be checked because something that affects it may have changed. */
  schedule(uri: string): void {
    this.#queue.add(uri);
  }

  /** Queues a file so that its problems are sent again although nothing in it has changed. */
  republish(file: OpenFile): void {
    this.#published.delete(file);
    this.#queue.add(file.analysis.text.uri);
  }

  /** Withdraws what was sent about a file that was closed. */
  closed(uri: string): void {
    const { connection, features } = this.#state;
    this.#queue.remove(uri);
    this.#statuses.forget(uri);
    if (!features.pullDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  /** Stops sending anything. */
  stop(): void {
    this.#queue.stop();
  }

  async #look(uri: string): Promise<void> {
    const { connection, features, documents, open } = this.#state;
    const file = await open(uri);
    if (file === undefined || this.#queue.stopped) return;
    const news = this.#statuses.news(uri, file);
    if (news) {
      const params: FileStatusChangedParams = { uri, ...news };
      await connection.sendNotification(FILE_STATUS_CHANGED_NOTIFICATION, params);
    }
    if (features.pullDiagnostics || this.#published.has(file)) return;
    await requestsFirst();
    if (documents.get(uri)?.version !== file.version) return;
    const items = await this.#diagnostics.of(file);
    if (documents.get(uri)?.version !== file.version || this.#queue.stopped) return;
    this.#published.add(file);
    await connection.sendDiagnostics({ uri, version: file.version, diagnostics: items });
  }
}

/**
 * Lets requests be answered that arrived while a text was read, because a person waits for them. They are read in the next turn of
 * the event loop, and answered in the one after it.
 */
async function requestsFirst(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
