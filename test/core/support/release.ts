import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";
import type { SetEntry } from "../../../server/core/values/set-entry.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { SPECIFICATION } from "./engine.ts";

/** A release in short: texts by file name, in order, and `--set` entries. */
export interface ShortRelease {
  readonly name?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly sets?: readonly (string | SetEntry)[];
  readonly problems?: readonly string[];
  /** The chart that it is installed from; that of the specification if it is left out. */
  readonly chart?: ChartReference;
}

/** The address of a file of a release. */
export function uriOf(name: string): string {
  return `file:///${name}`;
}

/** The stack of a release. */
export function stackOf({
  name = "prod",
  files,
  sets = [],
  problems = [],
  chart,
}: ShortRelease): ReleaseStack {
  return {
    release: name,
    files: Object.entries(files).map(([file, text]) => ({
      name: file,
      uri: uriOf(file),
      file: parseYaml(text),
    })),
    helm: 3,
    chart: chart ? { release: chart } : { setting: SPECIFICATION },
    sets: sets.map((entry) => (typeof entry === "string" ? { flag: "set", text: entry } : entry)),
    problems: problems.map((message) => ({ message, severity: "error" })),
  };
}

/** The analysis of a file that one or several releases name; all of them have the same text for it. */
export function analyseIn(name: string, ...releases: readonly ShortRelease[]): Analysis {
  const text = releases[0]?.files[name];
  if (text === undefined) throw new Error(`The first release has no file ${name}.`);
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS.values);
  const stacks = releases.map((release): ReleaseStack => {
    const stack = stackOf(release);
    return { ...stack, files: stack.files.map((one) => (one.name === name ? { ...one, file } : one)) };
  });
  return new Analysis(uriOf(name), 1, file, roots, stacks);
}
