import { signs } from "../lexer.ts";
import { blank } from "../opaque-text.ts";
import type { SyntaxProblem } from "../tree.ts";
import { type BrokenPart, faultOf } from "./syntax-faults.ts";
import type { SyntaxReason } from "./syntax-reasons.ts";

/** The first syntax error that the parser finds in a text. */
export interface Failure {
  readonly reason: SyntaxReason;
  /** The reason in the parser's words. */
  readonly words: string;
  readonly offset: number;
}

/** Asks the parser; `undefined` means that the text can be read. */
export type Check = (text: string) => Failure | undefined;

/** A piece of the text that is replaced by blanks, and the number of characters that its problem covers. */
interface Mask {
  readonly start: number;
  readonly end: number;
  readonly shown: number;
}

/** A way to get past a failure. */
interface Patch {
  readonly part: BrokenPart;
  readonly masks: readonly Mask[];
}

/** A text after one patch: what still fails, and the problems that were blanked out. */
export interface Patched {
  readonly text: string;
  readonly failure: Failure | undefined;
  readonly problems: readonly SyntaxProblem[];
}

/**
 * Blanks as little of a text as possible to get past a failure: it uses the patch that lets the parser get furthest. If
 * none helps, everything from the failure on is blanked.
 */
export function patchOnce(text: string, failure: Failure, check: Check): Patched {
  let best:
    | { patch: Patch; text: string; next: Failure | undefined; reach: number; cost: number }
    | undefined;
  for (const patch of isTooDeep(failure) ? [] : patches(text, failure)) {
    const patched = apply(text, patch);
    const next = check(patched);
    const reach = next ? next.offset : Number.POSITIVE_INFINITY;
    const cost = patch.masks.reduce((sum, { start, end }) => sum + text.slice(start, end).trim().length, 0);
    // A patch must blank something or move the parser on, or else the same failure would come back forever.
    if (reach <= failure.offset && cost === 0 && patch.part !== "tab") continue;
    if (!best || reach > best.reach || (reach === best.reach && cost < best.cost)) {
      best = { patch, text: patched, next, reach, cost };
    }
  }
  if (best) {
    return { text: best.text, failure: best.next, problems: problemsOf(text, best.patch, failure) };
  }
  return cutRest(text, failure, check);
}

/** Blanks the first line, which does not belong to the block it is in. */
export function blankFirstLine(text: string, reason: SyntaxReason): Patched {
  const failure: Failure = { reason, words: reason, offset: 0 };
  const start = contentStart(text, 0);
  const patch: Patch = { part: "line", masks: [whole(start, lineEnd(text, start))] };
  return { text: apply(text, patch), failure: undefined, problems: problemsOf(text, patch, failure) };
}

/** True if a failure is that collections are nested too deeply. */
export function isTooDeep(failure: Failure): boolean {
  return failure.reason === "too-deep";
}

/** Blanks everything from a failure on. */
export function cutRest(text: string, failure: Failure, check: Check): Patched {
  const start = contentStart(text, lineStart(text, Math.max(failure.offset - 1, 0)));
  const patch: Patch = {
    part: "rest",
    masks: [{ start, end: text.length, shown: lineEnd(text, start) - start }],
  };
  const cut = apply(text, patch);
  // If even the part above cannot be read, nothing of this text is kept.
  return {
    text: check(cut) ? blank(text) : cut,
    failure: undefined,
    problems: problemsOf(text, patch, failure),
  };
}

/** The possible patches: blank tabs, a value, an unclosed bracket or quote, or a whole line; here or on the line above. */
function patches(text: string, failure: Failure): Patch[] {
  const found: Patch[] = [];
  const start = lineStart(text, Math.min(failure.offset, Math.max(text.length - 1, 0)));
  const starts = new Set([start]);
  const above = previousLine(text, start);
  if (above !== undefined && !isSlip(text, above, start)) starts.add(above);
  const unclosed = unclosedStart(text);
  if (unclosed !== undefined) {
    const end = lineEnd(text, unclosed);
    found.push({ part: "unclosed", masks: [whole(unclosed, end)] });
    found.push({ part: "unclosed", masks: [{ start: unclosed, end: text.length, shown: end - unclosed }] });
    starts.add(lineStart(text, unclosed));
  }
  for (const from of starts) for (const each of linePatches(text, from, from < start)) found.push(each);
  return found;
}

function linePatches(text: string, from: number, above: boolean): Patch[] {
  const found: Patch[] = [];
  const end = lineEnd(text, from);
  const line = text.slice(from, end);
  const content = contentStart(text, from);
  if (content >= end) return found;
  const header = /[:-][ \t]+(?:[&!]\S*[ \t]+){0,2}[|>](?=\S)/.exec(line);
  if (header) found.push({ part: "header", masks: [whole(from + header.index + header[0].length, end)] });
  const value = /^\s*[^\s#:][^#:]*:[ \t]+(?=\S)/.exec(line);
  if (value) found.push({ part: above ? "parent" : "value", masks: [whole(from + value[0].length, end)] });
  const tabs = /^( *)(\t[ \t]*)/.exec(line);
  if (!tabs) return [...found, { part: "line", masks: [whole(content, from + contentEnd(line))] }];
  const tabStart = from + (tabs[1] ?? "").length;
  const shown = content - tabStart;
  return [
    { part: "tab", masks: [whole(tabStart, content), ...tabsBelow(text, end)] },
    { part: "tab", masks: [whole(tabStart, content)] },
    ...found,
    // If tabs indent a line that has to be blanked, they are what the user must change.
    { part: "tab", masks: [{ start: tabStart, end, shown }] },
  ];
}

/** The start of a comment directly behind a quote or a bracket, without a blank between; else the end of the line. */
function contentEnd(line: string): number {
  if (!/["'\]}]#/.test(line)) return line.length;
  for (const { kind, start } of signs(line)) if (kind === "comment") return start;
  return line.length;
}

/** True if a line itself is at fault rather than the one above: it has one blank too many, or is an item among keys. */
function isSlip(text: string, above: number, start: number): boolean {
  const column = contentStart(text, start) - start;
  const shift = column - (contentStart(text, above) - above);
  return shift === 1 || (shift === 0 && /^-\s/.test(text.slice(start + column, start + column + 2)));
}

/** Tabs at the start of lines: where one line is indented with a tab, others are too. */
function tabsBelow(text: string, from: number): Mask[] {
  const masks: Mask[] = [];
  const tabs = /(?<=\n)\t[ \t]*(?=\S)/g;
  tabs.lastIndex = from;
  for (let match = tabs.exec(text); match; match = tabs.exec(text)) {
    masks.push(whole(match.index, match.index + match[0].length));
  }
  return masks;
}

/** The offset of the first quote or bracket that is never closed, or `undefined`. */
function unclosedStart(text: string): number | undefined {
  const brackets: number[] = [];
  for (const { kind, start } of signs(text)) {
    if (kind === "open") brackets.push(start);
    else if (kind === "close") brackets.pop();
    else if (kind === "unclosed") return brackets[0] ?? start;
  }
  return brackets[0];
}

function apply(text: string, patch: Patch): string {
  let from = 0;
  let patched = "";
  for (const { start, end } of patch.masks) {
    patched += text.slice(from, start) + blank(text.slice(start, end));
    from = end;
  }
  return patched + text.slice(from);
}

function problemsOf(text: string, { part, masks }: Patch, failure: Failure): SyntaxProblem[] {
  return masks.map(({ start, shown }) => {
    const source = text.slice(start, start + shown).trimEnd();
    const length = Math.max(part === "tab" ? shown : source.length, 1);
    const problem = { offset: start, length, fault: faultOf(failure, part, source) };
    return part === "tab" ? { ...problem, tab: true } : problem;
  });
}

function whole(start: number, end: number): Mask {
  return { start, end, shown: end - start };
}

function contentStart(text: string, from: number): number {
  const end = lineEnd(text, from);
  const blanks = /^\s*/.exec(text.slice(from, end))?.[0].length ?? 0;
  return from + blanks;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : text.charAt(end - 1) === "\r" && end > offset ? end - 1 : end;
}

/** Start of the nearest line above that holds more than blanks or a comment. */
function previousLine(text: string, start: number): number | undefined {
  let from = start;
  while (from > 0) {
    from = lineStart(text, from - 1);
    if (/^\s*[^\s#]/.test(text.slice(from, lineEnd(text, from)))) return from;
  }
  return undefined;
}
