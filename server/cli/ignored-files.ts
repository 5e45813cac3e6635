import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { repositoryOf } from "./repository.ts";

/** What Git ignores in a folder, or why that is not known. */
export type Ignored = { readonly paths: ReadonlySet<string> } | { readonly problem: string };

const NONE: Ignored = { paths: new Set() };
const PATIENCE_MS = 20_000;
const MOST_OUTPUT = 256 * 1024 * 1024;
/** In a hook, these lead to the repository that the hook is of, which need not be this one. */
const OF_HOOKS: readonly string[] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/**
 * The absolute paths of what Git ignores in a folder: files, and folders with all that is in them. What is part of the repository is
 * not ignored, whatever a pattern says. Of a folder that is ignored as a whole only the folder itself is listed, so that whoever names
 * it gets what is in it. Outside a repository nothing is ignored, and Git is not asked. Git reads its patterns itself, because they
 * are to mean what they mean there.
 */
export function ignoredIn(folder: string): Ignored {
  const root = repositoryOf(folder);
  if (!existsSync(path.join(root, ".git"))) return NONE;
  const { status, stdout, stderr, error } = git(root, folder);
  if (status !== 0) {
    const reason = (error?.message ?? stderr).trim().split("\n")[0] ?? "";
    return {
      problem: `Files ignored by Git are checked in ${folder}, because Git failed (${reason}).`,
    };
  }
  const names = stdout.split("\0").filter((name) => name !== "");
  return { paths: new Set(names.map((name) => path.join(root, name.replace(/\/$/, "")))) };
}

/** No hook, pager or other program that a repository names is run. */
function git(root: string, folder: string) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_HOOKS.includes(name)));
  const listing = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  const inside = path.relative(root, folder).split(path.sep).join("/");
  return spawnSync("git", ["-c", "core.fsmonitor=false", "--no-pager", ...listing, "--", inside || "."], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
    timeout: PATIENCE_MS,
    env: { ...env, GIT_OPTIONAL_LOCKS: "0", GIT_LITERAL_PATHSPECS: "1" },
  });
}
