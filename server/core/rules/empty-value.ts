import { accepts, type SchemaNode } from "../schema/model.ts";
import { scalarText } from "../schema/scalar-text.ts";
import type { Finding, Fix, Rule } from "./rule.ts";

export const emptyValue: Rule = {
  code: "empty-value",
  severity: "warning",
  docs: {
    what: "A key with nothing behind it, where the chart expects a mapping, a list, a number or a boolean, or has a default that is not empty.",
    why: "Helm reads this as null and removes the chart's default, so templates that rely on it fail or render nothing.",
    wrong: "controller:\n  resources:",
    right: "controller:\n  resources:\n    limits:\n      memory: 500Mi",
    fix: "The default is written, or `null` if removing it is meant.",
  },
  check({ places, isBroken }) {
    const findings: Finding[] = [];
    for (const { node, property, schemas } of places) {
      const [schema] = schemas;
      if (node.type !== "null" || node.style !== "empty" || !property || !schema || isBroken(node)) continue;
      if (schema.types.length === 0 || (accepts(schema, "string") && !hasText(schema))) continue;
      const { offset, length, value } = property.keyNode;
      findings.push({
        start: offset,
        end: offset + length,
        message: `Nothing stands behind "${value}". Helm reads null and removes the chart's default.`,
        fixes: () => fixes(node.offset, schema),
      });
    }
    return findings;
  },
};

function hasText({ default: value }: SchemaNode): boolean {
  return value !== undefined && value !== "";
}

function fixes(at: number, schema: SchemaNode): Fix[] {
  const write = (text: string, preferred: boolean): Fix => ({
    title: `Write ${text.length > 40 ? "the default" : text}`,
    edits: [{ start: at, end: at, text: ` ${text}` }],
    preferred,
  });
  const toNull = write("null", !schema.hasDefault);
  return schema.hasDefault ? [write(scalarText(schema.default), true), toNull] : [toNull];
}
