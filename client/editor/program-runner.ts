import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Invocation,
  type ProcessRunner,
  type Program,
  ProgramMissing,
  type RunOptions,
  type RunResult,
} from "../ports/programs.ts";
import { programEnvironment, workingFolder } from "./machine.ts";
import { lookupOf } from "./not-started.ts";
import { endGroup, HAS_GROUPS, hasMembers, interruptGroup, stopWhenAsked } from "./process-group.ts";
import { onSearchPath } from "./search-path.ts";

/** The result of a call that was not even started. */
const NOT_STARTED: RunResult = { exitCode: undefined, stdout: "", stderr: "", interrupted: true };

/** How long programs may tidy up when the window closes, in milliseconds: the editor waits five seconds for an extension. */
const TIDY_UP = 3000;

/** The time between two looks whether programs have ended, in milliseconds. */
const BETWEEN_LOOKS = 50;

/** Runs programs that end with their window. */
export interface ProgramRunner extends ProcessRunner {
  /**
   * Interrupts all programs that are running, and ends those by force that do not stop. Nothing is started after that. To be called
   * when the window closes.
   */
  endAll(): Promise<void>;
}

/**
 * Runs `helm` and `kubectl` from the paths that `pathOf` returns, which may be bare names. `reportLeftOut` is called once with the
 * variables of this machine that would lead a call elsewhere, if there are any.
 */
export function createProgramRunner(
  pathOf: (program: Program) => string,
  reportLeftOut: (names: readonly string[]) => void = () => undefined,
): ProgramRunner {
  let reported = false;
  let isClosing = false;
  const running = new Set<number>();
  return {
    async run(invocation, options = {}) {
      const { variables: env, leftOut } = programEnvironment(process.env);
      if (leftOut.length > 0 && !reported) {
        reported = true;
        reportLeftOut(leftOut);
      }
      if (isClosing || options.signal?.aborted) return NOT_STARTED;
      const child = await start({ file: pathOf(invocation.program), env, invocation });
      running.add(child.pid);
      const result = await toItsEnd(child, options);
      running.delete(child.pid);
      return result;
    },
    async endAll() {
      isClosing = true;
      const leaders = [...running];
      for (const leader of leaders) interruptGroup(leader);
      for (let waited = 0; waited < TIDY_UP && leaders.some(hasMembers); waited += BETWEEN_LOOKS) {
        await wait(BETWEEN_LOOKS);
      }
      for (const leader of leaders.filter(hasMembers)) endGroup(leader);
    },
  };
}

interface Call {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly invocation: Invocation<unknown>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

type Started = Child & { readonly pid: number };

/** Starts a program; rejects with `ProgramMissing` if that is not possible. */
async function start({ file, env, invocation }: Call): Promise<Started> {
  const { program, args, stdin = "" } = invocation;
  try {
    const child = spawn(fullPath(file), args, {
      cwd: workingFolder(),
      env,
      windowsHide: true,
      stdio: ["pipe", "pipe", "pipe"],
      // In its own process group, so that an interrupt also reaches the processes that it starts.
      detached: HAS_GROUPS,
    });
    if (!isStarted(child)) throw (await once(child, "error"))[0];
    // If a program does not read all of its input, its exit code tells what that means.
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
    return child;
  } catch (error) {
    throw new ProgramMissing(program, lookupOf(program, file, codeOf(error)));
  }
}

/**
 * The file to start. A bare name is looked for here, since the system would also look in the working folder; any other path is
 * relative to the folder that programs run in.
 */
function fullPath(file: string): string {
  if (path.basename(file) !== file) return path.resolve(workingFolder(), file);
  const machine = { platform: process.platform, searched: process.env.PATH };
  const found = onSearchPath(file, machine);
  if (found !== undefined) return found;
  // As the system says it: a file of this name that cannot be run, or none.
  throw Object.assign(new Error(), { code: onSearchPath(file, machine, existsSync) ? "EACCES" : "ENOENT" });
}

function isStarted(child: Child): child is Started {
  return child.pid !== undefined;
}

async function toItsEnd(child: Started, { onLine, signal, limits }: RunOptions): Promise<RunResult> {
  const stopping = stopWhenAsked(child.pid, signal, limits);
  const output = outputOf(child, onLine, stopping.printsTooMuch);
  const exitCode = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  stopping.ended();
  return { exitCode: exitCode ?? undefined, ...(await output.read()), ...stopping.asked() };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** How long the output may stay open after a program has ended, in milliseconds. */
const GRACE = 1000;

interface ProgramOutput {
  /** Everything that was written; to be called when the program has ended. */
  read(): Promise<Pick<RunResult, "stdout" | "stderr">>;
}

/** How much a program may print, in characters: a hundred times what the largest charts render to. */
const MOST_PRINTED = 64 * 1024 * 1024;

/** Collects the output of a program that was just started, and reports its lines; calls `stop` if it is too much. */
function outputOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  onLine: RunOptions["onLine"],
  stop: () => void,
): ProgramOutput {
  const stdout = collector((line) => onLine?.(line, "stdout"), stop);
  const stderr = collector((line) => onLine?.(line, "stderr"), stop);
  const follow = (stream: Readable, { take, end }: Collector) => {
    stream.setEncoding("utf8").on("data", take).on("close", end);
    return new Promise((resolve) => stream.once("close", resolve));
  };
  const closed = Promise.all([follow(child.stdout, stdout), follow(child.stderr, stderr)]);
  return {
    async read() {
      // Processes that the program has started, such as a credential plugin, may keep the output open for as long as they like.
      const closing = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, GRACE);
      await closed;
      clearTimeout(closing);
      return { stdout: stdout.text(), stderr: stderr.text() };
    },
  };
}

interface Collector {
  take(part: string): void;
  /** Marks the end: a last line without a line break is reported as well. */
  end(): void;
  text(): string;
}

/** Collects a text up to a limit, and calls `onLine` for each line as it arrives; each character is looked at once. */
function collector(onLine: (line: string) => void, stop: () => void): Collector {
  const parts: string[] = [];
  let size = 0;
  let begun: string[] = [];
  const endLine = (last: string) => {
    const line = begun.join("") + last;
    begun = [];
    onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
  };
  return {
    take(part) {
      size += part.length;
      if (size > MOST_PRINTED) return stop();
      parts.push(part);
      const lines = part.split("\n");
      const rest = lines.pop() ?? "";
      for (const line of lines) endLine(line);
      if (rest !== "") begun.push(rest);
    },
    end() {
      if (begun.length > 0) endLine("");
    },
    text: () => parts.join(""),
  };
}
