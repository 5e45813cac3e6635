import type { Connection } from "vscode-languageserver";
import { boundedSentence } from "../../core/yaml/shown.ts";

/** The client's output channel, for as long as there is a client. Sentences are short, whatever they quote. */
export class Log {
  readonly #connection: Connection;
  #stopped = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Writes what went wrong inside the server. */
  error(message: string): void {
    if (!this.#stopped) this.#connection.console.error(boundedSentence(message));
  }

  /** Writes what the user should know. */
  warn(message: string): void {
    if (!this.#stopped) this.#connection.console.warn(boundedSentence(message));
  }

  /** Stops writing. */
  stop(): void {
    this.#stopped = true;
  }
}
