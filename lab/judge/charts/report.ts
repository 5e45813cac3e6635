import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import type { EffectiveCount } from "./effective.ts";
import type { FixCount } from "./fixes.ts";
import type { JudgedFile, Outcome } from "./judged.ts";
import { FILE_KINDS } from "./kinds.ts";

const isLoud = ({ errors, warnings }: JudgedFile) => errors.length + warnings.length > 0;

/** True for a file without errors and warnings that Helm rejects or ignores, or that cannot run. */
export const isMissed = (file: JudgedFile): boolean => !file.kind.isRight && !isLoud(file) && isBad(file);

/**
 * True for a right file with an error or a warning, or that turns out to be wrong, and for a file with errors that renders as
 * meant.
 */
export const isFalseAlarm = (file: JudgedFile): boolean =>
  file.kind.isRight
    ? isLoud(file) || file.outcome !== "same" || file.refusal !== undefined
    : file.isNeeded && file.outcome === "same" && file.errors.length > 0;

const isBad = ({ outcome, refusal }: JudgedFile) => outcome === "ignored" || refusal !== undefined;

/** A disagreement in one line. */
export function lineOf({
  chart,
  kind,
  named,
  mutant,
  outcome,
  refusal,
  errors,
  warnings,
  hints,
}: JudgedFile): string {
  const said = [...errors, ...warnings, ...hints].join(" / ");
  const how = named.setting ? "at hand" : "named";
  return `${chart.name} ${chart.version} (${how}), ${kind.name}: ${mutant.about.slice(0, 300)}\n  ${outcome}: ${refusal?.slice(-200) ?? ""}\n  said: ${said.slice(0, 300)}`;
}

/** The page about a run. */
export function chartsPage(
  files: readonly JudgedFile[],
  fixes: FixCount,
  effective: Readonly<Record<HelmMajor, EffectiveCount>>,
): string {
  const row = (name: string, judged: readonly JudgedFile[]) => {
    const count = (is: (file: JudgedFile) => boolean) => judged.filter(is).length;
    const outcomes = (["refused", "ignored", "changed", "same"] as const satisfies readonly Outcome[]).map(
      (wanted) => count(({ outcome }) => outcome === wanted),
    );
    const cells = [
      judged.length,
      outcomes.join(" / "),
      count(({ outcome, refusal }) => outcome !== "refused" && refusal !== undefined),
      count(isLoud),
      count((file) => !isLoud(file) && file.hints.length > 0),
      count((file) => !isLoud(file) && file.hints.length === 0),
      count(isMissed),
      count(isFalseAlarm),
    ];
    return `| ${name} | ${cells.join(" | ")} |`;
  };
  const rows = FILE_KINDS.map((kind) =>
    row(
      kind.name,
      files.filter((file) => file.kind === kind),
    ),
  );
  const wrong = files.filter(({ kind }) => !kind.isRight);
  const bad = wrong.filter(isBad);
  const found = bad.length - bad.filter(isMissed).length;
  const stacks = ([3, 4] as const).map(
    (helm) =>
      `| ${helm} | ${effective[helm].stacks} | ${effective[helm].refused} | ${effective[helm].wrong.length} |`,
  );
  return `
| file | files | Helm: refused / ignored / changed / same | cannot run | error or warning | hint | silent | missed | false alarms |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${[...rows, row("**all with something wrong**", wrong)].join("\n")}

Of ${bad.length} files that Helm rejects or ignores, or that cannot run, ${found} have an error or a warning (${((100 * found) / bad.length).toFixed(1)} %).

## Fixes and the schema for other tools

| what | files | as it should be |
|---|---:|---:|
| *fix all* in an editor and \`fix\` leave a right file as it is | ${fixes.right} | ${fixes.right - fixes.touched.length} |
| \`fix --unsafe\` keeps every setting and every comment of a right file | ${fixes.right} | ${fixes.right - fixes.lost.length} |
| \`fix --unsafe\` puts a typing error right | ${fixes.typos} | ${fixes.typos - fixes.left.length - fixes.worse.length} |
| \`fix --unsafe\` makes nothing else of it | ${fixes.typos} | ${fixes.typos - fixes.worse.length} |
| the JSON Schema for other tools accepts a right file | ${fixes.right} | ${fixes.right - fixes.refused.length} |

## Effective values

The effective values of generated stacks, with what components inherit and nothing left at the top level to inherit, render the same as the values
that Helm itself computes for the stack:

| Helm | stacks | refused by Helm and the engine | disagreements |
|---:|---:|---:|---:|
${stacks.join("\n")}
`;
}
