import assert from "node:assert/strict";
import { test } from "node:test";
import { showEffectiveValues } from "../../../client/commands/show-effective-values.ts";
import type { Command } from "../../../client/operation/command.ts";
import { FOREIGN, fakePorts, type World } from "../fake-ports.ts";

async function achieved(command: Command, world: World) {
  const ports = fakePorts(world);
  await command.run(ports);
  return ports.achieved;
}

test("a step is ticked when the command has done what it says", async () => {
  assert.deepEqual(await achieved(showEffectiveValues, {}), ["sawEffectiveValues"]);
});

for (const [what, command, world] of [
  ["the file is a foreign one", showEffectiveValues, { status: FOREIGN }],
  ["no values are picked", showEffectiveValues, { file: undefined }],
] as const) {
  test(`no step is ticked when ${what}`, async () => {
    assert.deepEqual(await achieved(command, world), []);
  });
}
