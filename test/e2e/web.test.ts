import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { HostOutcome } from "../support/host/outcome.ts";
import { repository } from "../support/repository.ts";
import { serveWebWorkbench } from "../support/web/web-workbench.ts";
import { openPage } from "../support/workbench/browser.ts";

test("the package in the extension host of a browser", async (t) => {
  const folder = path.join(repository, "test/e2e/fixtures/workspace");
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = new Map(
    names.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file).split(path.sep).join("/"), readFileSync(file)];
    }),
  );
  const workbench = await serveWebWorkbench({ files, runsSuites: true });
  try {
    const { page, close } = await openPage(workbench.host);
    const log: string[] = [];
    page.on("console", (message) => log.push(message.text()));
    try {
      const exit = new Promise<number>((resolve) => {
        void page
          .exposeFunction("codeAutomationExit", (code: number) => resolve(code))
          .catch(() => undefined);
      });
      await page.exposeFunction("codeAutomationLog", (_type: string, args: readonly unknown[]) => {
        log.push(args.map(String).join(" "));
      });
      await page.goto(workbench.address);
      const exitCode = await exit;
      if (exitCode !== 0) console.log(log.slice(-40).join("\n"));
      const outcome: HostOutcome = JSON.parse(await Promise.race([workbench.outcome, nothing()]));
      for (const { title, state, error } of outcome.tests) {
        await t.test(title, { skip: state === "pending" }, () => {
          if (state === "failed") throw new Error(error);
        });
      }
      await t.test(`all of it ran, in VS Code ${outcome.vscode}`, () => {
        assert.equal(exitCode, 0);
        assert.ok(outcome.tests.length > 0, "no test ran");
      });
    } finally {
      await close();
    }
  } finally {
    await workbench.stop();
  }
});

function nothing(): Promise<never> {
  return Promise.reject(
    new Error("The extension host ended without an outcome: the suites did not run to their end."),
  );
}
