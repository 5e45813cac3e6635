import * as vscode from "vscode";
import type { HostOutcome, HostTest } from "../../support/host/outcome.ts";
import { PATIENCE_MS } from "../../support/workbench/patience.ts";
// The build for browsers: it makes the global `mocha`.
import "mocha/mocha.js";

interface BrowserMocha {
  setup(options: object): void;
  run(ended: (failures: number) => void): Mocha.Runner;
}

/** Runs the suites in the extension host of a browser; rejects when a test fails. `load` defines them. */
export async function run(load: () => Promise<void>): Promise<void> {
  const { mocha } = globalThis as unknown as { readonly mocha: BrowserMocha };
  class Silent {}
  mocha.setup({ ui: "bdd", reporter: Silent, timeout: 2 * PATIENCE_MS, slow: 5_000 });
  await load();
  const tests: HostTest[] = [];
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on("pass", (test) => tests.push({ title: test.fullTitle(), state: "passed" }));
    runner.on("pending", (test) => tests.push({ title: test.fullTitle(), state: "pending" }));
    runner.on("fail", (test, error) =>
      tests.push({ title: test.fullTitle(), state: "failed", error: error?.stack ?? String(error) }),
    );
  });
  const outcome: HostOutcome = { vscode: vscode.version, tests, report: "" };
  const carrier = vscode.extensions.getExtension("tests.carrier");
  const address = new URL("/outcome", carrier?.extensionUri.toString(true));
  await fetch(address, { method: "POST", body: JSON.stringify(outcome) });
  if (failures > 0) throw new Error(`${failures} tests failed in the extension host of the browser.`);
}
