import { spawnSync } from "node:child_process";

/** The exit code and the output of a script. */
export interface ShellRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The shells that pipelines run scripts with; none on Windows, where scripts of pipelines run in Git's bash with other paths. */
export const SHELLS: readonly string[] = process.platform === "win32" ? [] : ["bash", "sh"];

/** Runs a script in a folder with a shell, with variables on top of those of this process. */
export function runScript(
  shell: readonly [string, ...string[]],
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): ShellRun {
  const [program, ...args] = shell;
  const { status, stdout, stderr, error } = spawnSync(program, [...args, "-c", script], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}

/** Names of files that would do something if a shell read them: run a program, name other files, or become several words. */
export const HOSTILE_NAMES: readonly string[] = [
  "$(touch owned).values.yaml",
  "`touch owned`.values.yaml",
  "; touch owned; .values.yaml",
  "&& touch owned #.values.yaml",
  "${HOME}.values.yaml",
  "a b  c.values.yaml",
  `it's "quoted".values.yaml`,
  "back\\slash\\.values.yaml",
  "--reporter=json.values.yaml",
  "::error::.values.yaml",
  "ü 日本.values.yaml",
];
