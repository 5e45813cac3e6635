import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type Disposable,
  DocumentFormattingRequest,
} from "vscode-languageserver";
import type { ClientFeatures } from "./client-features.ts";

/** What is offered to, or asked of, a client after `initialized`, where the client can be told then. */
export class Registrations {
  readonly #connection: Connection;
  #canRegisterFormatting = false;
  #formatting: Promise<Disposable> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Asks to be told of changed settings and charts, and offers formatting if that is switched on. */
  start(features: ClientFeatures, formatting: boolean): void {
    this.#canRegisterFormatting = features.registerFormatting;
    if (features.registerConfigurationChange) {
      this.#try(
        this.#connection.client.register(DidChangeConfigurationNotification.type, { section: "capOperator" }),
      );
    }
    if (features.registerWatchedFiles) {
      const watchers = [{ globPattern: "**/Chart.yaml" }];
      this.#try(this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    this.formatting(formatting);
  }

  /** Offers formatting, or takes the offer back. */
  formatting(wanted: boolean): void {
    if (!this.#canRegisterFormatting || wanted === (this.#formatting !== undefined)) return;
    if (this.#formatting === undefined) {
      this.#formatting = this.#connection.client.register(DocumentFormattingRequest.type, {
        documentSelector: null,
      });
      this.#try(this.#formatting);
    } else {
      this.#try(this.#formatting.then((registration) => registration.dispose()));
      this.#formatting = undefined;
    }
  }

  #try(registration: Promise<unknown>): void {
    registration.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#connection.console.warn(`The client refused a registration: ${reason}`);
    });
  }
}
