import * as l10n from "@vscode/l10n";
import type { ScalarNode } from "../../yaml/tree.ts";
import { isUnshared } from "./anchors.ts";
import { fixWith } from "./fix.ts";
import type { Fix, RuleContext } from "./rule.ts";

/** Replaces a value with another text, in the same quotes. Not offered if the value is written elsewhere, at an anchor. */
export function changeTextFix(
  { document }: RuleContext,
  node: ScalarNode,
  text: string,
  preferred: boolean,
): Fix[] {
  const edits = document.at(node).edit.setText(text);
  return fixWith(l10n.t('Change to "{0}"', text), edits, { preferred: preferred && isUnshared(node) });
}
