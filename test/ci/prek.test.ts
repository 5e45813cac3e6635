import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { prekScript } from "./prek.ts";

/** Neither what prek is to install nor where it comes from is asked for on Windows, where npm's environments are laid out differently. */
const skip = process.platform === "win32";

function git(folder: string, ...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
}

/** The package as a repository with hooks, at the tag of the example: what a clone of this one is after it has been built. */
function hooksRepository(): string {
  const folder = folderWith({});
  const quiet = { cwd: repository, encoding: "utf8" as const, stdio: "pipe" as const };
  const asked = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [packed] = JSON.parse(execFileSync("npm", asked, quiet));
  for (const { path: at } of packed.files)
    cpSync(path.join(repository, at), path.join(folder, at), { recursive: true });
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  copyFileSync(path.join(repository, ".pre-commit-hooks.yaml"), path.join(folder, ".pre-commit-hooks.yaml"));
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "a");
  git(folder, "tag", "v0.1.0");
  return folder;
}

/** The first example of docs/guides/ci.md, with a repository that is there. */
function exampleConfig(hooks: string): string {
  const page = readFileSync(path.join(repository, "docs/guides/ci.md"), "utf8").replaceAll("\r\n", "\n");
  const [, example = ""] = /^```yaml\n(repos:\n.*?)^```$/ms.exec(page) ?? [];
  const address = "https://git.example.org/platform/cap-operator-tools";
  assert.ok(example.includes(`repo: ${address}\n`) && example.includes("rev: v0.1.0\n"), example);
  return example.replace(address, hooks);
}

test("prek itself installs the hooks of the example, without a network, and runs them over what is staged", {
  skip,
}, async (context) => {
  const prek = await prekScript().catch((error: Error) => {
    context.skip(error.message.split("\n", 1)[0]);
  });
  if (prek === undefined) return;
  const hooks = hooksRepository();
  const home = folderWith({});
  const prekRun = (folder: string, ...args: string[]) => {
    const env = { ...process.env, PREK_HOME: home, npm_config_offline: "true" };
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
  const manifest = prekRun(hooks, "validate-manifest", ".pre-commit-hooks.yaml");
  assert.equal(manifest.code, 0, manifest.out);

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
