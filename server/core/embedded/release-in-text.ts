import type { SetEntry } from "../values/set-entry.ts";
import { isInside } from "../yaml/bounds.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { embeddedText, embeddedWhole } from "../yaml/narrow.ts";
import { blank } from "../yaml/opaque-text.ts";
import type { YamlFile } from "../yaml/tree.ts";
import type { EmbeddedChart } from "./chart-named.ts";

/** A release of the operator's chart that a text other than YAML installs, with the values that it sets. */
export interface ReleaseInText {
  /** The product that installs it, in the spelling of its documentation. */
  readonly product: string;
  /** The name of the release in the text. */
  readonly at: string;
  readonly chart: EmbeddedChart;
  readonly entries: readonly EntryInText[];
  /** Texts with YAML, in the order in which they are merged. */
  readonly values: readonly ValuesInText[];
  /** True if other values count that are not known here. */
  readonly isPartial: boolean;
  /** Files with values that the text names, as they are written there. */
  readonly files: readonly string[];
}

/** A piece of a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A key that a text sets as `--set` does, with the ranges of the key and the value. */
export interface EntryInText {
  readonly entry: SetEntry;
  readonly key: TextSpan;
  readonly value: TextSpan;
  /** Set if the value is not known, or is a secret: it is only a placeholder, and nothing but the key is checked. */
  readonly isKeyOnly?: true;
  /** Set if the value is never shown. */
  readonly isSecret?: true;
}

/** YAML in a text: `plain` is its source, with each expression replaced by a reference of its length; `meaning` is the value of a quoted text, whose only place is the quotes. */
export interface ValuesInText extends TextSpan {
  readonly plain?: string;
  readonly meaning?: string;
}

/** Finds the same values in another version of the text around them. */
export type FindAgain = (text: string) => ValuesInText | undefined;

/** A text, and `blank` of it, which is made once for all values in the text. */
export interface TextAround {
  readonly text: string;
  readonly blanked: string;
}

/** Values in a text as a file with the same offsets; for a text in quotes, all places are that of the quotes. */
export function fileInText(
  { text, blanked }: TextAround,
  { start, end, meaning, plain }: ValuesInText,
  again: FindAgain,
): YamlFile {
  const interpolation = "envsubst";
  if (plain === undefined) return embeddedText(meaning ?? "", { interpolation });
  const bounds = { start, end, column: -1 };
  const edited = (edits: readonly Edit[]) => {
    if (!edits.every((edit) => isInside(bounds, edit))) return undefined;
    const changed = applied(text, edits);
    const found = again(changed);
    // If the values still end at the same place, the text after them is read as before.
    const isSame = found?.start === start && found.end === end + changed.length - text.length;
    if (!isSame || found.plain === undefined) return undefined;
    const between = blank(changed.slice(start, found.end));
    const around = { text: changed, blanked: blanked.slice(0, start) + between + blanked.slice(end) };
    return fileInText(around, found, again);
  };
  const source = blanked.slice(0, start) + plain + blanked.slice(end);
  const editable = { bounds: () => [bounds], edited };
  const file = embeddedWhole({ text: source, interpolation, editable });
  return { ...file, documents: file.documents.map((document) => ({ ...document, start, end })) };
}

/** The most releases in one text that are analysed; the next one is found, so that it can be named. */
export const MOST_RELEASES = 50;

/** A text with stars in the place of all secrets in it. */
export function withoutSecrets(text: string, releases: readonly ReleaseInText[]): string {
  let shown = "";
  for (const { value, isSecret } of releases.flatMap(({ entries }) => entries)) {
    if (!isSecret || value.start < shown.length) continue;
    shown += text.slice(shown.length, value.start);
    shown += text.slice(value.start, value.end).replace(/[^\r\n]/g, "*");
  }
  return shown + text.slice(shown.length);
}

/** An entry whose value is not known. */
export function keyOnly(name: string, key: TextSpan, value: TextSpan): EntryInText {
  return { entry: { flag: "set-string", text: `${name}=x` }, key, value, isKeyOnly: true };
}
