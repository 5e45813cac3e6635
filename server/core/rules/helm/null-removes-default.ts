import { holdsMapping, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Finding, Place, Rule } from "../engine/rule.ts";

export const nullRemovesDefault: Rule = {
  code: "null-removes-default",
  severity: "hint",
  docs: {
    what: "An explicit `null` removes the chart's default for this key.",
    why: "This is how Helm removes a default, and it is allowed everywhere. The hint only says what is removed; where the chart cannot be rendered without the key, it is an error, and where a port is then missing, a warning.",
    wrong: "subscriptionServer:\n  ingressGatewayLabels:\n    app: null",
    right:
      "subscriptionServer:\n  ingressGatewayLabels:\n    app: null # intended: removes the default label",
  },
  check({ groups, document, root, isBroken }) {
    // An operator resource is not merged with anything.
    if (root.kind !== "values") return [];
    const findings: Finding[] = [];
    for (const place of groups.flatMap((group) => group.places("null"))) {
      const { node, property } = place;
      if (node.type !== "null" || node.style === "empty" || node.alias || !property || isBroken(node))
        continue;
      const { path } = place;
      const { schema } = document.at(path);
      if (schema?.annotations.failsWithNull) {
        findings.push(failure(place, property.key, schema));
        continue;
      }
      const parent = document.at(path.slice(0, -1)).schema?.default;
      const key = property.key;
      const inherited = isRecord(parent) && Object.hasOwn(parent, key) ? parent[key] : schema?.default;
      if (inherited === undefined) continue;
      const text = scalarText(inherited);
      const range = { start: node.offset, end: node.offset + node.length };
      const message = `null removes the chart's default of "${key}", which is ${text.length > 60 ? "set" : text}`;
      // The API server requires a number (`spec.ports[0].port`, `containerPort`).
      const isPort = schema?.annotations.meaning === "port";
      if (!isPort) findings.push({ ...range, message: `${message}.` });
      else findings.push({ ...range, severity: "warning", message: `${message}, and ${WITHOUT_PORT}.` });
    }
    return findings;
  },
};

const WITHOUT_PORT = "Kubernetes refuses a port without a number";

/** Helm removes the key, and a template that expects it stops. */
function failure({ node: { offset, length } }: Place, key: string, schema: SchemaNode): Finding {
  const range = { start: offset, end: offset + length };
  const isMapping = holdsMapping(schema);
  const way = isMapping ? "Write {} instead." : "Remove the key.";
  return {
    ...range,
    severity: "error",
    message: `The chart cannot be rendered while "${key}" is null. ${way}`,
    fixes: () =>
      isMapping ? [{ title: "Change to {}", edits: [{ ...range, text: "{}" }], preferred: true }] : [],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
