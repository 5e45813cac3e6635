import * as l10n from "@vscode/l10n";
import { accepts, isOpen } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Place, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

/** The items of lists that are null, such as a dash with nothing behind it: no list of a chart or a resource has such items. */
export function emptyItems(context: RuleContext): Finding[] {
  return context.groups.flatMap((group) => {
    const { schemas, nodes } = group;
    const isJudged =
      schemas.some((schema) => !isOpen(schema)) && !schemas.some((other) => accepts(other, "null"));
    if (!isJudged) return [];
    return nodes.null.flatMap((node) =>
      node.parent?.type === "array" ? [finding(context, group.place(node))] : [],
    );
  });
}

function finding(context: RuleContext, place: Place): Finding {
  const { root, document } = context;
  const { node, schemas } = place;
  // The API server takes a null among texts and numbers as an empty one, and finds no fields in one among mappings.
  const isAccepted = root.kind.isMerged && !schemas.some((schema) => accepts(schema, "object"));
  return {
    ...markOf(context, place),
    about: node,
    ...(isAccepted && { severity: "warning" }),
    message: l10n.t(
      "{0} is an empty item, which {1} reads as null. Write it, or remove it.",
      placeName(place),
      root.kind.reader,
    ),
    fixes: () => fixWith(l10n.t("Remove the item"), document.at(node).edit.remove()),
  };
}

/** The null; or the dash of an item that has nothing else, below which it may still be written. */
function markOf({ analysis }: RuleContext, { node }: Place): Pick<Finding, "start" | "end" | "unfinished"> {
  if (node.length > 0) return rangeOf(node);
  const start = analysis.file.text.lastIndexOf("-", node.offset);
  const dash = { start, end: start + 1 };
  return { ...dash, unfinished: { ...dash, column: analysis.lines.columnOf(start) + 1 } };
}
