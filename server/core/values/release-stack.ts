import * as l10n from "@vscode/l10n";
import type { ChartReference, NamedChart, ReadChart, Umbrella } from "../chart/chart.ts";
import { memo } from "../yaml/memo.ts";
import { findModeline } from "../yaml/modeline.ts";
import { narrowed } from "../yaml/narrow.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { HelmMajor } from "./refusal.ts";
import type { SetEntry } from "./set-entry.ts";

/** A values file of a stack. */
export interface ReleaseFile {
  /** As the user wrote it. */
  readonly name: string;
  /** Absent if the name leads nowhere. */
  readonly uri?: string;
  /** Its current content; absent if it cannot be read. */
  readonly file?: YamlFile;
  /** The place in the file that the values are at, if the name has one; `file` is then what is there. */
  readonly place?: string;
  /** Set if Helm is not given the file, but finds it in the chart. */
  readonly isOfChart?: true;
}

/**
 * How serious a problem with a release is: an error stops Helm, a warning keeps us from looking at all of it, and an
 * information says that something is not what it seems.
 */
export type ReleaseProblemSeverity = "error" | "warning" | "information";

/** What is wrong with a release itself, as a sentence. */
export interface ReleaseProblem {
  readonly message: string;
  readonly severity: ReleaseProblemSeverity;
  /** The values file that it is about, as the user wrote it. */
  readonly name?: string;
}

/** What names the chart that is installed with a stack. */
export interface StackChart {
  readonly release?: NamedChart;
  /** What the comment at the top of a file names, if it was looked for when the stack was made. */
  readonly modeline?: NamedChart;
  /** The chart in whose folder the file is. */
  readonly beside?: NamedChart;
  /** The settings, for whatever is installed without a chart of its own. */
  readonly setting?: NamedChart;
  /** The chart that brings the operator's along, if the values are for that one: each file is then `narrowed` to its key. */
  readonly umbrella?: Umbrella;
}

/** What makes up one release: its values files and entries in the order of the command line, as they are now. */
export interface ReleaseStack {
  /** The name that the user is shown, which only one release has; absent for a file that no release names. */
  readonly release?: string;
  /** Absent if the name says it as well. */
  readonly namespace?: string;
  /** What it is rendered as, if not as the release of the settings, or with an assumed name. */
  readonly as?: { readonly release: string; readonly namespace: string };
  readonly files: readonly ReleaseFile[];
  readonly sets: readonly SetEntry[];
  /** The content of a file that `--set-file` names; absent where no such file is read. */
  readonly readFile?: (path: string) => string | undefined;
  /** The generation of Helm that installs it. */
  readonly helm: HelmMajor;
  /** The chart that is installed with it, as far as it is named. */
  readonly chart?: StackChart;
  /** Whether more values count than these, which are not known here: what is not set may be set there. */
  readonly isPartial?: true;
  /** Files that cannot be read and settings that contradict each other. */
  readonly problems: readonly ReleaseProblem[];
}

/** Whether the first file of a stack has the values that its umbrella chart itself brings along. */
export function beginsWithUmbrella({ files: [first], chart }: ReleaseStack): boolean {
  if (first?.isOfChart) return true;
  return first?.uri !== undefined && first.uri === chart?.umbrella?.values?.uri;
}

/**
 * The stack of the values that an umbrella chart itself brings along, which are defaults to the file with a URI; `undefined` if there
 * are none, or if the file has them itself.
 */
export function defaultsAround(stack: ReleaseStack, uri: string): ReleaseStack | undefined {
  const [own] = stack.files;
  return own?.uri !== uri && beginsWithUmbrella(stack) ? onlyFirst(stack) : undefined;
}

const onlyFirst = memo(
  ({ files, ...stack }: ReleaseStack): ReleaseStack => ({ ...stack, files: files.slice(0, 1), sets: [] }),
);

/** What a release is called that consists of files and entries on the command line. */
export const COMMAND_LINE = "command line";

/** The generation of Helm that is assumed if nothing says which. */
export const DEFAULT_HELM: HelmMajor = 3;

/** The stack of the chart's defaults alone. */
export const NO_SOURCES: ReleaseStack = { files: [], sets: [], helm: DEFAULT_HELM, problems: [] };

/** The chart that brings the operator's along, if what names the chart of some values names such a one. */
export function umbrellaIn({ release, modeline, beside, setting }: StackChart): Umbrella | undefined {
  const [first] = [release, ...(setting?.isOption ? [setting] : []), modeline, beside, setting].filter(
    (one) => one?.chart !== undefined || one?.atHand !== undefined || one?.umbrella !== undefined,
  );
  return first?.umbrella;
}

/** The files of a stack, each narrowed to what is ours, with the values that the umbrella chart itself brings along before all others. */
export function filesIn(
  umbrella: Umbrella | undefined,
  files: readonly ReleaseFile[],
): readonly ReleaseFile[] {
  if (umbrella === undefined) return files;
  const { values, key, name } = umbrella;
  const ours = files.map(
    (one): ReleaseFile => (one.file && !one.file.part ? { ...one, file: narrowed(one.file, key) } : one),
  );
  const isListed = values?.uri !== undefined && files.some(({ uri }) => uri === values.uri);
  if (values === undefined || isListed) return ours;
  const { uri, file } = values;
  const own = {
    name: l10n.t("values.yaml of {0}", name),
    uri,
    file: narrowed(file, key),
  };
  return [{ ...own, isOfChart: true }, ...ours];
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

/** Looked for once in a file, which may be in many stacks. */
const modelineOf = memo(({ text }: YamlFile) => findModeline(text));

/** The index of a file in a stack, or else of the last one with its URI; -1 if there is none. */
export function fileIndexOf(stack: ReleaseStack, uri: string, file?: YamlFile): number {
  const own = stack.files.findIndex((one) => file !== undefined && one.file === file);
  return own < 0 ? stack.files.findLastIndex((one) => one.uri === uri) : own;
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

/** Whether two stacks have the same files, and say the same of all else; of charts, the digests are compared. */
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
