// The scripts of docs/guides/ci.md for changed files, run as they are on the page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, program, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { runScript, SHELLS } from "./shell.ts";

const page = readFileSync(path.join(repository, "docs/guides/ci.md"), "utf8").replaceAll("\r\n", "\n");
const scripts = [...page.matchAll(/^```sh\n(cap-operator check --(?:staged|since) .*?)^```$/gms)].map(
  ([, script = ""]) => script,
);
const [STAGED = assert.fail("The page has no script for a hook."), SINCE = assert.fail("... for a branch.")] =
  scripts;
const WRONG = `${CLEAN}  replicas: -1\n`;

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}

/** A repository with one commit, whose files all have a finding. */
function committed(): string {
  const folder = folderWith({ "old/values.yaml": WRONG, "gone/values.yaml": WRONG, "notes.txt": "" });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "first");
  git(folder, "update-ref", "refs/remotes/origin/main", "main");
  return folder;
}

for (const shell of SHELLS) {
  const bin = folderWith({});
  symlinkSync(program, path.join(bin, "cap-operator"));
  const env = { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };

  test(`${shell}: a hook checks the files that are staged, whatever they are called, and nothing else`, () => {
    const folder = committed();
    assert.deepEqual(runScript([shell], STAGED, folder, env), { code: 0, out: "", err: "" });
    writeFileSync(path.join(folder, "notes.txt"), "changed");
    rmSync(path.join(folder, "gone"), { recursive: true });
    for (const name of ["--reporter=json.values.yaml", "a 'b' ü.values.yaml"])
      writeFileSync(path.join(folder, name), WITH_UNKNOWN_KEY);
    git(folder, "add", "-A");
    const { code, out, err } = runScript([shell], STAGED, folder, env);
    assert.notEqual(code, 0);
    assert.equal(err, "");
    const found = /^(.+\.values\.yaml):6:3 warning unknown-key/gm;
    const names = [...out.matchAll(found)].map(([, name]) => name);
    assert.deepEqual(names, ["--reporter=json.values.yaml", "a 'b' ü.values.yaml"]);
    assert.doesNotMatch(out, /old|gone/);
  });

  test(`${shell}: a branch is checked for what changed on it, whatever happened elsewhere meanwhile`, () => {
    const folder = committed();
    git(folder, "checkout", "-qb", "work");
    writeFileSync(path.join(folder, "mine.values.yaml"), WRONG);
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "mine");
    git(folder, "checkout", "-q", "main");
    writeFileSync(path.join(folder, "old/values.yaml"), `# theirs\n${WRONG}`);
    git(folder, "commit", "-qam", "theirs");
    git(folder, "update-ref", "refs/remotes/origin/main", "main");
    git(folder, "checkout", "-q", "work");
    const { code, out } = runScript([shell], SINCE, folder, env);
    assert.notEqual(code, 0);
    assert.match(out, /^mine\.values\.yaml:6:13 error /);
    assert.doesNotMatch(out, /old/);
  });
}
