import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Installation, installOnce } from "./workbench/install-once.ts";

describe("installing once", () => {
  const before = process.env.CAP_OPERATOR_CACHE;
  let cache = "";
  let installed = 0;

  beforeEach(() => {
    cache = mkdtempSync(path.join(tmpdir(), "cap-operator-cache-"));
    process.env.CAP_OPERATOR_CACHE = cache;
    installed = 0;
  });
  afterEach(() => {
    rmSync(cache, { recursive: true, force: true });
    if (before === undefined) {
      delete process.env.CAP_OPERATOR_CACHE;
    } else {
      process.env.CAP_OPERATOR_CACHE = before;
    }
  });

  const tool = (version: string): Installation => ({
    name: "tool",
    announcement: "Installing a tool",
    pins: { tool: version },
    install: async (folder) => {
      installed += 1;
      writeFileSync(path.join(folder, "tool.txt"), version);
    },
  });

  it("installs what is missing and keeps what is there", async () => {
    const folder = await installOnce(tool("1"));
    assert.equal(folder, path.join(cache, "tool"));
    assert.ok(existsSync(path.join(folder, "tool.txt")));
    await installOnce(tool("1"));
    assert.equal(installed, 1);
  });

  it("installs again when another version is wanted", async () => {
    await installOnce(tool("1"));
    await installOnce(tool("2"));
    assert.equal(installed, 2);
  });

  it("lets two runs at once install one time", async () => {
    await Promise.all([installOnce(tool("1")), installOnce(tool("1")), installOnce(tool("1"))]);
    assert.equal(installed, 1);
  });

  it("leaves nothing half done behind", async () => {
    const install = () => Promise.reject(new Error("no network"));
    await assert.rejects(installOnce({ ...tool("1"), install }), /no network/);
    assert.deepEqual(readdirSync(cache), []);
  });

  it("does not wait for a run that died", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(path.join(cache, "tool.lock"), String(pid));
    await installOnce(tool("1"));
    assert.equal(installed, 1);
  });
});
