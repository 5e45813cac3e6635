import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/annotations.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { isUnshared } from "./anchors.ts";
import { fixWith } from "./fix.ts";
import type { Fix, RuleContext } from "./rule.ts";

/** What to do where a text is read as something else: the last sentence of a message. */
export function quoteAdvice(): string {
  return l10n.t("Put it in quotes.");
}

/**
 * Puts quotes around a plain scalar, so that Helm reads the text as written. Not preferred if the text is wrong as well; not
 * offered after a tag, which decides what Helm reads whether there are quotes or not.
 */
export function quoteFix(
  { analysis, document }: RuleContext,
  node: ValueNode,
  meaning: Meaning | undefined,
): Fix[] {
  if (node.tag !== undefined) return [];
  const source = analysis.source(node);
  const text = JSON.stringify(source);
  // Only the user knows whether there should be a volume of that name.
  const isRight = isUnshared(node) && meaning !== "volume-name" && textFault(meaning, source) === undefined;
  const edits = document.at(node).edit.replace(text);
  return fixWith(l10n.t("Quote: {0}", text), edits, { preferred: isRight, safe: isRight });
}
