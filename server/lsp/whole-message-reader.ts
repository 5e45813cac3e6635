import type { Readable } from "node:stream";
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
} from "vscode-languageserver/node";

const HEAD_END = "\r\n\r\n";

/**
 * Passes each message on as soon as its last byte has arrived. The protocol's own reader first awaits a promise or two for
 * encodings that may be compressed, which takes as long as the answer to a hover does.
 */
export class WholeMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #stream: Readable;
  /** What has arrived and has not been passed on yet. */
  #chunks: Buffer[] = [];
  #length = 0;
  /** How many bytes must have arrived for the next message; 0 if its header has not arrived yet. */
  #needed = 0;

  constructor(stream: Readable) {
    super();
    this.#stream = stream;
    stream.on("error", (error) => this.fireError(error));
    stream.on("close", () => this.fireClose());
  }

  /** Invalid messages are reported to the error listeners, and reading continues after them. */
  listen(callback: DataCallback): Disposable {
    const take = (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      // A long message arrives in many chunks, which are joined only once.
      if (this.#length >= this.#needed) this.#handOn(callback);
    };
    this.#stream.on("data", take);
    return { dispose: () => this.#stream.off("data", take) };
  }

  #handOn(callback: DataCallback): void {
    let bytes = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#needed = 0;
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const head = bytes.toString("latin1", 0, headEnd);
      const start = headEnd + HEAD_END.length;
      const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(head)?.[1];
      const end = start + Number(length ?? 0);
      if (bytes.length < end) {
        this.#needed = end;
        break;
      }
      const body = bytes.toString("utf8", start, end);
      bytes = bytes.subarray(end);
      // Not translated: for the author of a client.
      if (length === undefined) this.fireError(new Error(`A message does not state its length: ${head}`));
      else this.#read(body, callback);
    }
    this.#chunks = bytes.length > 0 ? [bytes] : [];
    this.#length = bytes.length;
  }

  #read(body: string, callback: DataCallback): void {
    let message: Message;
    try {
      message = JSON.parse(body);
    } catch (error) {
      this.fireError(error);
      return;
    }
    callback(message);
  }
}
