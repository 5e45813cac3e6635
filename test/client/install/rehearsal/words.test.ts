import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rehearsal, Trial } from "../../../../client/install/rehearsal/rehearse.ts";
import { ACCEPTED, untried, type Verdict } from "../../../../client/install/rehearsal/verdict.ts";
import { rehearsalLine, rehearsalPart } from "../../../../client/install/rehearsal/words.ts";

const REFUSED: Verdict = {
  is: "refused",
  failures: [
    {
      kind: "invalid-object",
      sentence: "The cluster refuses [it](command:x).",
      next: "Correct it.",
      recovery: [],
    },
  ],
};
const NEW = untried("The namespace cop is new.");

function trial(verdict: Verdict, pods?: Verdict): Trial {
  const object = { key: "Deployment/web", kind: "Deployment", way: "apply", isHook: false } as const;
  return { ...object, verdict, ...(pods !== undefined && { pods }) };
}

function of(...trials: readonly Trial[]): Rehearsal {
  return { trials, drift: [] };
}

const LINES: readonly (readonly [rehearsal: Rehearsal, line: string])[] = [
  [of(), "Nothing would be sent to the API server."],
  [of(trial(ACCEPTED)), "The API server would accept the object."],
  [of(trial(ACCEPTED), trial(ACCEPTED)), "The API server would accept all 2 objects."],
  [of(trial(ACCEPTED), trial(REFUSED)), "The API server would accept 1 of 2 objects and refuse 1."],
  [of(trial(ACCEPTED, REFUSED)), "The API server would refuse the object."],
  [
    of(trial(ACCEPTED), trial(NEW), trial(NEW)),
    "The API server would accept 1 of 3 objects. 2 objects could not be tried, and are only rendered.",
  ],
  [
    of(trial(ACCEPTED), trial(REFUSED), trial(NEW)),
    "The API server would accept 1 of 3 objects and refuse 1. 1 object could not be tried, and is only rendered.",
  ],
  [of(trial(NEW), trial(NEW)), "No object was tried on the API server: The namespace cop is new."],
  [
    of(trial(NEW), trial(untried("The kind Widget comes with the chart."))),
    "No object was tried on the API server.",
  ],
];

for (const [rehearsal, line] of LINES) {
  test(`a question says: ${line}`, () => assert.equal(rehearsalLine(rehearsal), line));
}

test("a page says why for each object", () => {
  const { source } = rehearsalPart({
    trials: [
      trial({ is: "accepted", warnings: ["It is deprecated."] }),
      trial(REFUSED),
      trial(ACCEPTED, REFUSED),
      trial(NEW),
      trial(ACCEPTED, untried("You are not allowed to create pods, but controllers are.")),
    ],
    drift: [{ name: "ConfigMap/a", before: "a", after: "b" }],
  });
  const sections = source
    .split(/^### /m)
    .slice(1)
    .map((part) => part.trim().split(/\n+/));
  assert.deepEqual(sections, [
    [
      "It would refuse",
      "- Deployment/web: The cluster refuses \\[it\\](command:x). Correct it.",
      "- The pods of Deployment/web: The cluster refuses \\[it\\](command:x). Correct it.",
    ],
    ["It would accept, with warnings", "- Deployment/web: It is deprecated."],
    [
      "Not tried, only rendered",
      "- Deployment/web: The namespace cop is new.",
      "- The pods of Deployment/web: You are not allowed to create pods, but controllers are.",
    ],
    [
      "Changed since the last revision",
      "These objects were changed in the cluster. The next revision is applied to them as they are now.",
      "- ConfigMap/a",
    ],
  ]);
});

test("a page does not claim that something was tried if it was not", () => {
  assert.doesNotMatch(rehearsalPart(of(trial(NEW))).source, /were sent/);
});
