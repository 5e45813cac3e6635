import * as l10n from "@vscode/l10n";
import type { ChartReference, NamedChart, ReadChart, Umbrella } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import { findModeline } from "../yaml/modeline.ts";
import { narrowed } from "../yaml/narrow.ts";
import { regionOf } from "../yaml/region.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { HelmMajor } from "./refusal.ts";
import type { SetEntry } from "./set-entry.ts";

/** A values file of a stack. */
export interface ReleaseFile {
  /** As the user wrote it. */
  readonly name: string;
  /** Absent if no file has the name. */
  readonly uri?: string;
  /** Its current content; absent if it cannot be read. */
  readonly file?: YamlFile;
  /** The place of the values in the file, if the name has one; `file` has then only these values. */
  readonly place?: string;
  /** Set if Helm is not given the file, but finds it in the chart. */
  readonly isOfChart?: true;
}

/**
 * The severity of a problem with a release: an error stops Helm, a warning means that not all of the release is analysed,
 * and an information that something is not what it seems.
 */
export type ReleaseProblemSeverity = "error" | "warning" | "information";

/** A problem with a release itself, as a sentence. */
export interface ReleaseProblem {
  readonly message: string;
  readonly severity: ReleaseProblemSeverity;
  /** The values file that it is about, as the user wrote it. */
  readonly name?: string;
}

/** The clues to the chart that is installed with a stack. */
export interface StackChart {
  readonly release?: NamedChart;
  /** The chart in the comment at the top of a file, if the comment was read when the stack was made. */
  readonly modeline?: NamedChart;
  /** The chart in whose folder the file is. */
  readonly beside?: NamedChart;
  /** The chart of the settings, for releases that name none. */
  readonly setting?: NamedChart;
  /** The umbrella chart, if the values are for one: each file is then `narrowed` to the key of the operator's chart. */
  readonly umbrella?: Umbrella;
}

/** The sources of one release: its values files and entries in the order of the command line, as they are now. */
export interface ReleaseStack {
  /** The name that the user is shown, which only one release has; absent for a file that no release names. */
  readonly release?: string;
  /** Absent if the name contains it. */
  readonly namespace?: string;
  /** The name and namespace to render it with, if not those of the settings, or assumed ones. */
  readonly as?: { readonly release: string; readonly namespace: string };
  readonly files: readonly ReleaseFile[];
  readonly sets: readonly SetEntry[];
  /** The content of a file that `--set-file` names; absent where no such file is read. */
  readonly readFile?: (path: string) => string | undefined;
  /** The generation of Helm that installs it. */
  readonly helm: HelmMajor;
  /** The chart that is installed with it, as far as it is named. */
  readonly chart?: StackChart;
  /** True if other values count that are not known here, so that keys that are not set here may be set there. */
  readonly isPartial?: true;
  /** Files that cannot be read and settings that contradict each other. */
  readonly problems: readonly ReleaseProblem[];
}

/** True if the first file of a stack is the `values.yaml` of its umbrella chart. */
export function beginsWithUmbrella({ files: [first], chart }: ReleaseStack): boolean {
  if (first?.isOfChart) return true;
  return first?.uri !== undefined && first.uri === chart?.umbrella?.values?.uri;
}

/**
 * The stack of an umbrella chart's own values, which are defaults for the file with a URI; `undefined` if there are none, or if
 * that file is the one that has them.
 */
export function defaultsAround(stack: ReleaseStack, uri: string): ReleaseStack | undefined {
  const [first] = stack.files;
  return first?.uri !== uri && beginsWithUmbrella(stack) ? onlyFirst(stack) : undefined;
}

const onlyFirst = memo(
  ({ files, ...stack }: ReleaseStack): ReleaseStack => ({ ...stack, files: files.slice(0, 1), sets: [] }),
);

/** The name of a release that consists of files and entries on the command line. */
export const COMMAND_LINE = "command line";

/** The generation of Helm that is assumed by default. */
export const DEFAULT_HELM: HelmMajor = 3;

/** The stack of the chart's defaults alone. */
export const NO_SOURCES: ReleaseStack = { files: [], sets: [], helm: DEFAULT_HELM, problems: [] };

/** The umbrella chart of some values, if the first clue that names a chart names one. */
export function umbrellaIn({ release, modeline, beside, setting }: StackChart): Umbrella | undefined {
  const [first] = [release, ...(setting?.isOption ? [setting] : []), modeline, beside, setting].filter(
    (named) => named?.chart !== undefined || named?.atHand !== undefined || named?.umbrella !== undefined,
  );
  return first?.umbrella;
}

/** The files of a stack, each narrowed to the values of the operator's chart, with the umbrella chart's own values before all others. */
export function filesIn(
  umbrella: Umbrella | undefined,
  files: readonly ReleaseFile[],
): readonly ReleaseFile[] {
  if (umbrella === undefined) return files;
  const { values, key, name } = umbrella;
  const narrowedFiles = files.map(
    (source): ReleaseFile =>
      source.file && regionOf(source.file).isWhole ? { ...source, file: narrowed(source.file, key) } : source,
  );
  const isListed = values?.uri !== undefined && files.some(({ uri }) => uri === values.uri);
  if (values === undefined || isListed) return narrowedFiles;
  const { uri, file } = values;
  const defaults = {
    name: l10n.t("values.yaml of {0}", name),
    uri,
    file: narrowed(file, key),
  };
  return [{ ...defaults, isOfChart: true }, ...narrowedFiles];
}

/** The stack of a document that no release names: only that document over the chart's defaults. */
export function aloneStack(
  uri: string,
  file: YamlFile,
  helm: HelmMajor,
  chart: StackChart = {},
): ReleaseStack {
  const files = filesIn(chart.umbrella, [{ name: fileName(uri), uri, file }]);
  return { files, sets: [], helm, chart, problems: [] };
}

/** The chart that the comment at the top of a file names: of the first file that names one. */
export function modelineChart(files: readonly Pick<ReleaseFile, "file">[]): ChartReference | undefined {
  return files
    .map(({ file }) => file && modelineOf(file))
    .find((found) => found?.chart !== undefined || found?.version !== undefined);
}

/** Read once for each file, which may be in many stacks. */
const modelineOf = memo(({ text }: YamlFile) => findModeline(text));

/** The index of a file in a stack, or else of the last one with its URI; -1 if there is none. */
export function fileIndexOf(stack: ReleaseStack, uri: string, file?: YamlFile): number {
  const index = stack.files.findIndex((candidate) => file !== undefined && candidate.file === file);
  return index < 0 ? stack.files.findLastIndex((candidate) => candidate.uri === uri) : index;
}

/** The last part of an address, for sentences. */
export function fileName(uri: string): string {
  const name = uri.slice(Math.max(uri.lastIndexOf("/"), uri.lastIndexOf(":")) + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** True if two stacks have the same files and are otherwise equal; charts are compared by their digests. */
export function isSameStack(a: ReleaseStack, b: ReleaseStack): boolean {
  const rest = ({ files, ...others }: ReleaseStack) =>
    JSON.stringify([others, files.map(({ name, uri }) => [name, uri])], (key, value) =>
      key === "atHand" || key === "umbrella" ? (value as ReadChart | Umbrella).digest : value,
    );
  return (
    a.files.length === b.files.length &&
    a.files.every(({ file }, index) => file === b.files[index]?.file) &&
    rest(a) === rest(b)
  );
}
