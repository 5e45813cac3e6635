import type { Fix, RelatedPlace, RuleFinding } from "./engine/rule.ts";

/**
 * The findings, each matter once: what yields is silent where another rule has found an error, and takes in what other rules have found
 * in it that is none, with their sentences and fixes.
 */
export function saidOnce(findings: readonly RuleFinding[]): RuleFinding[] {
  const [others, yielding] = [[...findings.filter(({ rule }) => !rule.yields)], [] as RuleFinding[]];
  const taken = new Set<RuleFinding>();
  for (const own of findings.filter(({ rule }) => rule.yields)) {
    if (others.some((one) => isError(one) && one.start <= own.end && own.start <= one.end)) continue;
    const inside = others.filter(
      (one) => !taken.has(one) && own.start <= one.start && one.end <= own.end && one.start < one.end,
    );
    for (const one of inside) taken.add(one);
    yielding.push(inside.length === 0 ? own : joined(own, inside));
  }
  return [...others.filter((one) => !taken.has(one)), ...yielding];
}

function isError({ rule, severity = rule.severity }: RuleFinding): boolean {
  return severity === "error";
}

function joined(own: RuleFinding, inside: readonly RuleFinding[]): RuleFinding {
  const related = inside.flatMap(({ start, end, message, related = [] }): RelatedPlace[] => [
    { start, end, message },
    ...related,
  ]);
  return {
    ...own,
    related: [...(own.related ?? []), ...related],
    fixes: () => [...(own.fixes?.() ?? []), ...inside.flatMap(fixesOf)],
  };
}

/** The fixes of a finding. What mends no more than a hint is never made among many because something else is an error. */
function fixesOf({ rule, severity = rule.severity, fixes }: RuleFinding): Fix[] {
  const found = fixes?.() ?? [];
  return severity === "warning" ? found : found.map((fix) => ({ ...fix, deliberate: true }));
}
