import path from "node:path";
import { runProgram } from "./run-program.ts";

/** Runs `npm install` in a folder, without install scripts; throws with npm's own words when it fails. */
export async function npmInstall(folder: string, ...more: readonly string[]): Promise<void> {
  const [program, first] = npmProgram();
  const args = [
    ...first,
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...more,
  ];
  // npm hands its own settings down to its scripts; those of the repository must not steer this installation.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(config_(local_prefix|global_prefix|prefix|omit|package)|package|lifecycle|command)/i.test(
          name,
        ),
    ),
  );
  const { code, output } = await runProgram(program, args, { cwd: folder, env });
  if (code !== 0) {
    throw new Error(`npm install failed (exit code ${code}) in ${folder}:\n${output.trim()}`);
  }
}

/** npm as it was started by this run's script, else the one on PATH. */
function npmProgram(): [program: string, first: readonly string[]] {
  const script = process.env.npm_execpath;
  return script && path.basename(script).startsWith("npm") && script.endsWith(".js")
    ? [process.execPath, [script]]
    : ["npm", []];
}
