import * as l10n from "@vscode/l10n";
import { scalarText } from "../../schema/scalar-text.ts";
import type { HelmMap, HelmNode, Origin } from "../../values/helm-tree.ts";
import { ownPropertyAt, rangeOf } from "../../yaml/lookup.ts";
import type { Path } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { hasUnclearUnit } from "../topics/amounts.ts";
import { amountText, disagreement, type ResourcePair, resourcePairs } from "../topics/resource-pairs.ts";

export const rule: Rule = {
  code: "request-exceeds-limit",
  severity: "error",
  docs: {
    what: "A request is larger than its limit, in the values that the operator would run with: either of them may be the chart's default.",
    why: "The API server rejects the pod. Amounts are compared exactly, whatever their units. Huge pages and resources of device plugins cannot be overcommitted: for them the request must equal the limit.",
    fix: "Raises the limit to the request, or lowers the request to the limit.",
  },
  check(context) {
    const { document } = context;
    // A finding is at an amount of the document. To merge the values of a release for nothing takes long in a file of many resources.
    const pairs = resourcePairs(document.schema).filter(({ owner, requests, limits }) =>
      [requests, limits].some((key) => document.at([...owner, key]).node !== undefined),
    );
    if (pairs.length === 0) return [];
    const { release } = document;
    return pairs.flatMap((pair) => {
      const requests = release.given([...pair.owner, pair.requests]);
      const limits = release.given([...pair.owner, pair.limits]);
      return requests?.type === "map" && limits?.type === "map"
        ? findings(context, pair, requests, limits)
        : [];
    });
  },
};

/** One of the two amounts that contradict each other. */
interface Side {
  readonly path: Path;
  readonly text: string;
  readonly origin: Origin;
  /** The range of the amount in this document, if it is here. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
}

function findings(context: RuleContext, pair: ResourcePair, requests: HelmMap, limits: HelmMap): Finding[] {
  return [...requests.entries].flatMap(([resource, request]) => {
    const limit = limits.entries.get(resource);
    const order = limit && disagreement(resource, amountText(request), amountText(limit));
    if (!order) return [];
    const sides = [
      sideOf(context, [...pair.owner, pair.requests, resource], request),
      sideOf(context, [...pair.owner, pair.limits, resource], limit),
    ] as const;
    // An amount with another unit may fit.
    if (
      sides.some(({ path, text }) =>
        hasUnclearUnit(context.document.at(path).schema?.annotations.meaning, text),
      )
    )
      return [];
    return finding(context, resource, order, ...sides);
  });
}

function sideOf({ document }: RuleContext, path: Path, node: HelmNode): Side {
  const { origin } = node;
  const range = origin.kind === "file" && document.isHere(origin) ? { ...rangeOf(origin.value) } : undefined;
  return { path, text: amountText(node), origin, range };
}

function finding(
  context: RuleContext,
  resource: string,
  order: number,
  request: Side,
  limit: Side,
): Finding[] {
  const range = request.range ?? limit.range;
  if (!range) return [];
  const message = request.range
    ? requestText(resource, order, request.text, withSource(limit))
    : limitText(resource, order, limit.text, withSource(request));
  const there = request.range ? limit : request;
  const thereText = request.range
    ? l10n.t("The limit is {0}.", limit.text)
    : l10n.t("The request is {0}.", request.text);
  const related = there.range ? { related: [{ ...there.range, message: thereText }] } : {};
  return [{ ...range, message, ...related, fixes: () => fixes(context, request, limit) }];
}

function requestText(resource: string, order: number, request: string, limit: string): string {
  return order < 0
    ? l10n.t(
        "The {0} request {1} is not equal to the limit {2}. Kubernetes rejects the pod.",
        resource,
        request,
        limit,
      )
    : l10n.t(
        "The {0} request {1} is larger than the limit {2}. Kubernetes rejects the pod.",
        resource,
        request,
        limit,
      );
}

function limitText(resource: string, order: number, limit: string, request: string): string {
  return order < 0
    ? l10n.t(
        "The {0} limit {1} is not equal to the request {2}. Kubernetes rejects the pod.",
        resource,
        limit,
        request,
      )
    : l10n.t(
        "The {0} limit {1} is smaller than the request {2}. Kubernetes rejects the pod.",
        resource,
        limit,
        request,
      );
}

/** An amount, with its origin if that is not this document. */
function withSource({ text, origin, range }: Side): string {
  if (range) return text;
  if (origin.kind === "chart-default") return l10n.t("{0} (chart default)", text);
  if (origin.kind === "file") return `${text} (${origin.name})`;
  return origin.kind === "set" ? `${text} (--set)` : text;
}

/** Raises the limit or lowers the request. A value of the document is not replaced by the chart's, unless a person chooses that. */
function fixes(context: RuleContext, request: Side, limit: Side): Fix[] {
  const isOnlyLimit = limit.range !== undefined && request.range === undefined;
  const raise = fix(context, limit, request, l10n.t("Set the limit to {0}", request.text), !isOnlyLimit);
  const lower = fix(context, request, limit, l10n.t("Set the request to {0}", limit.text), isOnlyLimit);
  return isOnlyLimit ? [...lower, ...raise] : [...raise, ...lower];
}

function fix(context: RuleContext, side: Side, other: Side, title: string, preferred: boolean): Fix[] {
  const text = sourceOf(context, other);
  if (side.range) {
    const node = ownPropertyAt(context.root.node, side.path)?.valueNode;
    if (!node || node.alias || node.tag || node.offset !== side.range.start) return [];
    const preferable = preferred && isUnshared(node);
    return fixWith(title, context.document.at(node).edit.replace(text), { preferred: preferable });
  }
  if (side.origin.kind !== "chart-default") return [];
  const line = `${scalarText(side.path.at(-1))}: ${text}`;
  return fixWith(title, context.document.at(side.path.slice(0, -1)).edit.insert([line]), { preferred });
}

/** An amount as the document writes it, or would write it. */
function sourceOf({ analysis, root }: RuleContext, { path, text, range, origin }: Side): string {
  const node = range && ownPropertyAt(root.node, path)?.valueNode;
  const source = range && analysis.file.text.slice(range.start, range.end);
  if (source && node && !node.alias && /^["']?[\w.+-]+["']?$/.test(source)) return source;
  // Numbers from the chart stay numbers; a text that looks like a number was quoted.
  return origin.kind === "chart-default" || /^[\d.]+$/.test(text) ? text : scalarText(text);
}
