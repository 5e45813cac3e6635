import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import * as vscode from "vscode";
import {
  type HostOutcome,
  type HostTest,
  OUTCOME_VARIABLE,
  runningFile,
} from "../../support/host/outcome.ts";
import { PATIENCE_MS } from "../../support/workbench/patience.ts";

/** Runs all suites beside this file in the extension host; rejects when a test fails. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  // A test waits for states, each for as long as the patience lasts; this ends what never ends otherwise.
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 2 * PATIENCE_MS, slow: 5_000 });
  for (const file of readdirSync(import.meta.dirname)) {
    if (file.endsWith(".suite.cjs")) {
      mocha.addFile(path.join(import.meta.dirname, file));
    }
  }
  await mocha.loadFilesAsync();
  // The console of the extension host carries the workbench's own noise.
  const report: string[] = [];
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => report.push(format(...args));
  const tests: HostTest[] = [];
  const file = process.env[OUTCOME_VARIABLE];
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on("test", (test) => file && writeFileSync(runningFile(file), test.fullTitle()));
    runner.on("pass", (test) => tests.push({ title: test.fullTitle(), state: "passed" }));
    runner.on("pending", (test) => tests.push({ title: test.fullTitle(), state: "pending" }));
    runner.on("fail", (test, error) =>
      tests.push({ title: test.fullTitle(), state: "failed", error: error?.stack ?? String(error) }),
    );
  });
  if (file) {
    const outcome: HostOutcome = { vscode: vscode.version, tests, report: report.join("\n") };
    writeFileSync(file, JSON.stringify(outcome));
  }
  if (failures > 0) {
    throw new Error(`${failures} tests failed in the extension host.`);
  }
}
