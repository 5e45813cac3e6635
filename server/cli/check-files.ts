import { type CheckerOptions, FileChecker } from "./file-checker.ts";
import type { FileReport } from "./report.ts";

/** What a run over files is told on its way. */
export interface CheckEvents {
  /** Takes the report of the next file, in the order of the files. */
  readonly report: (report: FileReport) => void;
  /** Told what should be known of releases and is not said in a file. Each sentence comes once. */
  readonly warn: (message: string) => void;
}

/** Checks files one after the other in this thread. */
export async function checkFiles(options: CheckerOptions, { report, warn }: CheckEvents): Promise<void> {
  const checker = new FileChecker(options, warn);
  for (const file of options.files) report(await checker.check(file));
}
