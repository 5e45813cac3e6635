import type { Edit } from "./edits/edit.ts";
import type { Fault } from "./fault.ts";

/** A slip of one character, because of which YAML reads a line or an entry as something else, and the change to the text that was meant. */
export interface Slip {
  readonly fault: Fault;
  /** The key of the entry, as far as the slip is in an entry. */
  readonly key?: string;
  /** Offsets count from the beginning of the text with the slip. */
  readonly edits: readonly Edit[];
}

/** More characters than a typed entry has. */
const LONGEST = 2000;

const KEY = /^(?:"[^"\\\n]+"|'[^'\n]+'|[A-Za-z_][\w./-]*)/;
const VALUE = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:#=;"'](?:[^\s:]|:(?=\S))*|\[[^\n]*\]|\{[^\n]*\})$/;

/** The slip in an entry of a mapping, without its indentation and dashes; `undefined` if it has none, or nothing to tell what was meant. */
export function entrySlip(entry: string): Slip | undefined {
  const written = entry.length > LONGEST ? undefined : KEY.exec(entry)?.[0];
  if (written === undefined) return undefined;
  const key = written.replace(/^["']|["']$/g, "");
  const rest = entry.slice(written.length);
  const start = written.length;
  const [gap = "", blanks = "", sign = ""] = /^([ \t]*)([:=;]?)/.exec(rest) ?? [];
  const after = rest.slice(gap.length);
  const value = withoutComment(after);
  const end = start + gap.length;
  if (sign === ":") {
    if (!/^\S/.test(after) || after.startsWith("//")) return undefined;
    if (blanks !== "" ? !VALUE.test(value) : !isInBrackets(after) && /:(?:\s|$)/.test(after))
      return undefined;
    return { fault: { code: "missing-space", key, value }, key, edits: [{ start, end, text: ": " }] };
  }
  if (value !== "" && !VALUE.test(value)) return undefined;
  if (sign !== "") {
    const text = /^\S/.test(after) ? ": " : ":";
    return { fault: { code: "other-sign", key, value, character: sign }, key, edits: [{ start, end, text }] };
  }
  if (blanks === "" || value === "") return undefined;
  return { fault: { code: "missing-colon", key, value }, key, edits: [insertion(start, ":")] };
}

/** The value at the beginning of a text, without blanks and a comment. */
function withoutComment(text: string): string {
  const comment = text.search(/(?<=[ \t])#/);
  return (comment < 0 ? text : text.slice(0, comment)).trim();
}

function isInBrackets(value: string): boolean {
  return (value.startsWith("{") && value.endsWith("}")) || (value.startsWith("[") && value.endsWith("]"));
}

const DASH = /(?<=[[,][ \t]*)-[ \t]+/g;
const NO_COMMA = /(?<=[\w"'\]}])[ \t]+(?=["'A-Za-z_][^\s,:{}[\]]*[ \t]*:)/g;

/** The slips in the brackets of a line that YAML cannot read, each of which alone may be the only one. */
export function bracketSlips(line: string): readonly Slip[] {
  if (line.length > LONGEST || !/[{[]/.test(line)) return [];
  const commas = [...line.matchAll(NO_COMMA)].map(({ index }) => insertion(index, ","));
  const dashes = [...line.matchAll(DASH)].map(({ 0: dash, index }) => ({
    start: index,
    end: index + dash.length,
    text: "",
  }));
  const [dash] = dashes;
  return [
    ...(dash ? [{ fault: { code: "dash-in-brackets" as const }, edits: dashes }] : []),
    ...otherSigns(line),
    ...commas.map((edit): Slip => ({ fault: { code: "missing-comma" }, edits: [edit] })),
  ];
}

/** The signs in the brackets of a line that are there for a colon, after a key, or for a comma, after a value. */
function otherSigns(line: string): Slip[] {
  const found: Slip[] = [];
  /** The open brackets; in braces, `hasColon` if the entry has its colon. */
  const open: { readonly isMapping: boolean; hasColon: boolean }[] = [];
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    const inner = open.at(-1);
    if (/["']/.test(character)) {
      const end = line.indexOf(character, index + 1);
      if (end > index) index = end;
    } else if (/[{[]/.test(character)) open.push({ isMapping: character === "{", hasColon: false });
    else if (/[}\]]/.test(character)) open.pop();
    else if (inner && character === ",") inner.hasColon = false;
    else if (inner && character === ":") inner.hasColon = true;
    else if (inner && /[;=]/.test(character)) {
      const isColon = inner.isMapping && !inner.hasColon;
      const fault: Fault = isColon
        ? { code: "other-sign", key: "", value: "", character }
        : { code: "missing-comma" };
      found.push({ fault, edits: [{ start: index, end: index + 1, text: isColon ? ":" : "," }] });
      inner.hasColon = isColon;
    }
  }
  return found;
}

/** Signs that word processors and web pages have before the items of a list. */
const BULLET =
  /^([\u2022\u25e6\u2023\u00b7\u25aa\u25cf\u25cb\u2013\u2014\u2212]|\*(?=[ \t]))[ \t\u00a0]*(?=\S)/;

/** The slip at the beginning of an item of a list: a bullet, or a dash without a space. */
export function itemSlip(item: string): Slip | undefined {
  const bullet = BULLET.exec(item);
  if (bullet) {
    const [whole, character = ""] = bullet;
    return { fault: { code: "bullet", character }, edits: [{ start: 0, end: whole.length, text: "- " }] };
  }
  return /^-(?![-\s]|\.?\d)\S/.test(item)
    ? { fault: { code: "missing-dash-space" }, edits: [insertion(1, " ")] }
    : undefined;
}

/** An item of a list without its dash, which is at a column in the other items. */
export function noDashSlip(column: number, dashes: number): Slip {
  const indentation = " ".repeat(Math.max(0, dashes));
  return { fault: { code: "missing-dash" }, edits: [{ start: -column, end: 0, text: `${indentation}- ` }] };
}

/** Characters that look like a space to a reader, but are text to YAML. */
const OTHER_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
/** Characters that are not seen at all. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const INVISIBLE = /[\u00a0\u00ad\u1680\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/g;

/** Most texts are ASCII, which this tells in half of the time. */
const NOT_ASCII = /[^\0-\x7f]/;

/** True if a text has an invisible character. */
export function hasInvisible(text: string): boolean {
  return NOT_ASCII.test(text) && (OTHER_SPACE.test(text) || UNSEEN.test(text));
}

/** A key without the characters that cannot be seen. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, " ").trim();
}

/**
 * The invisible characters in a line or a plain scalar where YAML would have a space or nothing: at its ends, after its dash, around its colon. Between words
 * a space of another kind may be meant.
 */
export function invisibleSlip(text: string): Slip | undefined {
  const edits = [...text.matchAll(INVISIBLE)].flatMap(({ 0: character, index: start }): Edit[] => {
    const end = start + 1;
    if (UNSEEN.test(character)) return [{ start, end, text: "" }];
    return isBetweenWords(text, start) ? [] : [{ start, end, text: " " }];
  });
  const [first] = edits;
  if (!first) return undefined;
  const number = text.charCodeAt(first.start).toString(16).toUpperCase().padStart(4, "0");
  return { fault: { code: first.text === "" ? "unseen-character" : "other-space", number }, edits };
}

/** The number of spaces that are checked on either side of one. */
const MOST_SPACES = 100;

function isBetweenWords(text: string, offset: number): boolean {
  const isSpace = (index: number) => /[ \t]/.test(text.charAt(index)) || OTHER_SPACE.test(text.charAt(index));
  let before = offset - 1;
  while (before >= 0 && offset - before < MOST_SPACES && isSpace(before)) before--;
  let after = offset + 1;
  while (after < text.length && after - offset < MOST_SPACES && isSpace(after)) after++;
  if (before < 0 || after >= text.length || text.charAt(before) === ":") return false;
  if (text.charAt(after) === ":" && !/\S/.test(text.charAt(after + 1))) return false;
  return text.charAt(before) !== "-" || /\S/.test(text.slice(Math.max(0, before - MOST_SPACES), before));
}

/** A comma after a value, as in JSON. */
export function commaSlip(text: string): Slip | undefined {
  const start = text.length - 1;
  return /^[^,\s]+,$/.test(text)
    ? { fault: { code: "trailing-comma" }, edits: [{ start, end: start + 1, text: "" }] }
    : undefined;
}

/** A quote at one end of a plain scalar without the one at its other end. */
export function quoteSlip(text: string): Slip | undefined {
  const [, inside] = /^([^"']+)["']$/.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const start = inside.length;
  return { fault: { code: "stray-quote" }, edits: [{ start, end: start + 1, text: "" }] };
}

/** The slip in a line that YAML cannot read. Of several kinds in one line, the first that must be mended before the others. */
export function lineSlip(line: string): Slip | undefined {
  const invisible = invisibleSlip(line);
  if (invisible) return invisible;
  const indentation = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const item = itemSlip(line.slice(indentation));
  if (item) return moved(item, indentation);
  const begins = indentation + (/^(?:- +)*/.exec(line.slice(indentation))?.[0].length ?? 0);
  const entry = entrySlip(line.slice(begins).trimEnd());
  return entry && moved(entry, begins);
}

/** A slip in a part of a text, with offsets in the text. */
export function moved(slip: Slip, shift: number): Slip {
  return {
    ...slip,
    edits: slip.edits.map(({ start, end, text }) => ({ start: start + shift, end: end + shift, text })),
  };
}

function insertion(offset: number, text: string): Edit {
  return { start: offset, end: offset, text };
}
