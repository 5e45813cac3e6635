// The same files are left out as by Git itself (gitignore(5)).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { findTargets } from "../../server/workspace/files/targets.ts";
import { effort } from "../support/effort.ts";
import { folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

/** Git as it is without anybody's own configuration. */
function git(folder: string, ...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: path.join(folder, "none"),
    XDG_CONFIG_HOME: folder,
  };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
}

/** The YAML files that Git would add, of those in a folder. */
const addedByGit = (folder: string) =>
  git(folder, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.yaml")
    .split("\0")
    .filter(Boolean)
    .sort();

function found(folder: string): string[] {
  const { files, missing, unreadable } = findTargets(["."], [folder]);
  assert.deepEqual([missing, unreadable], [[], []]);
  return files.map((file) => path.relative(folder, file).split(path.sep).join("/")).sort();
}

/** Only ASCII, because `?` and `[!a]` are a byte for Git and a character here. */
const NAMES = ["a", "b", "a b", "[a]", "!b", "#a", "b\\", "A", "b*"];
const LEAVES = ["a.yaml", "b.yaml", "[a].yaml", " a.yaml", "#b.yaml", "!a.yaml", "A.yaml", "a.local.yaml"];
/** A tree of three levels in which all names are, and where ignore files may be. */
const TREE = [
  [],
  ...NAMES.map((name) => [name]),
  ...["a", "b", "[a]", "a b"].flatMap((folder) => NAMES.slice(0, 6).map((other) => [folder, other])),
];
const PLACES = [
  ".git/info/exclude",
  ".gitignore",
  "a/.gitignore",
  "a/b/.gitignore",
  "[a]/.gitignore",
  "a b/a/.gitignore",
];

function tree(): string {
  const folder = folderWith({});
  git(folder, "init", "-q", "-b", "main");
  for (const parts of TREE) {
    mkdirSync(path.join(folder, ...parts), { recursive: true });
    for (const leaf of LEAVES) writeFileSync(path.join(folder, ...parts, leaf), "");
  }
  return folder;
}

/** The files of a tree with these ignore files, as found here and by Git. */
function compared(folder: string, ignoreFiles: Readonly<Record<string, string>>) {
  for (const file of PLACES) rmSync(path.join(folder, file), { force: true });
  for (const [file, text] of Object.entries(ignoreFiles)) writeFileSync(path.join(folder, file), text);
  return { ours: found(folder), git: addedByGit(folder) };
}

const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("", "", "", "!", "!", "#", "\\!", "\\#"),
      fc.constantFrom("", "", "/", "**/", "/**/", "*/"),
      fc.array(
        fc.constantFrom(
          "a",
          "b",
          "*",
          "**",
          "?",
          "[ab]",
          "[!a]",
          "[[:alpha:]]",
          "a b",
          "\\[a\\]",
          "a/",
          "/",
          ".",
          "b/**/",
        ),
        {
          maxLength: 3,
        },
      ),
      fc.constantFrom("", "", ".yaml", "*.yaml", "*.local.yaml", "/", "/*", "/**"),
      fc.constantFrom("", "", "", " ", "\\ ", "\r", "  "),
    )
    .map((parts) => parts.flat().join(""))
    // Asterisks that are no whole name are regular ones by the manual, and not always in the program (`a**/**`).
    .filter((text) => !/[^/!]\*\*|\*\*[^/\s]/.test(text)),
  fc.constantFrom(
    "*",
    "!*/",
    "/*",
    "!/a",
    "!/a/",
    "a/*",
    "!a/b",
    "!a/b/",
    "!*.yaml",
    "b",
    "!b",
    "a/**",
    "!a/**/b",
    "/",
    "!",
    "",
    "\ufeffa",
    "[",
    "a[",
  ),
);
const ignoreFile = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`);

/** Cases that are known to be difficult: files that a deeper file includes again, and files that none can include again. */
const CASES: readonly Readonly<Record<string, string>>[] = [
  { ".gitignore": "a/*\n", "a/.gitignore": "!b\n" },
  { ".gitignore": "a/*\n", "a/.gitignore": "!b/\n", "a/b/.gitignore": "a.yaml\n" },
  { ".gitignore": "a/\n", "a/.gitignore": "!b\n!*.yaml\n" },
  { ".gitignore": "*\n!*/\n!a.yaml\n", "a/b/.gitignore": "a.yaml\n!b.yaml\n" },
  { ".gitignore": "/*\n!/a\n/a/*\n!/a/b\n" },
  { ".git/info/exclude": "a.yaml\nb/\n", ".gitignore": "!a.yaml\n!b\n" },
  { ".git/info/exclude": "/a/\n", ".gitignore": "!/a\n" },
  { ".gitignore": "*.yaml\n", "[a]/.gitignore": "!*.yaml\n", "a b/a/.gitignore": "!/a.yaml\n" },
  { ".gitignore": "[a]/*\n\\[a\\]/*\n", "[a]/.gitignore": "!b\n!/a\n" },
  { ".gitignore": "\ufeffa.yaml\r\n# b.yaml\r\n\\#b.yaml\r\n \r\n" },
];

test("exactly what Git leaves out is left out, whatever files in several folders include again", {
  skip: process.platform !== "linux" && "its file names need a file system that tells them all apart",
}, () => {
  const folder = tree();
  for (const files of CASES) {
    const { ours, git } = compared(folder, files);
    assert.deepEqual(ours, git, JSON.stringify(files));
  }
  const files = fc.dictionary(fc.constantFrom(...PLACES), ignoreFile, { minKeys: 1, maxKeys: 4 });
  fc.assert(
    fc.property(files, (some) => {
      const { ours, git } = compared(folder, some);
      assert.deepEqual(ours, git);
    }),
    effort(60),
  );
});

const VALUES = WITH_UNKNOWN_KEY;

function repository(): string {
  const folder = folderWith({
    ".gitignore": "dist/\n*.local.values.yaml\n!keep.local.values.yaml\nadded.values.yaml\n",
    "a/.gitignore": "/here.values.yaml\n",
    "a/here.values.yaml": VALUES,
    "a/b/here.values.yaml": VALUES,
    "a/my.local.values.yaml": VALUES,
    "a/keep.local.values.yaml": VALUES,
    "dist/values.yaml": VALUES,
    "dist/deep/values.yaml": VALUES,
    "added.values.yaml": VALUES,
    "ü (1).values.yaml": VALUES,
  });
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-f", "added.values.yaml");
  return folder;
}

/** The files that are checked where no program can be started, Git included. */
async function checked(folder: string, ...args: string[]): Promise<string[]> {
  const { out, err } = await run(folder, ["check", "-r", "json", ...args], { env: { PATH: "" } });
  assert.equal(err, "");
  return JSON.parse(out).files.map(({ path: file }: { path: string }) => file);
}

const OWN = ["a/b/here.values.yaml", "a/keep.local.values.yaml", "ü (1).values.yaml"];

test("what Git's ignore files name is left out of folders and globs, also if it has been added, and nothing else", async () => {
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

test("outside a repository nothing is left out, but in a repository inside", () => {
  const folder = folderWith({
    ".gitignore": "*.yaml\n",
    "a.values.yaml": "",
    "b/.gitignore": "c.yaml\n",
    "b/c.yaml": "",
    "b/d/c.yaml": "",
    "b/d.yaml": "",
  });
  assert.deepEqual(found(folder), ["a.values.yaml", "b/c.yaml", "b/d.yaml", "b/d/c.yaml"]);
  git(path.join(folder, "b"), "init", "-q");
  assert.deepEqual(found(folder), ["a.values.yaml", "b/d.yaml"]);
  git(folder, "init", "-q");
  // Patterns of the outer repository do not count in the inner one.
  assert.deepEqual(found(folder), ["b/d.yaml"]);
});

test("an ignore file that is a link or a folder counts for nothing, and one that is too large is reported", () => {
  const folder = folderWith({ patterns: "*.yaml\n", "a/a.yaml": "", "b/.gitignore/x": "", "b/b.yaml": "" });
  git(folder, "init", "-q");
  symlinkSync("../patterns", path.join(folder, "a/.gitignore"));
  assert.deepEqual(found(folder), addedByGit(folder));
  assert.deepEqual(found(folder), ["a/a.yaml", "b/b.yaml"]);
  writeFileSync(path.join(folder, ".gitignore"), "#".repeat(1_000_001));
  const { files, unreadable } = findTargets(["."], [folder]);
  assert.deepEqual(
    [files.length, unreadable],
    [2, [{ file: `${folder}/.gitignore`, problem: "is larger than 1 MB, and is not read" }]],
  );
});

test("patterns and folders that would keep a program busy for years end soon", () => {
  const folder = folderWith({ ".gitignore": `${"**/a/".repeat(30)}b\n${"*a".repeat(100)}b\nc.yaml\n` });
  git(folder, "init", "-q");
  const deep = path.join(folder, ..."a".repeat(200));
  mkdirSync(deep, { recursive: true });
  for (const name of ["c.yaml", `${"a".repeat(200)}.yaml`]) {
    writeFileSync(path.join(folder, name), "");
    writeFileSync(path.join(deep, name), "");
  }
  assert.equal(found(folder).length, 3);
});
