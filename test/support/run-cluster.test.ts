import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "node:test";

/** Runs the suite with a PATH of its own, and no program built yet. */
function run(prepare: (folder: string) => void = () => undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-cache-"));
  prepare(folder);
  const env = { PATH: folder, CAP_OPERATOR_CACHE: folder, CI: "true" };
  const script = path.join(import.meta.dirname, "run-cluster.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { status, stdout, stderr };
}

describe("npm run test:cluster", () => {
  it("says in one line that it is left out where Go is missing", () => {
    assert.deepEqual(run(), {
      status: 0,
      stdout: "Go is not installed, so the tests against a real cluster are left out.\n",
      stderr: "",
    });
  });

  it("fails where Go is there, but nothing can be built with it", {
    skip: process.platform === "win32",
  }, () => {
    const goThat = (does: string) => (folder: string) =>
      writeFileSync(path.join(folder, "go"), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    const broken = run(goThat("echo broken >&2; exit 1"));
    assert.deepEqual(broken, {
      status: 1,
      stdout: "",
      stderr: "Go is on the PATH, but does not run: broken\n",
    });
    const building = run(goThat('[ "$1" = version ] || exit 1'));
    assert.equal(building.status, 1);
    assert.notEqual(building.stderr, "");
  });
});
