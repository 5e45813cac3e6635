// Values that a document takes from elsewhere, and single keys that it sets: what takes effect, from where, and what is wrong with it. The products'
// own behaviour is the source of each case.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CASES, sourcesClient } from "./sources.ts";

suite("sources of values in the documents of other products", () => {
  const { open } = sourcesClient();
  for (const testCase of CASES) {
    test(testCase.case, async () => {
      const { finds = [], places, effective, says = [] } = testCase;
      const answer = await open(testCase);
      assert.deepEqual(answer.problems, finds, JSON.stringify(answer.items.map(({ message }) => message)));
      if (testCase.fixed !== undefined) assert.equal(answer.fixed, testCase.fixed);
      if (places) assert.deepEqual(answer.places, places);
      const lines = (await answer.effective("changed")).split("\n").filter((line) => line !== "");
      const values = lines.filter((line) => !line.startsWith("#"));
      if (effective !== undefined) assert.equal(values.join("\n"), effective.trimEnd());
      const said = lines.filter((line) => line.startsWith("#")).map((line) => line.slice(2));
      for (const sentence of says) assert.ok(said.includes(sentence), said.join("\n"));
    });
  }
});
