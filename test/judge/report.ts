import { KINDS } from "./kinds.ts";
import { type Judged, OUTCOMES, type Outcome } from "./outcome.ts";
import { reasonFor, reasonOfRule } from "./reasons.ts";

/** How many examples of a disagreement are listed. */
const EXAMPLES = 3;

/** The number of files with an outcome. */
export function countOf(judged: readonly Judged[], outcome: Outcome): number {
  return judged.filter((one) => one.outcome === outcome).length;
}

/** The disagreements that nothing explains. */
export function unexplained(judged: readonly Judged[]): readonly Judged[] {
  return disagreements(judged).filter((one) => reasonFor(one) === undefined);
}

/** A disagreement in one line. */
export function lineOf({ asked, outcome, editor, refusal }: Judged): string {
  const { target, helm, kind, key, shown } = asked;
  const said = refusal?.message ?? editor.errors.map(({ code, message }) => `${code}: ${message}`).join(" ");
  return `${outcome}, ${target.name}, Helm ${helm}, ${kind}: ${key}: ${shown}\n  ${said.replace(/\s+/g, " ").slice(0, 300)}`;
}

/** The page about a run. */
export function page(judged: readonly Judged[], seed: number): string {
  const targets = [...new Set(judged.map(({ asked }) => asked.target.name))];
  const heads = [
    "refused by both",
    "refused, editor warns",
    "accepted by both",
    "error, but accepted",
    "refused, editor silent",
  ];
  const row = (name: string, ofRow: readonly Judged[]) =>
    `| ${name} | ${ofRow.length} | ${OUTCOMES.map((outcome) => countOf(ofRow, outcome)).join(" | ")} |`;
  const kinds = KINDS.map(({ name }) =>
    row(
      name,
      judged.filter(({ asked }) => asked.kind === name),
    ),
  );
  const charts = targets.map((name) =>
    row(
      name,
      judged.filter(({ asked }) => asked.target.name === name),
    ),
  );
  const table = (first: string, rows: readonly string[]) =>
    [`| ${first} | files | ${heads.join(" | ")} |`, `|---|${"---:|".repeat(heads.length + 1)}`, ...rows].join(
      "\n",
    );
  return `# The editor, judged by Helm and the API server

\`npm run judge -- --count ${judged.length} --seed ${seed}\` makes this page. Each of ${judged.length} files is a good one with one thing changed. The
editor's verdict is what its rules say of the file beyond what they say of the good one. The judge is a real Helm, which renders the
chart with the file, and a real API server, to which each object is sent in a dry run as that Helm would send it: Helm 3 creates it,
Helm 4 applies it on the server. The charts are that of the examples and three in the words of published versions; their keys and
defaults are facts, their templates our own. Resource types of Istio, Gardener, cert-manager and the Prometheus operator have the parts of
their schemas that the charts write, and no webhooks.

What should hold: an error is something that one of the two refuses, or has another reason, listed below; and nothing that they refuse is
passed over without a warning.

${table("what was changed", [...kinds, row("**all**", judged)])}

${table("chart", charts)}

## Errors that Helm and the API server accept

By rule; a file can have several.

${byRule(judged)}

## Refused, and the editor says nothing

${byReason(judged)}
`;
}

function byRule(judged: readonly Judged[]): string {
  const files = judged.filter(({ outcome }) => outcome === "error-but-accepted");
  const codes = [...new Set(files.flatMap(({ editor }) => editor.errors.map(({ code }) => code)))];
  const of = (code: string) => files.filter(({ editor }) => editor.errors.some((one) => one.code === code));
  return codes
    .toSorted((a, b) => of(b).length - of(a).length)
    .map(
      (code) =>
        `- \`${code}\` (${of(code).length}): ${reasonOfRule(code) || "Not explained."} ${examples(of(code))}`,
    )
    .join("\n");
}

function byReason(judged: readonly Judged[]): string {
  const files = judged.filter(({ outcome }) => outcome === "refused-but-silent");
  if (files.length === 0) return "Nothing, in these files.";
  const whatOf = (one: Judged) => reasonFor(one)?.what ?? "not explained";
  const groups = [...new Set(files.map(whatOf))].map((what) => files.filter((one) => whatOf(one) === what));
  return groups
    .toSorted((a, b) => b.length - a.length)
    .map((group) => {
      const [first] = group;
      const why = first && reasonFor(first)?.why;
      return `- ${first && whatOf(first)} (${group.length}): ${why ?? ""} ${examples(group)}`;
    })
    .join("\n");
}

/** Some of the files of a group, each with another value. */
function examples(group: readonly Judged[]): string {
  const texts = new Set(
    group.map(({ asked: { key, shown } }) => `\`${key.split(".").at(-1)}: ${short(shown)}\``),
  );
  return `For example ${[...texts].slice(0, EXAMPLES).join(", ")}.`;
}

function short(text: string): string {
  return (text.length > 90 ? `${text.slice(0, 90)}...` : text).replaceAll("`", "'");
}

function disagreements(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ outcome }) => outcome === "error-but-accepted" || outcome === "refused-but-silent");
}
