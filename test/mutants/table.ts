import { groupBy } from "../../server/core/yaml/group-by.ts";
import { folderOf } from "./draw.ts";
import type { Mutant } from "./mutations.ts";
import type { Verdict } from "./trial.ts";

/** How the mutants of a run were drawn. */
export interface Draw {
  readonly seed: number;
  readonly drawn: number;
  readonly all: number;
  readonly budget: number;
}

/** What somebody wrote beside a survivor, by `keyOf`. */
export type Judgements = ReadonlyMap<string, string>;

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

/** The page about a run: the counts, and all that survived with what was judged of it before. */
export function mutantsPage(draw: Draw, verdicts: readonly Verdict[], judgements: Judgements): string {
  const alive = verdicts
    .filter(({ end }) => end === "survived" || end === "untested")
    .sort((a, b) => (keyOf(a.mutant) < keyOf(b.mutant) ? -1 : 1));
  const rows = alive.map(({ mutant, end, left }) => {
    const tests = end === "untested" ? "none" : left === 0 ? "all" : `${left} not run`;
    const [where, change] = cellsOf(mutant);
    return `| ${where} | ${mutant.line} | ${change} | ${tests} | ${judgements.get(keyOf(mutant)) ?? ""} |`;
  });
  return `# Mutants

\`npm run mutants -- --count ${draw.drawn} --seed ${draw.seed}\` writes this page, except for the last column: the assessment of a survivor is written by hand, and the next run keeps it.
${draw.drawn} of the ${draw.all.toLocaleString("en")} possible small faults in \`server/core\` were made, one at a time. A fault is detected if a test fails or does not
end. [test/mutants](../../test/mutants/README.md) describes the method.

${countsTable(verdicts)}

## What survived

*Tests*: whether all tests that cover the line were run, or how many were not run because together they take longer than ${draw.budget} s.

| file | line | fault | tests | assessment |
|---|---:|---|---|---|
${rows.join("\n")}
`;
}

/** What was judged in a page that was made before. */
export function judgementsIn(page: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of page.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, file = "", , change = "", , judgement = ""] = cells;
    if (file.endsWith(".ts`") && judgement !== "") found.set(`${file} ${change}`, judgement);
  }
  return found;
}

/** What a mutant is known by when lines have moved. */
function keyOf(mutant: Mutant): string {
  return cellsOf(mutant).join(" ");
}

function cellsOf({ file, change }: Mutant): [file: string, change: string] {
  // Two ticks, and blanks, so that a text in ticks can be inside.
  return [`\`${file.replace("server/core/", "")}\``, `\`\` ${change.replaceAll("|", "\\|")} \`\``];
}
