import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent } from "./agent.ts";
import { brokenFiles, lostComments, repair } from "./repairs.ts";

test("a script with nothing but the tools repairs most broken files, and loses no comment", async () => {
  const agent = await Agent.start();
  try {
    const files = await brokenFiles(agent, 25, 7);
    let repaired = 0;
    for (const file of files) {
      const { left, text } = await repair(agent, file);
      assert.deepEqual(lostComments(file.text, text), [], file.text);
      if (left.length === 0) repaired += 1;
    }
    assert.ok(repaired > files.length / 2, `${repaired} of ${files.length}`);
  } finally {
    await agent.end();
  }
});

test("a comment counts as lost when it is gone, or there less often", () => {
  assert.deepEqual(lostComments("a: 1 # x\n# x\n", "# x\na: 1\n"), ["# x"]);
  assert.deepEqual(lostComments("a: 'b#c'\n", "a: 1\n"), []);
});
