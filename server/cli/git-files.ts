import { spawnSync } from "node:child_process";
import path from "node:path";
import { yamlText } from "../workspace/yaml-text.ts";
import { failed, wrongUse } from "./exit-codes.ts";

/** Files of a repository, with the texts that count instead of what is on the disk. */
export interface GitFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Added, copied, modified and renamed files, and those whose type has changed: what is there to be checked. */
const PRESENT = "--diff-filter=ACMRT";
const MOST_OUTPUT = 256 * 1024 * 1024;

/** The files that differ from a commit, or from where the current branch left it, and new ones that are not ignored. */
export function changedFiles(cwd: string, since: string | undefined): GitFiles {
  const root = rootOf(cwd);
  const base = since === undefined ? "HEAD" : leftAt(root, since);
  const hasCommit =
    since !== undefined || git(root, ["rev-parse", "--verify", "--quiet", "HEAD"]).status === 0;
  const tracked = hasCommit
    ? listed(root, ["diff", "--name-only", "-z", PRESENT, base, "--"])
    : listed(root, ["ls-files", "-z"]);
  const fresh = listed(root, ["ls-files", "-z", "--others", "--exclude-standard"]);
  return { files: [...new Set([...tracked, ...fresh])].sort(), texts: new Map() };
}

/** The files that the next commit changes, with the texts that it will have, whatever is on the disk. */
export function stagedFiles(cwd: string): GitFiles {
  const root = rootOf(cwd);
  const files = listed(root, ["diff", "--cached", "--name-only", "-z", PRESENT, "--"]).sort();
  const texts = new Map(
    files.filter(isYaml).map((file) => {
      const inside = path.relative(root, file).split(path.sep).join("/");
      return [file, staged(root, inside)];
    }),
  );
  return { files, texts };
}

/** Whether a file may be one of ours, by its name. */
export function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

function rootOf(cwd: string): string {
  const { status, stdout, error } = git(cwd, ["rev-parse", "--show-toplevel"]);
  if (error) throw failed("Git is required to find changed files, but cannot be run.");
  if (status !== 0) throw wrongUse("Changed files can only be found in a Git repository.");
  return stdout.replace(/\n$/, "");
}

/** Where the current branch left another one. Nothing that is written there is an option of Git. */
function leftAt(root: string, since: string): string {
  const commit = git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${since}^{commit}`]);
  if (commit.status !== 0) throw wrongUse(`No commit or branch found: ${since}.`);
  const base = git(root, ["merge-base", commit.stdout.trim(), "HEAD"]);
  return base.status === 0 ? base.stdout.trim() : commit.stdout.trim();
}

function listed(root: string, args: readonly string[]): string[] {
  return answer(root, args)
    .split("\0")
    .filter((name) => name !== "")
    .map((name) => path.join(root, name));
}

function answer(root: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = git(root, args);
  if (status !== 0) throw failed(`Git failed: ${(error?.message ?? stderr).trim()}`);
  return stdout;
}

function git(cwd: string, args: readonly string[]) {
  return spawnSync("git", [...QUIETLY, ...args], { ...optionsFor(cwd), encoding: "utf8" });
}

/** The text of a file as it is staged. */
function staged(cwd: string, inside: string): string {
  const args = [...QUIETLY, "cat-file", "blob", `:${inside}`];
  const { status, stdout, stderr, error } = spawnSync("git", args, optionsFor(cwd));
  if (status !== 0) throw failed(`Git failed: ${(error?.message ?? stderr.toString()).trim()}`);
  return yamlText(stdout);
}

/** No hook, pager or other program that a repository names is run. */
const QUIETLY = ["-c", "core.fsmonitor=false", "--no-pager"];

function optionsFor(cwd: string) {
  return { cwd, maxBuffer: MOST_OUTPUT, env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" } };
}
