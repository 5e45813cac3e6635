// Which Helms run: what is called instead of Helm notes its process, and becomes Helm.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { until } from "../until.ts";

/** The runs of Helm in one case. */
export interface HelmRuns {
  /** What to call instead of Helm. */
  readonly program: string;
  /** Whether a Helm that changes the release runs, or has run. */
  isChanging(): boolean;
  /** Kills the Helm that was started last; says whether it still ran. */
  kill(): boolean;
  /** Waits until none runs. */
  ended(): Promise<void>;
}

interface Run {
  readonly pid: number;
  readonly line: string;
}

/** Prepares them in a folder; `helm` is what runs. */
export async function helmRuns(folder: string, helm: string): Promise<HelmRuns> {
  const notes = path.join(folder, "helm-runs");
  const program = path.join(folder, "helm");
  // `exec` keeps the process, so that signals reach Helm itself.
  const script = `#!/bin/sh\necho "$$ $*" >> '${notes}'\nexec '${helm}' "$@"\n`;
  await writeFile(program, script, { mode: 0o700 });
  const runs = (): readonly Run[] => {
    if (!existsSync(notes)) return [];
    return readFileSync(notes, "utf8")
      .split("\n")
      .flatMap((note) => {
        const [, pid, line = ""] = /^(\d+) (.*)$/.exec(note) ?? [];
        return pid === undefined ? [] : [{ pid: Number(pid), line }];
      });
  };
  return {
    program,
    isChanging: () => runs().some(({ line }) => /^upgrade --install (?!--dry-run)/.test(line)),
    kill() {
      const last = runs().at(-1);
      if (last === undefined || !isRunning(last)) return false;
      return process.kill(last.pid, "SIGKILL");
    },
    ended: () => until(async () => !runs().some(isRunning)),
  };
}

/** A process that nobody has waited for is a zombie, and has ended all the same. */
function isRunning({ pid }: Run): boolean {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return state !== "" && !state.startsWith("Z");
  } catch {
    return false;
  }
}
