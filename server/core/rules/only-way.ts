import { isSameJson } from "../chart/same-json.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { jsonOf } from "../values/helm-value.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { check } from "./check.ts";
import type { RuleFinding } from "./engine/rule.ts";
import { ownSeverity } from "./engine/severity.ts";
import { type Candidate, isError } from "./proof.ts";

/** A fix, and what a text comes to with it. */
interface Way {
  readonly candidate: Candidate;
  /** How many errors and warnings are left, and how many words are gone that are also elsewhere. */
  readonly faults: number;
  readonly lost: number;
  /** How many different widths its levels have. */
  readonly widths: number;
  readonly values: unknown;
}

/**
 * Of fixes of which none is known to be right, the one after which a text has the fewest faults: it can be read, has fewer of them than before, and has all
 * values that were written. `undefined` if there is none, or if two that are as good lead to different values.
 */
export async function onlyWay(
  semantics: Semantics,
  settings: Settings,
  candidates: readonly Candidate[],
): Promise<Candidate | undefined> {
  const { text } = semantics.analysis.file;
  const before = faultsIn(await check(semantics, settings), settings);
  const ways: Way[] = [];
  for (const candidate of candidates) {
    const after = semantics.edited(candidate.fix.edits);
    if (!after) continue;
    const lost = lostWords(text, after.analysis.file.text);
    if (lost === undefined) continue;
    const left = await check(after, settings);
    const faults = faultsIn(left, settings);
    if (left.some(({ rule }) => rule.unreadable) || faults >= before) continue;
    const widths = widthsIn(after.analysis.file.text);
    ways.push({ candidate, faults, lost, widths, values: jsonOf(after.analysis.file, 3) });
  }
  const [best] = ways.toSorted(
    (one, other) => one.faults - other.faults || one.lost - other.lost || one.widths - other.widths,
  );
  const isAsGood = ({ faults, lost }: Way) => faults === best?.faults && lost === best.lost;
  const isClear = ways.filter(isAsGood).every(({ values }) => isSameJson(values, best?.values));
  return isClear ? best?.candidate : undefined;
}

function faultsIn(found: readonly RuleFinding[], settings: Settings): number {
  return found.filter((one) => isError(one, settings) || ownSeverity(one) === "warning").length;
}

function widthsIn(text: string): number {
  const levels = text.split("\n").flatMap((line) => line.match(/^ *(?=\S)/)?.[0].length ?? []);
  const steps = levels.map((level, index) => level - (levels[index - 1] ?? 0));
  return new Set(steps.filter((step) => step > 0)).size;
}

/** Whether a text keeps each word that is not a key after edits, there or elsewhere. */
export function keepsWords(semantics: Semantics, edits: readonly Edit[]): boolean {
  const after = semantics.edited(edits);
  return (
    after !== undefined && lostWords(semantics.analysis.file.text, after.analysis.file.text) !== undefined
  );
}

/** How many words that are not keys a text has less often than another one; `undefined` if one of them is not in it at all. */
function lostWords(before: string, after: string): number | undefined {
  const counts = new Map<string, number>();
  for (const [word] of after.matchAll(WORDS)) counts.set(word, (counts.get(word) ?? 0) + 1);
  let lost = 0;
  const left = new Map(counts);
  for (const [word] of before.matchAll(WORDS)) {
    if (word.endsWith(":")) continue;
    if (!counts.has(word)) return undefined;
    const count = left.get(word) ?? 0;
    if (count === 0) lost += 1;
    else left.set(word, count - 1);
  }
  return lost;
}

/** What is between blanks, brackets and quotes. */
const WORDS = /[^\s{}[\],"']+/g;
