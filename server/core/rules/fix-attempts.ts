import type { Fix, RuleFinding } from "./engine/rule.ts";
import type { Candidate, Outcome } from "./proof.ts";

/** The largest number of last resorts that one finding is offered. */
const MOST_LAST_RESORTS = 2;

/** The fixes of one finding while they are tried one after the other, last resorts at the end. */
export class Attempts {
  readonly finding: RuleFinding;
  readonly #waiting: Fix[];
  readonly #held: { readonly fix: Fix; readonly isBetter: boolean }[] = [];

  constructor(finding: RuleFinding) {
    this.finding = finding;
    this.#waiting = withLast(finding.fixes?.() ?? [], ({ lastResort }) => lastResort === true);
  }

  /** The number of fixes that may still be tried. */
  get count(): number {
    return this.#waiting.length;
  }

  /** The fix that is to be tried; `undefined` if no more are needed. */
  next(): Candidate | undefined {
    const [fix] = this.#waiting;
    return fix && !(fix.lastResort && this.#isEnded()) ? { finding: this.finding, fix } : undefined;
  }

  /** Records the outcome of that fix. */
  tried(outcome: Outcome): void {
    const fix = this.#waiting.shift();
    if (fix && (outcome === "better" || (outcome === "even" && !fix.lastResort)))
      this.#held.push({ fix, isBetter: outcome === "better" });
  }

  /** The fixes that hold, in their order, and those that lose a block last: the first preferred one that ends the fault alone is preferred. */
  offered(): readonly Candidate[] {
    const best = this.#held.find(({ fix, isBetter }) => fix.preferred && isBetter);
    const fixes = this.#held.map((held) =>
      held === best || !held.fix.preferred ? held.fix : { ...held.fix, preferred: false },
    );
    return withLast(fixes, ({ losesBlock }) => losesBlock === true).map((fix) => ({
      finding: this.finding,
      fix,
    }));
  }

  /** True if no more last resorts are needed: another fix ends the fault, or enough of them do. */
  #isEnded(): boolean {
    const ending = this.#held.filter(({ isBetter }) => isBetter);
    return ending.some(({ fix }) => !fix.lastResort) || ending.length >= MOST_LAST_RESORTS;
  }
}

function withLast(fixes: readonly Fix[], isLast: (fix: Fix) => boolean): Fix[] {
  return [...fixes.filter((fix) => !isLast(fix)), ...fixes.filter(isLast)];
}
