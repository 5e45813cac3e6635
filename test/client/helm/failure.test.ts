import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { explainFailure, explainMissing, type Failure } from "../../../client/helm/failure.ts";
import { explainRecorded } from "./explain-recorded.ts";
import { readScenes } from "./failure-recording.ts";

/** What a person is told, by scene; one for each Helm where they do not say the same. */
type Told = Failure | { readonly helm3: Failure; readonly helm4: Failure };

const told: Readonly<Record<string, Told>> = JSON.parse(
  readFileSync(new URL("./failure-sentences.json", import.meta.url), "utf8"),
);
const scenes = readScenes();

describe("a failure in the words of a person", () => {
  for (const [name, runs] of scenes) {
    for (const run of runs) {
      test(`${name}, ${run.program} ${run.version}`, () => {
        const expected = told[name];
        assert.ok(expected, "the sentence of this scene stands in failure-sentences.json");
        const major = run.version.startsWith("v3") ? "helm3" : "helm4";
        assert.deepEqual(
          inAnyOrder(withoutMajor(explainRecorded(run))),
          inAnyOrder("helm3" in expected ? expected[major] : expected),
        );
      });
    }
  }

  test("every sentence belongs to a recorded scene", () => {
    assert.deepEqual(Object.keys(told).sort(), [...scenes.keys()].sort());
  });

  test("what is secret in an output is in no sentence", () => {
    for (const name of ["secret-wrong-type", "secret-no-base64", "values-refused-in-many-ways"]) {
      const runs = scenes.get(name) ?? [];
      for (const run of runs) {
        assert.doesNotMatch(JSON.stringify(explainRecorded(run)), /48151623|Sup3rS3cret/, name);
      }
      assert.ok(runs.length > 0, name);
    }
    const said = JSON.stringify(scenes.get("secret-wrong-type"));
    assert.match(said, /48151623/, "Helm does say it");
  });

  test("an error that nobody knows is shown as it is, without secrets", () => {
    const run = { program: "helm", args: ["upgrade"], exitCode: 1, stdout: "", interrupted: false } as const;
    const about = {
      at: { context: "dev", server: "", namespace: "ns", release: "r" },
      doing: "installing",
    };
    assert.deepEqual(
      explainFailure(
        { ...run, stderr: "WARNING: old\nError: it broke at https://me:pa55word@example.org/x\n" },
        about,
      ),
      {
        kind: "unknown",
        sentence: 'Installing failed: helm says "it broke at https://<hidden>@example.org/x".',
        next: "The output has all that was said.",
      },
    );
    assert.deepEqual(explainFailure({ ...run, stderr: "" }, about), {
      kind: "unknown",
      sentence: "Installing failed: helm ended with exit code 1.",
      next: "The output has all that was said.",
    });
  });

  test("a missing program", () => {
    assert.deepEqual(explainMissing("kubectl"), {
      kind: "program-missing",
      sentence: "kubectl was not found on this machine.",
      next: "Install kubectl, or say where it is in the setting capOperator.kubectlPath.",
    });
  });
});

/** The namespaces of scenes end in the Helm that played there. */
function withoutMajor(failure: Failure): Failure {
  return JSON.parse(JSON.stringify(failure).replace(/-helm[34]\b/g, ""));
}

/** Helm prints what a schema refuses in an order that changes from run to run. */
function inAnyOrder(failure: Failure): Failure {
  const { details } = failure;
  return failure.kind === "values-refused" && details
    ? { ...failure, details: [...details].sort() }
    : failure;
}
