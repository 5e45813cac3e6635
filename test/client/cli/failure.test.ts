import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { explainFailure, explainMissing, type Failure } from "../../../client/cli/failure.ts";
import { explainRecorded } from "./explain-recorded.ts";
import { readScenes } from "./failure-recording.ts";
import { recoveryWords } from "./recovery-words.ts";

/** What a person is told; what the program said and the places by themselves are held by other tests. */
type WhatIsTold = Omit<Failure, "said" | "refused" | "recovery"> & { readonly recovery: readonly string[] };

/** What a person is told, by scene; one for each Helm where they do not say the same. */
type Told = WhatIsTold | { readonly helm3: WhatIsTold; readonly helm4: WhatIsTold };

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
        assert.deepEqual(whatIsTold(explainRecorded(run)), "helm3" in expected ? expected[major] : expected);
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
    const stderr = "WARNING: old\nError: it broke at https://me:pa55word@example.org/x\n";
    const unknown = {
      kind: "unknown",
      next: "The details have everything that was said.",
      recovery: [{ do: "retry" }],
    };
    assert.deepEqual(explainFailure({ ...run, stderr }, about), {
      ...unknown,
      sentence: 'Installing failed: helm says "it broke at https://<hidden>@example.org/x".',
      said: "WARNING: old\nError: it broke at https://<hidden>@example.org/x",
    });
    assert.deepEqual(explainFailure({ ...run, stderr: "" }, about), {
      ...unknown,
      sentence: "Installing failed: helm ended with exit code 1.",
    });
  });

  for (const [lookup, sentence, next] of [
    [{ isThere: false }, "Helm was not found on the PATH.", "Install it, or set capOperator.helmPath."],
    [
      { isThere: true },
      "Helm is on the PATH, but cannot be run.",
      "Install it, or set capOperator.helmPath.",
    ],
    [
      { configured: "/x/y", isThere: false },
      "Helm was not found at /x/y (capOperator.helmPath).",
      "Correct the setting.",
    ],
    [
      { configured: "/x/y", isThere: true },
      "/x/y (capOperator.helmPath) cannot be run as a program.",
      "Make the file executable, or correct the setting.",
    ],
  ] as const) {
    test(`a program that cannot be started: ${sentence}`, () => {
      const recovery = [{ do: "set", setting: "capOperator.helmPath" }, { do: "retry" }];
      assert.deepEqual(explainMissing("helm", lookup), { kind: "program-missing", sentence, next, recovery });
    });
  }
});

/** The namespaces of scenes end in the Helm that played there. */
function whatIsTold({ said: _said, refused: _refused, recovery, ...failure }: Failure): WhatIsTold {
  const told = { ...failure, recovery: recovery.map(recoveryWords) };
  return JSON.parse(JSON.stringify(told).replace(/-helm[34]\b/g, ""));
}
