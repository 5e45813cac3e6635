import * as l10n from "@vscode/l10n";
import { VALUES_FILE } from "../chart/chart.ts";
import type { Span } from "../values/helm-tree.ts";
import type { HelmMajor } from "../values/refusal.ts";
import {
  aloneStack,
  fileName,
  filesIn,
  type ReleaseFile,
  type ReleaseProblem,
  type ReleaseStack,
  type StackChart,
} from "../values/release-stack.ts";
import type { SetEntry } from "../values/set-entry.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { embeddedFile } from "./embedded-file.ts";
import { isOpaque } from "./entries.ts";
import type { FileReference } from "./file-references.ts";
import type { EmbeddedLayer, EmbeddedValues } from "./find.ts";
import type { EmbeddedReference } from "./references.ts";

/** A text in a ConfigMap or Secret, with its file and as a separate values file. */
export interface FoundData extends Span {
  /** The node that holds the text, as the identity of the text. */
  readonly holder: object;
  readonly text: string;
  /** The name to show instead of that of the object. */
  readonly name?: string;
  readonly uri: string;
  readonly around: YamlFile;
  readonly file: YamlFile;
}

/** Finds the text that a reference names, or gives the reason why its values are not known. */
export type FindData = (reference: EmbeddedReference) => FoundData | "not-found" | "several" | "unread";

/** Finds a values file that a document names; `undefined` if it cannot be read. */
export type FindFile = (reference: FileReference) => ReleaseFile | undefined;

/** The functions that find the texts and files that a document refers to. */
export interface Finders {
  readonly data: FindData;
  readonly file: FindFile;
}

/** Embedded values as they were read. */
export interface ReadValues {
  readonly uri: string;
  readonly around: YamlFile;
  readonly file: YamlFile;
  readonly values: EmbeddedValues;
}

/** The stack of embedded values: over values that their document takes from elsewhere and the chart's defaults, and below single keys that it sets. */
export function embeddedStack(
  { uri, around, file, values }: ReadValues,
  chart: StackChart,
  helm: HelmMajor,
  find: Finders,
): ReleaseStack {
  const { references, entries, isPartial, unknown } = values;
  const sources: ReleaseFile[] = [];
  const between: SetEntry[] = [];
  const problems = unknown.map(notKnown);
  const read = (files: readonly FileReference[], isOver: boolean) =>
    files.flatMap((reference) => (reference.isOver === isOver ? (find.file(reference) ?? []) : []));
  const layer = ({ files, ...place }: EmbeddedLayer): readonly ReleaseFile[] => {
    const itself = { name: fileName(uri), uri, file: embeddedFile(around, place).file };
    return [...read(files, false), ...(place.form === "none" ? [] : [itself]), ...read(files, true)];
  };
  const { under = [], over: layersOver = [], files: named } = values;
  for (const reference of [...under, values, ...layersOver].flatMap(({ files }) => files))
    if (find.file(reference) === undefined) problems.push(notKnown(reference.at));
  for (const found of [...under.flatMap(layer), ...read(named, false)]) sources.push(found);
  for (const reference of references) {
    const found = find.data(reference);
    if (typeof found === "string") {
      problems.push(notIncluded(reference, found));
      continue;
    }
    const name = found.name ?? `${reference.kind} ${reference.name}`;
    if (reference.targetPath === undefined) sources.push({ name, uri: found.uri, file: found.file });
    else between.push({ ...targetEntry(reference, name, found), before: sources.length });
  }
  const over = [...read(named, true), ...layersOver.flatMap(layer)];
  const alone = aloneStack(uri, file, helm, chart);
  const files = filesIn(chart.umbrella, [...sources, ...alone.files.slice(-1), ...over]);
  const first = files.length - sources.length - 1 - over.length;
  const sets = [
    ...between.map((entry): SetEntry => ({ ...entry, before: first + (entry.before ?? 0) })),
    ...entries.map(({ flag, text, at: path, ...place }): SetEntry => {
      return { flag, text, place: { ...place, name: path, uri, file: around } };
    }),
  ];
  const isShort = isPartial || problems.length > 0;
  const dropping = droppingDefaults(values);
  if (dropping) problems.push(dropping);
  return { ...alone, files, sets, problems, ...(isShort && { isPartial: true }) };
}

/** The notice that a product takes files in place of the defaults of a chart; `undefined` if these are one of the files. */
function droppingDefaults({ product, files, chart }: EmbeddedValues): ReleaseProblem | undefined {
  const [first, ...others] = files.filter(({ isFromSource }) => isFromSource);
  const plain = (path: string) => path.replace(/^(?:\.?\/)+|\/+$/g, "");
  const defaults = `${plain(chart?.chart ?? "")}/${VALUES_FILE}`;
  if (first === undefined || [first, ...others].some(({ path }) => plain(path) === defaults))
    return undefined;
  const message = l10n.t(
    "{0} uses these files instead of the values.yaml of the chart, whose defaults are included here: {1}",
    product,
    [first, ...others].map(({ path }) => path).join(", "),
  );
  return { message, severity: "information" };
}

/**
 * Text in quotes stays a text: https://github.com/fluxcd/helm-controller/blob/v0.37.0/internal/chartutil/values.go. So does a literal,
 * with its quotes; dots in the path can be escaped as everywhere: https://github.com/fluxcd/pkg/pull/1218.
 */
function targetEntry(
  { targetPath, isLiteral }: EmbeddedReference,
  name: string,
  { text, offset, length, uri, around }: FoundData,
): SetEntry {
  const isQuoted = !isLiteral && ["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote));
  const unquoted = isQuoted ? text.replace(/^['"]+/, "").replace(/(?<!['"])['"]+$/, "") : text;
  const value = isLiteral ? text.replace(/[\\,{}]/g, "\\$&") : unquoted;
  const place = {
    name,
    uri,
    file: around,
    offset,
    length,
    ...(isOpaque(text) && { isOpaque: true as const }),
  };
  return { flag: isQuoted || isLiteral ? "set-string" : "set", text: `${targetPath}=${value}`, place };
}

/** The notice that the values from a path are not known. */
export function notKnown(path: string): ReleaseProblem {
  const message = l10n.t("The values of {0} are not known, so they are not included.", path);
  return { message, severity: "information" };
}

function notIncluded(
  { kind, name, key }: EmbeddedReference,
  why: Exclude<ReturnType<FindData>, FoundData>,
): ReleaseProblem {
  const messages = {
    "not-found": () => l10n.t("{0} {1} was not found, so its values are not included.", kind, name),
    several: () => l10n.t("{0} {1} was found more than once, so its values are not included.", kind, name),
    unread: () =>
      l10n.t("{0} {1} has no text {2} that can be read, so its values are not included.", kind, name, key),
  };
  return { message: messages[why](), severity: "information" };
}
