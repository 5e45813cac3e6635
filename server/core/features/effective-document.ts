import * as l10n from "@vscode/l10n";
import { originMarkdown } from "../semantics/effective-markdown.ts";
import { type EffectiveRow, effectiveRows } from "../semantics/effective-rows.ts";
import { oneLine, originPlace, setName, shortOrigin, type ValuePlace } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import { SET_FLAGS } from "../values/set-entry.ts";
import { cut } from "../yaml/shown.ts";

/** How many characters of a source the header shows. */
const LONGEST_SOURCE = 80;

/**
 * What is shown: all values, each with its origin in a comment; only those that are not the chart's defaults; both without their
 * origins (`bare`); or all values without anything else, so that the two sides of a comparison differ only in values.
 */
export type EffectiveForm = "annotated" | "changed" | "bare" | "changed-bare" | "plain";

/** What the operator will run with, as text. */
export interface EffectiveDocument {
  /** YAML. */
  readonly text: string;
  /** The origins in `text` of everything that is not a default of the chart. */
  readonly origins: readonly EffectiveOrigin[];
}

/** The words of a comment that say where a value comes from. */
export interface EffectiveOrigin {
  readonly range: ValuePlace["name"];
  /** Absent if it is in no file. */
  readonly place?: { readonly uri: string; readonly range: ValuePlace["name"] };
}

/** Sentences above such a text. */
interface EffectiveRemarks {
  /** Whose defaults are shown, and why. */
  readonly chart?: string | undefined;
  /** What is wrong. */
  readonly others: readonly string[];
}

/** The values of a release as text. */
export function effectiveDocument(
  found: ReleaseValues,
  form: EffectiveForm,
  remarks: EffectiveRemarks,
): EffectiveDocument {
  const origins: EffectiveOrigin[] = [];
  const hasOrigins = form === "annotated" || form === "changed";
  const lines = rowsOf(found, form, remarks).map(({ content, value }, line) => {
    if (!value || !hasOrigins) return content;
    const place = originPlace(value.origin, found.stack);
    const words = shortOrigin(value.origin, found.stack) ?? defaultText(place);
    const before = `${content}  # `;
    if (words === undefined) return before + l10n.t("default");
    const start = { line, character: before.length };
    const range = { start, end: { line, character: before.length + words.length } };
    origins.push({ range, ...(place && { place: { uri: place.uri, range: place.name } }) });
    return before + words;
  });
  return { text: textOf(lines), origins };
}

/** A default whose line in the chart is known. */
function defaultText(place: ValuePlace | undefined): string | undefined {
  return place && l10n.t("default, chart line {0}", place.name.start.line + 1);
}

/** Everything about the origin of the value on a line of that text, and what it replaced, as Markdown. */
export function effectiveOrigin(
  found: ReleaseValues,
  form: EffectiveForm,
  line: number,
  remarks: EffectiveRemarks,
): string | undefined {
  const value = rowsOf(found, form, remarks)[line]?.value;
  return value && originMarkdown(value, found);
}

function isOnlyChanged(form: EffectiveForm): boolean {
  return form === "changed" || form === "changed-bare";
}

function rowsOf(found: ReleaseValues, form: EffectiveForm, remarks: EffectiveRemarks): EffectiveRow[] {
  const rows = effectiveRows(found, isOnlyChanged(form));
  if (form === "plain") return rows;
  const problems = [...found.problems, ...found.fatalNulls].map(({ message }) => message);
  const others = [...problems, ...remarks.others];
  const head = header(found, form, rows.length === 0, { ...remarks, others });
  return [...head.map((content) => ({ content })), ...rows];
}

function textOf(lines: readonly string[]): string {
  return lines.some((line) => /^[^#]/.test(line))
    ? `${lines.join("\n")}\n`
    : `${[...lines, "{}"].join("\n")}\n`;
}

/** Each sentence is on a line of its own, however long: editors wrap it at the edge of the window. */
function header(
  { stack }: ReleaseValues,
  form: EffectiveForm,
  isEmpty: boolean,
  { chart, others }: EffectiveRemarks,
): string[] {
  const { files, sets } = stack;
  const sources = [
    l10n.t("chart defaults"),
    ...files.map(({ name }) => name),
    ...SET_FLAGS.flatMap((flag) =>
      sets.flatMap((entry, index) => (entry.flag === flag ? [`${setName(stack, index)} ${entry.text}`] : [])),
    ),
  ];
  const left = isEmpty
    ? l10n.t("Nothing is changed: all values are the chart's defaults.")
    : l10n.t("The chart's defaults are left out.");
  const shortened = sources.map((source) => cut(oneLine(source), LONGEST_SOURCE)).join(", ");
  return [
    comment(title(stack)),
    comment(l10n.t("Later sources win: {0}.", shortened)),
    ...(chart === undefined ? [] : [comment(chart)]),
    ...(isOnlyChanged(form) ? [comment(left)] : []),
    ...others.flatMap((sentence) => ["#", comment(sentence)]),
    "",
  ];
}

function title({ release, namespace, files }: ReleaseStack): string {
  const first = files.find(({ isOfChart }) => !isOfChart);
  if (release === undefined) {
    return first
      ? l10n.t("What the operator will run with: {0} alone.", first.name)
      : l10n.t("What the operator will run with: the chart's defaults.");
  }
  return namespace === undefined
    ? l10n.t("What the operator will run with: release {0}.", release)
    : l10n.t("What the operator will run with: release {0} in namespace {1}.", release, namespace);
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
