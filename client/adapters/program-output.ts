import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import type { RunOptions, RunResult } from "../installation-ports.ts";

/** How long the output may stay open after a program has ended, in milliseconds. */
const GRACE = 1000;

/** Where a program writes to, and how that is read. */
export interface ProgramOutput {
  /** For `spawn`: standard output and standard error. */
  readonly stdio: readonly ["pipe" | number, "pipe" | number];
  /** Begins to tell lines; to be called as soon as the program is started. */
  follow(child: ChildProcess): void;
  /** All that was written; to be called when the program has ended. */
  read(): Promise<Pick<RunResult, "stdout" | "stderr">>;
  /** The program was not started. */
  drop(): Promise<void>;
}

/** Output that comes through pipes, and ends with this process. */
export function pipedOutput(onLine: RunOptions["onLine"]): ProgramOutput {
  const stdout = collector((line) => onLine?.(line, "stdout"));
  const stderr = collector((line) => onLine?.(line, "stderr"));
  let streams: readonly Readable[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  const follow = (stream: Readable | null, { take, end }: Collector): Readable[] => {
    if (stream === null) return [];
    stream.setEncoding("utf8").on("data", take).on("close", end);
    return [stream];
  };
  return {
    stdio: ["pipe", "pipe"],
    follow(child) {
      streams = [...follow(child.stdout, stdout), ...follow(child.stderr, stderr)];
      closed = Promise.all(streams.map((stream) => new Promise((resolve) => stream.once("close", resolve))));
    },
    async read() {
      // What the program has started, such as a credential plugin, may keep the output open for as long as it likes.
      const closing = setTimeout(() => {
        for (const stream of streams) stream.destroy();
      }, GRACE);
      await closed;
      clearTimeout(closing);
      return { stdout: stdout.text(), stderr: stderr.text() };
    },
    drop: async () => undefined,
  };
}

/** Puts a text together from its parts. */
export interface Collector {
  take(part: string): void;
  /** There is no more; a last line without a line break is one. */
  end(): void;
  text(): string;
}

/** Collects a text and calls `onLine` for each of its lines as it comes. */
export function collector(onLine: (line: string) => void): Collector {
  const parts: string[] = [];
  let begun = "";
  return {
    take(part) {
      parts.push(part);
      const lines = (begun + part).split(/\r?\n/);
      begun = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    },
    end() {
      if (begun !== "") onLine(begun);
      begun = "";
    },
    text: () => parts.join(""),
  };
}
