import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { explainFailure } from "../../../client/helm/failure.ts";
import { explainMissing } from "../../../client/helm/failures/missing-program.ts";
import { explainCase, failureCases, inTable } from "./failure-cases.ts";
import { recoveryWords } from "./recovery-words.ts";

const AT = { context: "dev", server: "", namespace: "ns", release: "r" };
const RUN = { program: "helm", args: ["upgrade"], exitCode: 1, stdout: "", interrupted: false } as const;

describe("a failure in words for people", () => {
  for (const failureCase of failureCases) {
    test(failureCase.name, () => {
      const failure = explainCase(failureCase);
      assert.deepEqual(inTable(failure), failureCase.explained);
      assert.doesNotMatch(JSON.stringify(failure), /48151623|Sup3rS3cret|pa55word/);
    });
  }

  test("an error in no row is shown as it is, without secrets", () => {
    const stderr = "Error: refused password=hunter2\nand more\n";
    const failure = explainFailure({ ...RUN, stderr }, { target: AT, doing: "installing" });
    assert.equal(failure.sentence, 'Installing failed: helm reports "refused password=<hidden>".');
    assert.equal(failure.said, "Error: refused password=<hidden>\nand more");
  });

  test("a sentence has one line and an end, however long the error is", () => {
    for (const stderr of [
      `Error: ${"word ".repeat(100_000)}`,
      `Error: pods "a" is forbidden: ${"x\n".repeat(9_000)}`,
    ]) {
      const { sentence } = explainFailure({ ...RUN, stderr }, { target: AT, doing: "installing" });
      assert.ok(sentence.length <= 501 && !sentence.includes("\n"), sentence);
    }
  });

  test("errors that are made to keep a pattern busy do not", () => {
    const parts = [
      "a",
      '"',
      "/",
      " ",
      'x "y" is invalid: ',
      "open ",
      "failed to parse ",
      "conflict with ",
      "resource a/",
      '\\"',
    ];
    const began = performance.now();
    for (const part of parts) {
      const stderr = `Error: ${part.repeat(20_000 / part.length)}`;
      explainFailure({ ...RUN, stderr }, { target: AT, doing: "installing" });
    }
    assert.ok(performance.now() - began < 5_000);
  });
});

for (const [program, args, timedOut, kind, sentence, recovery] of [
  [
    "helm",
    ["history"],
    true,
    "no-answer",
    "helm did not answer in time.",
    ["retry", "$ kubectl get namespaces --context dev"],
  ],
  [
    "helm",
    ["upgrade", "--dry-run=server"],
    true,
    "no-answer",
    "helm did not answer in time.",
    ["retry", "$ kubectl get namespaces --context dev"],
  ],
  [
    "helm",
    ["upgrade"],
    true,
    "no-answer",
    "Installing was interrupted because it took too long.",
    ["capOperator.showStatus"],
  ],
  ["helm", ["upgrade"], false, "interrupted", "Installing was interrupted.", ["capOperator.showStatus"]],
  [
    "kubectl",
    ["apply"],
    true,
    "no-answer",
    "Installing was interrupted because it took too long.",
    ["retry"],
  ],
] as const) {
  test(`a run that was stopped: ${program} ${args.join(" ")}, ${kind}`, () => {
    const run = { ...RUN, program, args, exitCode: undefined, stderr: "", interrupted: true };
    const failure = explainFailure(
      { ...run, ...(timedOut && { timedOut }) },
      { target: AT, doing: "installing" },
    );
    assert.deepEqual(
      [failure.kind, failure.sentence, failure.recovery.map(recoveryWords)],
      [kind, sentence, recovery],
    );
  });
}

const OWN = ["setting capOperator.helmPath", "retry"];
for (const [lookup, sentence, recovery] of [
  [{ reason: "not-found" }, "Helm was not found on the PATH.", OWN],
  [{ reason: "not-found", configured: "/x/y" }, "/x/y (capOperator.helmPath) was not found.", OWN],
  [{ reason: "not-runnable" }, "Helm cannot be run as a program.", OWN],
  [
    { reason: "other-system", configured: "/x/y" },
    "/x/y (capOperator.helmPath) does not run on this system.",
    OWN,
  ],
  [{ reason: "folder", configured: "/x/y" }, "/x/y (capOperator.helmPath) is a folder.", OWN],
  [
    { reason: "shell-script", found: "C:\\helm.cmd" },
    "C:\\helm.cmd is a script of a Windows shell, which cannot be started safely.",
    OWN,
  ],
  [{ reason: "other", code: "EIO" }, "Helm cannot be started: the system reports EIO.", OWN],
  [
    { reason: "too-long" },
    "The command line for Helm is longer than this system allows.",
    ["setting capOperator.releases", "retry"],
  ],
  [
    { reason: "busy" },
    "This machine cannot start Helm now: it runs too many programs or has too many files open.",
    ["retry"],
  ],
] as const) {
  test(`a program that cannot be started: ${sentence}`, () => {
    const failure = explainMissing("helm", lookup);
    assert.deepEqual([failure.sentence, failure.recovery.map(recoveryWords)], [sentence, recovery]);
  });
}
