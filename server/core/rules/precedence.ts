import type { Fix, RelatedPlace, RuleFinding } from "./engine/rule.ts";
import { ownSeverity } from "./engine/severity.ts";

/**
 * The rules that judge the value at a place, the best informed first: of their findings at one place, only the first is reported. A rule
 * counts even if it is switched off or silenced, because a vaguer finding would be no more welcome. Findings of other rules are reported as
 * well.
 */
export const PRECEDENCE: readonly string[] = [
  "invalid-image",
  "placeholder-value",
  "not-allowed",
  "invalid-label",
  "required-or-preferred",
  "wrong-shape",
  "ambiguous-scalar",
  "invalid-duration",
  "invalid-url",
  "invalid-host",
  "invalid-name",
  "invalid-path",
  "invalid-number",
  "invalid-certificate",
  "unknown-issuer-kind",
  "wrong-type",
  "out-of-range",
  "invalid-quantity",
  "memory-without-unit",
  "cpu-with-memory-unit",
  "missing-field",
  "pattern-mismatch",
];

/** Rules for refusals of Helm itself, which come last: they are always right, but vague about the place of the fault. */
const HELM: readonly string[] = ["chart-schema", "helm-template"];

/** Rules about missing parts of a document as a whole: they are reported at the first key, after the faults of that key. */
export const WHOLE_TEXT: readonly string[] = ["labels-missing", "required-for-install"];

/** The rank after all rules of the list. */
const LAST = 2 * PRECEDENCE.length;

/** The place of a finding's rule in the list; a mere warning of a rule about errors comes later, so that it hides no error of another rule. */
function rankOf(finding: RuleFinding): number {
  const { code, severity } = finding.rule;
  const rank = PRECEDENCE.indexOf(code);
  if (rank < 0) return WHOLE_TEXT.includes(code) ? LAST + 1 : LAST;
  return severity === "error" && !isOwnError(finding) ? PRECEDENCE.length + rank : rank;
}

/** Drops the findings at places for which an earlier rule of the list has a finding. */
export function firstAtEachPlace(findings: readonly RuleFinding[]): RuleFinding[] {
  const first = new Map<unknown, number>();
  const placesOf = ({ start, about }: RuleFinding) => (about === undefined ? [start] : [start, about]);
  for (const finding of findings) {
    const rank = rankOf(finding);
    if (rank >= LAST) continue;
    for (const place of placesOf(finding)) first.set(place, Math.min(rank, first.get(place) ?? rank));
  }
  return findings.filter((finding) => {
    const rank = rankOf(finding);
    return rank >= LAST || placesOf(finding).every((place) => first.get(place) === rank);
  });
}

/** Sorts by the order of the text; at one place, errors first, and then by the list. */
export function inOrderOfText(a: RuleFinding, b: RuleFinding): number {
  return (
    a.start - b.start ||
    a.end - b.end ||
    Number(isOwnError(b)) - Number(isOwnError(a)) ||
    rankOf(a) - rankOf(b)
  );
}

/**
 * Puts the findings of Helm last, without those that overlap an error of another rule. A finding of Helm takes in the warnings and hints
 * inside of its range, with their fixes.
 */
export function helmLast(findings: readonly RuleFinding[]): RuleFinding[] {
  const isOfHelm = ({ rule }: RuleFinding) => HELM.includes(rule.code);
  const others = findings.filter((finding) => !isOfHelm(finding));
  const taken = new Set<RuleFinding>();
  const left = findings
    .filter(isOfHelm)
    .filter(
      (refusal) =>
        !others.some(
          (other) => isOwnError(other) && other.start <= refusal.end && refusal.start <= other.end,
        ),
    );
  const joined = left.map((refusal) => {
    const inside = others.filter(
      (other) =>
        !taken.has(other) &&
        refusal.start <= other.start &&
        other.end <= refusal.end &&
        other.start < other.end,
    );
    for (const other of inside) taken.add(other);
    return inside.length === 0 ? refusal : withAll(refusal, inside);
  });
  return [...others.filter((other) => !taken.has(other)), ...joined];
}

function isOwnError(finding: RuleFinding): boolean {
  return ownSeverity(finding) === "error";
}

function withAll(refusal: RuleFinding, inside: readonly RuleFinding[]): RuleFinding {
  const related = inside.flatMap(({ start, end, message, related = [] }): RelatedPlace[] => [
    { start, end, message },
    ...related,
  ]);
  return {
    ...refusal,
    related: [...(refusal.related ?? []), ...related],
    fixes: () => [...(refusal.fixes?.() ?? []), ...inside.flatMap(fixesOf)],
  };
}

/** The fixes of a finding. A fix for a mere hint is never applied among many just because something else is an error. */
function fixesOf(finding: RuleFinding): Fix[] {
  const found = finding.fixes?.() ?? [];
  return ownSeverity(finding) === "warning" ? found : found.map((fix) => ({ ...fix, deliberate: true }));
}
