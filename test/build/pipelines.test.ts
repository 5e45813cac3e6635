// The pipelines of this repository cannot run in a test, but the things that their steps name can be looked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, faultsOfActions, steps, workflows } from "./pipeline-steps.ts";

test("every script, file and program that a step of a pipeline or of npm run names is there", () => {
  const all = steps();
  assert.ok(all.length > 50, `${all.length}`);
  const faults = all.flatMap(({ place, ...step }) => faultsOf(step).map((fault) => `${place}: ${fault}`));
  assert.deepEqual(faults, []);
});

test("what actions are given is there", () => {
  assert.deepEqual(faultsOfActions(), []);
});

for (const [script, fault] of [
  ["docker build --tag cap-operator .", "There is no ./Dockerfile."],
  ["docker build --file docker/Dockerfile .", "There is no ./docker/Dockerfile."],
  ['docker run --rm --volume "$PWD/examples/gone:/work" cap-operator check', "There is no ./examples/gone."],
  [
    'docker run --rm --volume "$PWD/examples/workspace:/work" cap-operator check gone.yaml',
    "There is no ./examples/workspace/gone.yaml.",
  ],
  ["npm ci && npm run tests", "There is no script tests in package.json."],
  ["node build/released.ts --check", "There is no build/released.ts."],
  ["npx node lab/promise/run.ts", "There is no lab/promise/run.ts."],
  [
    "npx --yes --package=@vscode/vsce@3.0.0 -- vsce publish",
    /^--package=@vscode\/vsce@3\.0\.0 must have the version 4\./,
  ],
  ["npx --yes --package=ovsx -- ovsx publish", "--package=ovsx has no version."],
  ["pipx run pre-commit==4.6.2 try-repo . cap-operator-lint", "There is no hook cap-operator-lint."],
  ["cp examples/workspace/gone.yaml there", "There is no examples/workspace/gone.yaml."],
  ["make all", "The program make is not known here."],
] as const) {
  test(`a step that cannot work is noticed: ${script}`, () => {
    const [found = "", ...others] = faultsOf({ script, hasRepository: true });
    if (typeof fault === "string") assert.equal(found, fault);
    else assert.match(found, fault);
    assert.deepEqual(others, []);
  });
}

test("a file that a release does not have is noticed", () => {
  const faults = faultsOf({
    script: "gh release create v1 --notes-file NOTES.txt ./*.zip SUMS",
    hasRepository: false,
  });
  assert.deepEqual(faults, [
    "A release has no NOTES.txt.",
    "A release has no ./*.zip.",
    "A release has no SUMS.",
  ]);
});

test("a job with a secret, or with the identity of the workflow for others, installs nothing of the repository", () => {
  const text = (step: object) => JSON.stringify(step);
  for (const [file, { jobs }] of workflows) {
    for (const [name, job] of Object.entries(jobs)) {
      const hasSecret = /\$\{\{ secrets\./.test(text(job)) || /"pages":"write"|"environment"/.test(text(job));
      if (!hasSecret) continue;
      assert.doesNotMatch(text(job), /actions\/checkout|npm ci|npm install/, `${file}, ${name}`);
    }
  }
});
