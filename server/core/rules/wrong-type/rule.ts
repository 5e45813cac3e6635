import * as l10n from "@vscode/l10n";
import { faultText } from "../../fault-text.ts";
import { accepts, type SchemaNode } from "../../schema/model.ts";
import { textFault } from "../../schema/types/text-faults.ts";
import type { PlaceGroup } from "../../semantics/places.ts";
import { isBlockCollection, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { resolveScalar } from "../../yaml/reader/scalars.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { isKeyBeingTyped } from "../engine/being-typed.ts";
import { fixWith, quoteFix } from "../engine/fixes.ts";
import { markOf } from "../engine/meanings.ts";
import type { Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, placeName, typeNames } from "../engine/sentences.ts";
import { withOtherKeys } from "../topics/other-key.ts";
import { hasType, wouldBeValid } from "../topics/value-fits.ts";
import { emptyItems } from "./empty-items.ts";

export const rule: Rule = {
  code: "wrong-type",
  severity: "error",
  docs: {
    what: "The value, as Helm reads it, has a type that the key does not take; or an item of a list is empty, such as a dash with nothing after it.",
    why: 'A chart with a schema rejects it; otherwise the templates fail, or Kubernetes rejects what they render. It is a hint where the templates of the published chart make the same of a value with and without quotes: a number or boolean in quotes, or `tag: 0.34`. A template that asks whether a value is set takes the text `"false"` for true. Helm passes an empty item on as null. Helm reads YAML 1.1: `yes`, `on` and `off` are booleans.',
    fix: "Adds or removes quotes, rounds a number, puts a single item into a list, or removes the brackets or braces around one, where nothing is lost. Renames the key to the one that the value was meant for, or removes it. Removes an empty item.",
  },
  check(context) {
    const findings: Finding[] = emptyItems(context);
    for (const place of context.groups.flatMap(doubtful)) {
      const [schema] = place.schemas;
      const { node } = place;
      if (!schema) continue;
      // Values that are not a mapping as a whole are a matter of syntax.
      if (node === context.root.node && context.root.kind.isMerged) continue;
      if (place.schemas.every((alternative) => hasType(node, alternative))) continue;
      const { edit } = context.document.at(node);
      if (node.type === "string" && isKeyBeingTyped(context, node, schema)) {
        findings.push({
          ...rangeOf(node),
          message: faultText({ code: "begun-key", word: node.value }),
          fixes: () => fixWith(l10n.t('Write "{0}"', `${node.value}:`), edit.replace(`${node.value}:`)),
        });
        continue;
      }
      findings.push({
        ...rangeOf(markOf(place)),
        about: node,
        ...(isRenderedAlike(context, node, schema) && { severity: "hint" }),
        message: sentence(context, place, schema),
        fixes: () => withOtherKeys(context, place, fixes(context, place, schema)),
      });
    }
    return findings;
  },
};

function sentence({ root }: RuleContext, place: Place, schema: SchemaNode): string {
  const { node } = place;
  if (node.type === "string" && node.value === "false" && schema.annotations.tested) {
    return l10n.t(
      "{0} takes a boolean, and the text {1} counts as true. Remove the quotes.",
      placeName(place),
      node.value,
    );
  }
  return l10n.t(
    "{0} takes {1}, but {2} reads {3} here.",
    placeName(place),
    joinNames(typeNames(schema), "or"),
    root.kind.reader,
    reading(node),
  );
}

/** True if the templates render a value in quotes as they render it without. */
function isRenderedAlike({ analysis }: RuleContext, node: ValueNode, schema: SchemaNode): boolean {
  const { annotations, types } = schema;
  if (node.type === "number" && accepts(schema, "string")) {
    const source = analysis.source(node);
    const isRight = textFault(annotations.meaning, source) === undefined;
    return annotations.printed === true && isRight && isPrintedAsWritten(node.value, source);
  }
  if (node.type !== "string") return false;
  if (types.includes("boolean")) {
    return node.value === "true"
      ? annotations.printed === true || annotations.tested === true
      : annotations.printed === true && node.value === "false";
  }
  const isNumber = types.includes("integer") || types.includes("number");
  return annotations.printed === true && isNumber && /^(0|[1-9]\d*)$/.test(node.value);
}

/**
 * True if a template prints a number as it is written. For Helm, all numbers are floating-point numbers, which Go prints with an exponent
 * below 0.0001 and from a million on (https://pkg.go.dev/strconv#FormatFloat). A template takes 0 for a value that is not set.
 */
function isPrintedAsWritten(value: number, source: string): boolean {
  return value >= 1e-4 && value < 1e6 && String(value) === source;
}

const TYPES = ["object", "array", "string", "number", "boolean"] as const;

/** The places with a type that not all of their schemas accept. */
function doubtful(group: PlaceGroup): Place[] {
  const written = TYPES.filter((type) => group.nodes[type].length > 0);
  return written.flatMap((type) =>
    group.schemas.every((schema) => accepts(schema, type)) ? [] : group.places(type),
  );
}

/** The kind of value that Helm or Kubernetes reads at a place, as the object of the sentence. */
function reading(node: ValueNode): string {
  switch (node.type) {
    case "object":
      return l10n.t({ message: "a mapping", comment: "direct-object" });
    case "array":
      return l10n.t({ message: "a list", comment: "direct-object" });
    case "string":
      return l10n.t({ message: "text", comment: "direct-object" });
    case "number":
      return l10n.t({ message: "the number {0}", args: [node.value], comment: "direct-object" });
    case "boolean":
      return l10n.t({ message: "the boolean {0}", args: [node.value], comment: "direct-object" });
    case "null":
      return "null";
  }
}

function fixes(context: RuleContext, place: Place, schema: SchemaNode): Fix[] {
  const { node } = place;
  const { edit } = context.document.at(node);
  if (node.alias) return [];
  const isScalar = node.type !== "object" && node.type !== "array";
  if (isScalar && node.type !== "string" && accepts(schema, "string")) {
    return quoteFix(context, node, schema.annotations.meaning);
  }
  if (node.type === "number" && accepts(schema, "integer")) {
    const whole = String(Math.round(node.value));
    const title = l10n.t("Change to {0}", whole);
    return fixWith(title, edit.replace(whole));
  }
  if (node.type === "string" && (node.style === "single" || node.style === "double")) {
    const plain = unquoted(node.value, schema);
    if (plain !== undefined) {
      const title = plain === node.value ? l10n.t("Remove the quotes") : l10n.t("Change to {0}", plain);
      return fixWith(title, edit.replace(plain), { preferred: isUnshared(node), safe: isUnshared(node) });
    }
  }
  if (accepts(schema, "array") && schema.items && hasType(node, schema.items))
    return wrapFix(context, place, schema.items);
  return unwrapFix(context, place, schema);
}

/** Replaces brackets or braces by the only value in them, which may be the one that is meant. */
function unwrapFix({ analysis, document }: RuleContext, place: Place, schema: SchemaNode): Fix[] {
  const { node } = place;
  const isBlock: boolean = isBlockCollection(node);
  if ((node.type !== "array" && node.type !== "object") || isBlock) return [];
  const only = node.type === "array" ? node.items : node.properties.map(({ valueNode }) => valueNode);
  const [inner] = only;
  if (only.length !== 1 || !inner || (inner.type === "null" && node.type === "array")) return [];
  if (!wouldBeValidIn(schema, resolveAlias(inner))) return [];
  const source = analysis.source(inner);
  if (source === "" || /[\n#&!]/.test(analysis.source(node))) return [];
  const name = placeName(place);
  const title =
    node.type === "array"
      ? l10n.t("Replace {0} with its only item", name)
      : l10n.t("Replace {0} with its only value", name);
  return fixWith(title, document.at(node).edit.replace(source), {
    preferred: node.type === "array" && isUnshared(node),
  });
}

/** A mapping or list must be right as a whole; of a scalar, other rules check the rest. To Helm, any value may be null. */
function wouldBeValidIn(schema: SchemaNode, inner: ValueNode): boolean {
  if (inner.type === "null") return true;
  const isScalar = inner.type !== "object" && inner.type !== "array";
  return isScalar ? hasType(inner, schema) : wouldBeValid(inner, schema);
}

/** The text without its quotes, a boolean as `true` or `false`, if that has the right type and no part of the text is lost. */
function unquoted(value: string, schema: SchemaNode): string | undefined {
  const read = resolveScalar(value, "plain");
  if (read.type === "boolean") return accepts(schema, "boolean") ? String(read.value) : undefined;
  if (read.type !== "number" || String(read.value) !== value) return undefined;
  return accepts(schema, "number") || (accepts(schema, "integer") && read.isInteger) ? value : undefined;
}

function wrapFix({ analysis, document }: RuleContext, { node }: Place, items: SchemaNode): Fix[] {
  // Several lines of a plain text may be several items.
  if (node.type === "string" && node.style === "plain" && analysis.source(node).includes("\n")) return [];
  const preferred = isUnshared(node) && wouldBeValid(node, items);
  return fixWith(l10n.t("Make it a list with one item"), document.at(node).edit.wrapInList(), { preferred });
}
