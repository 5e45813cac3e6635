import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Fix, RuleFinding } from "./engine/rule.ts";
import { type Candidate, isError, type Trial, tryOut } from "./proof.ts";

/**
 * How many characters are read to try out fixes for one request, which takes a second or two at most. That is more than the fixes
 * at a cursor ever need, and less than all fixes in a long file need if all of it is asked about.
 */
const MOST_READ = 10_000_000;

/** A text with problems of syntax is read again around each: two of them double what a reading takes, as measured. */
const READINGS_A_PROBLEM = 0.5;

/** How many guesses are offered for a finding. */
const MOST_GUESSES = 2;

/**
 * The fixes of findings that hold, the best of each first: each is tried out, which takes time in a long file, so `mayGoOn` lets
 * other work run before each one. A fix that trades one error for another is not preferred. Of guesses, the best are those after which
 * the least is wrong. `undefined` if `mayGoOn` returns `false`.
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
    for (const fix of (finding.fixes?.() ?? []).slice(0, left)) {
      if (!(await mayGoOn())) return undefined;
      left -= 1;
      const trial = await tryOut(semantics, settings, [{ finding, fix }]);
      if (trial.outcome !== "worse") tried.push({ fix, trial });
    }
    held.push(...bestOf(tried, settings).map((fix) => ({ finding, fix })));
  }
  return held;
}

interface Tried {
  readonly fix: Fix;
  readonly trial: Trial;
}

/**
 * The fixes of one finding that are offered, in their order. If there are guesses among them, those after which the least is wrong come
 * first, and no more than the best two guesses are left.
 */
function bestOf(tried: readonly Tried[], settings: Settings): Fix[] {
  const isHelped = tried.some(({ fix, trial }) => trial.outcome === "better" && !fix.lastResort);
  const held = tried
    .filter(({ fix }) => !fix.lastResort || !isHelped)
    .map(({ fix, trial }) => ({
      trial,
      fix: trial.outcome === "even" ? { ...fix, preferred: false } : fix,
    }));
  if (!held.some(({ fix }) => fix.guess)) return held.map(({ fix }) => fix);
  const [only, other] = held;
  if (only && !other) {
    return [{ ...only.fix, preferred: only.fix.preferred ?? only.trial.outcome === "better" }];
  }
  const errors = ({ left }: Trial) => left.filter((one) => isError(one, settings)).length;
  const sorted = held.sort(
    (a, b) =>
      Number(b.fix.preferred ?? false) - Number(a.fix.preferred ?? false) ||
      errors(a.trial) - errors(b.trial) ||
      a.trial.left.length - b.trial.left.length,
  );
  const guesses = sorted.filter(({ fix }) => fix.guess).slice(0, MOST_GUESSES);
  return sorted.filter((one) => !one.fix.guess || guesses.includes(one)).map(({ fix }) => fix);
}
