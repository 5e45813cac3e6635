// Files that have changed since a commit, and files as they are staged, in repositories that nobody vouches for.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { CLEAN, folderWith, type Ran, run, WITH_UNKNOWN_KEY } from "./run.ts";

const WRONG = `${CLEAN}  replicas: -1\n`;

function git(folder: string, ...args: string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** A repository whose last commit has files, one of them with a problem. */
function committed(files: Readonly<Record<string, string>> = {}, ...init: string[]): string {
  const folder = folderWith({ "a/values.yaml": CLEAN, "old/values.yaml": WRONG, ...files });
  git(folder, "init", "-q", "-b", "main", ...init);
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "first");
  return folder;
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** The files that were checked, with the codes of their findings. */
function checked({ out }: Ran): Record<string, string[]> {
  const { files } = JSON.parse(out) as { files: { path: string; findings?: { code: string }[] }[] };
  return Object.fromEntries(
    files.map(({ path: file, findings = [] }) => [file, findings.map(({ code }) => code)]),
  );
}

const check = (folder: string, ...args: string[]) => run(folder, ["check", "-r", "json", ...args]);

suite("check --since", () => {
  test("checks what differs from the commit on the disk, with files that Git does not know", async () => {
    const folder = committed();
    assert.deepEqual(checked(await check(folder, "--since", "HEAD")), {});
    write(folder, "a/values.yaml", WITH_UNKNOWN_KEY);
    write(folder, "new ü/values.yaml", CLEAN);
    assert.deepEqual(checked(await check(folder, "--since", "HEAD")), {
      "a/values.yaml": ["unknown-key"],
      "new ü/values.yaml": [],
    });
    assert.deepEqual(checked(await check(folder, "--since=HEAD", "a")), { "a/values.yaml": ["unknown-key"] });
    // From another folder of the repository.
    assert.deepEqual(checked(await check(path.join(folder, "a"), "--since", "HEAD")), {
      "values.yaml": ["unknown-key"],
    });
  });

  test("leaves out what only happened on the other branch", async () => {
    const folder = committed();
    git(folder, "checkout", "-qb", "work");
    write(folder, "mine/values.yaml", WRONG);
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "mine");
    git(folder, "checkout", "-q", "main");
    write(folder, "old/values.yaml", `# theirs\n${WRONG}`);
    git(folder, "commit", "-qam", "theirs");
    git(folder, "checkout", "-q", "work");
    assert.deepEqual(Object.keys(checked(await check(folder, "--since", "main"))), ["mine/values.yaml"]);
  });

  test("reads a repository with hashes of the other kind", async () => {
    const folder = committed({}, "--object-format=sha256");
    write(folder, "a/values.yaml", WITH_UNKNOWN_KEY);
    assert.deepEqual(Object.keys(checked(await check(folder, "--since", "HEAD"))), ["a/values.yaml"]);
  });
});

suite("check --staged", () => {
  test("checks the staged text, whatever is on the disk by then", async () => {
    const folder = committed();
    write(folder, "a/values.yaml", WITH_UNKNOWN_KEY);
    write(folder, "gone/values.yaml", WRONG);
    git(folder, "add", "-A");
    write(folder, "a/values.yaml", CLEAN);
    write(folder, "old/values.yaml", `${WRONG}# not staged\n`);
    rmSync(path.join(folder, "gone"), { recursive: true });
    assert.deepEqual(checked(await check(folder, "--staged")), {
      "a/values.yaml": ["unknown-key"],
      "gone/values.yaml": ["out-of-range"],
    });
    assert.deepEqual(Object.keys(checked(await check(folder, "--staged", "a"))), ["a/values.yaml"]);
  });

  test("checks all that is staged before the first commit", async () => {
    const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    assert.deepEqual(checked(await check(folder, "--staged")), { "values.yaml": ["unknown-key"] });
  });

  test("uses the index that Git names to a hook", async () => {
    const folder = committed();
    write(folder, "a/values.yaml", WITH_UNKNOWN_KEY);
    const env = { GIT_INDEX_FILE: ".git/other" };
    execFileSync("git", ["read-tree", "HEAD"], { cwd: folder, env: { ...process.env, ...env } });
    execFileSync("git", ["add", "a"], { cwd: folder, env: { ...process.env, ...env } });
    assert.deepEqual(checked(await check(folder, "--staged")), {});
    const asked = await run(folder, ["check", "-r", "json", "--staged"], { env });
    assert.deepEqual(checked(asked), { "a/values.yaml": ["unknown-key"] });
  });

  test("reports a staged file that is not UTF-8 and is another one on the disk", async () => {
    const folder = committed();
    writeFileSync(path.join(folder, "a/values.yaml"), Buffer.from(`${CLEAN}# \u00ff\n`, "latin1"));
    git(folder, "add", "-A");
    write(folder, "a/values.yaml", CLEAN);
    const { code, out } = await run(folder, ["check", "--staged"]);
    assert.equal(code, 3);
    assert.match(out, /^a\/values\.yaml is not checked: it is not UTF-8 as it is staged\.$/m);
  });

  test("with nothing staged, says so", async () => {
    const folder = committed();
    const { code, out } = await run(folder, ["check", "--staged"]);
    assert.deepEqual([code, out], [0, "No files were checked. No changed files to check were found.\n"]);
  });
});

for (const [args, code, sentence] of [
  [["--since", "nowhere"], 2, /^No commit "nowhere" found\. .*git fetch origin nowhere/],
  [["--since", "--output=x"], 2, /^No commit "--output=x" found\./],
  [["--since", "HEAD", "--staged"], 2, /cannot be used with option/],
  [["--staged", "-f", "a/values.yaml"], 2, /^--since and --staged choose among files and folders/],
  [["--staged", "-"], 2, /^--since and --staged choose among files and folders/],
] as const) {
  test(`check ${args.join(" ")}: exit code ${code} and one sentence`, async () => {
    const ran = await run(committed(), ["check", ...args]);
    assert.equal(ran.code, code, ran.out);
    assert.match(ran.err, sentence);
  });
}

test("outside of a repository, and without Git: exit code 2 and one sentence", async () => {
  const outside = await run(folderWith({ "values.yaml": CLEAN }), ["check", "--staged"]);
  assert.deepEqual([outside.code, outside.out], [2, ""]);
  assert.match(outside.err, /^This folder is not part of a Git repository\./);
  const folder = committed();
  const without = await run(folder, ["check", "--staged"], { env: { PATH: folder } });
  assert.deepEqual([without.code, without.out], [2, ""]);
  assert.match(without.err, /^Git was not found on the PATH\./);
});

suite("a repository that configures programs", {
  skip: process.platform === "win32" && "scripts of sh",
}, () => {
  /** A repository that has each way to run a program, with files in all states; and the file that they write. */
  function hostile() {
    const folder = committed({ ".gitattributes": "* filter=evil diff=evil merge=evil\n" });
    const marker = path.join(folder, "ran");
    const script = path.join(folder, "evil");
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> '${marker}'\nexit 1\n`);
    chmodSync(script, 0o755);
    const settings = {
      "core.fsmonitor": script,
      "core.pager": script,
      "core.editor": script,
      "core.sshCommand": script,
      "core.gitProxy": script,
      "core.askPass": script,
      "core.alternateRefsCommand": script,
      "core.hooksPath": path.join(folder, "hooks"),
      "filter.evil.clean": script,
      "filter.evil.smudge": script,
      "filter.evil.required": "true",
      "diff.external": script,
      "diff.evil.command": script,
      "diff.evil.textconv": script,
      "merge.evil.driver": script,
      "gpg.program": script,
      "log.showSignature": "true",
      "credential.helper": script,
      "interactive.diffFilter": script,
      "alias.ls-files": `!${script}`,
      "alias.ls-tree": `!${script}`,
      "pager.ls-tree": script,
      "extensions.partialClone": "evil",
      "core.repositoryFormatVersion": "1",
      "protocol.ext.allow": "always",
      "remote.evil.url": `ext::${script}`,
      "remote.evil.promisor": "true",
      "remote.evil.uploadpack": script,
    };
    write(folder, "a/values.yaml", WITH_UNKNOWN_KEY);
    git(folder, "add", "-A");
    write(folder, "a/values.yaml", CLEAN);
    write(folder, "old/values.yaml", `${WRONG}# changed\n`);
    for (const [name, value] of Object.entries(settings)) git(folder, "config", name, value);
    for (const hooks of ["hooks", ".git/hooks"]) {
      for (const hook of [
        "post-index-change",
        "reference-transaction",
        "post-checkout",
        "pre-commit",
        "fsmonitor-watchman",
      ]) {
        rmSync(path.join(folder, hooks, hook), { force: true });
        mkdirSync(path.join(folder, hooks), { recursive: true });
        symlinkSync(script, path.join(folder, hooks, hook));
      }
    }
    // A program of this name in the working folder is not the one on the PATH.
    symlinkSync(script, path.join(folder, "git"));
    rmSync(marker, { force: true });
    return { folder, marker };
  }

  test("runs none of them, and writes nothing", async () => {
    const { folder, marker } = hostile();
    const index = () => [
      statSync(path.join(folder, ".git/index")).mtimeMs,
      readdirSync(path.join(folder, ".git")).sort(),
    ];
    const before = index();
    const env = { PATH: `.:${process.env.PATH}` };
    const since = await run(folder, ["check", "-r", "json", "--since", "HEAD"], { env });
    assert.deepEqual(Object.keys(checked(since)), ["old/values.yaml"]);
    const staged = await run(folder, ["check", "-r", "json", "--staged"], { env });
    assert.deepEqual(checked(staged), { "a/values.yaml": ["unknown-key"] });
    assert.ok(!existsSync(marker));
    assert.deepEqual(index(), before);
    // Git itself runs the program of such a repository.
    spawnSync("git", ["diff"], { cwd: folder });
    assert.ok(existsSync(marker), "The settings run nothing, so that this test shows nothing.");
  });

  test("fetches nothing that is missing: exit code 3 and one sentence", async () => {
    const { folder, marker } = hostile();
    const id = git(folder, "rev-parse", ":a/values.yaml").trim();
    rmSync(path.join(folder, ".git/objects", id.slice(0, 2), id.slice(2)));
    rmSync(marker, { force: true });
    const { code, out, err } = await run(folder, ["check", "--staged"]);
    assert.deepEqual([code, out], [3, ""]);
    assert.match(err, /^Git gave no answer: .+\n$/);
    assert.ok(!existsSync(marker));
    spawnSync("git", ["cat-file", "blob", id], { cwd: folder });
    assert.ok(existsSync(marker), "Git fetches nothing either, so that this test shows nothing.");
  });

  test("a file with settings that cannot be read: exit code 3 and one sentence", async () => {
    const folder = committed();
    appendFileSync(path.join(folder, ".git/config"), "[broken\n");
    const { code, out, err } = await run(folder, ["check", "--staged"]);
    assert.deepEqual([code, out], [3, ""]);
    assert.match(err, /^Git gave no answer: .+\n$/);
  });
});
