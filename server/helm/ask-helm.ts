import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isRunnable, onSearchPath, type ProgramFile, searchPathOf } from "../programs/program-file.ts";
import { type ProgramEnd, type ProgramLimits, startProgram } from "../programs/run-program.ts";
import { emptyEnvironment, emptyFolder } from "../programs/surroundings.ts";
import type { AskedEntry, AskHelm, RenderAnswer, RenderQuestion } from "../workspace/helm/render-question.ts";
import { programAnswer } from "./program-answer.ts";

const MEGABYTE = 1024 * 1024;

/** Limits for Helm on this machine. It leaves nothing behind that it would have to tidy up. */
export const LIMITS: ProgramLimits = {
  deadline: 20_000,
  tidyUp: 0,
  // A cluster keeps no more than a megabyte of a release, compressed.
  stdout: { line: 8 * MEGABYTE, all: 8 * MEGABYTE },
  stderr: { line: MEGABYTE, all: MEGABYTE },
  memory: 1024 * MEGABYTE,
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
    if (file === undefined) return { is: "unknown", why: { noAnswer: "not-started" } };
    const out = await question.outOfReach();
    if (out) return { is: "unknown", why: out };
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
        text: namingOthers(entry, (content, offset) => write(`set-${index + 1}-${offset}`, content)),
      }));
      const args = templateArguments({ ...question, sets }, files);
      const env = emptyEnvironment(folder, cwd);
      const running = await startProgram({ file, args, stdin: "", cwd, env, signal, limits });
      return renderAnswer(await running?.ended, question);
    } catch {
      return { is: "unknown", why: { noAnswer: "not-started" } };
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

function renderAnswer(ended: ProgramEnd | undefined, { isShown }: RenderQuestion): RenderAnswer {
  const answer = programAnswer(ended);
  switch (answer.is) {
    case "unknown":
      return answer;
    case "no": {
      const { error } = answer;
      return "other" in error
        ? { is: "unknown", why: { noAnswer: "other-error", words: error.other } }
        : { is: "no", error: error.error };
    }
    case "yes":
      if (!isRendering(answer.output)) return { is: "unknown", why: { noAnswer: "unreadable" } };
      return isShown ? answer : { is: "yes" };
  }
}

/**
 * True if a text is all that `helm template` prints: a line break, if nothing was rendered, else documents that each begin with the name of a
 * template.
 */
function isRendering(output: string): boolean {
  return output === "\n" || (/^\n?---\n# Source: /.test(output) && output.endsWith("\n"));
}

/** An entry whose files are those that `write` makes of their contents: Helm itself opens no path and no address of an entry. */
function namingOthers(
  { text, contents = [] }: AskedEntry,
  write: (content: string, offset: number) => string,
) {
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
