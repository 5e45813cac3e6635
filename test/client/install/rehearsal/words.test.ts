import assert from "node:assert/strict";
import { test } from "node:test";
import type { DryRun } from "../../../../client/install/rehearsal/rehearse.ts";
import {
  refusals,
  rehearsalPart,
  untriedLine,
  verdictCounts,
} from "../../../../client/install/rehearsal/words.ts";

const ACCEPTED: DryRun = { key: "ConfigMap/a", verdict: { is: "accepted", warnings: [] } };
const WARNED: DryRun = { key: "ConfigMap/w", verdict: { is: "accepted", warnings: ["It is deprecated."] } };
const REFUSED: DryRun = { key: "ConfigMap/b", verdict: { is: "refused", why: "no [changes](command:x)" } };
const UNTRIED: DryRun = { key: "ConfigMap/c", verdict: { is: "untried", why: "kubectl was not found." } };

const LINES: readonly (readonly [dryRuns: readonly DryRun[], counts: string])[] = [
  [[], ""],
  [[ACCEPTED, WARNED], "2 would be accepted"],
  [[ACCEPTED, REFUSED, UNTRIED], "1 would be accepted, 1 would be rejected, 1 not tested"],
];

for (const [dryRuns, counts] of LINES) {
  test(`a question says: ${counts}`, () => assert.equal(verdictCounts(dryRuns), counts));
}

test("why something was not tried is said once, with the most frequent reason", () => {
  const later: DryRun = {
    key: "Role/r",
    verdict: { is: "untried", why: "The namespace cop does not exist yet." },
  };
  assert.equal(untriedLine([ACCEPTED]), undefined);
  assert.equal(untriedLine([later, ACCEPTED, later]), "Not tested: The namespace cop does not exist yet.");
  assert.equal(
    untriedLine([UNTRIED, later, later]),
    "Not tested: The namespace cop does not exist yet. The details have more reasons.",
  );
});

test("a page says why for each object, and what a dry run does not tell", () => {
  const { source } = rehearsalPart([ACCEPTED, WARNED, REFUSED, UNTRIED]);
  assert.match(source, /### It rejects\n\n- ConfigMap\/b: no \\\[changes/);
  assert.match(source, /### It accepts, with warnings\n\n- ConfigMap\/w: It is deprecated\./);
  assert.match(source, /### Not tested\n\n- ConfigMap\/c: kubectl was not found\./);
  assert.doesNotMatch(source, /ConfigMap\/a/);
  assert.match(source, /Only the installation shows /);
});

test("a refusal names the object", () => {
  assert.deepEqual(refusals([ACCEPTED, REFUSED, UNTRIED]), [
    "The API server rejects ConfigMap/b: no [changes](command:x)",
  ]);
});
