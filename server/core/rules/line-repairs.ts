import type { Semantics } from "../semantics/semantics.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { groupBy } from "../yaml/group-by.ts";
import type { Lines } from "../yaml/lines.ts";
import type { RuleFinding } from "./engine/rule.ts";
import type { Candidate } from "./proof.ts";
import { isOfStructure } from "./working-fixes.ts";

/** The number of findings whose lines are tried: a single wrong line causes the first ones. */
const MOST_FINDINGS = 4;

/** The number of levels at which a line is tried. */
const MOST_LEVELS = 6;

/**
 * Repairs of the lines of the first findings beside the fixes of rules: a line goes to the level of a line near it, or a repeated line goes.
 * The right one is not known; those that move a line least come first.
 */
export function lineRepairs(
  { analysis }: Semantics,
  findings: readonly RuleFinding[],
): readonly Candidate[][] {
  const { lines } = analysis;
  const least = (line: number) => analysis.leastColumn(lines.start(line));
  const finders = new Map<number, RuleFinding>();
  for (const finding of findings.slice(0, MOST_FINDINGS)) {
    for (const place of [finding, ...(finding.related ?? [])]) {
      if ("uri" in place) continue;
      const line = lines.lineAt(place.start);
      const others = finding.rule.unreadable ? [firstOfBlock(lines, line), line + 1] : [];
      for (const affected of [line, ...others])
        if (affected < lines.count && !finders.has(affected)) finders.set(affected, finding);
    }
  }
  const repairs = [...finders].flatMap(([line, finding]) =>
    [
      ...twinRepairs(lines, line),
      ...(isOfStructure(finding) ? levelRepairs(lines, line, least(line)) : []),
    ].map(({ shift, edit }) => ({ shift, finding, fix: { title: "", edits: [edit] } })),
  );
  return [...groupBy(repairs, ({ shift }) => shift)].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/** The first of the deeper lines right above a line: the one that set their level. */
function firstOfBlock(lines: Lines, line: number): number {
  let first = line;
  while (first > 0 && lines.indentation(first - 1) > lines.indentation(line)) first--;
  return first;
}

/** An edit of a line, and the number of columns by which it moves the line. */
interface LineRepair {
  readonly shift: number;
  readonly edit: Edit;
}

/** Removes a line that the next one repeats. */
function twinRepairs(lines: Lines, line: number): readonly LineRepair[] {
  const isTwice = line + 1 < lines.count && lines.text(line).trimEnd() === lines.text(line + 1).trimEnd();
  return isTwice
    ? [{ shift: 0, edit: { start: lines.start(line), end: lines.start(line + 1), text: "" } }]
    : [];
}

/** Moves a line to the levels of lines near it, as long as the lines below it keep their parent. */
function levelRepairs(lines: Lines, line: number, least: number): readonly LineRepair[] {
  // Lines after a block scalar may belong to it.
  if (lines.isInScalar(line) || lines.isInScalar(line - 1) || lines.headerAbove(line) !== undefined)
    return [];
  const [start, current] = [lines.start(line), lines.indentation(line)];
  const below = line + 1 < lines.count ? lines.indentation(line + 1) : 0;
  return levelsAround(lines, line, least)
    .filter((level) => below <= current || below > level)
    .map((level) => ({
      shift: Math.abs(level - current),
      edit: { start, end: start + current, text: " ".repeat(level) },
    }));
}

/** The levels of the lines above a line, the nearest first, and of the line below it, and `least`, the outermost level of the values. */
function levelsAround(lines: Lines, line: number, least: number): readonly number[] {
  const levels = new Set<number>();
  for (let index = line - 1; index >= 0 && levels.size < MOST_LEVELS; index--) {
    const text = lines.text(index).trimEnd();
    if (text === "") continue;
    if (levels.size === 0 && /[:>|-]$/.test(text)) levels.add(lines.indentation(index) + 2);
    levels.add(lines.indentation(index));
  }
  if (line + 1 < lines.count) levels.add(lines.indentation(line + 1));
  levels.add(least);
  levels.delete(lines.indentation(line));
  return [...levels].filter((level) => level >= least);
}
