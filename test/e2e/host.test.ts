import assert from "node:assert/strict";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { runHostTests } from "../support/host/run-embedded.ts";
import { repository } from "../support/repository.ts";

test("the package in the real extension host", async (t) => {
  const workspace = await realpath(await mkdtemp(path.join(tmpdir(), "cap-operator-workspace-")));
  try {
    await cp(path.join(repository, "test/e2e/fixtures/workspace"), workspace, { recursive: true });
    const { outcome, exitCode } = await runHostTests(workspace);
    console.log(outcome.report);
    for (const { title, state, error } of outcome.tests) {
      await t.test(title, { skip: state === "pending" }, () => {
        if (state === "failed") {
          throw new Error(error);
        }
      });
    }
    await t.test(`all of it ran, in VS Code ${outcome.vscode}`, () => {
      assert.equal(exitCode, 0);
      assert.ok(outcome.tests.length > 0, "no test ran");
    });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
});
