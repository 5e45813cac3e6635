import { type CompletionItem, CompletionItemKind, type Range } from "vscode-languageserver-types";
import { summary } from "../schema/markdown.ts";
import { isScalar } from "../schema/model.ts";
import { keyOffers } from "../schema/offers.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Path } from "../yaml/tree.ts";

/**
 * The keys in a mapping of the values, each as an entry of a release names it: with all keys around it. `lead` is the path of the mapping as
 * it is written, `range` the text to replace, and `suggestCommand` the command that opens the list again.
 */
export function entryKeys(
  schemas: Schemas,
  { lead, path, range }: { readonly lead: string; readonly path: Path; readonly range: Range },
  suggestCommand?: string,
): CompletionItem[] {
  const container = schemas.model("values").at(path);
  if (!container) return [];
  const offers = keyOffers(container, new Set()).filter(({ key }) => /^[\w-]+$/.test(key));
  return offers.map(({ key, node, required }, index): CompletionItem => {
    const label = lead === "" ? key : `${lead}.${key}`;
    const leadsOn = !isScalar(node) && node.properties.size > 0;
    return {
      label,
      kind: isScalar(node) ? CompletionItemKind.Property : CompletionItemKind.Module,
      detail: summary(node),
      sortText: `${required ? 0 : 1}${String(index).padStart(4, "0")}`,
      filterText: label,
      data: { kind: "values", path: [...path, key], chart: schemas.chart.id },
      textEdit: { range, newText: leadsOn ? `${label}.` : label },
      ...(leadsOn && suggestCommand && { command: { title: "Suggest", command: suggestCommand } }),
    };
  });
}
