import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, readRecording } from "./recording.ts";
import { schemaCases } from "./schema-cases.ts";

const recording = readRecording("schema");

for (const helm of [3, 4] as const) {
  for (const { name, good, onlyHelm3 } of schemaCases()) {
    const expected = good && !(onlyHelm3 && helm === 4);
    const answer = answerOf(recording, name, helm);
    test(`Helm ${recording.helm[helm]} ${expected ? "accepts" : "refuses"} ${name} under the built schema`, (t) => {
      if (answer === undefined) t.diagnostic(`${name} is not recorded yet: run \`npm run record:helm\`.`);
      assert.equal(answer ?? expected, expected);
    });
  }
}
