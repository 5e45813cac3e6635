import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent } from "./agent.ts";
import { brokenFiles, isAsBefore, lostComments, repair } from "./repairs.ts";

test("a script with nothing but the tools repairs nearly all broken files, most to what they were, and loses no comment", async () => {
  const agent = await Agent.start();
  try {
    const files = await brokenFiles(agent, 25, 7);
    let [repaired, asBefore] = [0, 0];
    for (const file of files) {
      const done = await repair(agent, file);
      assert.deepEqual(lostComments(file.text, done.text), [], file.text);
      if (done.left.length > 0) continue;
      repaired += 1;
      if (isAsBefore(done)) asBefore += 1;
    }
    assert.ok(repaired >= files.length * 0.9, `${repaired} of ${files.length}`);
    assert.ok(asBefore > files.length / 2, `${asBefore} of ${files.length} are as before`);
  } finally {
    await agent.end();
  }
});

test("a comment counts as lost when it is gone, or there less often", () => {
  assert.deepEqual(lostComments("a: 1 # x\n# x\n", "# x\na: 1\n"), ["# x"]);
  assert.deepEqual(lostComments("a: 'b#c'\n", "a: 1\n"), []);
});
