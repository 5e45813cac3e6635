import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import {
  atSetPath,
  isProgramName,
  onSearchPath,
  type ProgramFile,
  searchPathOf,
} from "../../../server/programs/program-file.ts";
import {
  type ProcessGroup,
  type ProgramEnd,
  type ProgramLimits,
  type RunningProgram,
  startProgram,
} from "../../../server/programs/run-program.ts";
import {
  homeOrRoot,
  machineEnvironment,
  type ProgramEnvironment,
} from "../../../server/programs/surroundings.ts";
import {
  type Invocation,
  type Limits,
  type ProcessRunner,
  type Program,
  ProgramMissing,
  type RunOptions,
  type RunResult,
} from "../../ports/programs.ts";
import { lookupOf } from "./not-started.ts";

/** The result of a call that was not even started. */
const NOT_STARTED: RunResult = { exitCode: undefined, stdout: "", stderr: "", interrupted: true };

/** The time for programs to tidy up when the window closes, in milliseconds: the editor waits five seconds for an extension. */
const TIDY_UP = 3000;

/** The time between two looks whether programs have ended, in milliseconds. */
const BETWEEN_LOOKS = 50;

/** For callers that do not cancel. */
const NEVER = new AbortController().signal;

/** The limits of a call that brings none. */
const OTHERWISE: Limits = { deadline: 600_000, tidyUp: 5_000 };

/**
 * The limits of a program's output, in characters: a hundred times the output of the largest charts, which may be on one line.
 * Errors are shorter, and are searched for secrets line by line.
 */
const PRINTED: Pick<ProgramLimits, "stdout" | "stderr"> = {
  stdout: { line: 64 * 1024 * 1024, all: 64 * 1024 * 1024 },
  stderr: { line: 1024 * 1024, all: 16 * 1024 * 1024 },
};

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
 * variables of this machine that would send a call elsewhere, if there are any.
 */
export function createProgramRunner(
  pathOf: (program: Program) => string,
  reportLeftOut: (names: readonly string[]) => void = () => undefined,
): ProgramRunner {
  let reported = false;
  let isClosing = false;
  const running = new Set<ProcessGroup>();
  return {
    async run(invocation, options = {}) {
      const { variables: env, leftOut } = machineEnvironment(process.env);
      if (leftOut.length > 0 && !reported) {
        reported = true;
        reportLeftOut(leftOut);
      }
      if (isClosing || options.signal?.aborted) return NOT_STARTED;
      const started = await start(pathOf(invocation.program), env, invocation, options);
      if (started === undefined) return NOT_STARTED;
      running.add(started.group);
      if (isClosing) started.group.end();
      const ended = await started.ended;
      running.delete(started.group);
      return resultOf(ended);
    },
    async endAll() {
      isClosing = true;
      const groups = [...running];
      for (const group of groups) group.interrupt();
      for (
        let waited = 0;
        waited < TIDY_UP && groups.some((group) => group.hasMembers());
        waited += BETWEEN_LOOKS
      ) {
        await wait(BETWEEN_LOOKS);
      }
      for (const group of groups) if (group.hasMembers()) group.end();
    },
  };
}

/** Starts a program; rejects with `ProgramMissing` if that is not possible. */
async function start(
  file: string,
  env: ProgramEnvironment,
  { program, args, stdin = "", limits: usual = OTHERWISE }: Invocation<unknown>,
  { signal = NEVER, limits = usual, onLine = () => undefined }: RunOptions,
): Promise<RunningProgram | undefined> {
  try {
    return await startProgram({
      file: programFile(file),
      args,
      stdin,
      cwd: homeOrRoot(),
      env,
      signal,
      limits: { ...limits, ...PRINTED, memory: Number.POSITIVE_INFINITY },
      onLine,
    });
  } catch (error) {
    throw new ProgramMissing(program, lookupOf(program, file, codeOf(error)));
  }
}

/**
 * The file to start. A bare name is looked for here, since the system would also look in the working folder; any other path is
 * relative to the folder that programs run in. Throws the system's error if no such file exists.
 */
function programFile(file: string): ProgramFile {
  const machine = searchPathOf(process.env);
  const found = isProgramName(file) ? onSearchPath(file, machine) : atSetPath(file, homeOrRoot());
  if (found !== undefined) return found;
  // As the system reports it: a file of this name that cannot be run, or no file.
  throw Object.assign(new Error(), { code: onSearchPath(file, machine, existsSync) ? "EACCES" : "ENOENT" });
}

function resultOf({ stopped, ...ended }: ProgramEnd): RunResult {
  return {
    ...ended,
    interrupted: stopped !== undefined,
    ...(stopped === "timed-out" && { timedOut: true }),
    ...(stopped === "printed-too-much" && { printedTooMuch: true }),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
