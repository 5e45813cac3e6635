import type { Range, TextEdit } from "vscode-languageserver-types";
import { check } from "../rules/check.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { proposals } from "../rules/proposals.ts";
import type { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";

/** A fix, with the code, the place and the message of the diagnostic that it mends. */
export interface FoundFix {
  readonly code: string;
  readonly range: Range;
  readonly message: string;
  readonly title: string;
  /** Whether Helm then reads what the text means, and nothing else changes. */
  readonly isSafe: boolean;
  /** Whether it is the one that is most likely right. */
  readonly isPreferred: boolean;
  readonly edits: readonly TextEdit[];
}

/** All fixes in a text, in the order of what they mend, the best of each first: the same that an editor offers there. */
export async function fixesFound(semantics: Semantics, settings: Settings): Promise<FoundFix[]> {
  const { analysis } = semantics;
  const found = (await check(semantics, settings)).filter((one) => severityOf(one, settings) !== "off");
  const held = (await proposals(semantics, settings, found)) ?? [];
  return held.map(({ finding, fix }) => ({
    code: finding.rule.code,
    range: analysis.range(finding.start, finding.end),
    message: finding.message,
    title: fix.title,
    isSafe: fix.safe === true,
    isPreferred: fix.preferred === true,
    edits: fix.edits.map((edit) => analysis.textEdit(edit)),
  }));
}
