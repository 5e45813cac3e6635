import { CheckstyleReporter } from "./checkstyle.ts";
import { GithubReporter } from "./github.ts";
import { GitlabReporter } from "./gitlab.ts";
import { JsonReporter } from "./json.ts";
import { JunitReporter } from "./junit.ts";
import { RdjsonReporter } from "./rdjson.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { SarifReporter } from "./sarif.ts";
import { TextReporter } from "./text.ts";

/** The formats by their names. */
export const REPORTERS = {
  text: TextReporter,
  json: JsonReporter,
  sarif: SarifReporter,
  junit: JunitReporter,
  github: GithubReporter,
  gitlab: GitlabReporter,
  checkstyle: CheckstyleReporter,
  rdjson: RdjsonReporter,
} as const satisfies Record<string, new (options: ReporterOptions) => Reporter>;

export type ReporterName = keyof typeof REPORTERS;

/** The formats that contain fixes, which take time to find. */
export const WITH_FIXES: readonly ReporterName[] = ["json", "sarif", "rdjson"];

/** Whether a word is the name of a format. */
export function isReporterName(word: string): word is ReporterName {
  return Object.hasOwn(REPORTERS, word);
}
