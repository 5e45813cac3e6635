import type { Semantics } from "../semantics/semantics.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { groupBy } from "../yaml/group-by.ts";
import type { Lines } from "../yaml/lines.ts";
import type { RuleFinding } from "./engine/rule.ts";
import type { Candidate } from "./proof.ts";
import { isOfStructure } from "./working-fixes.ts";

/** For how many findings lines are tried: one line that is wrong is found by what comes first. */
const MOST_FINDINGS = 4;

/** At how many levels a line is tried. */
const MOST_LEVELS = 6;

/**
 * What the lines of the first findings may have been meant as, beside what rules say of them: at the level of a line near it, or only once. Which is right is
 * not known; those that move a line least come first.
 */
export function lineWays({ analysis }: Semantics, findings: readonly RuleFinding[]): readonly Candidate[][] {
  const { lines } = analysis;
  const least = (line: number) => analysis.leastColumn(lines.start(line));
  const finders = new Map<number, RuleFinding>();
  for (const finding of findings.slice(0, MOST_FINDINGS)) {
    for (const place of [finding, ...(finding.related ?? [])]) {
      if ("uri" in place) continue;
      const line = lines.lineAt(place.start);
      const others = finding.rule.unreadable ? [firstOfBlock(lines, line), line + 1] : [];
      for (const at of [line, ...others]) if (at < lines.count && !finders.has(at)) finders.set(at, finding);
    }
  }
  const ways = [...finders].flatMap(([line, finding]) =>
    [...onceWays(lines, line), ...(isOfStructure(finding) ? levelWays(lines, line, least(line)) : [])].map(
      ({ by, edit }) => ({ by, finding, fix: { title: "", edits: [edit] } }),
    ),
  );
  return [...groupBy(ways, ({ by }) => by)].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

/** The first of the lines above one that are deeper than it: the line that said how deep its neighbours are. A value is told of keys on the line below it. */
function firstOfBlock(lines: Lines, line: number): number {
  let first = line;
  while (first > 0 && lines.indentation(first - 1) > lines.indentation(line)) first--;
  return first;
}

/** An edit of a line, and by how much it moves it. */
interface Way {
  readonly by: number;
  readonly edit: Edit;
}

/** A line that is there twice, once. */
function onceWays(lines: Lines, line: number): readonly Way[] {
  const isTwice = line + 1 < lines.count && lines.text(line).trimEnd() === lines.text(line + 1).trimEnd();
  return isTwice ? [{ by: 0, edit: { start: lines.start(line), end: lines.start(line + 1), text: "" } }] : [];
}

/** A line at the levels of those near it at which what is below it stays there. */
function levelWays(lines: Lines, line: number, least: number): readonly Way[] {
  // What comes after lines of a text may be one of them.
  if (lines.isInScalar(line) || lines.isInScalar(line - 1) || lines.headerAbove(line) !== undefined)
    return [];
  const [start, own] = [lines.start(line), lines.indentation(line)];
  const below = line + 1 < lines.count ? lines.indentation(line + 1) : 0;
  return levelsAround(lines, line, least)
    .filter((level) => below <= own || below > level)
    .map((level) => ({
      by: Math.abs(level - own),
      edit: { start, end: start + own, text: " ".repeat(level) },
    }));
}

/** The levels of the lines above one, the nearest first, of the one below it, and the outermost, which is the least that is ours. */
function levelsAround(lines: Lines, line: number, least: number): readonly number[] {
  const levels = new Set<number>();
  for (let at = line - 1; at >= 0 && levels.size < MOST_LEVELS; at--) {
    const text = lines.text(at).trimEnd();
    if (text === "") continue;
    if (levels.size === 0 && /[:>|-]$/.test(text)) levels.add(lines.indentation(at) + 2);
    levels.add(lines.indentation(at));
  }
  if (line + 1 < lines.count) levels.add(lines.indentation(line + 1));
  levels.add(least);
  levels.delete(lines.indentation(line));
  return [...levels].filter((level) => level >= least);
}
