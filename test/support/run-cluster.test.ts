import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "node:test";

describe("npm run test:cluster", () => {
  it("says in one line that it is left out where Go is missing", () => {
    const cache = mkdtempSync(path.join(tmpdir(), "cap-operator-cache-"));
    const env = { PATH: cache, CAP_OPERATOR_CACHE: cache };
    const script = path.join(import.meta.dirname, "run-cluster.ts");
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
    rmSync(cache, { recursive: true });
    assert.deepEqual(
      { status, stdout, stderr },
      {
        status: 0,
        stdout: "Go is not installed, so the tests against a real cluster are left out.\n",
        stderr: "",
      },
    );
  });
});
