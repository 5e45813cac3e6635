// Fills in, in a copy of the repository, the facts that the owner of the project adds before the first release, as `npm run
// package -- --publish-check` asks for them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { folderWith } from "../cli/run.ts";
import { manifest, repository } from "../support/repository.ts";

/** Names of a usual length: the package must stay within its budgets with them. */
const OWNER = "harbour-platform-engineering";
const MAKER = "Harbour Platform Engineering GmbH";
const { name, version } = manifest();

/** From the first release on, the pipeline of releases shows the same. */
const skip = manifest().repository !== undefined && "The project has been filled in.";

const NOT_COPIED = new Set([".git", ".tsbuild", "artifacts", "dist", "node_modules"]);
const copy = folderWith({});

/** Changes a file of the copy, in which `found` must be. */
function fillIn(file: string, found: string | RegExp, text: string): void {
  const place = path.join(copy, file);
  const before = readFileSync(place, "utf8");
  const after = before.replace(found, text);
  assert.notEqual(after, before, file);
  writeFileSync(place, after);
}

function run(...words: readonly string[]) {
  const { GITHUB_REF_TYPE: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync("npm", words, {
    cwd: copy,
    encoding: "utf8",
    env: { ...env, npm_config_offline: "true" },
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  return { status, stdout, stderr };
}

before(() => {
  if (skip) return;
  cpSync(repository, copy, {
    recursive: true,
    filter: (from) => !NOT_COPIED.has(path.relative(repository, from)) && !/\.(?:vsix|tgz)$/.test(from),
  });
  symlinkSync(path.join(repository, "node_modules"), path.join(copy, "node_modules"), "junction");
  fillIn("package.json", `"publisher": "${name}"`, `"publisher": "${OWNER}"`);
  fillIn(
    "package.json",
    '"license":',
    `"author": "${MAKER}",\n  "repository": { "type": "git", "url": "https://github.com/${OWNER}/${name}.git" },\n  "license":`,
  );
  fillIn("LICENSE", /(?<=Copyright \d+ ).*/, MAKER);
  fillIn("CHANGELOG.md", "## [Unreleased]", `## [${version}] - 2026-12-01`);
  fillIn(".github/CODEOWNERS", /$/, `* @${OWNER}/cap-operator-tools-maintainers\n`);
  fillIn(".github/SECURITY.md", "of the repository.", "of the repository, or write to security@example.org.");
  execFileSync("npm", ["run", "manifest"], {
    cwd: copy,
    stdio: "ignore",
    shell: process.platform === "win32",
  });
});

test("nothing is left to be filled in, and the release is made", { skip }, () => {
  const { status, stdout, stderr } = run("run", "release");
  assert.deepEqual(
    stderr.split("\n").filter((line) => /^(?:Package refused|Still to be filled in|No release)/.test(line)),
    [],
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, new RegExp(`^Version ${version.replaceAll(".", "\\.")}, for everybody\\.$`, "m"));
  const release = (file: string) => path.join(copy, "artifacts/release", file);
  for (const file of [`${name}-${version}.vsix`, `${name}-${version}.tgz`, "SHA256SUMS", "NOTES.md"])
    assert.ok(existsSync(release(file)), file);
  assert.equal(readFileSync(release("NPM_TAG"), "utf8"), "latest");
});

test("each part of the package has a twentieth of room for what is added until the next release", {
  skip,
}, () => {
  const { stdout } = run("exec", "--", "node", "test/support/package.ts");
  const [, parts = ""] = stdout.split("Part by part, with its budget:\n");
  const sizes = [...parts.matchAll(/^ *(\d+) of *(\d+) {2}(.*)$/gm)];
  assert.ok(sizes.length >= 10);
  const full = sizes.filter(([, packed, budget]) => Number(packed) * 1.05 > Number(budget));
  assert.deepEqual(
    full.map(([line]) => line),
    [],
  );
});

test("the tests of what was filled in pass, and nothing that is generated is stale", { skip }, () => {
  assert.deepEqual(run("run", "--silent", "manifest", "--", "--check"), {
    status: 0,
    stdout: "",
    stderr: "",
  });
  const { status, stdout } = run(
    "exec",
    "--",
    "node",
    "--test",
    "test/build/readme.test.ts",
    "test/build/publish-check.test.ts",
    "test/build/published-pages.test.ts",
    "test/build/packaged-docs.test.ts",
    "test/build/manifest.test.ts",
    "test/build/pipelines.test.ts",
    "test/docs/links.test.ts",
    "test/docs/package-names.test.ts",
    "test/ci/docs.test.ts",
  );
  assert.equal(status, 0, stdout);
});
