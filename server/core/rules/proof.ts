import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { anchorSpan, walk } from "../yaml/lookup.ts";
import { check } from "./check.ts";
import type { Fix, RuleFinding } from "./engine/rule.ts";
import { ownSeverity, severityOf } from "./engine/severity.ts";

/** A finding and one of its fixes. */
export interface Candidate {
  readonly finding: RuleFinding;
  readonly fix: Fix;
}

/**
 * The outcome of a fix: `better` when its finding is gone and there is no new error; `even` when one error has been replaced by
 * another one, which the user may accept; otherwise `worse`, such as when the text cannot be read as before.
 */
export type Outcome = "better" | "even" | "worse";

/** What came of trying fixes out. */
export interface Trial {
  readonly outcome: Outcome;
  /** What would be wrong with the text then. */
  readonly left: readonly RuleFinding[];
}

const WORSE: Trial = { outcome: "worse", left: [] };

/**
 * Tries fixes, applied together, on the text itself: the result is read and checked like any text. A placeholder is no error
 * here, because the user is meant to replace it. If a fix makes a text readable, it is not to blame for errors that become
 * visible only then.
 */
export async function tryOut(
  semantics: Semantics,
  settings: Settings,
  candidates: readonly Candidate[],
): Promise<Trial> {
  const edits = inOrder(candidates);
  const edited = edits && semantics.edited(edits);
  if (!edited) return WORSE;
  const before = await check(semantics, settings);
  const after = await check(edited, settings);
  const change = new Change(semantics.analysis, edited.analysis, edits);
  if (candidates.some(({ finding }) => isLeft(finding, before, after, change))) return WORSE;
  if (isRebound(change)) return WORSE;
  const isMending = candidates.some(({ finding }) => finding.rule.unreadable);
  const errorsOf = (found: readonly RuleFinding[]) =>
    found.filter((one) => isError(one, settings) && (isMending ? one.rule.unreadable : !one.rule.toReplace));
  const [known, left] = [errorsOf(before), errorsOf(after)];
  const added = addedTo(known, left, change).filter(({ start }) => !isRevealed(start, candidates, change));
  if (added.length === 0) return { outcome: "better", left: after };
  const mended = new Set(candidates.map(({ finding }) => finding.rule));
  const isWorse = left.length > known.length || added.some(({ rule }) => rule.unreadable || mended.has(rule));
  return isWorse ? WORSE : { outcome: "even", left: after };
}

/**
 * The errors in a text that it had not before, when it was another text or was for another chart. The edits lead from the one text
 * to the other, in order.
 */
export async function newErrors(
  before: Semantics,
  after: Semantics,
  edits: readonly Edit[],
  settings: Settings,
): Promise<readonly RuleFinding[]> {
  const errorsOf = async (semantics: Semantics) =>
    (await check(semantics, settings)).filter((one) => isError(one, settings));
  const change = new Change(before.analysis, after.analysis, edits);
  return addedTo(await errorsOf(before), await errorsOf(after), change);
}

/** Whether an offset in the second version is in what a fix lets be read for the first time. */
function isRevealed(offset: number, candidates: readonly Candidate[], change: Change): boolean {
  return candidates.some(({ fix: { reveals } }) => {
    const [start, end] = reveals ? [reveals.start, reveals.end].map((at) => change.places(at).at(-1)) : [];
    return start !== undefined && end !== undefined && start <= offset && offset < end;
  });
}

/** The edits of candidates in the order of the text; `undefined` if two overlap. */
function inOrder(candidates: readonly Candidate[]): Edit[] | undefined {
  const edits = candidates.flatMap(({ fix }) => fix.edits).toSorted((a, b) => a.start - b.start);
  const overlap = edits.some(({ start }, index) => start < (edits[index - 1]?.end ?? 0));
  return overlap ? undefined : edits;
}

/** Settings may lower the severity of an error, but Helm and Kubernetes refuse it all the same. */
export function isError(finding: RuleFinding, settings: Settings): boolean {
  return ownSeverity(finding) === "error" || severityOf(finding, settings) === "error";
}

/** Two versions of a text and the edits between them. */
class Change {
  readonly before: Analysis;
  readonly after: Analysis;
  /** The ranges of the inserted texts in the second version. */
  readonly written: readonly { readonly start: number; readonly end: number }[];
  readonly #edits: readonly Edit[];

  constructor(before: Analysis, after: Analysis, edits: readonly Edit[]) {
    this.before = before;
    this.after = after;
    this.#edits = edits;
    let shift = 0;
    this.written = edits.map(({ start, end, text }) => {
      const range = { start: start + shift, end: start + shift + text.length };
      shift += text.length - (end - start);
      return range;
    });
  }

  /** Where something that began at an offset may begin now: before or after what was inserted there; nowhere if it is gone. */
  places(offset: number): number[] {
    let shift = 0;
    const inFront: number[] = [];
    for (const { start, end, text } of this.#edits) {
      if (offset < start) break;
      if (offset < end) return text === "" || start < offset ? [] : [...inFront, start + shift];
      if (offset === start) inFront.push(start + shift);
      shift += text.length - (end - start);
    }
    return [...inFront, offset + shift];
  }

  /** Whether an offset in the second version is in an inserted text. */
  isWritten(offset: number): boolean {
    return this.written.some(({ start, end }) => start <= offset && offset < end);
  }
}

/** Whether an alias that was kept now refers to another value: that of an earlier anchor with the same name. */
function isRebound(change: Change): boolean {
  const targets = targetsIn(change.before);
  if (targets.size === 0) return false;
  const now = targetsIn(change.after);
  return [...targets].some(([offset, target]) => {
    const found = change
      .places(offset)
      .map((place) => now.get(place))
      .find((place) => place !== undefined);
    return found !== undefined && !change.places(target).includes(found) && !change.isWritten(found);
  });
}

/** The offsets of all aliases, and of the anchor of the value that each refers to. */
function targetsIn({ file }: Analysis): Map<number, number> {
  const targets = new Map<number, number>();
  if (!file.text.includes("*")) return targets;
  for (const { root } of file.documents) {
    walk(root, (node) => {
      if (node.target)
        targets.set(node.offset, anchorSpan(file.text, node.target)?.offset ?? node.target.offset);
    });
  }
  return targets;
}

/** Whether the finding of a fix is still there: in as many places as before, at its place, or where the fix has moved it. */
function isLeft(
  own: RuleFinding,
  before: readonly RuleFinding[],
  after: readonly RuleFinding[],
  change: Change,
): boolean {
  const isSame = ({ rule, message }: RuleFinding) => rule === own.rule && message === own.message;
  const count = (found: readonly RuleFinding[]) => found.filter(isSame).length;
  if (count(after) > 0 && count(after) >= count(before)) return true;
  const sourceOf = ({ file }: Analysis, { start, end }: RuleFinding) => file.text.slice(start, end);
  const source = sourceOf(change.before, own);
  const places = change.places(own.start);
  const alike = before.filter(
    (found) => found !== own && found.rule === own.rule && found.start === own.start,
  );
  return after.some((found) => {
    if (found.rule !== own.rule || alike.some(({ message }) => message === found.message)) return false;
    if (places.includes(found.start)) return true;
    return change.isWritten(found.start) && sourceOf(change.after, found) === source;
  });
}

/** The new findings: those that were found neither at the same place nor, elsewhere, with the same message. */
function addedTo(
  before: readonly RuleFinding[],
  after: readonly RuleFinding[],
  change: Change,
): readonly RuleFinding[] {
  if (after.length === 0) return [];
  const gone = new Set(before);
  const byPlace = new Map<string, RuleFinding>();
  for (const found of before) {
    for (const place of change.places(found.start)) byPlace.set(`${found.rule.code} ${place}`, found);
  }
  const elsewhere = after.filter(({ rule, start }) => {
    const same = byPlace.get(`${rule.code} ${start}`);
    return !same || !gone.delete(same);
  });
  return elsewhere.filter(({ rule, message }) => {
    const same = [...gone].find((found) => found.rule === rule && found.message === message);
    if (same) gone.delete(same);
    return !same;
  });
}
