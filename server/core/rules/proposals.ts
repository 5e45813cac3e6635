import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Fix, RuleFinding } from "./engine/rule.ts";
import { type Candidate, type Trial, tryOut } from "./proof.ts";

/**
 * How many characters are read to try out fixes for one request, which takes a second or two at most. That is more than the fixes
 * at a cursor ever need, and less than all fixes in a long file need if all of it is asked about.
 */
const MOST_READ = 10_000_000;

/** A text with problems of syntax is read again around each: two of them double what a reading takes, as measured. */
const READINGS_A_PROBLEM = 0.5;

/**
 * The fixes of findings that hold: each is tried out, which takes time in a long file, so `mayGoOn` lets
 * other work run before each one. A fix that trades one error for another is not preferred. `undefined` if `mayGoOn` returns `false`.
 */
export async function proposals(
  semantics: Semantics,
  settings: Settings,
  findings: readonly RuleFinding[],
  mayGoOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Candidate[] | undefined> {
  const { text, problems } = semantics.analysis.file;
  const characters = Math.max(1, text.length) * (1 + problems.length * READINGS_A_PROBLEM);
  let left = Math.max(1, Math.floor(MOST_READ / characters));
  const held: Candidate[] = [];
  for (const finding of findings) {
    if (left <= 0) break;
    const tried: Tried[] = [];
    for (const fix of lastResortsLast(finding.fixes?.() ?? []).slice(0, left)) {
      if (fix.lastResort && isEnded(tried)) break;
      if (!(await mayGoOn())) return undefined;
      left -= 1;
      const trial = await tryOut(semantics, settings, [{ finding, fix }]);
      if (trial.outcome === "better" || (trial.outcome === "even" && !fix.lastResort))
        tried.push({ fix, trial });
    }
    for (const each of offered(tried).map((fix) => ({ finding, fix }))) held.push(each);
  }
  return held;
}

interface Tried {
  readonly fix: Fix;
  readonly trial: Trial;
}

/** How many last resorts are offered for one finding. */
const MOST_LAST_RESORTS = 2;

function lastResortsLast(fixes: readonly Fix[]): Fix[] {
  return [...fixes.filter(({ lastResort }) => !lastResort), ...fixes.filter(({ lastResort }) => lastResort)];
}

/** Whether no more last resorts are needed: something else ends the fault, or enough of them do. */
function isEnded(tried: readonly Tried[]): boolean {
  const ending = tried.filter(({ trial }) => trial.outcome === "better");
  return ending.some(({ fix }) => !fix.lastResort) || ending.length >= MOST_LAST_RESORTS;
}

/** The fixes of one finding, in their order: the first preferred one that ends the fault alone is preferred. */
function offered(tried: readonly Tried[]): Fix[] {
  const best = tried.find(({ fix, trial }) => fix.preferred && trial.outcome === "better");
  return tried.map((one) =>
    one === best || !one.fix.preferred ? one.fix : { ...one.fix, preferred: false },
  );
}
