import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { check } from "./check.ts";
import type { RuleFinding } from "./engine/rule.ts";
import { Attempts } from "./fix-attempts.ts";
import { type Candidate, tryOut } from "./proof.ts";

/**
 * The work for the trials of one request, in characters that are read, which takes at most 0.2 s. That is more than the fixes at a cursor
 * ever need, and less than all fixes in a long file need.
 */
const MOST_WORK = 500_000;

/** The share of a normal reading that the repair of a text with problems of syntax takes in each trial, without any rule, as measured. */
const WORK_A_REPAIR = 0.3;

/** The work of a trial regardless of the length of the text, as measured. */
const WORK_A_TRIAL = 8000;

/** The work for each finding that is compared. */
const WORK_A_FINDING = 100;

/** The largest number of findings whose fixes one request tries. A person chooses from a list. */
export const MOST_FINDINGS = 500;

/** The fixes that work, and the findings that were not tried. */
export interface Proposals {
  readonly held: readonly Candidate[];
  /** The findings whose fixes were not all tried, because the request has done its work. */
  readonly left: readonly RuleFinding[];
}

/**
 * The fixes of findings that hold: each is tried out, which takes time in a long file, so `mayGoOn` lets
 * other work run before each one. A fix that trades one error for another is not preferred. `undefined` if `mayGoOn` returns `false`.
 */
export async function proposals(
  semantics: Semantics,
  settings: Settings,
  findings: readonly RuleFinding[],
  mayGoOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Proposals | undefined> {
  let trials = await mostTrials(semantics, settings);
  const held: Candidate[] = [];
  const left: RuleFinding[] = [];
  for (const [index, finding] of findings.entries()) {
    // Making fixes is work as well.
    if (trials <= 0 || index >= MOST_FINDINGS) {
      if (finding.fixes) left.push(finding);
      continue;
    }
    const attempts = new Attempts(finding);
    for (let next = attempts.next(); next !== undefined; next = attempts.next()) {
      if (trials <= 0) {
        left.push(finding);
        break;
      }
      if (!(await mayGoOn())) return undefined;
      trials -= 1;
      const { outcome } = await tryOut(semantics, settings, [next]);
      attempts.tried(outcome);
    }
    for (const each of attempts.offered()) held.push(each);
  }
  return { held, left };
}

/** The largest number of trials for one request. It counts work and not time, so that the answer does not depend on the machine. */
export async function mostTrials(semantics: Semantics, settings: Settings): Promise<number> {
  const { text, repairing = 0 } = semantics.analysis.file;
  const found = await check(semantics, settings);
  const reading = text.length + repairing * WORK_A_REPAIR;
  return Math.max(1, Math.floor(MOST_WORK / (WORK_A_TRIAL + reading + found.length * WORK_A_FINDING)));
}
