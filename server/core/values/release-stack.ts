import type { YamlFile } from "../yaml/tree.ts";
import type { HelmMajor } from "./refusal.ts";
import type { SetEntry } from "./set-entry.ts";

/** A values file of a stack. */
export interface ReleaseFile {
  /** As the person wrote it. */
  readonly name: string;
  /** Absent where the name leads nowhere. */
  readonly uri?: string;
  /** What stands in it now; absent where it cannot be read. */
  readonly file?: YamlFile;
}

/**
 * How grave it is what is wrong with a release: an error stops Helm, a warning keeps us from looking at all of it, an
 * information says that something is not what it seems.
 */
export type ReleaseProblemSeverity = "error" | "warning" | "information";

/** What is wrong with a release itself, as a sentence. */
export interface ReleaseProblem {
  readonly message: string;
  readonly severity: ReleaseProblemSeverity;
}

/** What is put together for one release: its values files and entries in the order of the command line, as they stand now. */
export interface ReleaseStack {
  /** What the person is shown as its name, which is that of one release only; absent for a file that no release names. */
  readonly release?: string;
  /** Absent where the name says it as well. */
  readonly namespace?: string;
  readonly files: readonly ReleaseFile[];
  readonly sets: readonly SetEntry[];
  /** The generation of Helm that installs it. */
  readonly helm: HelmMajor;
  /** Files that cannot be read and settings that contradict each other. */
  readonly problems: readonly ReleaseProblem[];
}

/** The generation of Helm that is meant where nobody says which. */
export const DEFAULT_HELM: HelmMajor = 3;

/** The stack of the chart's defaults alone. */
export const NO_SOURCES: ReleaseStack = { files: [], sets: [], helm: DEFAULT_HELM, problems: [] };

/** The stack of a document that no release names: it alone over the chart's defaults. */
export function aloneStack(uri: string, file: YamlFile, helm: HelmMajor): ReleaseStack {
  return { files: [{ name: fileName(uri), uri, file }], sets: [], helm, problems: [] };
}

/** Which file of a stack has an address; -1 if none has. */
export function fileIndexOf(stack: ReleaseStack, uri: string): number {
  return stack.files.findLastIndex((one) => one.uri === uri);
}

function fileName(uri: string): string {
  const name = uri.slice(uri.search(/[^/:]*$/));
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
