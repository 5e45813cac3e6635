import type { SchemaNode } from "../../schema/model.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { nameOf } from "../engine/meanings.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { isAmbiguous } from "./ambiguous-scalar.ts";
import { type Bounds, hasType, isOutside } from "./value-fits.ts";

export const outOfRange: Rule = {
  code: "out-of-range",
  severity: "error",
  docs: {
    what: "A number is smaller or larger than the key allows; also a list without entries that needs one (`nodeSelectorTerms`), and in an operator resource a text or list that is shorter or longer.",
    why: "Kubernetes refuses ports outside 1 to 65535, negative replica counts and numbers that do not fit into 32 bits, and a resource that its definition does not allow.",
    wrong: "subscriptionServer:\n  port: 70000",
    right: "subscriptionServer:\n  port: 4000",
  },
  check(context) {
    const findings: Finding[] = [];
    const bounded = context.groups.filter(({ schemas }) => schemas.some(hasBounds));
    for (const place of bounded.flatMap((group) => group.places("number"))) {
      const { node, property, schemas } = place;
      if (node.type !== "number" || isAmbiguous(context, place)) continue;
      const { value } = node;
      const bounds = schemas
        .filter((schema) => hasType(node, schema))
        .flatMap((schema) => missedBounds(value, schema) ?? [])[0];
      if (!bounds) continue;
      const { minimum, maximum } = bounds;
      const range =
        maximum === undefined
          ? `at least ${minimum}`
          : minimum === undefined
            ? `at most ${maximum}`
            : `from ${minimum} to ${maximum}`;
      const subject = property ? `"${property.key}"` : "This item";
      const message = `${subject} must be ${range}, not ${value}.`;
      findings.push({ start: node.offset, end: node.offset + node.length, message });
    }
    return [...findings, ...wrongSizes(context)];
  },
};

/** The texts and lists that have another length than Kubernetes or the definition of a resource allows. */
function wrongSizes(context: RuleContext): Finding[] {
  if (context.root.kind === "operator" && !context.document.schemas.chart.resource) return [];
  return context.groups.flatMap((group) => {
    const limits = group.schemas[0]?.limits;
    if (!limits) return [];
    const { minLength, maxLength, minItems, maxItems } = limits;
    return [
      ...group.nodes.string.flatMap((node) => {
        // The API server counts characters, not their halves (Go, `utf8.RuneCountInString`).
        const range = missed([...node.value].length, minLength, maxLength, "character");
        return range === undefined ? [] : { node, range };
      }),
      ...group.nodes.array.flatMap((node) => {
        const range = node.alias === undefined && missed(node.items.length, minItems, maxItems, "entry");
        return range ? { node, range } : [];
      }),
    ].map(({ node, range }): Finding => {
      const place = group.place(node);
      const at = node.type === "array" && place.property ? place.property.keyNode : node;
      return { ...rangeOf(at), message: `${nameOf(place)} must have ${range}.` };
    });
  });
}

/** How many are allowed, if a number is not one of them. */
function missed(count: number, least: number | undefined, most: number | undefined, one: string) {
  if ((least === undefined || count >= least) && (most === undefined || count <= most)) return undefined;
  const many = one === "entry" ? "entries" : `${one}s`;
  const noun = (number: number) => (number === 1 ? one : many);
  if (most === undefined) return `at least ${least} ${noun(least ?? 0)}, not ${count}`;
  if (least === undefined) return `at most ${most} ${noun(most)}, not ${count}`;
  return `${least} to ${most} ${many}, not ${count}`;
}

function hasBounds({ minimum, maximum, annotations }: SchemaNode): boolean {
  return minimum !== undefined || maximum !== undefined || annotations.int32 === true;
}

/** The integers of 32 bits. The API server cannot read others where Kubernetes has no more bits. */
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } as const;

/** The bounds that a number is outside of. */
function missedBounds(value: number, schema: SchemaNode): Bounds | undefined {
  if (isOutside(value, schema)) return schema;
  if (!schema.annotations.int32 || !isOutside(value, INT32)) return undefined;
  return value > 0 ? { ...INT32, minimum: undefined } : { ...INT32, maximum: undefined };
}
