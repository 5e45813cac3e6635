import { groupBy } from "../../server/core/yaml/group-by.ts";
import { folderOf } from "./draw.ts";
import type { Verdict } from "./trial.ts";

/** The counts by folder, in Markdown. */
export function countsTable(verdicts: readonly Verdict[]): string {
  const lines = [...groupBy(verdicts, ({ mutant }) => folderOf(mutant))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, list]) => countsRow(`\`${folder}\``, list));
  return [
    "| folder | mutants | failed test | no end | survived | not covered | detected |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...lines,
    countsRow("**all**", verdicts),
  ].join("\n");
}

function countsRow(name: string, verdicts: readonly Verdict[]): string {
  const [killed, timeouts, survived, untested] = (["killed", "timeout", "survived", "untested"] as const).map(
    (end) => verdicts.filter((verdict) => verdict.end === end).length,
  );
  const noticed = `${(((killed ?? 0) + (timeouts ?? 0)) / (verdicts.length / 100)).toFixed(0)} %`;
  return `| ${[name, verdicts.length, killed, timeouts, survived, untested, noticed].join(" | ")} |`;
}

/** All that survived, in Markdown, with how many of the tests that cover the line were not run within the budget. */
export function survivors(verdicts: readonly Verdict[]): string {
  const rows = verdicts
    .filter(({ end }) => end === "survived" || end === "untested")
    .map(({ mutant: { file, line, change }, end, left }) => {
      const tests = end === "untested" ? "none" : left === 0 ? "all" : `${left} not run`;
      // Two ticks, and blanks, so that a text in ticks can be inside.
      return `| \`${file.replace("server/core/", "")}\` | ${line} | \`\` ${change.replaceAll("|", "\\|")} \`\` | ${tests} |`;
    })
    .sort();
  return ["| file | line | fault | tests |", "|---|---:|---|---|", ...rows].join("\n");
}
