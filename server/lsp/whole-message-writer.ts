import type { Writable } from "node:stream";
import { AbstractMessageWriter, type Message, type MessageWriter } from "vscode-languageserver/node";

/**
 * Writes each message immediately and in one piece. The protocol's own writer lets other work go first, so that an answer would
 * wait until all problems of an edit are found, and it wakes the client twice for each message, for the header and for the body.
 */
export class WholeMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: Writable;
  #failures = 0;

  constructor(stream: Writable) {
    super();
    this.#stream = stream;
    stream.on("error", (error) => this.fireError(error));
    stream.on("close", () => this.fireClose());
  }

  /** Settles when the message has been written; rejects if it could not be sent. */
  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        this.fireError(error, message, ++this.#failures);
        reject(error);
      };
      try {
        const body = JSON.stringify(message);
        const text = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        this.#stream.write(text, (error) => (error ? fail(error) : resolve()));
      } catch (error) {
        fail(error);
      }
    });
  }

  end(): void {
    this.#stream.end();
  }
}
