import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { effort } from "../core/support/damaged-files.ts";
import { program } from "./agent.ts";
import { attack } from "./hostile.ts";

test("calls that nobody should make are refused or answered with data: nothing gets out, nothing breaks", async () => {
  const { numRuns = 0, seed = 1 } = effort(400);
  const { kinds, escapes, crashes } = await attack(numRuns, seed);
  assert.deepEqual(escapes, []);
  assert.deepEqual(crashes, []);
  assert.ok(kinds.size >= 10);
});

test("a message without an end does not fill the memory: the server says so and ends", async () => {
  const child = spawn(process.execPath, [program, "mcp"], { stdio: ["pipe", "pipe", "pipe"] });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(17 * 1024 * 1024)}`);
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
  assert.match(err, /exceeded maximum size of 16777216 bytes/);
});
