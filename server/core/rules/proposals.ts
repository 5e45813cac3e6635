import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { RuleFinding } from "./check.ts";
import type { Fix } from "./engine/rule.ts";
import { type Candidate, outcomeOf } from "./proof.ts";

/**
 * How many characters are read to try out fixes for one request, which takes a second or two at most. That is more than the fixes
 * at a cursor ever need, and less than all fixes in a long file need if all of it is asked about.
 */
const MOST_READ = 10_000_000;

/**
 * The fixes of findings that hold, the best of each first: each is tried out, which takes time in a long file, so `mayGoOn` lets
 * other work run before each one. A fix that trades one error for another is not preferred. `undefined` if `mayGoOn` returns `false`.
 */
export async function proposals(
  semantics: Semantics,
  settings: Settings,
  findings: readonly RuleFinding[],
  mayGoOn: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Candidate[] | undefined> {
  const candidates = findings.flatMap((finding) =>
    (finding.fixes?.() ?? []).map((fix) => ({ finding, fix })),
  );
  const most = Math.max(1, Math.floor(MOST_READ / Math.max(1, semantics.analysis.file.text.length)));
  const held: Candidate[] = [];
  for (const candidate of candidates.slice(0, most)) {
    if (!(await mayGoOn())) return undefined;
    const outcome = await outcomeOf(semantics, settings, [candidate]);
    const fix: Fix = outcome === "even" ? { ...candidate.fix, preferred: false } : candidate.fix;
    if (outcome !== "worse") held.push({ finding: candidate.finding, fix });
  }
  return held;
}
