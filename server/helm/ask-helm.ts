import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AskedEntry, AskHelm, RenderAnswer, RenderQuestion } from "../workspace/helm-verdicts.ts";
import { type Limits, runBounded } from "./run-bounded.ts";

const LIMITS: Limits = { milliseconds: 20_000, bytes: 1024 * 1024, memory: 1024 * 1024 * 1024 };

/**
 * The Helm of this machine: at a path, which must be absolute, else the first in an absolute folder of the PATH. `undefined` if there is
 * none.
 */
export function findHelm(named: string, environment: NodeJS.ProcessEnv = process.env): string | undefined {
  if (named !== "") return isFullPath(named) && isProgram(named) ? named : undefined;
  const name = process.platform === "win32" ? "helm.exe" : "helm";
  const folders = (environment.PATH ?? environment.Path ?? "").split(path.delimiter);
  return folders
    .filter((folder) => isFullPath(folder))
    .map((folder) => path.join(folder, name))
    .find(isProgram);
}

/** Whether a path is the same in each working folder; on Windows, one that begins with `\\` alone is on the drive of that folder. */
export function isFullPath(file: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === "win32" ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(file) : file.startsWith("/");
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Asks a Helm by running `helm template`: without a shell, a cluster, a network, plugins or settings of this machine, within limits. The
 * values are in a folder that only this user can read, and that is removed afterwards. A chart that is out of reach is not given to it.
 */
export function helmAsker(helm: () => string | undefined, limits: Limits = LIMITS): AskHelm {
  return async (question, signal): Promise<RenderAnswer> => {
    const program = helm();
    if (program === undefined) return { noAnswer: "not-started" };
    const out = await question.outOfReach();
    if (out) return out;
    let folder: string | undefined;
    try {
      folder = mkdtempSync(path.join(tmpdir(), "cap-operator-helm-"));
      const empty = path.join(folder, "empty");
      mkdirSync(empty, { mode: 0o700 });
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
      const ended = await runBounded(
        { program, args, env: environmentIn(folder), cwd: empty, limits },
        signal,
      );
      if ("notStarted" in ended) return { noAnswer: "not-started" };
      if ("killed" in ended) return { noAnswer: ended.killed };
      return ended.exitCode === 0 ? { renders: true } : { refusal: ended.errors };
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

/** The whole environment of Helm: an empty home, no plugins, no registry, no kubeconfig, no proxy. */
function environmentIn(folder: string): Readonly<Record<string, string>> {
  const inside = (name: string) => path.join(folder, "empty", name);
  const { SystemRoot } = process.env;
  return {
    ...(SystemRoot !== undefined && { SystemRoot }),
    HOME: inside("home"),
    USERPROFILE: inside("home"),
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    HELM_CACHE_HOME: inside("cache"),
    HELM_CONFIG_HOME: inside("config"),
    HELM_DATA_HOME: inside("data"),
    HELM_PLUGINS: inside("plugins"),
    HELM_NO_PLUGINS: "1",
    HELM_REGISTRY_CONFIG: inside("registry.json"),
    HELM_REPOSITORY_CONFIG: inside("repositories.yaml"),
    HELM_REPOSITORY_CACHE: inside("repository"),
    KUBECONFIG: inside("kubeconfig"),
    GOMEMLIMIT: "512MiB",
  };
}
