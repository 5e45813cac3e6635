import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}

/** A repository with one commit, whose files all have a finding. */
function repository(): string {
  const folder = folderWith({
    "old/values.yaml": WITH_UNKNOWN_KEY,
    "team a/ü.values.yaml": WITH_UNKNOWN_KEY,
    "gone/values.yaml": WITH_UNKNOWN_KEY,
    ".gitignore": "ignored\n",
  });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "first");
  return folder;
}

const write = (folder: string, name: string, text: string) => writeFileSync(path.join(folder, name), text);

/** The files with findings. */
async function filesIn(folder: string, ...args: string[]): Promise<string[]> {
  const { out, err } = await run(folder, ["check", "-r", "json", ...args]);
  assert.equal(err, "");
  return JSON.parse(out).files.map(({ path: at }: { path: string }) => at);
}

test("what has changed since the last commit, and what is new; not what is gone or ignored", async () => {
  const folder = repository();
  assert.deepEqual(await filesIn(folder, "--changed"), []);
  write(folder, "team a/ü.values.yaml", `# changed\n${WITH_UNKNOWN_KEY}`);
  write(folder, "new.values.yaml", WITH_UNKNOWN_KEY);
  write(folder, "notes.txt", "");
  execFileSync("mkdir", [path.join(folder, "ignored")]);
  write(folder, "ignored/values.yaml", WITH_UNKNOWN_KEY);
  rmSync(path.join(folder, "gone/values.yaml"));
  assert.deepEqual(await filesIn(folder, "--changed"), ["new.values.yaml", "team a/ü.values.yaml"]);
  assert.deepEqual(await filesIn(folder, "--changed", "team a"), ["team a/ü.values.yaml"]);
});

test("what has changed since the branch left another one, whatever happened there meanwhile", async () => {
  const folder = repository();
  git(folder, "checkout", "-qb", "work");
  write(folder, "mine.values.yaml", WITH_UNKNOWN_KEY);
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "mine");
  git(folder, "checkout", "-q", "main");
  write(folder, "old/values.yaml", `# theirs\n${WITH_UNKNOWN_KEY}`);
  git(folder, "commit", "-qam", "theirs");
  git(folder, "checkout", "-q", "work");
  assert.deepEqual(await filesIn(folder, "--since", "main"), ["mine.values.yaml"]);
});

test("what is staged is checked as it will be committed", async () => {
  const folder = repository();
  write(folder, "old/values.yaml", CLEAN);
  git(folder, "add", "-A");
  write(folder, "old/values.yaml", WITH_UNKNOWN_KEY);
  assert.equal((await run(folder, ["check", "--staged"])).code, 0);
  git(folder, "add", "-A");
  write(folder, "old/values.yaml", CLEAN);
  // Nothing is staged now, because it is what the last commit has.
  assert.deepEqual(await filesIn(folder, "--staged"), []);
  write(folder, "new.values.yaml", WITH_UNKNOWN_KEY);
  git(folder, "add", "-A");
  write(folder, "new.values.yaml", CLEAN);
  const { code, out } = await run(folder, ["check", "--staged", "-q"]);
  assert.equal(code, 1);
  assert.match(out, /^new\.values\.yaml:6:3 warning unknown-key/);
});

test("a commit that is not there, and one that would be an option of Git", async () => {
  const folder = repository();
  const none = await run(folder, ["check", "--since", "nowhere"]);
  assert.deepEqual([none.code, none.err], [2, "No commit or branch found: nowhere.\n"]);
  const hostile = await run(folder, ["check", `--since=--output=${folder}/owned`]);
  assert.equal(hostile.code, 2);
  assert.ok(!existsSync(path.join(folder, "owned")));
  const outside = await run(folderWith({}), ["check", "--changed"]);
  assert.equal(outside.code, 2);
});

test("no program that a repository names is run", async () => {
  const folder = repository();
  const owned = path.join(folder, ".git/owned");
  git(folder, "config", "core.fsmonitor", `touch ${owned}; false`);
  git(folder, "config", "diff.external", `touch ${owned}`);
  git(folder, "config", "core.pager", `touch ${owned}`);
  rmSync(owned, { force: true });
  await run(folder, ["check", "--changed"]);
  await run(folder, ["check", "--since", "HEAD"]);
  assert.ok(!existsSync(owned));
});
