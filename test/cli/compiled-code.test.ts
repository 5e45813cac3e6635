import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { repository } from "../support/repository.ts";

const home = mkdtempSync(path.join(tmpdir(), "cap-operator-home-"));
after(() => rmSync(home, { recursive: true, force: true }));

test("compiled code is kept in the user's own folder, and nothing where others can write", () => {
  const temporary = path.join(home, "tmp");
  mkdirSync(temporary);
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(repository, "dist/cap-operator.js"), "--version"],
    { env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, TMPDIR: temporary }, encoding: "utf8" },
  );
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(readdirSync(temporary), []);
  assert.ok(readdirSync(path.join(home, ".cache/cap-operator")).length > 0);
});
