// What is ignored is what Git itself says that it ignores (gitignore(5)).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}

const VALUES = WITH_UNKNOWN_KEY;

function repository(): string {
  const folder = folderWith({
    ".gitignore": "dist/\n*.local.values.yaml\n!keep.local.values.yaml\ntracked.values.yaml\n",
    "a/.gitignore": "/here.values.yaml\n",
    "a/here.values.yaml": VALUES,
    "a/b/here.values.yaml": VALUES,
    "a/my.local.values.yaml": VALUES,
    "a/keep.local.values.yaml": VALUES,
    "dist/values.yaml": VALUES,
    "dist/deep/values.yaml": VALUES,
    "tracked.values.yaml": VALUES,
    "ü (1).values.yaml": VALUES,
  });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-f", "tracked.values.yaml");
  return folder;
}

async function checked(folder: string, ...args: string[]): Promise<string[]> {
  const { out, err } = await run(folder, ["check", "-r", "json", ...args]);
  assert.equal(err, "");
  return JSON.parse(out).files.map(({ path: at }: { path: string }) => at);
}

const OWN = ["a/b/here.values.yaml", "a/keep.local.values.yaml", "tracked.values.yaml", "ü (1).values.yaml"];

test("what Git ignores is left out of folders and globs, and nothing else", async () => {
  const folder = repository();
  assert.deepEqual(await checked(folder), OWN);
  assert.deepEqual(await checked(folder, "."), OWN);
  assert.deepEqual(await checked(folder, "**/*.values.yaml"), OWN);
  assert.deepEqual(await checked(path.join(folder, "a")), ["b/here.values.yaml", "keep.local.values.yaml"]);
});

test("--no-ignore looks at all of it", async () => {
  const folder = repository();
  assert.equal((await checked(folder, "--no-ignore")).length, 8);
});

test("what is named is looked at, ignored or not", async () => {
  const folder = repository();
  assert.deepEqual(await checked(folder, "dist"), ["dist/deep/values.yaml", "dist/values.yaml"]);
  assert.deepEqual(await checked(folder, "dist/deep"), ["dist/deep/values.yaml"]);
  assert.deepEqual(await checked(folder, "a/here.values.yaml"), ["a/here.values.yaml"]);
});

test("fixes leave alone what Git ignores", async () => {
  const folder = folderWith({ ".gitignore": "out/\n", "out/values.yaml": `${VALUES}  logLevel: 1\n` });
  git(folder, "init", "-q");
  assert.equal((await run(folder, ["fix", "--unsafe", "--dry-run"])).out, "");
  assert.notEqual((await run(folder, ["fix", "--unsafe", "--dry-run", "--no-ignore"])).out, "");
});

test("outside a repository nothing is ignored, and Git is not asked", async () => {
  const folder = folderWith({ ".gitignore": "*.yaml\n", "a.values.yaml": VALUES });
  const { code, err } = await run(folder, ["check"], { env: { PATH: "" } });
  assert.deepEqual([code, err], [1, ""]);
});

test("without Git, all of it is looked at, and that is said", async () => {
  const folder = repository();
  const { out, err } = await run(folder, ["check", "-r", "json"], { env: { PATH: "" } });
  assert.match(err, /^Files ignored by Git are checked in .+, because Git failed \(.+\)\.\n$/);
  assert.equal(JSON.parse(out).files.length, 8);
});

test("in a hook, the folder that is checked counts and not the repository that the hook is of", async () => {
  const [folder, other] = [repository(), folderWith({})];
  git(other, "init", "-q");
  const env = { GIT_DIR: path.join(other, ".git"), GIT_INDEX_FILE: path.join(other, ".git/index") };
  const { out, err } = await run(folder, ["check", "-r", "json"], { env });
  assert.equal(err, "");
  const files = JSON.parse(out).files.map(({ path: at }: { path: string }) => at);
  assert.deepEqual(files, OWN);
});

test("no program that a repository names is run", { skip: process.platform === "win32" }, async () => {
  const folder = repository();
  const owned = path.join(folder, "owned");
  for (const key of ["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "filter.x.clean"]) {
    git(folder, "config", key, `touch ${owned}; false`);
  }
  const hooks = path.join(folder, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const hook of ["post-index-change", "fsmonitor-watchman"]) {
    writeFileSync(path.join(hooks, hook), `#!/bin/sh\ntouch ${owned}\n`);
    chmodSync(path.join(hooks, hook), 0o755);
  }
  writeFileSync(path.join(folder, ".gitattributes"), "* filter=x\n");
  await run(folder, ["check"]);
  assert.ok(!existsSync(owned));
});
