import type { Position } from "vscode-languageserver-types";
import type { Semantics } from "../semantics/semantics.ts";
import type { Path } from "../yaml/tree.ts";

/** The path of the key of values at a position, or of the key whose value is there; `undefined` if there is none. */
export function keyAt(semantics: Semantics, position: Position): Path | undefined {
  const subject = semantics.at(semantics.analysis.text.offsetAt(position));
  return subject?.document.root.kind.isMerged && subject.path.length > 0 ? subject.path : undefined;
}
