import assert from "node:assert/strict";
import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  identityOf,
  isRunning,
  type Look,
  lookInProc,
  lookWithPs,
} from "../../../client/adapters/process-identity.ts";

const ways: readonly (readonly [string, Look | undefined, boolean])[] = [
  ["as this system does it", undefined, true],
  ["by /proc", lookInProc, process.platform === "linux"],
  ["by ps", lookWithPs, existsSync("/bin/ps")],
];

for (const [way, look, isHere] of ways) {
  describe(`a process that is recognised ${way}`, { skip: !isHere && "this system has it not" }, () => {
    test("runs until it has ended", async () => {
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      await once(child, "spawn");
      const identity = await identityOf(child.pid ?? 0, look);
      assert.notEqual(identity.started, undefined);
      assert.equal(await isRunning(identity, look), true);
      child.kill("SIGKILL");
      await once(child, "exit");
      assert.equal(await isRunning(identity, look), false);
    });

    test("is told apart from another one with its number", async () => {
      const self = await identityOf(process.pid, look);
      assert.equal(await isRunning(self, look), true);
      assert.equal(await isRunning({ ...self, started: "another time" }, look), false);
      assert.equal(await isRunning({ pid: process.pid }, look), true);
    });
  });
}

test("a process that has ended does not run, even if nobody collected its exit status", {
  skip: process.platform !== "linux",
}, async () => {
  // The program that replaces the shell does not know about the child that the shell has started. After that, the child ends
  // when its input does.
  const how: SpawnOptions = { stdio: ["ignore", "pipe", "ignore", "pipe"] };
  const parent = spawn("/bin/sh", ["-c", "read line <&3 & echo $!; exec 3<&- sleep 1000"], how);
  assert.ok(parent.stdout);
  try {
    const [line] = await once(parent.stdout, "data");
    const pid = Number(String(line));
    const name = () => readFileSync(`/proc/${parent.pid}/comm`, "utf8").trim();
    while (name() !== "sleep") await new Promise((resolve) => setTimeout(resolve, 5));
    parent.stdio[3]?.destroy();
    while (await isRunning({ pid })) await new Promise((resolve) => setTimeout(resolve, 5));
    // Its number is still taken.
    process.kill(pid, 0);
  } finally {
    parent.kill();
  }
});

test("if a system says nothing, the number has to do", async () => {
  const silent: Look = async () => "unknown";
  assert.deepEqual(await identityOf(process.pid, silent), { pid: process.pid });
  assert.equal(await isRunning({ pid: process.pid, started: "some time" }, silent), true);
});
