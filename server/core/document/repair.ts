import { type BrokenPart, explainSyntaxError } from "./syntax-messages.ts";
import type { SyntaxProblem } from "./tree.ts";

/** What the parser says of a text it cannot read. */
export interface Failure {
  readonly reason: string;
  readonly at: number;
}

/** Asks the parser; `undefined` means that the text can be read. */
export type Check = (text: string) => Failure | undefined;

/** A text of the same length as the broken one that can be read, and what was blanked out in it. */
export interface Repair {
  readonly text: string;
  readonly problems: SyntaxProblem[];
  readonly refused?: string;
}

/** A piece of the text that is replaced by blanks. */
interface Mask {
  readonly start: number;
  readonly end: number;
  readonly what: BrokenPart;
}

/** How much text may be parsed while looking for a repair, as a multiple of the broken text. */
const EFFORT = 40;
const LEAST_EFFORT = 200_000;

/**
 * Makes a broken text readable by blanking as little of it as possible, line by line, so that every other line
 * keeps its place and meaning. Each top-level entry is repaired alone: what is broken in one cannot
 * hide the next.
 */
export function repair(broken: string, check: Check): Repair {
  const { text: printable, problems } = blankUnprintable(broken);
  if (problems.length > MOST_UNPRINTABLE) {
    return { text: broken, problems: [], refused: "This is not a text file, so it is not analysed." };
  }
  const first = check(printable);
  if (!first) return { text: printable, problems };
  if (isTooDeep(first)) {
    return {
      text: broken,
      problems: [],
      refused: "Lists and maps are nested too deeply here, so the file is not analysed.",
    };
  }
  const budget = { left: Math.max(printable.length * EFFORT, LEAST_EFFORT) };
  const pieces: string[] = [];
  let offset = 0;
  for (const entry of splitEntries(printable)) {
    const repaired = repairEntry(entry, check, budget);
    pieces.push(repaired.text);
    for (const problem of repaired.problems) problems.push({ ...problem, offset: problem.offset + offset });
    offset += entry.length;
  }
  const joined = pieces.join("");
  if (!check(joined)) return { text: joined, problems };
  // The entries are fine one by one but not together, as when a bracket is closed at the start of a line.
  const whole = repairEntry(printable, check, budget);
  return whole;
}

function repairEntry(entry: string, check: Check, budget: { left: number }): Repair {
  const problems: SyntaxProblem[] = [];
  let text = entry;
  let failure = check(text);
  budget.left -= text.length;
  while (failure) {
    const best = isTooDeep(failure) ? undefined : bestMask(text, failure, check, budget);
    if (!best) {
      const mask: Mask = {
        start: lineStart(text, Math.max(failure.at - 1, 0)),
        end: text.length,
        what: "rest",
      };
      problems.push(problemOf(entry, mask, failure));
      const cut = blank(text, mask);
      // When even the part above cannot be read, nothing of this entry is kept.
      return { text: check(cut) ? blank(text, { start: 0, end: text.length, what: "rest" }) : cut, problems };
    }
    problems.push(problemOf(entry, best.mask, failure));
    text = blank(text, best.mask);
    failure = best.next;
  }
  return { text, problems };
}

function bestMask(
  text: string,
  failure: Failure,
  check: Check,
  budget: { left: number },
): { mask: Mask; next: Failure | undefined } | undefined {
  let best: { mask: Mask; next: Failure | undefined; reach: number; cost: number } | undefined;
  for (const mask of candidates(text, failure)) {
    if (budget.left <= 0) break;
    budget.left -= text.length;
    const next = check(blank(text, mask));
    const reach = next ? next.at : Number.POSITIVE_INFINITY;
    const cost = text.slice(mask.start, mask.end).trim().length;
    // A repair must move the parser on, else the same failure would come back for ever.
    if (reach <= failure.at && cost === 0 && mask.what !== "tab") continue;
    if (!best || reach > best.reach || (reach === best.reach && cost < best.cost)) {
      best = { mask, next, reach, cost };
    }
  }
  return best;
}

/** What could be blanked to get past a failure: tabs, a value, an unclosed rest, or a whole line; here or on the line above. */
function candidates(text: string, failure: Failure): Mask[] {
  const masks: Mask[] = [];
  const at = Math.min(failure.at, Math.max(text.length - 1, 0));
  const start = lineStart(text, at);
  const starts = [start];
  const above = previousLine(text, start);
  if (above !== undefined) starts.push(above);
  const unclosed = unclosedStart(text);
  if (unclosed !== undefined) {
    masks.push({ start: unclosed, end: lineEnd(text, unclosed), what: "unclosed" });
    starts.push(lineStart(text, unclosed));
  }
  for (const from of new Set(starts)) {
    const end = lineEnd(text, from);
    const line = text.slice(from, end);
    const tabs = /^( *)(\t[ \t]*)/.exec(line);
    if (tabs) {
      const tabStart = from + (tabs[1] ?? "").length;
      masks.push({ start: tabStart, end: tabStart + (tabs[2] ?? "").length, what: "tab" });
    }
    const value = /^(\s*(?:- +)*[^\s#:][^#:]*:)[ \t]+(?=\S)/.exec(line);
    if (value) masks.push({ start: from + value[0].length, end, what: "value" });
    const content = /\S/.exec(line);
    if (content) masks.push({ start: from + content.index, end, what: "line" });
  }
  return masks;
}

/** Where the first quote or bracket opens that nothing closes, or `undefined`. */
function unclosedStart(text: string): number | undefined {
  const brackets: number[] = [];
  let quote: string | undefined;
  let quoteStart = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote) {
      if (char === "\\" && quote === '"') at++;
      else if (char === quote) quote = undefined;
      continue;
    }
    const opens = brackets.length > 0 || at === 0 || /[\s,[{:-]/.test(text.charAt(at - 1));
    if ((char === '"' || char === "'") && opens) {
      quote = char;
      quoteStart = at;
    } else if (char === "#" && (at === 0 || /\s/.test(text.charAt(at - 1)))) at = lineEnd(text, at);
    else if ((char === "[" || char === "{") && opens) brackets.push(at);
    else if (char === "]" || char === "}") brackets.pop();
  }
  return brackets[0] ?? (quote ? quoteStart : undefined);
}

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const MOST_UNPRINTABLE = 20;

function blankUnprintable(text: string): { text: string; problems: SyntaxProblem[] } {
  const problems: SyntaxProblem[] = [];
  const printable = text.replace(UNPRINTABLE, (char, offset: number) => {
    const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    const message = `The character U+${code} cannot stand in YAML. Remove it.`;
    if (problems.length <= MOST_UNPRINTABLE) problems.push({ offset, length: 1, message });
    return " ";
  });
  return { text: printable, problems };
}

/** Cuts a document before every line that begins a top-level entry. */
function splitEntries(text: string): string[] {
  const sequence = /^(?:---[^\n]*\n|\s*\n|#[^\n]*\n)*- /.test(text);
  const boundary = sequence ? /^- /gm : /^[^\s#\-[\]{},.%]/gm;
  const entries: string[] = [];
  let from = 0;
  for (let match = boundary.exec(text); match; match = boundary.exec(text)) {
    if (match.index > from) entries.push(text.slice(from, match.index));
    from = match.index;
  }
  entries.push(text.slice(from));
  return entries;
}

function problemOf(original: string, mask: Mask, failure: Failure): SyntaxProblem {
  const source = original.slice(mask.start, mask.end).trimEnd();
  const message = explainSyntaxError(failure.reason, mask.what, source);
  const problem = { offset: mask.start, length: Math.max(source.length, 1), message };
  return mask.what === "tab" ? { ...problem, length: mask.end - mask.start, tab: true } : problem;
}

function isTooDeep(failure: Failure): boolean {
  return failure.reason.startsWith("nesting exceeded");
}

function blank(text: string, mask: Mask): string {
  const blanked = text.slice(mask.start, mask.end).replace(/[^\r\n]/g, " ");
  return text.slice(0, mask.start) + blanked + text.slice(mask.end);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : text.charAt(end - 1) === "\r" && end > at ? end - 1 : end;
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
