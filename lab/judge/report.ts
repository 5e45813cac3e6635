import { KINDS } from "./kinds.ts";
import { type Judged, OUTCOMES, type Outcome } from "./outcome.ts";
import { reasonFor, reasonOfRule } from "./reasons.ts";

/** The number of examples of a disagreement that are listed. */
const EXAMPLES = 3;

/** The number of files with an outcome. */
export function countOf(judged: readonly Judged[], outcome: Outcome): number {
  return judged.filter((file) => file.outcome === outcome).length;
}

/** The disagreements that nothing explains. */
export function unexplained(judged: readonly Judged[]): readonly Judged[] {
  return disagreements(judged).filter((file) => reasonFor(file) === undefined);
}

/** A disagreement in one line. */
export function lineOf({ asked, outcome, editor, refusal }: Judged): string {
  const { target, helm, kind, key, shown } = asked;
  const said = refusal?.message ?? editor.errors.map(({ code, message }) => `${code}: ${message}`).join(" ");
  return `${outcome}, ${target.name}, Helm ${helm}, ${kind}: ${key}: ${shown}\n  ${said.replace(/\s+/g, " ").slice(0, 300)}`;
}

/** The page about a run. */
export function page(judged: readonly Judged[]): string {
  const targets = [...new Set(judged.map(({ asked }) => asked.target.name))];
  const heads = [
    "rejected, editor error",
    "rejected, editor warning",
    "accepted, no error",
    "accepted, editor error",
    "rejected, not reported",
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
  return `
${table("change", [...kinds, row("**all**", judged)])}

${table("chart", charts)}

## Errors that Helm and the API server accept

By rule. A file can have several errors.

${byRule(judged)}

## Rejected, but not reported by the editor

${byReason(judged)}
`;
}

function byRule(judged: readonly Judged[]): string {
  const files = judged.filter(({ outcome }) => outcome === "error-but-accepted");
  const codes = [...new Set(files.flatMap(({ editor }) => editor.errors.map(({ code }) => code)))];
  const withError = (code: string) =>
    files.filter(({ editor }) => editor.errors.some((error) => error.code === code));
  return codes
    .toSorted((a, b) => withError(b).length - withError(a).length)
    .map(
      (code) =>
        `- \`${code}\` (${withError(code).length}): ${reasonOfRule(code) || "Not explained."} ${examples(withError(code))}`,
    )
    .join("\n");
}

function byReason(judged: readonly Judged[]): string {
  const files = judged.filter(({ outcome }) => outcome === "refused-but-silent");
  if (files.length === 0) return "None in these files.";
  const whatOf = (file: Judged) => reasonFor(file)?.what ?? "not explained";
  const groups = [...new Set(files.map(whatOf))].map((what) => files.filter((file) => whatOf(file) === what));
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
