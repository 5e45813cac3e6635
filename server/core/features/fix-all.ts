import * as l10n from "@vscode/l10n";
import type { CodeAction, Range } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import type { Fix, RuleFinding } from "../rules/engine/rule.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { holdingSets } from "../rules/fix-sets.ts";
import { lineRepairs } from "../rules/line-repairs.ts";
import { lostWords } from "../rules/lost-words.ts";
import { type Candidate, isError, tryOut } from "../rules/proof.ts";
import { MOST_FINDINGS, mostTrials } from "../rules/proposals.ts";
import { isOfStructure, workingFixes } from "../rules/working-fixes.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { groupBy } from "../yaml/group-by.ts";

/** The kind of the action that fixes everything that can be fixed without asking. */
export const FIX_ALL_KIND = "source.fixAll.capOperator";

/** The largest number of rounds, because a fix may reveal more to fix; real files need one or two. */
const MOST_ROUNDS = 10;

/**
 * The fewest trials of one request: with these, a single fix among a thousand that does not work with the others is found. A text with
 * problems of syntax has no such promise, because reading it takes several times as long.
 */
const FEWEST_TRIALS = 3;

/** The trials that are left for one request; `lacked` is true if they were too few. */
interface Trials {
  left: number;
  lacked: boolean;
  /** The number of uncertain fixes that may still be tried. */
  ways: number;
  /** The texts with fixes that hold together: they have been read and checked. */
  readonly made: WeakMap<readonly Candidate[], Semantics>;
}

/** The choice of fixes that are made without asking: those that make Helm read a value as its text says, or all that are most likely right. */
export type FixChoice = "safe" | "likely";

/**
 * One action with every safe fix, which makes Helm read a value as its text says and changes nothing else; or with every fix that
 * is most likely right, but for hints, for fixes that are only made deliberately, and for those that would delete a comment. Nothing of
 * the kind is left after it, unless its data has `isPartial`, because trying all of them out would be too much work for one request; it may
 * have no edit then. With codes of rules, only their fixes are made, without these exceptions. `parts` is the number of texts of one file that are asked
 * about, which share what a request may try out.
 */
export async function fixAll(
  semantics: Semantics,
  settings: Settings,
  choice: FixChoice = "safe",
  rules: readonly string[] = [],
  parts = 1,
): Promise<CodeAction | null> {
  let mended = semantics;
  const most = Math.floor((await mostTrials(semantics, settings)) / parts);
  const fewest = semantics.analysis.file.problems.length > 0 ? 1 : FEWEST_TRIALS;
  const trials: Trials = { left: Math.max(fewest, most), ways: most, lacked: false, made: new WeakMap() };
  const seen = new Set<string>();
  for (let round = 0; ; round++) {
    const proven = await nextFixes(mended, settings, { choice, rules }, trials);
    const next = proven.length > 0 ? (trials.made.get(proven) ?? mended.edited(editsOf(proven))) : undefined;
    if (!next) break;
    // Fixes that undo each other, which is possible with silenced rules, fix nothing.
    if (round === MOST_ROUNDS || seen.has(next.analysis.file.text)) return null;
    seen.add(next.analysis.file.text);
    mended = next;
  }
  const { text } = semantics.analysis;
  const made = semantics.analysis.textEditsTo(mended.analysis) ?? [];
  if (made.length === 0 && !trials.lacked) return null;
  return {
    title: choice === "safe" ? l10n.t("Apply all safe fixes") : l10n.t("Apply all likely fixes"),
    kind: FIX_ALL_KIND,
    ...(trials.lacked && { data: { isPartial: true } }),
    ...(made.length > 0 && { edit: { changes: { [text.uri]: made } } }),
  };
}

/** A finding with such a fix. */
export interface FixableFinding {
  readonly code: string;
  readonly range: Range;
  readonly message: string;
}

interface WantedFixes {
  readonly choice: FixChoice;
  readonly rules: readonly string[];
}

/**
 * The fixes of one step: one line that explains all misplaced keys; repairs that make the text readable, because no other fix is to blame for
 * the errors that show then; other changes; and last the removals.
 */
async function nextFixes(
  semantics: Semantics,
  settings: Settings,
  { choice, rules }: WantedFixes,
  trials: Trials,
): Promise<readonly Candidate[]> {
  const candidates = await candidatesIn(semantics, settings, choice, rules);
  const isAnyLikely = choice === "likely" && rules.length === 0;
  const isRepair = ({ finding }: Candidate) => finding.rule.unreadable;
  const isRemoval = ({ fix }: Candidate) => takesAway(semantics, fix);
  const isMissing = ({ finding }: Candidate) => finding.unfinished !== undefined;
  const isWanted = ({ fix }: Candidate) => !isAnyLikely || keepsValues(semantics, fix);
  const prove = (some: readonly Candidate[]) => provenOf(semantics, settings, some, trials);
  const others = candidates.filter((candidate) => !isRepair(candidate));
  const found = isAnyLikely ? await check(semantics, settings) : [];
  const alarms = found.filter((finding) => isAlarm(finding, settings));
  const onlyFix = () => {
    const errors = alarms.filter((finding) => isError(finding, settings));
    const fixes = errors.flatMap((finding) => (finding.fixes?.() ?? []).map((fix) => ({ finding, fix })));
    return onlyOf(semantics, settings, [fixes], trials);
  };
  const onlyLine = () => onlyOf(semantics, settings, lineRepairs(semantics, alarms), trials);
  const isUnreadable = semantics.analysis.file.problems.length > 0;
  const isSlip = ({ fix }: Candidate) => fix.mendsSlip === true;
  const steps = [
    () => prove(candidates.filter((candidate) => isAnyLikely && isSlip(candidate))),
    onlyLine,
    () => prove(candidates.filter(isRepair)),
    ...(isUnreadable ? [onlyFix] : []),
    // A key that moves may be one that another rule misses, or reports as one too many.
    () =>
      prove(
        others.filter(
          (candidate) => isAnyLikely && isOfStructure(candidate.finding) && !isRemoval(candidate),
        ),
      ),
    () =>
      prove(others.filter((candidate) => !isRemoval(candidate) && !(isAnyLikely && isMissing(candidate)))),
    // A move may give a place to text that another fix would remove.
    () => prove(others.filter((candidate) => isRemoval(candidate) && isWanted(candidate))),
    ...(isUnreadable ? [] : [onlyFix]),
    // A missing key may be there under a misread or misspelled name.
    ...(found.some(isOfStructure)
      ? []
      : [() => prove(others.filter((candidate) => isAnyLikely && isMissing(candidate)))]),
  ];
  for (const step of steps) {
    const fixes = await step();
    if (fixes.length > 0) return fixes;
  }
  return [];
}

/** The only fix that works among uncertain ones, in the first group with one that does. */
async function onlyOf(
  semantics: Semantics,
  settings: Settings,
  groups: readonly (readonly Candidate[])[],
  trials: Trials,
): Promise<readonly Candidate[]> {
  for (const group of groups) {
    const tried = group.filter(({ fix }) => isUsual(semantics, fix)).slice(0, trials.ways);
    trials.ways -= tried.length;
    const working = await workingFixes(semantics, settings, tried);
    if (working.length > 0) return working.length === 1 ? working : [];
  }
  return [];
}

/** The first fix of each finding that is wanted. */
async function candidatesIn(
  semantics: Semantics,
  settings: Settings,
  choice: FixChoice,
  rules: readonly string[],
): Promise<Candidate[]> {
  return (await check(semantics, settings)).flatMap((finding) => {
    if (severityOf(finding, settings) === "off") return [];
    if (rules.length > 0 && !rules.includes(finding.rule.code)) return [];
    const fix = fixMade(semantics, settings, finding, { choice, rules });
    return fix ? [{ finding, fix }] : [];
  });
}

/** Candidates except those that overlap with an earlier one. */
function withoutOverlaps(candidates: readonly Candidate[]): Candidate[] {
  let end = -1;
  return candidates.filter(({ fix: { edits } }) => {
    if (edits.some(({ start }) => start <= end)) return false;
    end = edits.reduce((last, edit) => Math.max(last, edit.end), end);
    return true;
  });
}

/** The fix of a finding that is made without asking, if it works together with the others; `undefined` if it has none. */
function fixMade(
  semantics: Semantics,
  settings: Settings,
  finding: RuleFinding,
  { choice, rules }: WantedFixes,
): Fix | undefined {
  const fixes = finding.fixes?.() ?? [];
  const isAsked = choice === "likely" && (rules.length > 0 || isAlarm(finding, settings));
  const found = isAsked ? fixes.find(({ preferred }) => preferred) : undefined;
  const likely = found && (rules.length > 0 || isUsual(semantics, found)) ? found : undefined;
  return fixes.find(({ safe }) => safe) ?? likely;
}

/**
 * The findings with a fix that is made without asking, safe or likely. None of them is tried out. A missing key has no such fix while it may
 * be there under a misspelled name that has none.
 */
export async function fixable(semantics: Semantics, settings: Settings): Promise<readonly FixableFinding[]> {
  const wanted = { choice: "likely", rules: [] } as const;
  const losesValues = (fix: Fix) => !fix.safe && takesAway(semantics, fix) && !keepsValues(semantics, fix);
  const found = await check(semantics, settings);
  const isFixed = (finding: RuleFinding) => {
    const isShown = severityOf(finding, settings) !== "off";
    const fix = isShown ? fixMade(semantics, settings, finding, wanted) : undefined;
    return fix !== undefined && !losesValues(fix);
  };
  const fixed = new Set(found.filter(isFixed));
  const isKeyLeft = found.some((finding) => isOfStructure(finding) && !fixed.has(finding));
  return [...fixed]
    .filter(({ unfinished }) => unfinished === undefined || !isKeyLeft)
    .map(({ start, end, message, rule }) => ({
      code: rule.code,
      range: semantics.analysis.range(start, end),
      message,
    }));
}

/**
 * The codes of rules with findings in a range that have a fix which is made with all others of the rule, each with the number of such
 * findings in the text.
 */
export async function fixableRules(
  semantics: Semantics,
  settings: Settings,
  range: Range,
): Promise<ReadonlyMap<string, number>> {
  const { text } = semantics.analysis;
  const [from, to] = [text.offsetAt(range.start), text.offsetAt(range.end)];
  const isFixed = (finding: RuleFinding) => {
    const wanted = { choice: "likely", rules: [finding.rule.code] } as const;
    return (
      severityOf(finding, settings) !== "off" && fixMade(semantics, settings, finding, wanted) !== undefined
    );
  };
  const isHere = ({ start, end }: RuleFinding) => end >= from && start <= to;
  const found = (await check(semantics, settings)).slice(0, MOST_FINDINGS);
  const rules = new Set(found.filter(isHere).map(({ rule }) => rule));
  const fixed = groupBy(
    found.filter((finding) => rules.has(finding.rule) && isFixed(finding)),
    ({ rule }) => rule.code,
  );
  return new Map([...fixed].flatMap(([code, some]) => (some.some(isHere) ? [[code, some.length]] : [])));
}

/** True if a text keeps all its values with a fix: the removed text may also be elsewhere. */
function keepsValues({ analysis }: Semantics, { edits }: Fix): boolean {
  return lostWords(analysis.file, edits).values === 0;
}

/** True for a fix that only removes text, and more than spaces. */
function takesAway({ analysis }: Semantics, { edits }: Fix): boolean {
  const { text } = analysis.file;
  return (
    edits.every((edit) => edit.text === "") &&
    edits.some(({ start, end }) => /\S/.test(text.slice(start, end)))
  );
}

/** True for an error or a warning; otherwise the text works as it is. */
function isAlarm(finding: RuleFinding, settings: Settings): boolean {
  const severity = severityOf(finding, settings);
  return severity === "error" || severity === "warning";
}

/** True if a fix can be one of many: not for those that people should decide on, or that remove a comment. */
function isUsual({ analysis }: Semantics, { deliberate, edits }: Fix): boolean {
  const { text } = analysis.file;
  const comments = (part: string) => part.match(/(?:^|\s)#[^\n]*/g)?.length ?? 0;
  const count = (texts: readonly string[]) => texts.reduce((sum, part) => sum + comments(part), 0);
  const lost = count(edits.map(({ start, end }) => text.slice(start, end)));
  return !deliberate && (lost === 0 || lost <= count(edits.map((edit) => edit.text)));
}

/**
 * As many of the candidates as work together: usually all of them, or those that are not to blame for the remaining faults; the others have
 * their turn in the next round.
 */
async function provenOf(
  semantics: Semantics,
  settings: Settings,
  candidates: readonly Candidate[],
  trials: Trials,
): Promise<readonly Candidate[]> {
  const tryTogether = async (some: readonly Candidate[]) => {
    trials.lacked ||= trials.left === 0;
    if (trials.lacked) return undefined;
    trials.left -= 1;
    const trial = await tryOut(semantics, settings, some);
    if (trial.edited) trials.made.set(some, trial.edited);
    return trial;
  };
  const [first = [], ...others] = await holdingSets(withoutOverlaps(candidates), tryTogether);
  let proven = first;
  for (const other of others) {
    const both = [...proven, ...other];
    if ((await tryTogether(both))?.outcome === "better") proven = both;
  }
  return proven;
}

function editsOf(candidates: readonly Candidate[]): Edit[] {
  return candidates.flatMap(({ fix }) => fix.edits).toSorted((a, b) => a.start - b.start);
}
