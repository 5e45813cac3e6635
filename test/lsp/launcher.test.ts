import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = mkdtempSync(path.join(tmpdir(), "cap-operator-launcher-"));
after(() => rmSync(root, { recursive: true, force: true }));

const launcher = path.join(root, "launcher.cjs");
for (const file of ["launcher.cjs", "compile-cache.cjs"]) {
  copyFileSync(fileURLToPath(new URL(`../../server/${file}`, import.meta.url)), path.join(root, file));
}
writeFileSync(
  path.join(root, "server.cjs"),
  `process.stdout.write(String(require("node:module").getCompileCacheDir?.()));`,
);

/** A new, empty machine: a home and a folder for temporary files. */
function machine(name: string) {
  const home = path.join(root, name);
  const temporary = path.join(home, "tmp");
  mkdirSync(temporary, { recursive: true });
  return { home, temporary };
}

/** Starts the launcher with a stand-in for the server that prints where compiled code is kept. */
function start(
  { home, temporary }: ReturnType<typeof machine>,
  variables: Record<string, string> = {},
): string {
  const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: temporary, ...variables };
  const { stdout, stderr } = spawnSync(process.execPath, [launcher], { env, encoding: "utf8" });
  assert.equal(stderr, "");
  // Nothing is ever put where other users of the machine can write.
  assert.deepEqual(readdirSync(temporary), []);
  return stdout;
}

const noOwners = process.platform === "win32" && "Windows has no owners and modes of files";

describe("where compiled code is kept", { skip: noOwners }, () => {
  test("in the user's cache folder, which is created if it is missing", () => {
    const here = machine("plain");
    const kept = path.join(here.home, ".cache", "cap-operator-language-server");
    const mac = path.join(here.home, "Library", "Caches", "cap-operator-language-server");
    const expected = process.platform === "darwin" ? mac : kept;
    assert.ok(start(here).startsWith(expected));
    assert.ok(existsSync(expected));
  });

  test("in the folder that the editor names", () => {
    const here = machine("named");
    const named = path.join(here.home, "storage", "compiled");
    assert.ok(start(here, { CAP_OPERATOR_COMPILE_CACHE: named }).startsWith(named));
    assert.ok(!existsSync(path.join(here.home, ".cache")));
  });

  test("nowhere if others could put something there: a folder that they can write to, a link, a file", () => {
    const here = machine("attacked");
    const open = path.join(here.home, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    const link = path.join(here.home, "link");
    symlinkSync(here.temporary, link);
    const file = path.join(here.home, "file");
    writeFileSync(file, "");
    for (const named of [open, link, file]) {
      assert.equal(start(here, { CAP_OPERATOR_COMPILE_CACHE: named }), "undefined", named);
    }
    assert.deepEqual(readdirSync(open), []);
  });
});
