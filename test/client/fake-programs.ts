import { LAST_LINE } from "../../client/helm/reading-commands.ts";
import { LOOKING } from "../../client/operation/find-helm.ts";
import {
  type Invocation,
  type ProcessRunner,
  type Program,
  ProgramMissing,
  type RunOptions,
  type RunResult,
} from "../../client/ports/programs.ts";

/** The answer of a program: its output, its failure, or nothing until it is interrupted. */
export type Answer = string | Partial<RunResult> | "hangs";

/** The programs as a test describes them. */
export interface ProgramsWorld {
  /** The answer of a program to a call; a call without an answer fails the test. */
  readonly programs?: (
    line: string,
    invocation: Invocation<unknown>,
    cancel: () => void,
    options?: RunOptions,
  ) => Answer | undefined;
  readonly missing?: readonly Program[];
  /** True if answers are complete; otherwise the fake adds what a real program prints around them. */
  readonly isExact?: true;
  /** Aborted when the deadlines of the programs that hang have passed. */
  readonly deadline?: AbortSignal;
}

/** The programs of a world; what is run is noted in `seen`. `cancel` presses Cancel. */
export function fakePrograms(world: ProgramsWorld, seen: string[], cancel: () => void): ProcessRunner {
  return {
    async run(invocation, options = {}) {
      const { program, args } = invocation;
      const line = [program, ...args].join(" ");
      if (world.missing?.includes(program)) throw new ProgramMissing(program, { reason: "not-found" });
      // That there is a Helm is all that commands want to know before they ask anything, and nobody sees it.
      if (options.limits === LOOKING) return { exitCode: 0, stdout: "", stderr: "", interrupted: false };
      seen.push(`run: ${line}`);
      const answer = world.programs?.(line, invocation, cancel, options);
      if (answer === undefined) throw new Error(`Nobody foresaw: ${line}`);
      const said =
        answer === "hangs"
          ? await interrupted(line, options, world.deadline)
          : typeof answer === "string"
            ? { stdout: answer }
            : answer;
      const result = {
        exitCode: 0,
        stdout: "",
        stderr: "",
        interrupted: options.signal?.aborted ?? false,
        ...said,
      };
      if (result.exitCode === 0 && !world.isExact) result.stdout = whole(line, invocation, result.stdout);
      for (const from of ["stdout", "stderr"] as const) {
        for (const text of result[from].split("\n")) if (text !== "") options.onLine?.(text, from);
      }
      return result;
    },
  };
}

/** An answer with what the real program prints around it in any case, which no test is about. */
function whole(line: string, { stdin = "" }: Invocation<unknown>, stdout: string): string {
  if (line.startsWith("helm template") && !stdout.startsWith("---\n# Source: "))
    return stdout.trim() === "" ? "\n" : `---\n# Source: chart/templates/x.yaml\n${stdout.trimEnd()}\n`;
  if (line.startsWith("helm get all")) return `${stdout}\n${LAST_LINE}\n`;
  if (line.startsWith("helm rollback") && stdout === "") return "Rollback was a success! Happy Helming!\n";
  if (line.startsWith("helm uninstall") && !stdout.includes("uninstalled"))
    return `${stdout}release "cap-operator" uninstalled\n`;
  if (/^kubectl (apply|create) .*-f -/.test(line) && stdout === "") {
    const applied = line.includes("--output name") ? "" : " configured";
    return stdin
      .split(/^---$/m)
      .map((_, index) => `thing.example.org/n${index}${applied}\n`)
      .join("");
  }
  return stdout;
}

/** The end of a program that hangs. If nothing can end it, the test fails. */
async function interrupted(
  line: string,
  { signal, limits }: RunOptions,
  deadline: AbortSignal | undefined,
): Promise<Partial<RunResult>> {
  const passes = limits && deadline;
  if (signal === undefined && passes === undefined) throw new Error(`Nothing can end: ${line}`);
  const ends = [signal, passes].flatMap((end) => end ?? []);
  await new Promise<void>((resolve) => {
    if (ends.some((end) => end.aborted)) resolve();
    for (const end of ends) end.addEventListener("abort", () => resolve(), { once: true });
  });
  return { exitCode: undefined, interrupted: true, ...(!signal?.aborted && { timedOut: true }) };
}
