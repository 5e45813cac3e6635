import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import type { SchemaNode } from "../../schema/model.ts";
import type { Fault } from "../../yaml/fault.ts";
import type { Place } from "./rule.ts";

/** A key, or a piece of YAML, as a sentence names it: in the quotes of the reader's language. */
export function quoted(text: string): string {
  return l10n.t('"{0}"', text);
}

/** Names as a sentence lists them: `a, b and c`. */
export function joinNames(names: readonly string[], word: "and" | "or"): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  const others = names.slice(0, -1).join(", ");
  return word === "and" ? l10n.t("{0} and {1}", others, last) : l10n.t("{0} or {1}", others, last);
}

/** The types that a place takes, each as the object of the sentence. */
export function typeNames({ types, items }: Pick<SchemaNode, "types" | "items">): string[] {
  return types.map((type) => {
    switch (type) {
      case "object":
        return l10n.t({ message: "a mapping", comment: "direct-object" });
      case "array":
        return items?.types.length === 1 && items.types[0] === "object"
          ? l10n.t({ message: "a list of mappings", comment: "direct-object" })
          : l10n.t({ message: "a list", comment: "direct-object" });
      case "string":
        return l10n.t({ message: "text", comment: "direct-object" });
      case "number":
        return l10n.t({ message: "a number", comment: "direct-object" });
      case "integer":
        return l10n.t({ message: "a whole number", comment: "direct-object" });
      case "boolean":
        return l10n.t({ message: "a boolean", comment: "direct-object" });
      default:
        return type;
    }
  });
}

/** The key of a place, or for an item that of its list with the index: `volumes[0]`. `undefined` for a document as a whole. */
export function labelOf({ key, path }: Place): string | undefined {
  if (key !== undefined) return key;
  const list = path.findLastIndex((segment) => typeof segment === "string");
  return list < 0 ? undefined : pathText(path.slice(list));
}

/** A place as messages name it, at the beginning of a sentence or in it. */
export function placeName(place: Place): string {
  const label = labelOf(place);
  return label === undefined ? l10n.t("This document") : quoted(label);
}

/** The sentence about fields that a mapping requires and lacks; `names` lists them for the sentence. */
export function requiredText(mapping: Place, names: string, count = 1): string {
  const holder = labelOf(mapping);
  if (holder === undefined) {
    return count === 1
      ? l10n.t("{0} is required but not set.", names)
      : l10n.t("{0} are required but not set.", names);
  }
  return count === 1
    ? l10n.t('{0} is required in "{1}" but not set.', names, holder)
    : l10n.t('{0} are required in "{1}" but not set.', names, holder);
}

/** The reaction of the API server to an unknown field, which depends on how the object is applied (Helm 3 or 4, kubectl). */
export function droppedText(): string {
  return l10n.t("Kubernetes drops it or rejects the object.");
}

/** The last sentence of a message about a text that YAML reads as something else. */
export function quoteAdvice(): string {
  return l10n.t("Put it in quotes.");
}

/** The title of a fix that indents a line. */
export function indentTitle(line: number, column: number): string {
  if (column === 0) return l10n.t("Move line {0} to the left edge", line + 1);
  return column === 1
    ? l10n.t("Indent line {0} by 1 space", line + 1)
    : l10n.t("Indent line {0} by {1} spaces", line + 1, column);
}

/** The title of the fix of a slip. */
export function slipTitle(fault: Fault): string {
  switch (fault.code) {
    case "missing-space":
    case "missing-dash-space":
      return l10n.t("Insert the space");
    case "missing-colon":
      return l10n.t("Insert the colon");
    case "missing-comma":
      return l10n.t("Write a comma between the entries");
    case "other-sign":
      return l10n.t('Replace "{0}" with a colon', fault.character);
    case "bullet":
      return l10n.t('Replace "{0}" with a dash', fault.character);
    case "missing-dash":
      return l10n.t("Insert the dash");
    case "dash-in-brackets":
      return l10n.t("Remove the dash");
    case "trailing-comma":
      return l10n.t("Remove the comma");
    case "stray-quote":
      return l10n.t("Remove the quote");
    case "unseen-character":
      return l10n.t("Remove the invisible characters");
    default:
      return l10n.t("Replace the space with an ordinary one");
  }
}
