import * as l10n from "@vscode/l10n";
import { scalarText } from "../schema/scalar-text.ts";
import { originMarkdown } from "../semantics/effective-markdown.ts";
import { type EffectiveRow, effectiveRows } from "../semantics/effective-rows.ts";
import { oneLine, originPlace, setName, shortOrigin, type ValuePlace } from "../semantics/origin-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import type { ReleaseStack } from "../values/release-stack.ts";
import { SET_FLAGS } from "../values/set-entry.ts";
import { cut } from "../yaml/shown.ts";
import type { Path } from "../yaml/tree.ts";

/** How many characters of a source the header shows. */
const LONGEST_SOURCE = 80;

/** Where lines of a header end whose origins are shown in a column, as such lines are not wrapped: half of a window has room for them. */
const NARROW = 48;

/** Before the origin of a value of the top level, at a component; hovers say it in words. */
const INHERITED = "↑";

/**
 * What is shown: all values, each with its origin in a comment; only those that are not the chart's defaults; both without their
 * origins (`bare`), which an editor shows in a column of its own; or all values without anything else, so that the two sides of a
 * comparison differ only in values.
 */
export type EffectiveForm = "annotated" | "changed" | "bare" | "changed-bare" | "plain";

/** What the operator will run with, as text. */
export interface EffectiveDocument {
  /** YAML. */
  readonly text: string;
  /** The origins of all values in `text`, except in the form `plain`. */
  readonly origins: readonly EffectiveOrigin[];
}

/** Where a value comes from. */
export interface EffectiveOrigin {
  /** The comment that says it; where there are no comments, the key of the value. */
  readonly range: ValuePlace["name"];
  readonly words: string;
  readonly isDefault: boolean;
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
  const isCommented = form === "annotated" || form === "changed";
  const lines = rowsOf(found, form, remarks).map(({ content, value }, line) => {
    if (!value || form === "plain") return content;
    const place = originPlace(value.origin, found.stack);
    const { origin } = value;
    const isInherited = origin.kind === "inherited" && !isCommented;
    const short = shortOrigin(isInherited ? origin.from : origin, found.stack);
    const known = isInherited && short !== undefined ? `${INHERITED} ${short}` : short;
    const words = known ?? (isCommented ? defaultText(place) : undefined) ?? l10n.t("default");
    const text = isCommented ? `${content}  # ${words}` : content;
    const part = isCommented ? words : (nameOf(value) ?? content.trimStart());
    const character = isCommented ? text.length - words.length : content.indexOf(part);
    const range = { start: { line, character }, end: { line, character: character + part.length } };
    const isDefault = known === undefined;
    origins.push({ range, words, isDefault, ...(place && { place: { uri: place.uri, range: place.name } }) });
    return text;
  });
  return { text: textOf(lines), origins };
}

/** The key of a value as its line has it; `undefined` for an item of a list. */
function nameOf({ path }: { readonly path: Path }): string | undefined {
  const last = path.at(-1);
  return typeof last === "string" ? scalarText(last) : undefined;
}

/** A default of the chart, with its line if that is known. */
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
  const problems = [...found.problems, ...found.fatalValues].map(({ message }) => message);
  const others = [...problems, ...remarks.others];
  const sentences = header(found, form, rows.length === 0, { ...remarks, others });
  const head = form.endsWith("bare") ? sentences.flatMap(narrowed) : sentences;
  return [...head.map((content) => ({ content })), ...rows];
}

function textOf(lines: readonly string[]): string {
  return lines.some((line) => /^[^#]/.test(line))
    ? `${lines.join("\n")}\n`
    : `${[...lines, "{}"].join("\n")}\n`;
}

/** Each sentence is on a line of its own, however long: editors wrap it at the edge of the window, except where origins have a column. */
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

/** The lines of a comment, none of them longer than half of a window. */
function narrowed(sentence: string): string[] {
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last.length + word.length < NARROW || last.length <= 2)
      lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    else lines.push(`#   ${word}`);
  }
  return lines;
}

function title({ release, namespace, files }: ReleaseStack): string {
  const given = files.filter(({ isOfChart }) => !isOfChart);
  const own = given.at(-1);
  if (release === undefined) {
    if (own && given.length > 1)
      return l10n.t("What the operator will run with: {0} with the sources that it names.", own.name);
    return own
      ? l10n.t("What the operator will run with: {0} alone.", own.name)
      : l10n.t("What the operator will run with: the chart's defaults.");
  }
  return namespace === undefined
    ? l10n.t("What the operator will run with: release {0}.", release)
    : l10n.t("What the operator will run with: release {0} in namespace {1}.", release, namespace);
}

function comment(text: string): string {
  return `# ${oneLine(text)}`;
}
