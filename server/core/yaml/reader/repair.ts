import type { FileFault } from "../fault.ts";
import { readLine } from "../lines.ts";
import { blank } from "../opaque-text.ts";
import type { SyntaxProblem } from "../tree.ts";
import { isTooDeepForHelm } from "./helm-depth.ts";
import {
  blankFirstLine,
  type Check,
  cutRest,
  type Failure,
  isTooDeep,
  type Patched,
  patchOnce,
} from "./patch.ts";
import { type Block, canOwnLines, completeWord, isOrphan, misfit, splitBlock } from "./split-block.ts";

export type { Check, Failure } from "./patch.ts";

/**
 * A text that can be read and has the same length as the broken one, and what was blanked in it. A key that lacked its
 * colon has one in place of its last letter.
 */
export interface Repair {
  readonly text: string;
  readonly problems: SyntaxProblem[];
  /** The reason why the text is not repaired at all. */
  readonly refused?: FileFault;
}

/**
 * The budget of characters to parse while looking for repairs in all documents of a file: many times a short text, and a few times
 * a long one.
 */
export class Effort {
  readonly #most: number;
  left: number;
  /** True once a problem has stated that the budget was exhausted. */
  isReported = false;

  constructor(size: number) {
    this.#most = Math.max(Math.min(size * 40, size * 5 + 500_000), 200_000);
    this.left = this.#most;
  }

  /** The number of characters parsed so far. */
  get used(): number {
    return this.#most - this.left;
  }
}
/** The fixed cost of parsing any text, however short, in characters. */
const ATTEMPT = 100;
/** The deepest nesting of blocks that is searched. */
const DEEPEST_REPAIRED = 100;

/**
 * Makes a broken text readable by blanking as little of it as possible, so that every other line keeps its place and
 * meaning. Each entry of a mapping or list is repaired on its own, so that an error in one cannot hide the next. Once
 * `effort` is used up, the text after an error is left out, which the first such error states.
 */
export function repair(broken: string, check: Check, effort: Effort = new Effort(broken.length)): Repair {
  const printable = blankUnprintable(broken);
  if (!printable) return { text: broken, problems: [], refused: { code: "no-text-file" } };
  const { text, problems } = printable;
  const failure = check(text);
  if (!failure) return { text, problems };
  if (isTooDeep(failure)) {
    const code = isTooDeepForHelm(text) ? "nested-too-deeply-for-helm" : "nested-too-deeply";
    return { text: broken, problems: [], refused: { code } };
  }
  const repairing = new Repairing(check, effort);
  const repaired = repairing.repair(text, 0, failure);
  return { text: repaired, problems: [...problems, ...repairing.problems] };
}

class Repairing {
  readonly problems: SyntaxProblem[] = [];
  readonly #ask: Check;
  readonly #effort: Effort;

  constructor(check: Check, effort: Effort) {
    this.#ask = check;
    this.#effort = effort;
  }

  /** Repairs a text that begins at `offset` and whose first failure is known. */
  repair(text: string, offset: number, failure: Failure, depth = 0): string {
    let current = text;
    for (let now: Failure | undefined = failure; now; ) {
      const block = depth < DEEPEST_REPAIRED && !isTooDeep(now) ? splitBlock(current) : undefined;
      if (block) {
        current = this.#repairBlock(block, offset, depth + 1);
        now = this.#check(current);
        if (!now) break;
      }
      const isSpent = this.#effort.left <= 0;
      const patched: Patched = isSpent
        ? cutRest(current, now, this.#check)
        : patchOnce(current, now, this.#check);
      this.#note(isSpent ? this.#reported(patched) : patched, offset);
      current = patched.text;
      now = patched.failure;
    }
    return current;
  }

  #repairBlock(block: Block, offset: number, depth: number): string {
    const entries = this.#setStrangersAside(block, offset);
    let repaired = entries.head;
    const alone = entries.entries.length === 1;
    for (const entry of entries.entries) {
      const start = offset + repaired.length;
      repaired += alone
        ? this.#repairInside(entry, block, start, depth)
        : this.#repairEntry(entry, block, start, depth);
    }
    return repaired;
  }

  /**
   * Blanks lines that are not entries of their block; the lines below one continue the entry above. A word with lines below
   * it is the key of these lines, which only lacks its colon.
   */
  #setStrangersAside(block: Block, offset: number): { head: string; entries: string[] } {
    const entries: string[] = [];
    let { head } = block;
    let start = offset + head.length;
    for (const entry of block.entries) {
      const stranger = misfit(entry, block);
      const key = stranger && completeWord(entry, block);
      if (!stranger) {
        entries.push(entry);
      } else if (key) {
        const { word } = key;
        const fault = { code: "begun-key", word } as const;
        this.problems.push({ offset: start + key.offset, length: word.length, fault });
        entries.push(key.text);
      } else {
        const patched = blankFirstLine(entry, stranger);
        this.#note(patched, start);
        const above = entries.pop();
        const isAlone = patched.text.trim() === "";
        const kept = above === undefined || canOwnLines(entry) ? blank(patched.text) : patched.text;
        // Blanks would go on with a block scalar above. A comment ends it, and means nothing anywhere else.
        const rest = isAlone && above !== undefined ? asComment(patched.text, entry) : kept;
        if (above === undefined) head += rest;
        else entries.push(above + rest);
      }
      start += entry.length;
    }
    return { head, entries };
  }

  #repairEntry(entry: string, block: Block, offset: number, depth: number): string {
    const failure = this.#check(entry);
    if (!failure) return entry;
    const repaired = this.repair(entry, offset, failure, depth);
    return isOrphan(repaired, block) ? blank(repaired) : repaired;
  }

  /** Repairs what an entry holds: the value below its key, or the item after its dash. */
  #repairInside(entry: string, block: Block, offset: number, depth: number): string {
    if (block.list) {
      const dash = entry.indexOf("-");
      const item = `${entry.slice(0, dash)} ${entry.slice(dash + 1)}`;
      const failure = this.#check(item);
      const repaired = failure && splitBlock(item) ? this.repair(item, offset, failure, depth) : item;
      return `${repaired.slice(0, dash)}-${repaired.slice(dash + 1)}`;
    }
    const lineEnd = entry.indexOf("\n") + 1;
    const line = readLine(entry.slice(0, lineEnd).trimEnd());
    if (lineEnd === 0 || !line?.key || line.value?.given) return entry;
    const body = entry.slice(lineEnd);
    const failure = splitBlock(body) && this.#check(body);
    return failure ? entry.slice(0, lineEnd) + this.repair(body, offset + lineEnd, failure, depth) : entry;
  }

  #note(patched: Patched, offset: number): void {
    for (const problem of patched.problems) {
      this.problems.push({ ...problem, offset: problem.offset + offset });
    }
  }

  /** Makes the first problem after the budget is exhausted state that text is left out. */
  #reported(patched: Patched): Patched {
    const [first, ...others] = patched.problems;
    if (!first || this.#effort.isReported) return patched;
    this.#effort.isReported = true;
    return { ...patched, problems: [{ ...first, fault: { code: "too-many-errors" } }, ...others] };
  }

  readonly #check: Check = (text) => {
    this.#effort.left -= text.length + ATTEMPT;
    return this.#ask(text);
  };
}

/** A blanked line of which the first character that it had is the sign of a comment. */
function asComment(blanked: string, entry: string): string {
  const first = entry.search(/\S/);
  return first < 0 ? blanked : `${blanked.slice(0, first)}#${blanked.slice(first + 1)}`;
}

const UNPRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that YAML forbids.
  /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A file that has more of them than this is not text. */
const MOST_UNPRINTABLE = 20;

/** Replaces each character that YAML forbids with a blank, with a problem for each. `undefined` if this is not text at all. */
function blankUnprintable(text: string): { text: string; problems: SyntaxProblem[] } | undefined {
  const problems: SyntaxProblem[] = [];
  let found = 0;
  const printable = text.replace(UNPRINTABLE, (char, offset: number) => {
    if (++found <= MOST_UNPRINTABLE) {
      // Files are read so that half of a surrogate pair stands where the bytes of a file are no text.
      if (/\p{Surrogate}/u.test(char)) {
        problems.push({ offset, length: 1, fault: { code: "no-utf-8" } });
        return " ";
      }
      const number = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      problems.push({ offset, length: 1, fault: { code: "forbidden-character", number } });
    }
    return " ";
  });
  return found > MOST_UNPRINTABLE ? undefined : { text: printable, problems };
}
