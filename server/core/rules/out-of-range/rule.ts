import * as l10n from "@vscode/l10n";
import type { SchemaNode } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { withOtherKeys } from "../topics/other-key.ts";
import { type Bounds, hasType, isOutside } from "../topics/value-fits.ts";

export const rule: Rule = {
  code: "out-of-range",
  severity: "error",
  docs: {
    what: "A number is smaller or larger than the key allows. Also an empty list that requires an entry (`nodeSelectorTerms`), and, in an operator resource, a text or list that is too short or too long.",
    why: "Kubernetes rejects ports outside 1 to 65535, negative replica counts and numbers that do not fit into 32 bits, and a resource that its definition does not allow.",
    fix: "Removes the number, so that the default is used; or changes the key to the one that it was meant for.",
  },
  check(context) {
    const findings: Finding[] = [];
    const bounded = context.groups.filter(({ schemas }) => schemas.some(hasBounds));
    for (const place of bounded.flatMap((group) => group.places("number"))) {
      const { node, schemas } = place;
      if (node.type !== "number") continue;
      const { value } = node;
      const bounds = schemas
        .filter((schema) => hasType(node, schema))
        .flatMap((schema) => missedBounds(value, schema) ?? [])[0];
      if (!bounds) continue;
      const message = numberText(placeName(place), bounds, value);
      findings.push({ ...rangeOf(node), message, fixes: () => withOtherKeys(context, place, []) });
    }
    return [...findings, ...wrongSizes(context)];
  },
};

function numberText(name: string, { minimum, maximum }: Bounds, value: number): string {
  if (minimum !== undefined && maximum !== undefined) {
    return l10n.t("{0} must be from {1} to {2}, not {3}.", name, minimum, maximum, value);
  }
  return minimum === undefined
    ? l10n.t("{0} must be at most {1}, not {2}.", name, maximum ?? 0, value)
    : l10n.t("{0} must be at least {1}, not {2}.", name, minimum, value);
}

/** The texts and lists that have another length than Kubernetes or the definition of a resource allows. */
function wrongSizes(context: RuleContext): Finding[] {
  if (!context.root.kind.isMerged && !context.document.schemas.chart.resource) return [];
  return context.groups.flatMap((group) => {
    const limits = group.schemas[0]?.limits;
    if (!limits) return [];
    const { minLength, maxLength, minItems, maxItems } = limits;
    return [
      ...group.nodes.string.flatMap((node) => {
        // The API server counts characters, not their halves (Go, `utf8.RuneCountInString`).
        const size = [...node.value].length;
        return isMissed(size, minLength, maxLength) ? { node, size, least: minLength, most: maxLength } : [];
      }),
      ...group.nodes.array.flatMap((node) => {
        const size = node.items.length;
        const isWrong = node.alias === undefined && isMissed(size, minItems, maxItems);
        return isWrong ? { node, size, least: minItems, most: maxItems } : [];
      }),
    ].map(({ node, size, least, most }): Finding => {
      const place = group.place(node);
      const mark = node.type === "array" && place.property ? place.property.keyNode : node;
      const text = node.type === "array" ? countText : lengthText;
      return { ...rangeOf(mark), message: text(placeName(place), size, least, most) };
    });
  });
}

function isMissed(size: number, least: number | undefined, most: number | undefined): boolean {
  return (least !== undefined && size < least) || (most !== undefined && size > most);
}

/** The sentence about the length of a text. */
function lengthText(name: string, size: number, least: number | undefined, most: number | undefined): string {
  if (most === undefined) {
    return l10n.t("The length of {0} must be at least {1}, not {2}.", name, least ?? 0, size);
  }
  return least === undefined
    ? l10n.t("The length of {0} must be at most {1}, not {2}.", name, most, size)
    : l10n.t("The length of {0} must be from {1} to {2}, not {3}.", name, least, most, size);
}

/** The sentence about the number of entries in a list. */
function countText(name: string, size: number, least: number | undefined, most: number | undefined): string {
  if (most === undefined) {
    return l10n.t("The number of entries in {0} must be at least {1}, not {2}.", name, least ?? 0, size);
  }
  return least === undefined
    ? l10n.t("The number of entries in {0} must be at most {1}, not {2}.", name, most, size)
    : l10n.t("The number of entries in {0} must be from {1} to {2}, not {3}.", name, least, most, size);
}

function hasBounds({ minimum, maximum, annotations }: SchemaNode): boolean {
  return minimum !== undefined || maximum !== undefined || annotations.int32 === true;
}

/** The integers of 32 bits, for fields in which Kubernetes has no more. */
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } as const;

/** The bounds that a number violates. */
function missedBounds(value: number, schema: SchemaNode): Bounds | undefined {
  if (isOutside(value, schema)) return schema;
  if (!schema.annotations.int32 || !isOutside(value, INT32)) return undefined;
  return value > 0 ? { ...INT32, minimum: undefined } : { ...INT32, maximum: undefined };
}
