import { readFile } from "node:fs/promises";

/** The result of one test in the extension host. */
export interface HostTest {
  readonly title: string;
  readonly state: "passed" | "failed" | "pending";
  readonly error?: string;
}

/** The results that the suites leave behind for the process that started them. */
export interface HostOutcome {
  readonly vscode: string;
  readonly tests: readonly HostTest[];
  /** Mocha's own report. */
  readonly report: string;
}

/** The environment variable with the paths of Helm and of the chart that is rendered, each in a line. */
export const HELM_VARIABLE = "CAP_OPERATOR_HOST_HELM";
/** The file of the workspace with the figures that suites measured. */
export const FIGURES = "figures.txt";
/** Names the variable that tells the suites where to write their outcome. */
export const OUTCOME_VARIABLE = "CAP_OPERATOR_HOST_OUTCOME";

/** Beside the outcome, the title of the test that runs now: a suite that goes on is distinguished from one that hangs. */
export function runningFile(outcomeFile: string): string {
  return `${outcomeFile}.running`;
}

/** Reads what the suites left behind; that they left nothing is a failure that says so. */
export async function readOutcome(file: string): Promise<HostOutcome> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new Error("The extension host ended without an outcome: the suites did not run to their end.");
  }
  return JSON.parse(text);
}
