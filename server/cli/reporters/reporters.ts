import type { Reporter, ReporterOptions } from "./reporter.ts";

type ReporterClass = new (options: ReporterOptions) => Reporter;

/** The formats by their names. Each is loaded when it is asked for. */
const REPORTERS = {
  text: async (): Promise<ReporterClass> => (await import("./text.ts")).TextReporter,
  json: async (): Promise<ReporterClass> => (await import("./json.ts")).JsonReporter,
  sarif: async (): Promise<ReporterClass> => (await import("./sarif.ts")).SarifReporter,
  junit: async (): Promise<ReporterClass> => (await import("./junit.ts")).JunitReporter,
  github: async (): Promise<ReporterClass> => (await import("./github.ts")).GithubReporter,
  markdown: async (): Promise<ReporterClass> => (await import("./markdown.ts")).MarkdownReporter,
  gitlab: async (): Promise<ReporterClass> => (await import("./gitlab.ts")).GitlabReporter,
};

export type ReporterName = keyof typeof REPORTERS;

/** The names of all formats. */
export const REPORTER_NAMES = Object.keys(REPORTERS) as readonly ReporterName[];

/** The formats that can contain fixes. */
export const WITH_FIXES: readonly ReporterName[] = ["json", "sarif"];

/** True for the name of a format. */
export function isReporterName(word: string): word is ReporterName {
  return Object.hasOwn(REPORTERS, word);
}

/** Makes the reporter of a format. */
export async function makeReporter(name: ReporterName, options: ReporterOptions): Promise<Reporter> {
  return new (await REPORTERS[name]())(options);
}
