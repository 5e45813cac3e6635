import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import { packForNpm } from "../../build/npm-package.ts";
import { CLEAN, folderWith, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { environmentWithRegistry } from "./registry.ts";

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly entry: string;
  readonly language: string;
  readonly types: readonly string[];
  readonly require_serial: boolean;
}

const hooks = load(readFileSync(path.join(repository, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const { name: packageName, version } = JSON.parse(
  readFileSync(path.join(repository, "package.json"), "utf8"),
);
const isWindows = process.platform === "win32";

/** Folders that a clone of this repository does not have. */
const NOT_CLONED = new Set([".git", ".tsbuild", "artifacts", "dist", "node_modules"]);

/** A clone of this repository as it is now, with its development dependencies, and nothing built. */
function cloned(): string {
  const clone = folderWith({});
  cpSync(repository, clone, {
    recursive: true,
    filter: (from) => !NOT_CLONED.has(path.relative(repository, from)) && !from.endsWith(".vsix"),
  });
  symlinkSync(path.join(repository, "node_modules"), path.join(clone, "node_modules"), "junction");
  return clone;
}

const clone = cloned();
const prefix = folderWith({});
let packed = "";

function npm(args: readonly string[], cwd: string): string {
  return execFileSync("npm", [...args], {
    cwd,
    encoding: "utf8",
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

before(() => {
  packed = npm(["pack", "--offline"], clone);
});

test("packing a clone builds it, and says nothing but the name of the package, which scripts read", () => {
  assert.equal(packed, `${packageName}-${version}.tgz\n`);
  assert.ok(existsSync(path.join(clone, "dist/cap-operator.js")));
});

test("the package of a clone is the released one, and the clone is as it was", () => {
  const [first, other] = [folderWith({}), folderWith({})];
  execFileSync("tar", ["-xzf", path.join(clone, packed.trim()), "-C", first]);
  execFileSync("tar", ["-xzf", path.join(other, packForNpm(clone, other)), "-C", other]);
  const filesOf = (folder: string) =>
    readdirSync(path.join(folder, "package"), { recursive: true, encoding: "utf8" }).sort();
  assert.deepEqual(filesOf(first), filesOf(other));
  const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");
  for (const file of ["package.json", "README.md"]) {
    assert.equal(read(first, "package", file), read(other, "package", file));
    assert.equal(read(clone, file), read(repository, file));
  }
});

/** A small project that is built as this one is, with a development dependency that needs no network, as a commit. */
function builtAsThisOne(): string {
  const folder = folderWith({
    "package.json": JSON.stringify({
      name: "fixture",
      version: "1.0.0",
      type: "module",
      bin: { fixture: "dist/program.mjs" },
      files: ["dist"],
      scripts: { build: "node build.mjs", prepare: "node build/prepare.mjs" },
      devDependencies: { esbuild: "file:vendor" },
    }),
    "vendor/package.json": JSON.stringify({ name: "esbuild", version: "1.0.0", main: "index.js" }),
    "vendor/index.js": "module.exports = 'console.log(42)';",
    "build.mjs": `import { mkdirSync, writeFileSync } from "node:fs";
import text from "esbuild";
mkdirSync("dist", { recursive: true });
writeFileSync("dist/program.mjs", "#!/usr/bin/env node\\n" + text);`,
    "build/prepare.mjs": readFileSync(path.join(repository, "build/prepare.mjs"), "utf8"),
    ".gitignore": "node_modules\ndist\n",
  });
  npm(["install", "--package-lock-only", "--offline", "--no-audit", "--no-fund"], folder);
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    [...who, "commit", "-qm", "a"],
  ])
    execFileSync("git", args, { cwd: folder });
  return folder;
}

test("installing the dependencies of a checkout builds nothing", () => {
  const checkout = builtAsThisOne();
  for (const command of ["install", "ci"]) npm([command, "--offline", "--no-audit", "--no-fund"], checkout);
  assert.ok(existsSync(path.join(checkout, "node_modules/esbuild")));
  assert.ok(!existsSync(path.join(checkout, "dist")));
});

/** The ways in which npm installs the address of a repository; a second step uses the result of the first. */
const WAYS: Readonly<Record<string, (address: string, folder: string) => readonly (readonly string[])[]>> = {
  // npm up to 11 passes --global on, and builds in a clone without dependencies.
  directly: (address, folder) => [
    ["install", "--global", "--allow-git=root", "--install-links", "--prefix", folder, address],
  ],
  // Without --install-links, npm up to 11 may lose what it has just installed.
  "as a package": (address, folder) => [
    ["pack", "--global=false", "--pack-destination", folder, address],
    ["install", "--global", "--prefix", folder, path.join(folder, "fixture-1.0.0.tgz")],
  ],
};

for (const [how, steps] of Object.entries(WAYS)) {
  test(`a clone is built with what it needs for that when it is installed ${how}`, () => {
    const checkout = builtAsThisOne();
    const folder = folderWith({});
    for (const args of steps(`git+${pathToFileURL(checkout)}`, folder))
      npm([...args, "--offline", "--no-audit", "--no-fund"], folder);
    const program = path.join(folder, isWindows ? "fixture.cmd" : "bin/fixture");
    assert.equal(execFileSync(program, { encoding: "utf8", shell: isWindows }), "42\n");
  });
}

test("each hook runs the published package of its version on YAML files, one process at a time", () => {
  const program = `npx --yes --package=${packageName}@${version} -- cap-operator`;
  assert.deepEqual(
    hooks.map(({ id, entry }) => [id, entry]),
    [
      ["cap-operator-check", `${program} check --no-files=ok`],
      ["cap-operator-fix", `${program} fix --no-files=ok`],
      ["cap-operator-format", `${program} format --no-files=ok`],
    ],
  );
  for (const { language, types, require_serial, description } of hooks) {
    assert.deepEqual([language, types, require_serial], ["system", ["yaml"], true]);
    assert.match(description, /\.$/);
  }
});

/** A repository in which files are staged, and the hook as it is run there: its entry with these files. */
function runHook(
  id: string,
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
) {
  const { entry } = hooks.find((hook) => hook.id === id) ?? assert.fail(id);
  const folder = folderWith(files);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  git("add", "-A");
  const staged = git("diff", "--staged", "--name-only", "-z", "--diff-filter=ACMRTUXB")
    .split("\0")
    .slice(0, -1);
  const [program = "", ...args] = entry.split(" ");
  const { status, stdout, stderr } = spawnSync(
    program,
    [...args, ...staged.filter((file) => /\.ya?ml$/.test(file))],
    {
      cwd: folder,
      encoding: "utf8",
      shell: isWindows,
      env: { ...process.env, ...environment },
    },
  );
  return { folder, code: status, out: stdout, err: stderr };
}

test("the hooks fetch the package once, and check, fix and format what is staged", async () => {
  const online = await environmentWithRegistry();
  const others = { "notes.txt": "", "compose.yaml": "services: {}\n" };
  const clean = runHook("cap-operator-check", { ...others, "deploy/values.yaml": CLEAN }, online);
  const environment = { ...online, npm_config_offline: "true" };

  assert.deepEqual([clean.code, clean.err], [0, ""]);
  assert.match(clean.out, /^Checked 1 file: no problems found\./m);
  const found = runHook(
    "cap-operator-check",
    { ...others, "a b/values.yaml": WITH_UNKNOWN_KEY },
    environment,
  );
  assert.equal(found.code, 1);
  assert.match(found.out, /^a b\/values\.yaml:6:3 warning unknown-key Unknown key/m);
  // A hook that changes a file has failed, whatever it says: pre-commit looks for changes.
  const fixed = runHook(
    "cap-operator-fix",
    { "values.yaml": `${CLEAN}podLabels:\n  version: 1.10\n` },
    environment,
  );
  assert.deepEqual([fixed.code, fixed.err], [0, ""]);
  assert.match(
    fixed.out,
    /^values\.yaml fixed\.\n(?: .*\n)+Fixed 1 problem in 1 file\. Remaining: none\.\n$/,
  );
  assert.match(readFileSync(path.join(fixed.folder, "values.yaml"), "utf8"), /version: "1\.10"/);
  const formatted = runHook(
    "cap-operator-format",
    { "values.yaml": CLEAN.replaceAll(": ", ":   ") },
    environment,
  );
  assert.deepEqual([formatted.code, formatted.err], [0, ""]);
  assert.equal(readFileSync(path.join(formatted.folder, "values.yaml"), "utf8"), CLEAN);
});

test("no file of a repository is left out of the package that a clone makes", () => {
  npm(["install", "--global", "--offline", "--prefix", prefix, path.join(clone, packed.trim())], clone);
  const folder = folderWith({ "values.yaml": CLEAN });
  writeFileSync(
    path.join(folder, ".cap-operator.yaml"),
    "chart: cap-operator\nchartVersion: 0.34.0\nreleases:\n  - name: prod\n    values: [values.yaml]\n",
  );
  const program = path.join(prefix, isWindows ? "cap-operator.cmd" : "bin/cap-operator");
  for (const args of [
    ["check", "--all-releases"],
    ["effective", "--release", "prod"],
    ["schema"],
    ["explain", "unknown-key"],
    ["fix"],
    ["format"],
  ]) {
    const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", shell: isWindows });
    assert.deepEqual([status, stderr], [0, ""], args.join(" "));
  }
});
