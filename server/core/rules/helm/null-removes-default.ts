import * as l10n from "@vscode/l10n";
import type { Fact, Meaning } from "../../schema/annotations.ts";
import { failsWithNull, holdsMapping, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { isNull } from "../../values/helm-tree.ts";
import { type EditedText, removeProperty } from "../../yaml/edits/edits.ts";
import type { Path, PropertyNode } from "../../yaml/tree.ts";
import type { Finding, Place, Rule } from "../engine/rule.ts";

export const nullRemovesDefault: Rule = {
  code: "null-removes-default",
  severity: "hint",
  proven: true,
  docs: {
    what: "An explicit `null` removes the chart's default for this key.",
    why: "This is how Helm removes a default, and it is allowed everywhere. The hint only shows what is removed. It is an error where the chart cannot be rendered without the key, and a warning where a template reads keys in it, or where a port or the certificate manager is then missing.",
    wrong: "subscriptionServer:\n  ingressGatewayLabels:\n    app: null",
    right:
      "subscriptionServer:\n  ingressGatewayLabels:\n    # cap-operator-disable-next-line null-removes-default\n    app: null",
  },
  check({ analysis, groups, document, root, isBroken }) {
    // An operator resource is not merged with anything.
    if (root.kind !== "values") return [];
    const findings: Finding[] = [];
    for (const place of groups.flatMap((group) => group.places("null"))) {
      const { node, property } = place;
      if (node.type !== "null" || node.style === "empty" || node.alias || !property || isBroken(node))
        continue;
      const { path } = place;
      const { schema } = document.at(path);
      if (schema && endsRendering(document, path, schema)) {
        findings.push(failure(analysis, property, place, schema));
        continue;
      }
      const parent = document.at(path.slice(0, -1)).schema?.default;
      const key = property.key;
      const inherited = isRecord(parent) && Object.hasOwn(parent, key) ? parent[key] : schema?.default;
      const looked = schema && lookedFor(document, schema);
      if (inherited === undefined && looked === undefined) continue;
      const range = { start: node.offset, end: node.offset + node.length };
      const removed = removedText(key, inherited);
      const { meaning, fact } = schema?.annotations ?? {};
      const lost = looked ?? lostText(meaning) ?? lostText(fact);
      const fails = schema?.annotations.failsWithNull === "sometimes";
      if (fails || (lost === undefined && lookedForAtHand(document, path))) {
        const effect = l10n.t("A template that reads a key in it may fail.");
        findings.push({ ...range, message: `${removed} ${effect}`, ...(fails && { severity: "warning" }) });
      } else if (lost === undefined) findings.push({ ...range, message: removed });
      else findings.push({ ...range, severity: "warning", message: `${removed} ${lost}` });
    }
    return findings;
  },
};

/** What is removed, with its value if that is short. */
function removedText(key: string, value: unknown): string {
  const text = value === undefined ? "" : scalarText(value);
  return text === "" || text.length > LONGEST_VALUE
    ? l10n.t('null removes the chart\'s default of "{0}".', key)
    : l10n.t('null removes the chart\'s default of "{0}", which is {1}.', key, text);
}

const LONGEST_VALUE = 60;

/** What comes of it that a value with a meaning is missing, or one that tells something about the cluster. */
function lostText(what: Meaning | Fact | undefined): string | undefined {
  switch (what) {
    // The API server requires a number (`spec.ports[0].port`, `containerPort`).
    case "port":
      return l10n.t("Kubernetes refuses a port without a number.");
    case "certificate-manager":
      return l10n.t("No certificate is then issued.");
    // Istio requires a mapping (`spec.selector` of a gateway).
    case "ingressGatewayLabels":
      return l10n.t("No ingress gateway is then selected.");
    default:
      return undefined;
  }
}

/**
 * What comes of it that templates look for keys in a mapping that is not there, which Helm refuses ("nil pointer evaluating") unless
 * the template looks first. Of charts that are known without being at hand, the schema tells which do not.
 */
function lookedFor({ schemas }: DocumentSemantics, { annotations }: SchemaNode): string | undefined {
  if (schemas.chart.atHand || annotations.readInside !== true) return undefined;
  return l10n.t("A template that reads a key in it fails.");
}

/** Whether templates of the chart at hand look for keys in a mapping. What they check before is not known. */
function lookedForAtHand({ schemas }: DocumentSemantics, path: Path): boolean {
  const { reads } = schemas.chart.atHand ?? {};
  const keys = path.filter((segment) => typeof segment === "string");
  if (reads === undefined || reads === "pending" || keys.length < path.length) return false;
  return reads.isLookedInto(keys);
}

/** Whether Helm cannot render the chart with a null at a path, because no later source of the release has a value there. */
export function endsRendering({ release }: DocumentSemantics, path: Path, schema: SchemaNode): boolean {
  if (!failsWithNull(schema)) return false;
  const node = release.given(path);
  return node === undefined || isNull(node);
}

/** Helm removes the key, and a template that expects it stops. */
function failure(
  text: EditedText,
  property: PropertyNode,
  { node: { offset, length } }: Place,
  schema: SchemaNode,
): Finding {
  const { key } = property;
  const range = { start: offset, end: offset + length };
  const empty = holdsMapping(schema) ? "{}" : '""';
  return {
    ...range,
    severity: "error",
    message: l10n.t('The chart cannot be rendered while "{0}" is null. Write {1} instead.', key, empty),
    fixes: () => [
      { title: l10n.t("Change to {0}", empty), edits: [{ ...range, text: empty }], preferred: true },
      { title: l10n.t('Remove "{0}"', key), edits: removeProperty(text, property) },
    ],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
