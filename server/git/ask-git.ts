import { onSearchPath, type ProgramFile, searchPathOf } from "../programs/program-file.ts";
import { type ProgramEnd, type ProgramLimits, startProgram } from "../programs/run-program.ts";
import { gitEnvironment, homeOrRoot } from "../programs/surroundings.ts";

const MEGABYTE = 1024 * 1024;
const LIMITS: ProgramLimits = {
  deadline: 60_000,
  tidyUp: 0,
  stdout: { line: 256 * MEGABYTE, all: 256 * MEGABYTE },
  stderr: { line: MEGABYTE, all: MEGABYTE },
  memory: Number.POSITIVE_INFINITY,
};

/**
 * Settings that win over those of the repository, which is not trusted: no program that watches its files, and no hooks. Other programs that a
 * repository can configure (filters, text conversions, other programs for differences, a pager, the agent of SSH) is only read by commands that touch
 * the working tree, compare contents, write for a terminal or fetch, and none of those is run here (see `gitEnvironment`).
 */
const SWITCHES: readonly string[] = [
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "core.hooksPath=/dev/null"],
  "--no-pager",
];

/** A file in a commit or in the index. */
export interface GitFile {
  /** Its hash: of `blob`, a space, the number of bytes, a zero byte, and the bytes. */
  readonly id: string;
  /** True for a link, whose content is the path of its target. */
  readonly isLink: boolean;
}

/** Files by their paths from the root of the repository, with forward slashes. */
export type GitFiles = ReadonlyMap<string, GitFile>;

/** Git gave no answer; the message is the sentence. */
export class GitFailure extends Error {}

/** The first `git` in an absolute folder of the PATH. */
export function findGit(env: NodeJS.ProcessEnv): ProgramFile | undefined {
  return onSearchPath("git", searchPathOf(env));
}

/**
 * Reads commits and the index of a repository with commands that read nothing else: no file of the working tree, and no program that the
 * repository names. All methods throw a `GitFailure`.
 */
export class GitRepository {
  readonly #file: ProgramFile;
  readonly #root: string;

  /** `root` is the folder of the working tree. */
  constructor(file: ProgramFile, root: string) {
    this.#file = file;
    this.#root = root;
  }

  /** The commit that a name stands for; `undefined` if there is none of this name. */
  async commit(name: string): Promise<string | undefined> {
    return this.#find("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  }

  /** The last commit that two commits have in common; `undefined` if the history here has none. */
  async commonCommit(first: string, other: string): Promise<string | undefined> {
    return this.#find("merge-base", first, other);
  }

  /** The files of a commit. */
  async filesIn(commit: string): Promise<GitFiles> {
    return filesOf(await this.#read("ls-tree", "-r", "-z", "--full-tree", commit));
  }

  /** The staged files. */
  async stagedFiles(): Promise<GitFiles> {
    return filesOf(await this.#read("ls-files", "--stage", "-z", "--full-name"));
  }

  /** The content of a file, read as UTF-8. */
  text({ id }: GitFile): Promise<string> {
    return this.#read("cat-file", "blob", id);
  }

  /** The output of a command that ends with 1 if there is none. */
  async #find(...args: readonly string[]): Promise<string | undefined> {
    const ended = await this.#ask(...args);
    return ended.exitCode === 1 ? undefined : printedBy(args, ended).trim();
  }

  async #read(...args: readonly string[]): Promise<string> {
    return printedBy(args, await this.#ask(...args));
  }

  async #ask(...args: readonly string[]): Promise<ProgramEnd> {
    const call = {
      file: this.#file,
      args: ["-C", this.#root, ...SWITCHES, ...args],
      stdin: "",
      cwd: homeOrRoot(),
      env: gitEnvironment(process.env),
      signal: new AbortController().signal,
      limits: LIMITS,
    };
    const running = await startProgram(call).catch(() => undefined);
    const ended = await running?.ended;
    if (ended === undefined) throw new GitFailure("Git could not be started.");
    if (ended.stopped) throw new GitFailure("Git was stopped, because it took too long or printed too much.");
    if (ended.exitCode === undefined) throw new GitFailure("Git was ended by another program.");
    return ended;
  }
}

function printedBy([command]: readonly string[], { exitCode, stdout, stderr }: ProgramEnd): string {
  if (exitCode === 0) return stdout;
  const line = stderr.split("\n").find((text) => /^(?:fatal|error): /.test(text));
  const why =
    line?.replace(/^\w+: /, "").replace(/\.$/, "") ?? `git ${command} ended with exit code ${exitCode}`;
  throw new GitFailure(`Git gave no answer: ${why}.`);
}

/** Reads what `ls-tree` and `ls-files --stage` print: mode, kind or nothing, hash, stage or nothing, a tab and the path. */
function filesOf(printed: string): GitFiles {
  const files = new Map<string, GitFile>();
  for (const entry of printed.split("\0")) {
    const tab = entry.indexOf("\t");
    const words = entry.slice(0, tab).split(" ");
    const [mode = ""] = words;
    const id = words.find((word, index) => index > 0 && /^[0-9a-f]{40,64}$/.test(word));
    // Other repositories in this one are no files.
    if (tab < 0 || id === undefined || mode === "160000") continue;
    files.set(entry.slice(tab + 1), { id, isLink: mode === "120000" });
  }
  return files;
}
