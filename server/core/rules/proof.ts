import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { aliasTargets } from "../yaml/alias-targets.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { firstWhere } from "../yaml/first-where.ts";
import { groupBy } from "../yaml/group-by.ts";
import { type Span, within } from "../yaml/spans.ts";
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

/** The result of trying fixes out. */
export interface Trial {
  readonly outcome: Outcome;
  /** The errors that the text would have then. */
  readonly left: readonly RuleFinding[];
  /** The fixes that did harm or nothing: their finding is still there, or a new error is next to them. */
  readonly blamed: ReadonlySet<Candidate>;
  /** The text with the fixes, if they can be made. */
  readonly edited?: Semantics;
}

const WORSE: Trial = { outcome: "worse", left: [], blamed: new Set() };

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
  const isLeft = leftAfter(
    candidates.map(({ finding }) => finding),
    before,
    after,
    change,
  );
  const unmended = candidates.filter(({ finding }) => isLeft(finding));
  if (isRebound(change)) return WORSE;
  const isMending = candidates.some(({ finding }) => finding.rule.unreadable);
  const errorsOf = (found: readonly RuleFinding[]) =>
    found.filter(
      (finding) =>
        isError(finding, settings) && (isMending ? finding.rule.unreadable : !finding.rule.toReplace),
    );
  const [known, left] = [errorsOf(before), errorsOf(after)];
  const isRevealed = within(candidates.flatMap(({ fix }) => revealedBy(fix, change)));
  // A key that is there twice now was not hidden before: the fixes repeated it.
  const isHidden = ({ start, rule }: RuleFinding) => isRevealed(start) && rule.code !== "duplicate-key";
  const added = addedTo(known, left, change).filter((found) => !isHidden(found));
  const blamed = new Set([...unmended, ...nextTo(added, candidates, change)]);
  if (unmended.length > 0) return { ...WORSE, blamed };
  if (added.length === 0) return { outcome: "better", left: after, blamed, edited };
  const mended = new Set(candidates.map(({ finding }) => finding.rule));
  const isWorse = left.length > known.length || added.some(({ rule }) => rule.unreadable || mended.has(rule));
  return { outcome: isWorse ? "worse" : "even", left: after, blamed };
}

/** The fixes with the last edit before each of some findings in the second version. */
function nextTo(
  found: readonly RuleFinding[],
  candidates: readonly Candidate[],
  change: Change,
): Candidate[] {
  const byEdit = new Map(
    candidates.flatMap((candidate) => candidate.fix.edits.map((edit) => [edit, candidate] as const)),
  );
  return found.flatMap(({ start }) => byEdit.get(change.editBefore(start)) ?? []);
}

/** The new errors in a text, which was another text or was for another chart before. The edits turn the one text into the other, in order. */
export async function newErrors(
  before: Semantics,
  after: Semantics,
  edits: readonly Edit[],
  settings: Settings,
): Promise<readonly RuleFinding[]> {
  const errorsOf = async (semantics: Semantics) =>
    (await check(semantics, settings)).filter((finding) => isError(finding, settings));
  const change = new Change(before.analysis, after.analysis, edits);
  return addedTo(await errorsOf(before), await errorsOf(after), change);
}

/** The range in the second version that a fix makes readable. */
function revealedBy({ reveals }: Fix, change: Change): Span[] {
  const [start, end] = reveals
    ? [reveals.start, reveals.end].map((offset) => change.places(offset).at(-1))
    : [];
  return start === undefined || end === undefined ? [] : [{ start, end }];
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

/** Two versions of a text and the edits between them. Questions about offsets take logarithmic time in the number of edits. */
class Change {
  readonly before: Analysis;
  readonly after: Analysis;
  /** True if an offset in the second version is in an inserted text. */
  readonly isWritten: (offset: number) => boolean;
  readonly #edits: readonly Edit[];
  /** The shift of the text before the first edit (0), and after each edit. */
  readonly #shifts: readonly number[];

  constructor(before: Analysis, after: Analysis, edits: readonly Edit[]) {
    this.before = before;
    this.after = after;
    this.#edits = edits;
    const shifts = [0];
    let shift = 0;
    const written = edits.map(({ start, end, text }) => {
      const range = { start: start + shift, end: start + shift + text.length };
      shift += text.length - (end - start);
      shifts.push(shift);
      return range;
    });
    this.#shifts = shifts;
    this.isWritten = within(written.filter(({ start, end }) => start < end));
  }

  /** The new offsets of something that began at an offset: before or after inserted text; empty if it is gone. */
  places(offset: number): number[] {
    const inFront: number[] = [];
    let index = firstWhere(this.#edits, ({ end }) => end >= offset);
    for (; index < this.#edits.length; index++) {
      const { start, end, text } = this.#edits[index] as Edit;
      const moved = start + (this.#shifts[index] ?? 0);
      if (offset < start) break;
      if (offset < end) return text === "" || start < offset ? [] : [...inFront, moved];
      if (offset === start) inFront.push(moved);
    }
    return [...inFront, offset + (this.#shifts[index] ?? 0)];
  }

  /** The last edit that begins at or before an offset in the second version, or else the first one. */
  editBefore(offset: number): Edit {
    const isAfter = ({ start }: Edit, index: number) => start + (this.#shifts[index] ?? 0) > offset;
    return this.#edits[Math.max(0, firstWhere(this.#edits, isAfter) - 1)] as Edit;
  }
}

/** True if an alias that was kept now refers to another value: that of an earlier anchor with the same name. */
function isRebound(change: Change): boolean {
  const targets = aliasTargets(change.before.file);
  if (targets.size === 0) return false;
  const now = aliasTargets(change.after.file);
  return [...targets].some(([offset, target]) => {
    const found = change
      .places(offset)
      .map((place) => now.get(place))
      .find((place) => place !== undefined);
    return found !== undefined && !change.places(target).includes(found) && !change.isWritten(found);
  });
}

/** A key that findings share if they differ only in their place. */
const kindOf = ({ rule, message }: RuleFinding) => `${rule.code} ${message}`;
const placeOf = ({ rule, start }: RuleFinding) => `${rule.code} ${start}`;

/** Tells if one of some findings is still there: in as many places as before, at its place, or where the fix has moved it. */
function leftAfter(
  asked: readonly RuleFinding[],
  before: readonly RuleFinding[],
  after: readonly RuleFinding[],
  change: Change,
): (finding: RuleFinding) => boolean {
  // A long text has thousands of other findings, which need no key.
  const messages = new Set(asked.map(({ message }) => message));
  const [kindsBefore, kindsAfter] = [before, after].map((found) =>
    groupBy(
      found.filter(({ message }) => messages.has(message)),
      kindOf,
    ),
  );
  const startsBefore = new Set(asked.map(({ start }) => start));
  const startsAfter = new Set(asked.flatMap(({ start }) => change.places(start)));
  const placesBefore = groupBy(
    before.filter(({ start }) => startsBefore.has(start)),
    placeOf,
  );
  const placesAfter = groupBy(
    after.filter(({ start }) => startsAfter.has(start)),
    placeOf,
  );
  const sourceOf = ({ file }: Analysis, { start, end }: RuleFinding) => file.text.slice(start, end);
  const written = groupBy(
    after.filter(({ start }) => change.isWritten(start)),
    (found) => `${found.rule.code} ${sourceOf(change.after, found)}`,
  );
  return (finding) => {
    const kind = kindOf(finding);
    const count = kindsAfter?.get(kind)?.length ?? 0;
    if (count > 0 && count >= (kindsBefore?.get(kind)?.length ?? 0)) return true;
    const alike = placesBefore.get(placeOf(finding))?.filter((found) => found !== finding) ?? [];
    const isOther = (found: RuleFinding) => !alike.some(({ message }) => message === found.message);
    const kept = change
      .places(finding.start)
      .some((start) => placesAfter.get(placeOf({ ...finding, start }))?.some(isOther));
    const source = sourceOf(change.before, finding);
    return kept || written.get(`${finding.rule.code} ${source}`)?.some(isOther) === true;
  };
}

/** The new findings: those without a counterpart before at the same place, with the same message first, or elsewhere with the same message. */
function addedTo(
  before: readonly RuleFinding[],
  after: readonly RuleFinding[],
  change: Change,
): readonly RuleFinding[] {
  if (after.length === 0) return [];
  const gone = new Set(before);
  const placed = before.flatMap((found) =>
    change.places(found.start).map((start) => ({ known: found, start })),
  );
  const byStart = groupBy(placed, ({ start }) => start);
  const isNew = ({ start, rule }: RuleFinding, isSame: (known: RuleFinding) => boolean) => {
    const same = byStart
      .get(start)
      ?.find(({ known }) => gone.has(known) && known.rule.code === rule.code && isSame(known));
    return !same || !gone.delete(same.known);
  };
  const elsewhere = after
    .filter((found) => isNew(found, ({ message }) => message === found.message))
    .filter((found) => isNew(found, () => true));
  const alike = groupBy(gone, kindOf);
  return elsewhere.filter((found) => alike.get(kindOf(found))?.pop() === undefined);
}
