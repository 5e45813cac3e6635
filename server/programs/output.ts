import type { Readable } from "node:stream";

/** Limits for the output of a stream, in characters. */
export interface OutputLimit {
  readonly line: number;
  readonly all: number;
}

/** The time that the output may stay open after a program has ended, in milliseconds. */
const GRACE = 1000;

/** The output of a stream of a program. */
export interface CollectedOutput {
  /** All that was kept; to be called when the program has ended. A last line without a line break is reported by then. */
  read(): Promise<string>;
  /** Closes the stream, whoever else has it open. */
  close(): void;
}

/**
 * Collects the output of a program as text up to a limit, and calls `onLine` for each line as it arrives; each character is read once. Output beyond
 * the limit is dropped, with a call of `tooMuch`. The limits are checked before a part is kept.
 */
export function collectOutput(
  stream: Readable,
  limit: OutputLimit,
  tooMuch: () => void,
  onLine: (line: string) => void = () => undefined,
): CollectedOutput {
  const parts: string[] = [];
  let size = 0;
  let isFull = false;
  let begun: string[] = [];
  let lineSize = 0;
  const endLine = (last: string) => {
    const line = begun.join("") + last;
    begun = [];
    lineSize = 0;
    onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  };
  const longestOf = (lines: readonly string[]) =>
    lines.reduce((most, line, index) => Math.max(most, line.length + (index === 0 ? lineSize : 0)), 0);
  const take = (part: string) => {
    const lines = part.split("\n");
    isFull ||= size + part.length > limit.all || longestOf(lines) > limit.line;
    if (isFull) return tooMuch();
    size += part.length;
    parts.push(part);
    const rest = lines.pop() ?? "";
    for (const line of lines) endLine(line);
    if (rest !== "") begun.push(rest);
    lineSize += rest.length;
  };
  const closed = new Promise<void>((resolve) => {
    stream.setEncoding("utf8").on("data", take);
    stream.on("error", () => undefined);
    stream.once("close", () => {
      if (begun.length > 0) endLine("");
      resolve();
    });
  });
  return {
    async read() {
      // Processes that the program has started, such as a credential plugin, may keep the output open for as long as they like.
      const closing = setTimeout(() => stream.destroy(), GRACE);
      await closed;
      clearTimeout(closing);
      return parts.join("");
    },
    close: () => void stream.destroy(),
  };
}
