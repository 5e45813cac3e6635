import { CodeLensRefreshRequest } from "vscode-languageserver";
import { errorText } from "../../workspace/files/unforeseen-error.ts";
import { EFFECTIVE_VALUES_CHANGED_NOTIFICATION } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** The answers that a client may have to ask for again. */
export interface Outdated {
  readonly diagnostics?: boolean;
  readonly inlayHints?: boolean;
  readonly codeLenses?: boolean;
  readonly effectiveValues?: boolean;
}

/** Notifies the client about what is out of date, once for all changes of a turn. */
export class Refreshes {
  readonly #state: ServerState;
  #waiting: Outdated | undefined;
  #listening = false;

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** Schedules the notification for the next turn. */
  ask(outdated: Outdated): void {
    if (!this.#listening) return;
    const alreadyWaiting = this.#waiting !== undefined;
    this.#waiting = { ...this.#waiting, ...outdated };
    if (!alreadyWaiting) setTimeout(() => this.#send(), 0);
  }

  /** Starts sending notifications; before the client is initialized, nothing can be out of date. */
  start(): void {
    this.#listening = true;
  }

  /** Sends no more notifications. */
  stop(): void {
    this.#listening = false;
  }

  #send(): void {
    const { diagnostics, inlayHints, codeLenses, effectiveValues } = this.#waiting ?? {};
    this.#waiting = undefined;
    if (!this.#listening) return;
    const { connection, features } = this.#state;
    const { languages } = connection;
    if (effectiveValues) {
      // Not translated: for the log.
      this.#try("effective values", connection.sendNotification(EFFECTIVE_VALUES_CHANGED_NOTIFICATION));
    }
    if (diagnostics && features.pullDiagnostics && features.refreshDiagnostics) {
      this.#try("problems", languages.diagnostics.refresh());
    }
    // Not translated: for the log.
    if (inlayHints && features.refreshInlayHints) this.#try("inlay hints", languages.inlayHint.refresh());
    if (codeLenses && features.refreshCodeLenses) {
      // Not translated: for the log.
      this.#try("code lenses", connection.sendRequest(CodeLensRefreshRequest.type));
    }
  }

  #try(what: string, sent: Promise<unknown>): void {
    sent.catch((error: unknown) => {
      const reason = errorText(error);
      this.#state.log.error(`The client did not refresh its ${what}: ${reason}`);
    });
  }
}
