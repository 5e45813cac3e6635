import assert from "node:assert/strict";
import { test } from "node:test";
import { checkWorkspace, clearWorkspaceCheck } from "../../../client/commands/check-workspace.ts";
import type { Command } from "../../../client/operation/command.ts";
import { fakePorts, type World } from "../fake-ports.ts";

async function seen(command: Command, world: World): Promise<readonly string[]> {
  const ports = fakePorts(world);
  await command.run(ports);
  // Messages are in the log as well.
  return ports.seen.filter((line) => !line.startsWith("log "));
}

test("says how much was found, and shows it", async () => {
  const checked = { files: 3, problems: 7, withProblems: 2 };
  assert.deepEqual(await seen(checkWorkspace, { checked, press: "Show Problems" }), [
    "progress: Checking the workspace",
    "progress: 0 / 3",
    "warn: Problems found: 7, in 2 of 3 files. [Show Problems]",
    "problems shown",
  ]);
});

test("says that nothing is wrong, or that there is nothing to check", async () => {
  const checked = { files: 3, problems: 0, withProblems: 0 };
  assert.equal(
    (await seen(checkWorkspace, { checked })).at(-1),
    "info: No problems found. Files checked: 3.",
  );
  assert.equal(
    (await seen(checkWorkspace, {})).at(-1),
    "info: No files of the CAP Operator found in this workspace.",
  );
});

test("what the server refuses is told", async () => {
  const serverError = new Error("Open a folder on this machine to check its files.");
  assert.match((await seen(checkWorkspace, { serverError })).join(), /error: Open a folder on this machine/);
});

test("it is removed again", async () => {
  assert.deepEqual(await seen(clearWorkspaceCheck, {}), ["workspace check cleared"]);
});
