import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { helmBinary } from "../helm/build-helm.ts";
import { FIGURES, HELM_VARIABLE } from "../support/host/outcome.ts";
import { runHostTests } from "../support/host/run-embedded.ts";
import { repository } from "../support/repository.ts";

test("the package in the real extension host", async (t) => {
  const workspace = await realpath(await mkdtemp(path.join(tmpdir(), "cap-operator-workspace-")));
  try {
    await cp(path.join(repository, "test/e2e/fixtures/workspace"), workspace, { recursive: true });
    const helm = await helmBinary(3);
    const chart = path.join(repository, "examples/chart");
    const { outcome, exitCode } = await runHostTests(
      workspace,
      helm === undefined ? {} : { [HELM_VARIABLE]: `${helm}\n${chart}` },
    );
    console.log(outcome.report);
    console.log(
      await readFile(path.join(workspace, FIGURES), "utf8").catch(
        () => "Go is missing: nothing was rendered.",
      ),
    );
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
