/** An editor gives a server no text above 50 MB (VS Code), and JSON makes it a few times as long at most. */
const MOST_BYTES = 256 * 1024 * 1024;
/** The protocol has two short headers. */
const MOST_HEADER = 4096;

/**
 * Follows where the messages in a stream begin and end. The reader of the library waits for the end of whatever was announced, and keeps headers that never end.
 */
export class MessageFrames {
  #header = "";
  #left = 0;

  /** Takes the next bytes. Returns what is wrong with them, for a log, or `undefined` if nothing is. */
  follow(bytes: Uint8Array): string | undefined {
    for (let at = 0; at < bytes.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, bytes.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const part = bytes.subarray(at, at + MOST_HEADER);
      const known = this.#header.length;
      this.#header += Buffer.from(part).toString("latin1");
      const end = this.#header.indexOf("\r\n\r\n");
      at += end === -1 ? part.length : end + 4 - known;
      if (end === -1) {
        if (this.#header.length > MOST_HEADER) return `its header does not end within ${MOST_HEADER} bytes`;
        continue;
      }
      const lengths = [...this.#header.slice(0, end).matchAll(/^content-length:(.*)$/gim)];
      this.#header = "";
      const [, length = ""] = lengths[0] ?? [];
      if (lengths.length !== 1 || !/^\d{1,15}$/.test(length.trim()))
        return "its header has no valid Content-Length";
      this.#left = Number(length);
      if (this.#left > MOST_BYTES)
        return `it has ${this.#left} bytes, and ${MOST_BYTES} are the most that are read`;
    }
    return undefined;
  }
}
