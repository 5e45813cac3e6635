import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { onDisk } from "../../disk/undecoded-names.ts";
import { findGit, GitFailure, type GitFile, type GitFiles, GitRepository } from "../../git/ask-git.ts";
import { readRegularFile } from "../../workspace/files/disk-values-files.ts";
import type { MayRead } from "../../workspace/files/reach.ts";
import { pathFrom, repositoryOf } from "../../workspace/files/repository.ts";
import type { Targets, Unreadable } from "../../workspace/files/targets.ts";
import { failed, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";

/** The options that choose changed files. */
export interface ChangeOptions {
  readonly since?: string;
  readonly staged?: boolean;
}

/** The changed ones among some files, with the staged texts of those that differ from the disk. */
export interface ChangedFiles extends Pick<Targets, "files" | "unreadable"> {
  readonly texts: ReadonlyMap<string, string>;
}

/** Larger files are never the same as those in a commit, so that they are checked. */
const MOST_BYTES = 64 * 1024 * 1024;
const YAML = /\.ya?ml$/i;

/** Adds the options. */
export function withChanges(command: Command): Command {
  return command
    .option(
      "--since <commit>",
      "of these files, only check those that have changed since the branch left this commit or branch; asks Git",
    )
    .addOption(
      new Option(
        "--staged",
        "of these files, only check those that are staged, as they are staged; asks Git",
      ).conflicts("since"),
    );
}

/** True if the options choose changed files. */
export function choosesChanges({ since, staged }: ChangeOptions): boolean {
  return since !== undefined || staged === true;
}

/** Of the files that arguments name, those that have changed. Throws a sentence if Git cannot tell. */
export async function changedAmong(
  found: Targets,
  paths: readonly string[],
  options: ChangeOptions,
  io: Io,
): Promise<ChangedFiles> {
  const root = repositoryOf(io.cwd);
  const git = findGit(io.env);
  if (git === undefined)
    throw wrongUse("Git was not found on the PATH. Install Git, or name the files instead.");
  if (!existsSync(path.join(root, ".git")))
    throw wrongUse(
      "This folder is not part of a Git repository. Run the command in one, or name the files instead.",
    );
  const changes = new Changes(new GitRepository(git, root), root, found);
  try {
    return options.since === undefined
      ? await changes.staged(paths, io.cwd)
      : await changes.since(options.since);
  } catch (error) {
    throw error instanceof GitFailure ? failed(error.message) : error;
  }
}

class Changes {
  readonly #git: GitRepository;
  readonly #root: string;
  readonly #found: Targets;
  readonly #mayRead: MayRead;

  constructor(git: GitRepository, root: string, found: Targets) {
    this.#git = git;
    this.#root = root;
    this.#found = found;
    this.#mayRead = (file) => found.access.mayRead(file);
  }

  /** The files that differ on the disk from the commit at which the branch left another one, with files that Git does not know. */
  async since(name: string): Promise<ChangedFiles> {
    const commit = await this.#git.commit(name);
    if (commit === undefined)
      throw wrongUse(
        `No commit "${name}" found. If it is on the server only, fetch it first (git fetch origin ${name}).`,
      );
    const head = await this.#git.commit("HEAD");
    const left = head === undefined ? undefined : await this.#git.commonCommit(commit, head);
    const before = await this.#git.filesIn(left ?? commit);
    const files = this.#found.files.filter((file) => !this.#isOnDisk(file, before.get(this.#named(file))));
    return { files, unreadable: this.#found.unreadable, texts: new Map() };
  }

  /** The staged files that differ from the last commit, also those that are gone from the disk. */
  async staged(paths: readonly string[], cwd: string): Promise<ChangedFiles> {
    const staged = await this.#changedInIndex();
    const known = new Set(this.#found.files);
    const notReadable = new Map(this.#found.unreadable.map((entry) => [entry.file, entry]));
    const tops = (paths.length > 0 ? paths : ["."]).map((named) => path.resolve(cwd, named));
    const isAsked = (file: string) => tops.some((top) => file === top || pathFrom(top, file) !== file);
    const texts = new Map<string, string>();
    const files: string[] = [];
    const unreadable: Unreadable[] = [];
    for (const [name, entry] of staged) {
      const file = path.join(this.#root, ...name.split("/"));
      const isGone = YAML.test(file) && !existsSync(onDisk(file)) && isAsked(file);
      const problem = notReadable.get(file);
      if (!known.has(file) && !isGone && !problem) continue;
      if (problem && entry.isLink) {
        unreadable.push(problem);
        continue;
      }
      if (!entry.isLink && !this.#isOnDisk(file, entry)) {
        const text = await this.#git.text(entry);
        if (idOf(Buffer.from(text), entry) !== entry.id) {
          unreadable.push({ file, problem: "is not checked: it is not UTF-8 as it is staged" });
          continue;
        }
        texts.set(file, text.replace(/^\ufeff/, ""));
      }
      files.push(file);
    }
    return { files: files.sort(), unreadable, texts };
  }

  async #changedInIndex(): Promise<GitFiles> {
    const head = await this.#git.commit("HEAD");
    const before: GitFiles = head === undefined ? new Map() : await this.#git.filesIn(head);
    const staged = await this.#git.stagedFiles();
    return new Map([...staged].filter(([name, { id }]) => before.get(name)?.id !== id));
  }

  #named(file: string): string {
    return pathFrom(this.#root, file);
  }

  /** True if the file on the disk has the content of one that Git knows. */
  #isOnDisk(file: string, entry: GitFile | undefined): boolean {
    if (entry === undefined || entry.isLink) return false;
    const read = readRegularFile(file, MOST_BYTES, this.#mayRead);
    return "bytes" in read && idOf(read.bytes, entry) === entry.id;
  }
}

/** The hash by which Git knows a content (https://git-scm.com/docs/hash-function-transition, "Object names"), with the algorithm of another hash. */
function idOf(bytes: Uint8Array, { id }: GitFile): string {
  return createHash(id.length === 40 ? "sha1" : "sha256")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}
