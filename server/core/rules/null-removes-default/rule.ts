import * as l10n from "@vscode/l10n";
import { isMapping } from "../../chart/same-json.ts";
import type { Fact } from "../../schema/annotations.ts";
import type { Meaning } from "../../schema/meanings.ts";
import { holdsMapping, type SchemaNode } from "../../schema/model.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { Path, PropertyNode } from "../../yaml/tree.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { endsRendering } from "../topics/ends-rendering.ts";

export const rule: Rule = {
  code: "null-removes-default",
  severity: "hint",
  proven: true,
  only: "chart",
  docs: {
    what: "An explicit `null` removes the chart's default for this key.",
    why: "This is how Helm removes a default, and it is allowed everywhere. The hint only shows what is removed. It is an error where the chart cannot be rendered without the key, and a warning where a template reads keys in it, or where a port or the certificate manager is then missing.",
  },
  check(context) {
    const { groups, document } = context;
    const findings: Finding[] = [];
    for (const place of groups.flatMap((group) => group.places("null"))) {
      const { node, property } = place;
      if (node.type !== "null" || node.style === "empty" || node.alias || !property) continue;
      const { path } = place;
      const { schema } = document.at(path);
      // Helm 4 ignores some nulls, and the default stays.
      if (document.release.given(path)?.origin.kind === "chart-default") continue;
      if (schema && endsRendering(document, path, schema)) {
        findings.push(failure(context, property, place, schema));
        continue;
      }
      const parent = document.at(path.slice(0, -1)).schema?.default;
      const key = property.key;
      const inherited = isMapping(parent) && Object.hasOwn(parent, key) ? parent[key] : schema?.default;
      const looked = schema && lookedFor(document, schema);
      if (inherited === undefined && looked === undefined) continue;
      const range = rangeOf(node);
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

/** The sentence about the removed default, with its value if that is short. */
function removedText(key: string, value: unknown): string {
  const text = value === undefined ? "" : scalarText(value);
  return text === "" || text.length > LONGEST_VALUE
    ? l10n.t('null removes the chart\'s default of "{0}".', key)
    : l10n.t('null removes the chart\'s default of "{0}", which is {1}.', key, text);
}

const LONGEST_VALUE = 60;

/** The consequence of a missing value with a meaning, or of one that tells something about the cluster. */
function lostText(what: Meaning | Fact | undefined): string | undefined {
  switch (what) {
    // The API server requires a number (`spec.ports[0].port`, `containerPort`).
    case "port":
      return l10n.t("Kubernetes rejects a port without a number.");
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
 * The consequence of a missing mapping in which templates look for keys. Helm refuses that ("nil pointer evaluating") unless the template
 * checks the mapping first; for the published charts, the schema marks the mappings that are not checked.
 */
function lookedFor({ schemas }: DocumentSemantics, { annotations }: SchemaNode): string | undefined {
  if (schemas.chart.atHand || annotations.readInside !== true) return undefined;
  return l10n.t("A template that reads a key in it fails.");
}

/** True if templates of a local chart look for keys in a mapping. Their checks before that are not known. */
function lookedForAtHand({ schemas }: DocumentSemantics, path: Path): boolean {
  const { reads } = schemas.chart.atHand ?? {};
  const keys = path.filter((segment) => typeof segment === "string");
  if (reads === undefined || reads === "pending" || keys.length < path.length) return false;
  return reads.isLookedInto(keys);
}

function failureText({ document }: RuleContext, key: string, empty: string): string {
  const { candidates, published } = document.schemas.chart;
  return candidates
    ? l10n.t('{0} cannot be rendered while "{1}" is null. Write {2} instead.', published, key, empty)
    : l10n.t('The chart cannot be rendered while "{0}" is null. Write {1} instead.', key, empty);
}

/** Helm removes the key, and a template that expects the value fails. */
function failure(context: RuleContext, property: PropertyNode, { node }: Place, schema: SchemaNode): Finding {
  const { key } = property;
  const empty = holdsMapping(schema) ? "{}" : '""';
  return {
    ...rangeOf(node),
    severity: "error",
    message: failureText(context, key, empty),
    fixes: () => [
      ...fixWith(l10n.t("Change to {0}", empty), context.document.at(node).edit.replace(empty), {
        preferred: true,
      }),
      ...removeKeyFix(context, property),
    ],
  };
}
