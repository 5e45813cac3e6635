import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { explainFailure, explainMissing } from "../../../client/cli/failure.ts";
import type { Failure } from "../../../client/cli/failures/row.ts";
import { explainRecorded } from "./explain-recorded.ts";
import { readScenes } from "./failure-recording.ts";
import { recoveryWords } from "./recovery-words.ts";

/** What a person is told; other tests check what the program said, and the places on their own. */
type WhatIsTold = Omit<Failure, "said" | "refused" | "recovery"> & { readonly recovery: readonly string[] };

/** What a person is told, by scene; one for each Helm if they do not say the same. */
type Told = WhatIsTold | { readonly helm3: WhatIsTold; readonly helm4: WhatIsTold };

const told: Readonly<Record<string, Told>> = JSON.parse(
  readFileSync(new URL("./failure-sentences.json", import.meta.url), "utf8"),
);
const scenes = readScenes();

describe("a failure in words for people", () => {
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

  test("no sentence has what is secret in an output", () => {
    for (const name of [
      "secret-wrong-type",
      "secret-no-base64",
      "values-refused-in-many-ways",
      "dry-run-secret-unknown-field-update",
      "dry-run-secret-wrong-type-update",
    ]) {
      const runs = scenes.get(name) ?? [];
      for (const run of runs) {
        assert.doesNotMatch(JSON.stringify(explainRecorded(run)), /4815162[34]|NDgxNTE2Mj|Sup3rS3cret/, name);
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
      next: "The details show the whole output.",
      recovery: [{ do: "retry" }],
    };
    assert.deepEqual(explainFailure({ ...run, stderr }, about), {
      ...unknown,
      sentence: 'Installing failed: helm reports "it broke at https://<hidden>@example.org/x".',
      said: "WARNING: old\nError: it broke at https://<hidden>@example.org/x",
    });
    assert.deepEqual(explainFailure({ ...run, stderr: "" }, about), {
      ...unknown,
      sentence: "Installing failed: helm ended with exit code 1.",
    });
  });

  for (const [stderr, kind, sentence] of [
    [
      'Error from server (BadRequest): error when creating "STDIN": admission webhook "check.example.org" does not support dry run',
      "dry-run-unsupported",
      "The admission webhook check.example.org does not support dry runs.",
    ],
    [
      'Error from server (BadRequest): error when creating "STDIN": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: duplicate field "spec.replicas"',
      "unknown-field",
      "Deployment sets the field spec.replicas twice.",
    ],
    [
      'error: error validating "STDIN": error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec; if you choose to ignore these errors, turn validation off with --validate=false',
      "unknown-field",
      "Deployment has no field replica.",
    ],
    [
      'Error from server (InternalError): error when creating "STDIN": Internal error occurred: etcdserver: request timed out',
      "server-error",
      "The API server could not handle the request: etcdserver: request timed out.",
    ],
    [
      "Error from server: rpc error: code = DeadlineExceeded desc = context deadline exceeded",
      "server-error",
      "The API server could not handle the request: rpc error: code = DeadlineExceeded desc = context deadline exceeded.",
    ],
    [
      "Error from server (Timeout): the server was unable to return a response in the time allotted, but may still be processing the request (post configmaps)",
      "server-error",
      "The API server could not handle the request: the server was unable to return a response in the time allotted.",
    ],
    [
      'The Service "second" is invalid: \n* spec.ports[0].name: Required value\n* spec.ports[0].nodePort: Invalid value: 30456: provided port is already allocated',
      "port-taken",
      "The port 30456 of Service second (spec.ports[0].nodePort) is already used by another Service.",
    ],
    [
      'The Service "second" is invalid: spec.clusterIPs: Invalid value: ["10.0.0.7"]: failed to allocate IP 10.0.0.7: provided IP is already allocated',
      "port-taken",
      "The address 10.0.0.7 of Service second (spec.clusterIPs) is already used by another Service.",
    ],
    [
      'The RoleBinding "operator" is invalid: roleRef: Invalid value: {"kind":"Role"}: cannot change roleRef',
      "immutable-field",
      "roleRef of RoleBinding operator cannot be changed after creation.",
    ],
  ] as const) {
    test(`a failure that no scene plays: ${sentence}`, () => {
      const at = { context: "dev", server: "", namespace: "ns", release: "r" };
      const run = {
        program: "kubectl",
        args: ["apply", "--dry-run=server"],
        exitCode: 1,
        stdout: "",
        stderr,
      } as const;
      const failure = explainFailure({ ...run, interrupted: false }, { at, doing: "checking" });
      assert.deepEqual({ kind: failure.kind, sentence: failure.sentence }, { kind, sentence });
    });
  }

  for (const [program, args, limits, sentence, recovery] of [
    [
      "helm",
      ["history"],
      { deadline: 120_000, tidyUp: 0 },
      "helm did not answer within 2 minutes.",
      ["retry", "$ kubectl get namespaces --context dev"],
    ],
    [
      "helm",
      ["upgrade", "--dry-run=server"],
      { deadline: 60_000, tidyUp: 0 },
      "helm did not answer within 1 minute.",
      ["retry", "$ kubectl get namespaces --context dev"],
    ],
    [
      "kubectl",
      ["get"],
      { deadline: 90_000, tidyUp: 0 },
      "kubectl did not answer within 90 seconds.",
      ["retry", "$ kubectl get namespaces --context dev"],
    ],
    [
      "kubectl",
      ["get"],
      undefined,
      "kubectl did not answer in time.",
      ["retry", "$ kubectl get namespaces --context dev"],
    ],
    [
      "helm",
      ["upgrade"],
      { deadline: 600_000, tidyUp: 0 },
      "Installing was interrupted because it took longer than 10 minutes, and nothing was undone.",
      ["capOperator.showStatus"],
    ],
    [
      "kubectl",
      ["apply"],
      { deadline: 120_000, tidyUp: 0 },
      "Installing was interrupted because it took longer than 2 minutes.",
      ["retry"],
    ],
    ["kubectl", ["apply"], undefined, "Installing was interrupted because it took too long.", ["retry"]],
  ] as const) {
    test(`a run whose deadline had passed: ${sentence}`, () => {
      const at = { context: "dev", server: "", namespace: "ns", release: "r" };
      const ended = {
        exitCode: undefined,
        stdout: "",
        stderr: "",
        interrupted: true,
        timedOut: true,
      } as const;
      const failure = explainFailure(
        { ...ended, program, args, ...(limits && { limits }) },
        { at, doing: "installing" },
      );
      assert.equal(failure.kind, "no-answer");
      assert.equal(failure.sentence, sentence);
      assert.deepEqual(failure.recovery.map(recoveryWords), recovery);
    });
  }

  const configured = "/x/y";
  for (const [lookup, sentence, next] of [
    [{ reason: "not-found" }, "Helm was not found on the PATH.", "Install it, or set capOperator.helmPath."],
    [
      { reason: "not-runnable" },
      "Helm is on the PATH, but cannot be run.",
      "Install it, or set capOperator.helmPath.",
    ],
    [
      { reason: "other-system" },
      "Helm is on the PATH, but does not run on this system.",
      "Install Helm for this system, or set capOperator.helmPath.",
    ],
    [
      { reason: "shell-script", found: "C:\\tools\\helm.cmd" },
      "C:\\tools\\helm.cmd is a script of a Windows shell, which cannot be started safely.",
      "Set capOperator.helmPath to the .exe file of Helm.",
    ],
    [
      { reason: "other", code: "EIO" },
      "Helm cannot be started: the system reports EIO.",
      "Check the program, or set capOperator.helmPath.",
    ],
    [
      { configured, reason: "not-found" },
      "Helm was not found at /x/y (capOperator.helmPath).",
      "Correct the setting.",
    ],
    [
      { configured, reason: "not-runnable" },
      "/x/y (capOperator.helmPath) cannot be run as a program.",
      "Make the file executable, or correct the setting.",
    ],
    [
      { configured, reason: "other-system" },
      "/x/y (capOperator.helmPath) does not run on this system.",
      "Install Helm for this system, or set capOperator.helmPath.",
    ],
    [
      { configured, reason: "folder" },
      "/x/y (capOperator.helmPath) is a folder.",
      "Set capOperator.helmPath to the program in it.",
    ],
  ] as const) {
    test(`a program that cannot be started: ${sentence}`, () => {
      const recovery = [{ do: "set", setting: "capOperator.helmPath" }, { do: "retry" }];
      assert.deepEqual(explainMissing("helm", lookup), { kind: "program-missing", sentence, next, recovery });
    });
  }

  for (const [reason, sentence, next] of [
    [
      "too-long",
      "The command line for kubectl is longer than this system allows.",
      "Move entries of capOperator.releases into a values file.",
    ],
    [
      "busy",
      "This machine cannot start kubectl now: it runs too many programs or has too many files open.",
      "Close some programs, then try again.",
    ],
  ] as const) {
    test(`a program that no setting can make start: ${sentence}`, () => {
      const recovery = [{ do: "retry" }];
      assert.deepEqual(explainMissing("kubectl", { reason }), {
        kind: "program-missing",
        sentence,
        next,
        recovery,
      });
    });
  }
});

/** What a person is told, without the Helm at the end of a scene's namespace. */
function whatIsTold({ said: _said, refused: _refused, recovery, ...failure }: Failure): WhatIsTold {
  const told = { ...failure, recovery: recovery.map(recoveryWords) };
  return JSON.parse(JSON.stringify(told).replace(/-helm[34]\b/g, ""));
}
