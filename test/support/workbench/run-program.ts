import { type SpawnOptions, spawn } from "node:child_process";

/** The exit code of a program, and all that it printed. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end, without input. Fails only when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env">,
): Promise<ProgramResult> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}
