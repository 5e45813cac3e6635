import { groupBy } from "../../server/core/yaml/group-by.ts";
import type { Verdict } from "./trial.ts";

/** The counts by folder, in Markdown. Mutants that are equivalent to the code are not among those that could be detected. */
export function countsTable(verdicts: readonly Verdict[]): string {
  const folders = groupBy(verdicts, ({ mutant: { file } }) => file.split("/").slice(0, 2).join("/"));
  const lines = [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, list]) => countsRow(`\`${folder}\``, list));
  return [
    "| folder | mutants | failed test | no end | survived | not imported | equivalent | detected |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    ...lines,
    countsRow("**all**", verdicts),
  ].join("\n");
}

function countsRow(name: string, verdicts: readonly Verdict[]): string {
  const counted = (end: Verdict["end"]) => verdicts.filter((verdict) => verdict.end === end).length;
  const [killed, timeouts, equivalent] = [counted("killed"), counted("timeout"), counted("equivalent")];
  const share = (100 * (killed + timeouts)) / (verdicts.length - equivalent);
  const cells = [verdicts.length, killed, timeouts, counted("survived"), counted("untested"), equivalent];
  return `| ${[name, ...cells, `${share.toFixed(0)} %`].join(" | ")} |`;
}

/** All that survived, in Markdown. */
export function survivors(verdicts: readonly Verdict[]): string {
  const rows = verdicts
    .filter(({ end }) => end === "survived" || end === "untested")
    .map(
      ({ mutant: { file, line, change } }) =>
        // Code with backticks in it is quoted by two backticks and blanks.
        `| \`${file}\` | ${line} | \`\` ${change.replaceAll("|", "\\|")} \`\` |`,
    )
    .sort();
  return ["| file | line | fault |", "|---|---:|---|", ...rows].join("\n");
}
