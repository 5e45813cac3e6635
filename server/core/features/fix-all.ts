import * as l10n from "@vscode/l10n";
import type { CodeAction } from "vscode-languageserver-types";
import { check, type RuleFinding } from "../rules/check.ts";
import type { Fix } from "../rules/engine/rule.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { type Candidate, tryOut } from "../rules/proof.ts";
import { proposals } from "../rules/proposals.ts";
import { syntax } from "../rules/yaml/syntax.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import type { Edit } from "../yaml/edits/edits.ts";
import { lineEdits } from "../yaml/edits/line-edits.ts";

/** The kind of the action that fixes everything that can be fixed without asking. */
export const FIX_ALL_KIND = "source.fixAll.capOperator";

/** The most rounds of fixing, because a fix may reveal more to fix; real files need one or two. */
const MOST_ROUNDS = 10;

/** Which fixes are made without asking: those that make Helm read a value as its text says, or all that are most likely right. */
export type FixChoice = "safe" | "likely";

/**
 * One action with every safe fix, which makes Helm read a value as its text says and changes nothing else; or with every fix that
 * is most likely right. Nothing of the kind is left after it.
 */
export async function fixAll(
  semantics: Semantics,
  settings: Settings,
  choice: FixChoice = "safe",
): Promise<CodeAction | null> {
  let mended = semantics;
  const seen = new Set<string>();
  for (let round = 0; ; round++) {
    const candidates = await candidatesIn(mended, settings, choice);
    const isRepair = ({ finding }: Candidate) => finding.rule === syntax;
    const prove = (some: readonly Candidate[]) => provenOf(mended, settings, some);
    // A repair is not to blame for what it reveals, so the other fixes are tried once the text can be read.
    const repairs = await prove(candidates.filter(isRepair));
    const proven =
      repairs.length > 0 ? repairs : await prove(candidates.filter((candidate) => !isRepair(candidate)));
    const next = proven.length > 0 ? mended.edited(editsOf(proven)) : undefined;
    if (!next) break;
    // Fixes that undo each other, which is possible with silenced rules, fix nothing.
    if (round === MOST_ROUNDS || seen.has(next.analysis.file.text)) return null;
    seen.add(next.analysis.file.text);
    mended = next;
  }
  const { text } = semantics.analysis;
  const changes = lineEdits(text, mended.analysis.file.text);
  if (changes.length === 0) return null;
  return {
    title:
      choice === "safe"
        ? l10n.t("Fix everything that is safe to fix")
        : l10n.t("Fix everything that is likely right"),
    kind: FIX_ALL_KIND,
    edit: { changes: { [text.uri]: changes } },
  };
}

/** The first fix of each finding that is wanted, except those that overlap with an earlier one. */
async function candidatesIn(
  semantics: Semantics,
  settings: Settings,
  choice: FixChoice,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  let end = -1;
  for (const finding of await check(semantics, settings)) {
    if (severityOf(finding, settings) === "off") continue;
    const fixes = finding.fixes?.() ?? [];
    const likely = choice === "likely" ? await likelyOf(semantics, settings, finding, fixes) : undefined;
    const fix = fixes.find(({ safe }) => safe) ?? likely;
    if (!fix || fix.edits.some((edit) => edit.start <= end)) continue;
    candidates.push({ finding, fix });
    end = Math.max(end, ...fix.edits.map((edit) => edit.end));
  }
  return candidates;
}

/** The fix that is most likely right; of guesses, the only one that holds. */
async function likelyOf(
  semantics: Semantics,
  settings: Settings,
  finding: RuleFinding,
  fixes: readonly Fix[],
): Promise<Fix | undefined> {
  const preferred = fixes.find((fix) => fix.preferred);
  if (preferred !== undefined || !fixes.some(({ guess }) => guess)) return preferred;
  const held = (await proposals(semantics, settings, [finding])) ?? [];
  return held.find(({ fix }) => fix.preferred)?.fix;
}

/** As many of the candidates as work together: usually all of them, otherwise halves are tried. */
async function provenOf(
  semantics: Semantics,
  settings: Settings,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const prove = async (some: readonly Candidate[]) =>
    (await tryOut(semantics, settings, some)).outcome === "better";
  const search = async (some: readonly Candidate[]): Promise<readonly Candidate[]> => {
    if (some.length === 0 || (await prove(some))) return some;
    if (some.length === 1) return [];
    const half = some.length >> 1;
    const first = await search(some.slice(0, half));
    const second = await search(some.slice(half));
    if (first.length === 0 || second.length === 0) return [...first, ...second];
    return (await prove([...first, ...second])) ? [...first, ...second] : first;
  };
  return search(candidates);
}

function editsOf(candidates: readonly Candidate[]): Edit[] {
  return candidates.flatMap(({ fix }) => fix.edits).toSorted((a, b) => a.start - b.start);
}
