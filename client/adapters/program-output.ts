import type { ChildProcess } from "node:child_process";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { RunOptions, RunResult } from "../program-ports.ts";
import type { NotedRun } from "./noted-runs.ts";

/** How long the output may stay open after a program has ended, in milliseconds. */
const GRACE = 1000;

/** The time between two looks at a file for new lines, in milliseconds. */
const BETWEEN_LOOKS = 100;

/** How much of a file is read at a time, in bytes. */
const PART = 64 * 1024;

/** Where a program writes, and how that is read. */
export interface ProgramOutput {
  /** For `spawn`: standard output and standard error. */
  readonly stdio: readonly ["pipe" | number, "pipe" | number];
  /** Starts reporting lines; to be called as soon as the program has been started. */
  follow(child: ChildProcess & { readonly pid: number }): void;
  /** Everything that was written; to be called when the program has ended. */
  read(): Promise<Pick<RunResult, "stdout" | "stderr">>;
  /** To be called if the program could not be started. */
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
      // Processes that the program has started, such as a credential plugin, may keep the output open for as long as they like.
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

/**
 * Output that goes to the files of a noted run, so that the program continues if this process ends. The run is forgotten once
 * everything was read.
 */
export function filedOutput(run: NotedRun, onLine: RunOptions["onLine"]): ProgramOutput {
  const stdout = tail(run.stdout, (line) => onLine?.(line, "stdout"));
  const stderr = tail(run.stderr, (line) => onLine?.(line, "stderr"));
  let timer: NodeJS.Timeout | undefined;
  return {
    stdio: [run.stdout.fd, run.stderr.fd],
    follow({ pid }) {
      run.started(pid);
      timer = setInterval(() => {
        stdout.readOn();
        stderr.readOn();
      }, BETWEEN_LOOKS);
    },
    async read() {
      clearInterval(timer);
      const all = { stdout: await stdout.toEnd(), stderr: await stderr.toEnd() };
      await run.forget();
      return all;
    },
    drop: () => run.forget(),
  };
}

/** A file that grows. */
interface Tail {
  /** Reads what was added, in the background. */
  readOn(): void;
  /** Reads the rest, and returns the whole text. */
  toEnd(): Promise<string>;
}

function tail(file: FileHandle, onLine: (line: string) => void): Tail {
  const { take, end, text } = collector(onLine);
  const decoder = new StringDecoder("utf8");
  const buffer = Buffer.alloc(PART);
  let position = 0;
  let reading = Promise.resolve();
  async function readOn(): Promise<void> {
    for (;;) {
      // What cannot be read is not reported; that does not affect how the program ends.
      const { bytesRead } = await file.read(buffer, 0, PART, position).catch(() => ({ bytesRead: 0 }));
      if (bytesRead === 0) return;
      position += bytesRead;
      take(decoder.write(buffer.subarray(0, bytesRead)));
    }
  }
  return {
    readOn() {
      reading = reading.then(readOn);
    },
    async toEnd() {
      await reading;
      await readOn();
      take(decoder.end());
      end();
      return text();
    },
  };
}

/** Assembles a text from its parts. */
export interface Collector {
  take(part: string): void;
  /** Marks the end: a last line without a line break is reported as well. */
  end(): void;
  text(): string;
}

/** Collects a text, and calls `onLine` for each line as it arrives. */
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
