import type { Step } from "../operation/operation.ts";
import { type HelmWay, helmReleases } from "./installed-by-helm.ts";
import { managerTraces, type OperatorResourceAt } from "./installed-by-manager.ts";
import type { ClusterTarget } from "./target.ts";

/** The ways in which the operator is in a cluster already (spec section 4.1, operations A and B). */
export interface InstalledWays {
  readonly releases: readonly HelmWay[];
  /** The types of operator resources that the cluster knows, such as `capoperators.operator.example.com`. */
  readonly resourceTypes: readonly string[];
  readonly operatorResources: readonly OperatorResourceAt[];
  /** What could not be looked at, one sentence each. */
  readonly notChecked: readonly string[];
}

/** Looks how the operator was installed before, with reading calls only. Never fails: what it cannot see, it says. */
export async function findInstalledWays(step: Step, target: ClusterTarget): Promise<InstalledWays> {
  const [helm, manager] = await Promise.all([helmReleases(step, target), managerTraces(step, target)]);
  return {
    releases: helm.releases,
    resourceTypes: manager.types.map(({ type }) => type),
    operatorResources: manager.resources,
    notChecked: [...new Set([...helm.notChecked, ...manager.notChecked])],
  };
}

/** One sentence for a person who is about to install with the chart, when the manager is there; else nothing. */
export function saysManagerIsThere({ operatorResources, resourceTypes }: InstalledWays): string | undefined {
  const [first, ...others] = operatorResources;
  if (first !== undefined) {
    const more = others.length > 0 ? `, and ${others.length} more` : "";
    return (
      `CAP Operator Manager already installs the operator in this cluster: there is the operator resource ${first.name} ` +
      `in the namespace ${first.namespace}${more}. ${TWO}`
    );
  }
  const [type] = resourceTypes;
  if (type === undefined) return undefined;
  return `CAP Operator Manager is or was in this cluster: the cluster knows ${type}, but no operator resource was seen.`;
}

/** One sentence for a person who is about to install with the manager, when Helm installed it; else nothing. */
export function saysHelmInstalledIt({ releases }: InstalledWays): string | undefined {
  if (releases.length === 0) return undefined;
  const all = releases.map(({ release, namespace }) => `${release} in the namespace ${namespace}`).join(", ");
  const what = releases.length === 1 ? "the release" : "the releases";
  return `Helm already installed the operator in this cluster: there is ${what} ${all}. ${TWO}`;
}

const TWO = "Two installations of the operator get in each other's way.";
