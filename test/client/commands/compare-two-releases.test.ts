import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTwoReleases } from "../../../client/commands/compare-two-releases.ts";
import { fakePorts, type World } from "../fake-ports.ts";

const LEFT = "pick: CAP Operator: Compare Two Releases | Select the release for the left side";

async function after(world: World) {
  const ports = fakePorts({ file: undefined, ...world });
  await compareTwoReleases.run(ports);
  return { seen: ports.seen, labels: ports.choices.map(({ label }) => label) };
}

const releases = (...names: readonly string[]) =>
  names.map((name) => ({ id: name, name, values: [], sets: [] }));

test("the second release is picked from the others", async () => {
  const { seen, labels } = await after({ releases: releases("a", "b", "c"), pick: ["b", "c"] });
  assert.deepEqual(labels, ["a", "b", "c", "a", "c"]);
  assert.deepEqual(seen, [
    LEFT,
    "pick: CAP Operator: Compare Two Releases | Select the release to compare b with",
    "diff: release b | release c | b ↔ c (effective values)",
  ]);
});

test("with two releases, one question is enough", async () => {
  const { seen } = await after({ releases: releases("a", "b"), pick: "b" });
  assert.deepEqual(seen, [LEFT, "diff: release b | release a | b ↔ a (effective values)"]);
});

test("a dismissed list compares nothing", async () => {
  assert.deepEqual((await after({ releases: releases("a", "b") })).seen, [LEFT]);
  const { seen } = await after({ releases: releases("a", "b", "c"), pick: ["a", "none"] });
  assert.equal(seen.length, 2);
  assert.match(seen[1] ?? "", /compare a with/);
});

test("with fewer than two releases, the person is led to the setting", async () => {
  assert.deepEqual((await after({ press: "Open Settings" })).seen, [
    "info: No release found in the setting capOperator.releases. Define at least two releases to compare. [Open Settings]",
    "settings: capOperator.releases",
  ]);
  assert.match((await after({ releases: releases("a") })).seen.join(), /Only one release/);
});
