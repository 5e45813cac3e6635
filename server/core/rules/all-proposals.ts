import type { Analysis } from "../semantics/analysis.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { aliasTargets } from "../yaml/alias-targets.ts";
import { firstWhere } from "../yaml/first-where.ts";
import { groupBy } from "../yaml/group-by.ts";
import { nodeAt } from "../yaml/lookup.ts";
import { joined, type Span } from "../yaml/spans.ts";
import type { YamlNode } from "../yaml/tree.ts";
import type { Rule, RuleFinding } from "./engine/rule.ts";
import { Attempts } from "./fix-attempts.ts";
import { holdingSets, type Together } from "./fix-sets.ts";
import { type Candidate, tryOut } from "./proof.ts";
import { mostTrials, type Proposals } from "./proposals.ts";

/** The fewest trials for all fixes of a text, however long it is: some for each fix that a finding has, and for fixes that do not work together. */
const FEWEST_TRIALS = 16;

/** The factor by which all fixes of a text may take more trials than a list for which a person waits. */
const MORE = 3;

/** The largest number of groups in which fixes are tried. */
const MOST_GROUPS = 4;

/**
 * The fixes of findings that hold, as if each were tried alone. If that is too much work in a readable text, the first fixes of many findings
 * are tried together, then the second ones. Fixes that fail together are tried alone.
 */
export async function allProposals(
  semantics: Semantics,
  settings: Settings,
  findings: readonly RuleFinding[],
): Promise<Proposals> {
  const all = findings.map((finding) => new Attempts(finding));
  const most = await mostTrials(semantics, settings);
  let trials = Math.max(FEWEST_TRIALS, most * MORE);
  const tryTogether = async (some: readonly Candidate[]) => {
    if (trials === 0) return undefined;
    trials -= 1;
    return tryOut(semantics, settings, some);
  };
  const isLittle = all.reduce((sum, { count }) => sum + count, 0) <= most;
  // In an unreadable text, each edit may change the reading of all that follows.
  const isUnread = findings.some(({ rule }) => rule.unreadable);
  const alone = isLittle || isUnread ? all : await triedInGroups(semantics, all, tryTogether);
  const left: RuleFinding[] = [];
  for (const attempts of alone) {
    for (let next = attempts.next(); next !== undefined; next = attempts.next()) {
      const trial = await tryTogether([next]);
      if (!trial) {
        left.push(attempts.finding);
        break;
      }
      attempts.tried(trial.outcome);
    }
  }
  return { held: all.flatMap((attempts) => attempts.offered()), left };
}

/** Tries fixes of many findings together. Returns the findings with one that did not hold then or was not tried. */
async function triedInGroups(
  semantics: Semantics,
  all: readonly Attempts[],
  tryTogether: Together,
): Promise<readonly Attempts[]> {
  const isReferred = referredIn(semantics.analysis);
  const alone = new Set<Attempts>();
  let hasEnded = false;
  const tryOne: Together = async (some) => {
    const trial = await tryTogether(some);
    hasEnded ||= trial === undefined;
    return trial;
  };
  while (!hasEnded) {
    const waiting = all.flatMap((attempts) => {
      const next = alone.has(attempts) ? undefined : attempts.next();
      // An anchor can be removed only if its aliases are, which another fix may do.
      if (next?.fix.edits.some(isReferred)) alone.add(attempts);
      return next && !alone.has(attempts) ? [[next, attempts] as const] : [];
    });
    if (waiting.length === 0) break;
    const byCandidate = new Map(waiting);
    for (const group of groupsOf(semantics, [...byCandidate.keys()])) {
      const held = new Set((await holdingSets(group, tryOne)).flat());
      for (const candidate of group) {
        const attempts = byCandidate.get(candidate);
        if (held.has(candidate)) attempts?.tried("better");
        else if (attempts) alone.add(attempts);
      }
    }
  }
  return all.filter((attempts) => attempts.next() !== undefined);
}

/**
 * Groups of candidates, in each of which no fix touches the place of another finding, and a block has findings of one rule only, because
 * those of different rules may end each other. Neighbors are in different groups. A candidate that fits into no group is left out.
 */
function groupsOf(semantics: Semantics, candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const groups = Array.from({ length: MOST_GROUPS }, () => new Apart(semantics.analysis));
  const rules = [...groupBy(candidates, ({ finding }) => finding.rule).values()];
  rules.forEach((some, rule) => {
    some.forEach((candidate, index) => {
      const first = rule * 2 + (index % 2);
      groups.some((_, step) => groups[(first + step) % groups.length]?.add(candidate));
    });
  });
  return groups.map(({ candidates: some }) => some).filter((some) => some.length > 0);
}

/** True for a span with an alias, or with an anchor that an alias uses. */
function referredIn({ file }: Analysis): (span: Span) => boolean {
  const offsets = [...aliasTargets(file)].flat().sort((a, b) => a - b);
  return ({ start, end }) => {
    const next = offsets[firstWhere(offsets, (offset) => offset >= start)];
    return next !== undefined && next <= end;
  };
}

/** Candidates that are independent of each other. */
class Apart {
  readonly candidates: Candidate[] = [];
  readonly #analysis: Analysis;
  /** The spans of the findings and of their edits, in the order of the text. */
  readonly #spans: Span[] = [];
  /** The rule of the candidates in a block. */
  readonly #rules = new Map<YamlNode | undefined, Rule>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  /** Adds a candidate if it is independent of the others. */
  add(candidate: Candidate): boolean {
    const { rule } = candidate.finding;
    const spans = joined([candidate.finding, ...candidate.fix.edits]);
    const blocks = spans.map(({ start }) => this.#blockAt(start));
    if (spans.some((span) => this.#isTaken(span))) return false;
    if (blocks.some((block) => (this.#rules.get(block) ?? rule) !== rule)) return false;
    this.candidates.push(candidate);
    for (const span of spans) this.#spans.splice(this.#indexOf(span), 0, span);
    for (const block of blocks) this.#rules.set(block, rule);
    return true;
  }

  /** The innermost mapping or list at an offset. */
  #blockAt(offset: number): YamlNode | undefined {
    const { documents } = this.#analysis.file;
    const document = documents[firstWhere(documents, ({ end }) => end >= offset)];
    let node = nodeAt(document?.root, offset);
    while (node && node.type !== "object" && node.type !== "array") node = node.parent;
    return node;
  }

  #isTaken(span: Span): boolean {
    const next = this.#spans[this.#indexOf(span)];
    return next !== undefined && next.start <= span.end;
  }

  /** The first span that does not end before another one. */
  #indexOf({ start }: Span): number {
    return firstWhere(this.#spans, ({ end }) => end >= start);
  }
}
