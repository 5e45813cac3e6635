import assert from "node:assert/strict";
import { test } from "node:test";
import { libraryProgram } from "../compare-helm/library.ts";
import { otherValues, type Verdict, verdictOn } from "./judge.ts";
import { textsToFormat } from "./texts.ts";

/** `node lab/formatting/run.ts` formats many more. */
const SEED = 20_262;
const COUNT = 1200;
/** All texts of the YAML test suite come first. */
const verdicts: Verdict[] = [];
for (const text of textsToFormat(SEED)) {
  if (verdicts.length >= COUNT) break;
  const verdict = await verdictOn(text);
  if (verdict) verdicts.push(verdict);
}

test(`${COUNT} formatted texts have their comments, and are stable`, () => {
  assert.deepEqual(
    verdicts.filter(({ faults }) => faults.length > 0),
    [],
  );
});

for (const helm of [3, 4] as const) {
  const program = await libraryProgram(helm);
  const skip = program === undefined && "Go is not installed, so the libraries of Helm cannot be asked.";
  test(`the libraries of Helm ${helm} read the same values of them`, { skip }, async () => {
    const { read, other } = await otherValues(verdicts, program ?? "");
    assert.ok(read > COUNT / 3);
    assert.deepEqual(other, []);
  });
}
