import * as l10n from "@vscode/l10n";
import type { OtherChart } from "../schema/known-charts.ts";
import { literal } from "../schema/markdown.ts";
import { scalarText } from "../schema/scalar-text.ts";
import { originMarkdown } from "../semantics/effective-markdown.ts";
import { type DescribedDefaults, type EffectiveRow, effectiveRows } from "../semantics/effective-rows.ts";
import { oneLine, originPlace, setName, shortOrigin, type ValuePlace } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { COMMAND_LINE, type ReleaseStack } from "../values/release-stack.ts";
import { SET_FLAGS } from "../values/set-entry.ts";
import type { EffectiveDocument, EffectiveForm, EffectiveOrigin } from "../wire/values.ts";
import { cut } from "../yaml/shown.ts";
import type { Path } from "../yaml/tree.ts";

/** The number of characters of a source that the header shows. */
const LONGEST_SOURCE = 80;

/** The mark of an inherited origin at a component; hovers have it in words. */
const INHERITED = "↑";

/** One side of a comparison of values. */
export interface ComparedSide {
  readonly stack: ReleaseStack;
  /** True for the defaults of the chart that the stack is for. */
  readonly isDefaults?: boolean;
  /** The chart in place of that of the stack. */
  readonly chart?: OtherChart;
}

/** Sentences above such a text, and defaults that its lines depend on. */
interface EffectiveRemarks {
  /** The chart whose defaults are shown, with the reason. */
  readonly chart?: string;
  /** Problems of the values. */
  readonly others: readonly string[];
  /** The defaults that the other side of a comparison knows in words only. */
  readonly beside?: DescribedDefaults;
}

/** The values of a release as text. */
export function effectiveDocument(
  found: ReleaseValues,
  form: EffectiveForm,
  remarks: EffectiveRemarks,
): EffectiveDocument {
  const origins: EffectiveOrigin[] = [];
  const isCommented = form === "annotated" || form === "changed";
  const rows = rowsOf(found, form, remarks);
  const lines = rows.map(({ content, value }, line) => {
    if (!value || form === "plain") return content;
    const place = originPlace(value.origin, found.stack);
    const { origin } = value;
    const isInherited = origin.kind === "inherited" && !isCommented;
    const short = shortOrigin(isInherited ? origin.from : origin, found.stack);
    const known = isInherited && short !== undefined ? `${INHERITED} ${short}` : short;
    const words = known ?? (isCommented ? defaultText(place) : undefined) ?? l10n.t("default");
    const text = isCommented ? `${content}  # ${words}` : content;
    const part = isCommented ? words : (lastKeyOf(value) ?? content.trimStart());
    const character = isCommented ? text.length - words.length : content.indexOf(part);
    const range = { start: { line, character }, end: { line, character: character + part.length } };
    const isDefault = known === undefined;
    origins.push({ range, words, isDefault, ...(place && { place: { uri: place.uri, range: place.name } }) });
    return text;
  });
  const text = documentText(lines);
  if (form !== "plain") return { text, origins };
  return { text, origins, described: rows.flatMap(({ described }) => (described ? [described.path] : [])) };
}

/** The key of a value as its line has it; `undefined` for an item of a list. */
function lastKeyOf({ path }: { readonly path: Path }): string | undefined {
  const last = path.at(-1);
  return typeof last === "string" ? scalarText(last) : undefined;
}

/** A default of the chart, with its line if that is known. */
function defaultText(place: ValuePlace | undefined): string | undefined {
  return place && l10n.t("default, chart line {0}", place.name.start.line + 1);
}

/**
 * The origin of the value on a line of that text and the values that it replaced, as Markdown; on a line of a shortened header, all that the
 * header leaves out.
 */
export function effectiveOrigin(
  found: ReleaseValues,
  form: EffectiveForm,
  line: number,
  remarks: EffectiveRemarks,
): string | undefined {
  const rows = rowsOf(found, form, remarks);
  const row = rows[line];
  if (row?.value) return originMarkdown(row.value, found);
  const isInHeader = line < rows.findIndex(({ content }) => content === "");
  if (!isInHeader || !isBare(form)) return undefined;
  const { basics, problems } = sentencesOf(found, form, effectiveRows(found, isOnlyChanged(form)), remarks);
  return [...basics, ...problems].map((sentence) => literal(oneLine(sentence))).join("\n\n");
}

function isOnlyChanged(form: EffectiveForm): boolean {
  return form === "changed" || form === "changed-bare";
}

/** True for the forms without comments: an editor shows the origins in a column, and the rest of the header in a hover. */
function isBare(form: EffectiveForm): boolean {
  return form === "bare" || form === "changed-bare";
}

function rowsOf(found: ReleaseValues, form: EffectiveForm, remarks: EffectiveRemarks): EffectiveRow[] {
  const rows = effectiveRows(found, isOnlyChanged(form), remarks.beside);
  if (form === "plain") return rows;
  const sentences = sentencesOf(found, form, rows, remarks);
  const head = isBare(form) ? shortHeader(sentences) : header(sentences);
  return [...head, ""].map((content): EffectiveRow => ({ content })).concat(rows);
}

function documentText(lines: readonly string[]): string {
  return lines.some((line) => /^[^#]/.test(line))
    ? `${lines.join("\n")}\n`
    : `${[...lines, "{}"].join("\n")}\n`;
}

interface Sentences {
  /** The sentences about the shown values and their sources. */
  readonly basics: readonly string[];
  readonly problems: readonly string[];
}

function sentencesOf(
  { stack, problems, fatalValues }: ReleaseValues,
  form: EffectiveForm,
  rows: readonly EffectiveRow[],
  { chart, others }: EffectiveRemarks,
): Sentences {
  const { files, sets } = stack;
  const sources = [
    l10n.t("chart defaults"),
    ...files.map(({ name }) => name),
    ...SET_FLAGS.flatMap((flag) =>
      sets.flatMap((entry, index) => (entry.flag === flag ? [`${setName(stack, index)} ${entry.text}`] : [])),
    ),
  ];
  const left =
    rows.length === 0
      ? l10n.t("Nothing is changed: all values are the chart's defaults.")
      : l10n.t("The chart's defaults are left out.");
  const shortened = sources.map((source) => cut(oneLine(source), LONGEST_SOURCE)).join(", ");
  return {
    basics: [
      title(stack),
      l10n.t("Later sources win: {0}.", shortened),
      ...(chart === undefined ? [] : [chart]),
      ...(isOnlyChanged(form) ? [left] : []),
    ],
    problems: [...[...problems, ...fatalValues].map(({ message }) => message), ...others],
  };
}

/** Each sentence is on a line of its own, however long: editors wrap it at the edge of the window. */
function header({ basics, problems }: Sentences): string[] {
  return [...basics.map(comment), ...problems.flatMap((sentence) => ["#", comment(sentence)])];
}

/** At most three lines, the last with the problems, if there are any; a hover has the rest. */
function shortHeader({ basics: [first = "", sources = "", ...others], problems }: Sentences): string[] {
  const [problem] = problems;
  const last =
    problems.length > 1
      ? l10n.t("{0} problems are listed in the hover over this line.", problems.length)
      : (problem ?? others.at(-1));
  return [first, sources, ...(last === undefined ? [] : [last])].map(comment);
}

function title({ release, namespace, files }: ReleaseStack): string {
  const given = files.filter(({ isOfChart }) => !isOfChart);
  const last = given.at(-1);
  if (release === undefined) {
    if (last && given.length > 1)
      return l10n.t("Effective values of {0} with the sources that it names.", last.name);
    return last
      ? l10n.t("Effective values of {0} alone.", last.name)
      : l10n.t("Effective values: the chart's defaults.");
  }
  if (release === COMMAND_LINE)
    return l10n.t("Effective values of the files and entries on the command line.");
  return namespace === undefined
    ? l10n.t("Effective values of release {0}.", release)
    : l10n.t("Effective values of release {0} in namespace {1}.", release, namespace);
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
