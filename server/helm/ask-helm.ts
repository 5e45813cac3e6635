import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isRunnable, onSearchPath, type ProgramFile, searchPathOf } from "../programs/program-file.ts";
import { type ProgramLimits, type Stopped, startProgram } from "../programs/run-program.ts";
import { emptyEnvironment, emptyFolder } from "../programs/surroundings.ts";
import type { AskedEntry, AskHelm, RenderAnswer, RenderQuestion } from "../workspace/render-question.ts";

const MEGABYTE = 1024 * 1024;

/** What Helm may take of this machine. Nothing is left behind that it would have to tidy up. */
export const LIMITS: ProgramLimits = {
  deadline: 20_000,
  tidyUp: 0,
  stdout: "not-read",
  stderr: { line: MEGABYTE, all: MEGABYTE },
  memory: 1024 * MEGABYTE,
};

/** How much of the objects is read. A cluster keeps no more than a megabyte of a release, compressed. */
const OBJECTS = { line: 8 * MEGABYTE, all: 8 * MEGABYTE };

const NO_ANSWERS: Readonly<Record<Stopped, "stopped" | "too-long" | "too-much">> = {
  aborted: "stopped",
  "timed-out": "too-long",
  "printed-too-much": "too-much",
  "needed-too-much": "too-much",
};

/**
 * The Helm of this machine: at a path, which must be absolute, else the first in an absolute folder of the PATH. `undefined` if there is
 * none.
 */
export function findHelm(
  named: string,
  environment: NodeJS.ProcessEnv = process.env,
): ProgramFile | undefined {
  if (named !== "") return isRunnable(named) ? named : undefined;
  return onSearchPath("helm", searchPathOf(environment));
}

/**
 * Asks a Helm by running `helm template`: without a shell, a cluster, a network, plugins or settings of this machine, within limits. The
 * values are in a folder that only this user can read, and that is removed afterwards. A chart that is out of reach is not given to it.
 */
export function helmAsker(helm: () => ProgramFile | undefined, limits: ProgramLimits = LIMITS): AskHelm {
  return async (question, signal): Promise<RenderAnswer> => {
    const file = helm();
    if (file === undefined) return { noAnswer: "not-started" };
    const out = await question.outOfReach();
    if (out) return out;
    let folder: string | undefined;
    try {
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-helm-"));
      const cwd = emptyFolder(path.join(folder, "empty"));
      const write = (name: string, text: string): string => {
        const file = path.join(folder ?? "", name);
        writeFileSync(file, text, { mode: 0o600 });
        return file;
      };
      const files = question.values.map(({ text }, index) => write(`values-${index + 1}.yaml`, text));
      const sets = question.sets.map((entry, index) => ({
        flag: entry.flag,
        text: namingOthers(entry, (content, at) => write(`set-${index + 1}-${at}`, content)),
      }));
      const args = templateArguments({ ...question, sets }, files);
      const env = emptyEnvironment(folder, cwd);
      const read = question.isShown ? { ...limits, stdout: OBJECTS } : limits;
      const running = await startProgram({ file, args, stdin: "", cwd, env, signal, limits: read });
      const ended = (await running?.ended) ?? { stopped: "aborted" as const };
      if (ended.stopped) return { noAnswer: NO_ANSWERS[ended.stopped] };
      if (ended.exitCode !== 0) return { refusal: ended.stderr };
      return question.isShown ? { renders: true, output: ended.stdout } : { renders: true };
    } catch {
      return { noAnswer: "not-started" };
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

/** An entry whose files are those that `write` makes of their contents: Helm itself opens no path and no address of an entry. */
function namingOthers({ text, contents = [] }: AskedEntry, write: (content: string, at: number) => string) {
  let [made, end] = ["", 0];
  for (const { offset, length, content } of contents) {
    made += text.slice(end, offset) + write(content, offset).replace(/[\\,{}]/g, "\\$&");
    end = offset + length;
  }
  return made + text.slice(end);
}

/** The arguments of `helm template`. Options are complete words, and names come after `--`, so that none is taken for another option. */
function templateArguments(
  { chart, sets, release, namespace }: RenderQuestion,
  files: readonly string[],
): readonly string[] {
  return [
    "template",
    ...files.map((file) => `--values=${file}`),
    ...sets.map(({ flag, text }) => `--${flag}=${text}`),
    `--namespace=${namespace}`,
    "--",
    release,
    chart,
  ];
}
