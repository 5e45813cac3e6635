import { commandLine, lineRedactor, redactText } from "../cli/redact.ts";
import { messageOf } from "../error-message.ts";
import type { Invocation, RunOptions, RunResult } from "../installation-ports.ts";
import type { Ports } from "../ports.ts";

/** What running a program takes. */
export type RunPorts = Pick<Ports, "programs" | "output">;

/** How a call is watched. */
export interface CallOptions extends RunOptions {
  /** Whether what it prints is for people and goes to the log; what is printed to be read by `parse` does not. */
  readonly toLog?: boolean;
  /** Whether it is the same call again, as in waiting for something: then only what goes wrong is logged. */
  readonly repeated?: boolean;
}

/** A program ran and did not succeed. The message holds no secrets. */
export class RunFailed extends Error {
  readonly invocation: Invocation<unknown>;
  readonly result: RunResult;

  constructor(invocation: Invocation<unknown>, result: RunResult) {
    const { exitCode } = result;
    const end = exitCode === undefined ? "was ended by a signal" : `ended with exit code ${exitCode}`;
    const [verb = ""] = invocation.args;
    const said = lastLine(redactText(result.stderr));
    super(`${invocation.program} ${verb} ${end}${said === "" ? "." : `: ${said}`}`);
    this.invocation = invocation;
    this.result = result;
  }
}

/** A program succeeded and printed what nobody can read. */
export class UnreadableOutput extends Error {}

/**
 * Runs a program, with its command line and its complaints in the log, and reads what it printed. Throws `RunFailed`
 * when its exit code is not 0, and `ProgramMissing` where there is no such program.
 */
export async function call<T>(ports: RunPorts, invocation: Invocation<T>, options?: CallOptions): Promise<T> {
  const result = await attempt(ports, invocation, options);
  if (result.exitCode !== 0) throw new RunFailed(invocation, result);
  return readOutput(invocation, result);
}

/** What a successful run printed, read; throws `UnreadableOutput` with the program's name. */
export function readOutput<T>(invocation: Invocation<T>, { stdout }: RunResult): T {
  try {
    return invocation.parse(stdout);
  } catch (error) {
    const call = `${invocation.program} ${invocation.args[0] ?? ""}`;
    throw new UnreadableOutput(`What ${call} printed could not be read: ${messageOf(error)}`);
  }
}

/** The same without reading, for calls whose failure is an answer too. */
export async function attempt(
  ports: RunPorts,
  invocation: Invocation<unknown>,
  { signal, onLine, toLog = false, repeated = false }: CallOptions = {},
): Promise<RunResult> {
  if (!repeated) ports.output.info(`$ ${commandLine(invocation)}`);
  // What a line holds may be known by the lines before it, in the same stream.
  const redact = { stdout: lineRedactor(), stderr: lineRedactor() };
  const result = await ports.programs.run(invocation, {
    ...(signal && { signal }),
    onLine(line, from) {
      onLine?.(line, from);
      // What is printed to be read is long, often in one line, and goes to no log: nothing is looked for in it.
      if (from === "stdout" && (!toLog || invocation.confidential)) return;
      const shown = redact[from](line);
      if (shown.trim() !== "") ports.output.info(`  ${shown}`);
    },
  });
  if (result.exitCode !== 0 && !(repeated && result.interrupted)) {
    const end = result.exitCode === undefined ? "ended by a signal" : `exit code ${result.exitCode}`;
    ports.output.info(`  (${end}${result.interrupted ? ", after it was interrupted" : ""})`);
  }
  return result;
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
