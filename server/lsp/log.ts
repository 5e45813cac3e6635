import type { Connection } from "vscode-languageserver";

/** The client's output channel, for as long as there is a client: what ends after it has nobody to tell. */
export class Log {
  readonly #connection: Connection;
  #stopped = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Writes what went wrong inside the server. */
  error(message: string): void {
    if (!this.#stopped) this.#connection.console.error(message);
  }

  /** Writes what the person should know. */
  warn(message: string): void {
    if (!this.#stopped) this.#connection.console.warn(message);
  }

  /** Writes nothing any more. */
  stop(): void {
    this.#stopped = true;
  }
}
