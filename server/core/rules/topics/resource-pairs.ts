import type { SchemaModel } from "../../schema/model.ts";
import { keysOf } from "../../schema/schema-keys.ts";
import { isExtendedResource } from "../../schema/types/extended-resource.ts";
import { compareQuantities, parseQuantity, signOf } from "../../schema/types/quantity.ts";
import type { HelmNode } from "../../values/helm-tree.ts";
import { memo } from "../../yaml/memo.ts";
import type { Path } from "../../yaml/tree.ts";
import { keyMeaning } from "../engine/meanings.ts";
import type { RuleContext } from "../engine/rule.ts";

/** The requests and limits of a container. */
export interface ResourcePair {
  readonly owner: Path;
  readonly requests: string;
  readonly limits: string;
}

/** All places of a schema that have both requests and limits. */
export const resourcePairs = memo((model: SchemaModel): readonly ResourcePair[] =>
  keysOf(model).flatMap(({ path: owner, schema }) => {
    const requests = keyMeaning(schema, "resource-requests");
    const limits = keyMeaning(schema, "resource-limits");
    const isPair = !schema.shared && requests !== undefined && limits !== undefined;
    return isPair ? [{ owner, requests, limits }] : [];
  }),
);

/**
 * The contradiction between a request and a limit: more than 0 if the request is larger, less than 0 if it is smaller and must not be.
 * `undefined` if they fit, or if one is not a valid amount, which another rule reports.
 */
export function disagreement(resource: string, request: string, limit: string): number | undefined {
  const [asked, most] = [parseQuantity(request), parseQuantity(limit)];
  if (!asked || !most || signOf(asked) < 0 || signOf(most) < 0) return undefined;
  const order = compareQuantities(asked, most);
  return order > 0 || (order < 0 && mustBeEqual(resource)) ? order : undefined;
}

/** True if another amount at a place would fit the limit or the request that belongs to it. */
export function fitsBeside({ document }: RuleContext, path: Path, amount: string): boolean {
  const [resource, key] = [String(path.at(-1)), path.at(-2)];
  const owner = path.slice(0, -2);
  const pair = resourcePairs(document.schema).find(
    ({ owner: other }) =>
      other.length === owner.length && other.every((step, index) => step === owner[index]),
  );
  if (!pair) return true;
  const besideIn = (other: string) => amountText(document.release.given([...owner, other, resource]));
  return key === pair.requests
    ? disagreement(resource, amount, besideIn(pair.limits)) === undefined
    : disagreement(resource, besideIn(pair.requests), amount) === undefined;
}

/** True if the amounts in a value, if there are any, would fit their counterparts at a path. */
export function allFitBeside(context: RuleContext, path: Path, value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).every(([key, child]) => allFitBeside(context, [...path, key], child));
  }
  return fitsBeside(context, path, String(value));
}

/** An amount as Helm passes it on; empty if there is none. */
export function amountText(node: HelmNode | undefined): string {
  const isAmount =
    node?.type === "leaf" && (typeof node.value === "string" || typeof node.value === "number");
  return isAmount ? String(node.value) : "";
}

/** True for a resource that cannot be overcommitted. */
function mustBeEqual(resource: string): boolean {
  return resource.startsWith("hugepages-") || isExtendedResource(resource);
}
