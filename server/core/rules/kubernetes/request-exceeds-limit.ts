import { scalarText } from "../../schema/scalar-text.ts";
import type { HelmMap, HelmNode, Origin } from "../../values/helm-tree.ts";
import { type Edit, insertProperties } from "../../yaml/edits/edits.ts";
import type { Path, ValueNode } from "../../yaml/tree.ts";
import { isUnshared } from "../engine/anchors.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { disagreement, type ResourcePair, resourcePairs, textOf } from "./resource-pairs.ts";

export const requestExceedsLimit: Rule = {
  code: "request-exceeds-limit",
  severity: "error",
  docs: {
    what: "A request is larger than its limit, in the values that the operator would run with: either of them may be the chart's default.",
    why: "The API server refuses the pod. Amounts are compared exactly, whatever their units. Huge pages and resources of device plugins cannot be overcommitted: for them the request must equal the limit.",
    wrong: "controller:\n  resources:\n    requests:\n      memory: 600Mi",
    right: "controller:\n  resources:\n    limits:\n      memory: 600Mi\n    requests:\n      memory: 600Mi",
    fix: "Raises the limit to the request, or lowers the request to the limit.",
  },
  check(context) {
    const pairs = resourcePairs(context.document.schema);
    if (pairs.length === 0) return [];
    const { release } = context.document;
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
  /** Where it is in this document, if it is. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
}

function findings(context: RuleContext, pair: ResourcePair, requests: HelmMap, limits: HelmMap): Finding[] {
  return [...requests.entries].flatMap(([resource, request]) => {
    const limit = limits.entries.get(resource);
    const order = limit && disagreement(resource, textOf(request), textOf(limit));
    if (!order) return [];
    const sides = [
      sideOf(context, [...pair.owner, pair.requests, resource], request),
      sideOf(context, [...pair.owner, pair.limits, resource], limit),
    ] as const;
    return finding(context, resource, order, ...sides);
  });
}

function sideOf({ document }: RuleContext, path: Path, node: HelmNode): Side {
  const { origin } = node;
  const range =
    origin.kind === "file" && document.isHere(origin)
      ? { start: origin.value.offset, end: origin.value.offset + origin.value.length }
      : undefined;
  return { path, text: textOf(node), origin, range };
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
  const [here, there, word] = request.range ? [request, limit, "limit"] : [limit, request, "request"];
  const own = request.range ? "request" : "limit";
  const relation = order < 0 ? "not equal to" : request.range ? "larger than" : "smaller than";
  const message = `The ${resource} ${own} ${here.text} is ${relation} the ${word} ${there.text}${sourceText(there)}. Kubernetes refuses the pod.`;
  const related = there.range
    ? { related: [{ ...there.range, message: `The ${word} is ${there.text}.` }] }
    : {};
  return [{ ...range, message, ...related, fixes: () => fixes(context, request, limit) }];
}

function sourceText({ origin, range }: Side): string {
  if (range) return "";
  if (origin.kind === "chart-default") return ", the chart's default";
  if (origin.kind === "file") return ` of ${origin.name}`;
  return origin.kind === "set" ? " of --set" : "";
}

function fixes(context: RuleContext, request: Side, limit: Side): Fix[] {
  return [
    ...fix(context, limit, request, `Set the limit to ${request.text}`, true),
    ...fix(context, request, limit, `Set the request to ${limit.text}`, false),
  ];
}

function fix(context: RuleContext, side: Side, other: Side, title: string, preferred: boolean): Fix[] {
  const text = sourceOf(context, other);
  if (side.range) {
    const node = ownValueAt(context.root.node, side.path);
    if (!node || node.alias || node.tag || node.offset !== side.range.start) return [];
    return [{ title, edits: [{ ...side.range, text }], preferred: preferred && isUnshared(node) }];
  }
  if (side.origin.kind !== "chart-default") return [];
  const edit = insertion(context, side.path, text);
  return edit ? [{ title, edits: [edit], preferred }] : [];
}

function insertion({ analysis, root }: RuleContext, path: Path, text: string): Edit | undefined {
  const line = `${scalarText(path.at(-1))}: ${text}`;
  return insertProperties(analysis, root.node, path.slice(0, -1), [line], root.document.end);
}

/** An amount as it is written here, or as it would be written. */
function sourceOf({ analysis, root }: RuleContext, { path, text, range, origin }: Side): string {
  const node = range && ownValueAt(root.node, path);
  const source = range && analysis.file.text.slice(range.start, range.end);
  if (source && node && !node.alias && /^["']?[\w.+-]+["']?$/.test(source)) return source;
  // Numbers from the chart stay numbers; a text that looks like a number was quoted.
  return origin.kind === "chart-default" || /^[\d.]+$/.test(text) ? text : scalarText(text);
}

/** What is written at a path itself, not through an alias or a merge key. */
function ownValueAt(root: ValueNode | undefined, path: Path): ValueNode | undefined {
  let node: ValueNode | undefined = root;
  for (const segment of path) {
    if (node?.type !== "object" || node.alias) return undefined;
    node = node.properties.findLast(({ key }) => key === segment)?.valueNode;
  }
  return node;
}
