import { isSameJson } from "../chart/same-json.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { jsonOf } from "../values/helm-value.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { check } from "./check.ts";
import type { RuleFinding } from "./engine/rule.ts";
import { ownSeverity } from "./engine/severity.ts";
import { lostWords } from "./lost-words.ts";
import { type Candidate, isError } from "./proof.ts";

/** Rules about keys or blocks that are not where they belong. */
const OF_STRUCTURE: ReadonlySet<string> = new Set([
  "misplaced-key",
  "unknown-key",
  "duplicate-key",
  "empty-value",
]);

/** True for a finding about the place of a key or line: the findings of other rules there may then be wrong. */
export function isOfStructure({ rule }: RuleFinding): boolean {
  return rule.unreadable || OF_STRUCTURE.has(rule.code);
}

/** A fix, and what a text comes to with it. */
interface TriedFix {
  readonly candidate: Candidate;
  /** The number of different widths of its levels. */
  readonly widths: number;
  readonly values: unknown;
}

/**
 * Picks those that work of uncertain fixes, one for each different result: the text is readable then, keeps all its values, and has no new
 * fault and no misplaced key.
 */
export async function workingFixes(
  semantics: Semantics,
  settings: Settings,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const faultsIn = async (version: Semantics) =>
    (await check(version, settings)).filter(
      (found) => isError(found, settings) || ownSeverity(found) === "warning",
    );
  const before = await faultsIn(semantics);
  const known = new Set(before.map(({ message }) => message));
  const isReadable = semantics.analysis.file.problems.length === 0;
  const ways: TriedFix[] = [];
  for (const candidate of candidates) {
    const after = semantics.edited(candidate.fix.edits);
    if (!after || isHidden(after, candidate.fix.edits, isReadable)) continue;
    const lost = lostWords(semantics.analysis.file, candidate.fix.edits);
    if (lost.values > 0) continue;
    const left = await faultsIn(after);
    // A key is given up only if the text has no other fault then, and the schema knows its value's place.
    if (left.length >= before.length) continue;
    if (lost.keys > 0 && !(left.every(isMissing) && isKnown(after, candidate.fix.edits))) continue;
    if (left.some((found) => isOfStructure(found) || !known.has(found.message))) continue;
    ways.push({
      candidate,
      widths: widthsIn(after.analysis.file.text),
      values: jsonOf(after.analysis.file, 3),
    });
  }
  return ways
    .toSorted((first, other) => first.widths - other.widths)
    .filter((way, index, all) => all.findIndex(({ values }) => isSameJson(values, way.values)) === index)
    .map(({ candidate }) => candidate);
}

/** True if the schema describes the value at the first edit. */
function isKnown(after: Semantics, [edit]: readonly Edit[]): boolean {
  const place = edit && after.at(edit.start);
  return (place?.document.schema.at(place.path)?.types.length ?? 0) > 0;
}

/** The number of lines below a moved line that must not become a part of a value above them. */
const MOST_LINES_BELOW = 10;

/**
 * True if a line has come to a place that takes any line: a value that has more lines above it, or a mapping that takes any key, also one
 * that is misspelled.
 */
function isHidden(after: Semantics, [edit, ...others]: readonly Edit[], wasReadable: boolean): boolean {
  if (!edit || others.length > 0 || /\S/.test(edit.text)) return false;
  const { lines } = after.analysis;
  const line = lines.lineAt(edit.start);
  if (lines.isInScalar(line) && !/[|>][-+\d]*$/.test(lines.text(line - 1))) return true;
  const next = Array.from({ length: MOST_LINES_BELOW }, (_, index) => line + 1 + index);
  if (next.some((each) => lines.isInScalar(each) && lines.headerAbove(each) === undefined)) return true;
  const moved = wasReadable ? after.at(edit.start + edit.text.length) : undefined;
  const key = moved?.path.at(-1);
  if (typeof key !== "string") return false;
  return moved?.document.schema.at(moved.path.slice(0, -1))?.properties.has(key) === false;
}

function widthsIn(text: string): number {
  const levels = text.split("\n").flatMap((line) => line.match(/^ *(?=\S)/)?.[0].length ?? []);
  const steps = levels.map((level, index) => level - (levels[index - 1] ?? 0));
  return new Set(steps.filter((step) => step > 0)).size;
}

function isMissing({ rule }: RuleFinding): boolean {
  return rule.code === "required-for-install";
}
