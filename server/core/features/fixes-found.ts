import type { Range, TextEdit } from "vscode-languageserver-types";
import { allProposals } from "../rules/all-proposals.ts";
import { check } from "../rules/check.ts";
import { severityOf } from "../rules/engine/severity.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";

/** A fix, with the code, the place and the message of the diagnostic that it mends. */
export interface FoundFix {
  readonly code: string;
  readonly range: Range;
  readonly message: string;
  readonly title: string;
  /** True if Helm then reads what the text means, and nothing else changes. */
  readonly isSafe: boolean;
  /** True for the fix that is most likely right. */
  readonly isPreferred: boolean;
  readonly edits: readonly TextEdit[];
}

/** The fixes in a text. */
export interface FixesFound {
  /** The fixes in the order of their findings, the best of each first. */
  readonly fixes: readonly FoundFix[];
  /** The number of findings with untried fixes: a long text has more than one request tries. */
  readonly left: number;
}

/** The fixes in a text: the same that an editor offers there. */
export async function fixesFound(semantics: Semantics, settings: Settings): Promise<FixesFound> {
  const { analysis } = semantics;
  const found = (await check(semantics, settings)).filter(
    (finding) => severityOf(finding, settings) !== "off",
  );
  const { held, left } = await allProposals(semantics, settings, found);
  const fixes = held.flatMap(({ finding, fix }): readonly FoundFix[] => {
    const edits = analysis.textEdits(fix.edits);
    if (edits === undefined) return [];
    const range = analysis.range(finding.start, finding.end);
    const { title, safe, preferred } = fix;
    const kind = { isSafe: safe === true, isPreferred: preferred === true };
    return [{ code: finding.rule.code, range, message: finding.message, title, ...kind, edits }];
  });
  return { fixes, left: left.length };
}
