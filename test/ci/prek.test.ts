import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith } from "../cli/run.ts";
import { manifest, repository } from "../support/repository.ts";
import { prekScript } from "./prek.ts";
import { environmentWithRegistry } from "./registry.ts";

const TAG = `v${manifest().version}`;

/** Windows is left out, because prek is not looked for there. */
const skip = process.platform === "win32";

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}

/** A repository with the hooks of this one, at the tag of the example. */
function hooksRepository(tag: string): string {
  const folder = folderWith({});
  copyFileSync(path.join(repository, ".pre-commit-hooks.yaml"), path.join(folder, ".pre-commit-hooks.yaml"));
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "a");
  git(folder, "tag", tag);
  return folder;
}

/** The first example of docs/guides/ci.md, with a repository that is there. */
function exampleConfig(hooks: string): string {
  const page = readFileSync(path.join(repository, "docs/guides/ci.md"), "utf8").replaceAll("\r\n", "\n");
  const [, example = ""] = /^```yaml\n(repos:\n.*?)^```$/ms.exec(page) ?? [];
  assert.ok(example.includes(`rev: ${TAG}\n`), example);
  return example.replace(/repo: https:.*/, `repo: ${hooks}`);
}

test("prek itself runs the hooks of the example over what is staged", {
  skip,
}, async (context) => {
  const prek = await prekScript().catch((error: Error) => {
    context.skip(error.message.split("\n", 1)[0]);
  });
  if (prek === undefined) return;
  const hooks = hooksRepository(TAG);
  const home = folderWith({});
  const environment = await environmentWithRegistry();
  const prekRun = (folder: string, ...args: string[]) => {
    const env = { ...process.env, ...environment, PREK_HOME: home };
    const all = [prek, ...args, "--color", "never"];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    return { code: status, out: stdout + stderr };
  };
  const team = (files: Readonly<Record<string, string>>) => {
    const folder = folderWith({ ".pre-commit-config.yaml": exampleConfig(hooks), ...files });
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    return folder;
  };
  const validated = prekRun(hooks, "validate-manifest", ".pre-commit-hooks.yaml");
  assert.equal(validated.code, 0, validated.out);

  const clean = prekRun(team({ "a/values.yaml": CLEAN, "notes.txt": "" }), "run");
  assert.equal(clean.code, 0, clean.out);
  assert.equal(clean.out.match(/\.Passed$/gm)?.length, 3, clean.out);

  const none = prekRun(team({ "notes.txt": "" }), "run", "cap-operator-check", "--files", "notes.txt");
  assert.match(none.out, /no files to check\)?Skipped$/m);

  const wrong = prekRun(team({ "a b/values.yaml": `${CLEAN}  replicas: -1\n` }), "run");
  assert.equal(wrong.code, 1);
  assert.match(wrong.out, /check CAP Operator values\.+Failed/);
  assert.match(wrong.out, /a b\/values\.yaml:6:13 error \S+ /);

  const folder = team({ "a/values.yaml": `${CLEAN}podLabels:\n  version: 1.10\n` });
  const fixed = prekRun(folder, "run");
  assert.equal(fixed.code, 1);
  assert.match(fixed.out, /fix CAP Operator values\.+Failed\n(?:- .*\n)*- files were modified by this hook/);
  assert.match(readFileSync(path.join(folder, "a/values.yaml"), "utf8"), /version: "1\.10"/);
});
