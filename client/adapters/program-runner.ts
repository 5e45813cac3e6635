import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type Invocation,
  type ProcessRunner,
  type Program,
  ProgramMissing,
  type RunOptions,
  type RunResult,
} from "../program-ports.ts";
import { workingFolder } from "./home-paths.ts";
import { lookupOf } from "./not-started.ts";
import type { NotedRuns } from "./noted-runs.ts";
import { HAS_GROUPS } from "./process-group.ts";
import { programEnvironment } from "./program-environment.ts";
import { filedOutput, type ProgramOutput, pipedOutput } from "./program-output.ts";
import { stopWhenAsked } from "./stop-when-asked.ts";

/** The result of a call that was cancelled before it started. */
const NOT_STARTED: RunResult = { exitCode: undefined, stdout: "", stderr: "", interrupted: true };

/**
 * Runs `helm` and `kubectl` from the paths that `pathOf` returns, which may be bare names. `tellLeftOut` is called once with the
 * variables of this machine that are not passed on, if there are any. With `runs`, a run that has a note outlives this process.
 */
export function createProgramRunner(
  pathOf: (program: Program) => string,
  tellLeftOut: (names: readonly string[]) => void = () => undefined,
  runs?: NotedRuns,
): ProcessRunner {
  let told = false;
  return {
    async run(invocation, options = {}) {
      const { variables: env, leftOut } = programEnvironment(process.env);
      if (leftOut.length > 0 && !told) {
        told = true;
        tellLeftOut(leftOut);
      }
      if (options.signal?.aborted) return NOT_STARTED;
      const output = await outputOf(options, runs);
      const child = await start({ file: pathOf(invocation.program), env, invocation }, output);
      return toItsEnd(child, output, options);
    },
  };
}

/** A change that cannot be recorded is made all the same. */
async function outputOf({ note, onLine }: RunOptions, runs: NotedRuns | undefined): Promise<ProgramOutput> {
  const run = note && (await runs?.begin(note));
  return run === undefined ? pipedOutput(onLine) : filedOutput(run, onLine);
}

/** How a program is called. */
interface Call {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly invocation: Invocation<unknown>;
}

/** A program that was started. */
type Started = ChildProcess & { readonly pid: number };

/** Starts a program; rejects with `ProgramMissing` if that is not possible. */
async function start({ file, env, invocation }: Call, output: ProgramOutput): Promise<Started> {
  const { program, args, stdin = "" } = invocation;
  try {
    const child = spawn(file, args, {
      cwd: workingFolder(),
      env,
      windowsHide: true,
      stdio: ["pipe", ...output.stdio],
      // In its own process group, so that an interrupt also reaches the processes that it starts, and in its own session, so that
      // no signal reaches it when the editor ends (Node: `options.detached`).
      detached: HAS_GROUPS,
    });
    if (!isStarted(child)) throw (await once(child, "error"))[0];
    output.follow(child);
    // If a program does not read all of its input, its exit code tells what that means.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
    return child;
  } catch (error) {
    await output.drop();
    throw new ProgramMissing(program, lookupOf(program, file, codeOf(error)));
  }
}

function isStarted(child: ChildProcess): child is Started {
  return child.pid !== undefined;
}

async function toItsEnd(
  child: Started,
  output: ProgramOutput,
  { signal, limits }: RunOptions,
): Promise<RunResult> {
  const stopping = stopWhenAsked(child.pid, signal, limits);
  const exitCode = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  stopping.ended();
  return { exitCode: exitCode ?? undefined, ...(await output.read()), ...stopping.asked() };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
