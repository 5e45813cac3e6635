import assert from "node:assert/strict";
import { test } from "node:test";
import { allCases } from "./cases/all-cases.ts";
import { engineAnswer } from "./engine-answer.ts";
import type { HelmCase } from "./helm-case.ts";
import { answerOf, readRecording } from "./recording.ts";

const recording = readRecording("values");
const cases = allCases();

test("Helm has answered every question, and nothing else is recorded", () => {
  const message = "The questions have changed: run `npm run record:helm`.";
  assert.deepEqual(Object.keys(recording.answers).sort(), [...cases.keys()].sort(), message);
  assert.ok(cases.size >= 1000);
});

for (const helm of [3, 4] as const) {
  for (const [id, asked] of cases) {
    test(`${describe(id, asked)}, as Helm ${recording.helm[helm]} has it`, () => {
      assert.equal(engineAnswer(asked, helm), answerOf(recording, id, helm));
    });
  }
}

function describe(id: string, { chart, files, sets }: HelmCase): string {
  const texts = [...files, ...sets.map(({ flag, text }) => `--${flag} ${text}`)];
  return `${id}: ${chart} ${JSON.stringify(texts).slice(0, 120)}`;
}
