import assert from "node:assert/strict";
import { test } from "node:test";
import { compareValuesOf } from "../../../client/commands/compare-values.ts";
import { insertSnippet } from "../../../client/commands/insert-snippet.ts";
import { showEffectiveValues } from "../../../client/commands/show-effective-values.ts";
import type { Command } from "../../../client/operation/command.ts";
import { FOREIGN, fakePorts, offer, type World } from "../fake-ports.ts";

async function achieved(command: Command, world: World) {
  const ports = fakePorts(world);
  await command.run(ports);
  return ports.achieved;
}

const compareValues = compareValuesOf(() => []);
const OFFERS = [offer("resources", true)];

test("a step is ticked when the command has done what it says", async () => {
  assert.deepEqual(await achieved(insertSnippet, { offers: OFFERS, pick: "resources" }), ["insertedSnippet"]);
  assert.deepEqual(await achieved(compareValues, { pick: "Chart defaults" }), ["comparedWithDefaults"]);
  assert.deepEqual(await achieved(showEffectiveValues, {}), ["sawEffectiveValues"]);
});

for (const [what, command, world] of [
  ["no file is picked", insertSnippet, { file: undefined }],
  ["no snippet is picked", insertSnippet, { offers: OFFERS }],
  ["the snippet could not be inserted", insertSnippet, { offers: OFFERS, pick: "resources", stale: true }],
  ["there is nothing to compare", compareValues, { file: undefined }],
  ["the file is a foreign one", compareValues, { status: FOREIGN }],
  ["no values are picked", showEffectiveValues, { file: undefined }],
] as const) {
  test(`no step is ticked when ${what}`, async () => {
    assert.deepEqual(await achieved(command, world), []);
  });
}
