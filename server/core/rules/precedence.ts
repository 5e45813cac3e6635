import type { Fix, RelatedPlace, RuleFinding } from "./engine/rule.ts";
import { ownSeverity } from "./engine/severity.ts";

/**
 * The rules that judge what is written at a place: of their findings at one place, only that of the first is reported, because it knows the
 * most about it. It counts even where it is switched off or silenced, because a vaguer one would be no more welcome.
 * What other rules find is reported as well.
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

/** What Helm itself refuses comes last: it is always right, but vague about the place of the fault. */
const HELM: readonly string[] = ["chart-schema", "helm-template"];

/** Rules about what a document lacks as a whole: it is shown at the first key, after what is wrong with that. */
export const WHOLE_TEXT: readonly string[] = ["labels-missing", "required-for-install"];

/** After all that are in the list. */
const LAST = 2 * PRECEDENCE.length;

/** The place in the list. Of a rule about errors, a finding that is none hides no error of another rule. */
function rankOf(finding: RuleFinding): number {
  const { code, severity } = finding.rule;
  const rank = PRECEDENCE.indexOf(code);
  if (rank < 0) return WHOLE_TEXT.includes(code) ? LAST + 1 : LAST;
  return severity === "error" && !isOwnError(finding) ? PRECEDENCE.length + rank : rank;
}

/** Without the findings at a place for which an earlier rule has one. */
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

/** The order of the text; at one place, errors first, and then what is in the list. */
export function inOrderOfText(a: RuleFinding, b: RuleFinding): number {
  return (
    a.start - b.start ||
    a.end - b.end ||
    Number(isOwnError(b)) - Number(isOwnError(a)) ||
    rankOf(a) - rankOf(b)
  );
}

/** With what Helm refuses only where no rule has found an error. It takes in what they have found in it that is none, with their fixes. */
export function helmLast(findings: readonly RuleFinding[]): RuleFinding[] {
  const isOfHelm = ({ rule }: RuleFinding) => HELM.includes(rule.code);
  const others = findings.filter((one) => !isOfHelm(one));
  const taken = new Set<RuleFinding>();
  const left = findings
    .filter(isOfHelm)
    .filter((own) => !others.some((one) => isOwnError(one) && one.start <= own.end && own.start <= one.end));
  const joined = left.map((own) => {
    const inside = others.filter(
      (one) => !taken.has(one) && own.start <= one.start && one.end <= own.end && one.start < one.end,
    );
    for (const one of inside) taken.add(one);
    return inside.length === 0 ? own : withAll(own, inside);
  });
  return [...others.filter((one) => !taken.has(one)), ...joined];
}

function isOwnError(finding: RuleFinding): boolean {
  return ownSeverity(finding) === "error";
}

function withAll(own: RuleFinding, inside: readonly RuleFinding[]): RuleFinding {
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
function fixesOf(finding: RuleFinding): Fix[] {
  const found = finding.fixes?.() ?? [];
  return ownSeverity(finding) === "warning" ? found : found.map((fix) => ({ ...fix, deliberate: true }));
}
