import type { Connection } from "vscode-languageserver";

/** The client's output channel, for as long as there is a client. */
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

  /** Writes what the user should know. */
  warn(message: string): void {
    if (!this.#stopped) this.#connection.console.warn(message);
  }

  /** Stops writing. */
  stop(): void {
    this.#stopped = true;
  }
}
