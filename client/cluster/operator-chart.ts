import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { componentStates } from "../kubectl/components.ts";
import type { HelmInstallation } from "../operation/cluster-view.ts";

const RELEASE = "meta.helm.sh/release-name";
const RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";

/** Recognises the operator's chart by name and version as `helm list` prints them (spec section 4.1). */
export function isOperatorChart(chart: string): boolean {
  return /^cap-operator(-chart)?-v?\d/.test(chart);
}

/**
 * The operator's releases that deployments belong to, according to the annotations that Helm adds to everything it applies (Helm
 * 3.2 and later). A chart that does not give its name in the label `helm.sh/chart` is recognised by its components (spec section
 * 1).
 */
export function releasesBehind(deployments: readonly ClusterObject[]): readonly HelmInstallation[] {
  const byRelease = new Map<string, ClusterObject[]>();
  for (const deployment of deployments) {
    const { annotations = {}, namespace } = deployment.metadata;
    if (annotations[RELEASE] === undefined) continue;
    const key = `${annotations[RELEASE_NAMESPACE] ?? namespace}/${annotations[RELEASE]}`;
    byRelease.set(key, [...(byRelease.get(key) ?? []), deployment]);
  }
  return [...byRelease].flatMap(([key, members]) => {
    const [namespace = "", release = ""] = key.split("/");
    const charts = members.flatMap(({ metadata }) => metadata.labels?.["helm.sh/chart"] ?? []);
    const chart = charts.find(isOperatorChart);
    if (chart !== undefined) return [{ release, namespace, chart }];
    const names = componentStates(members, release).map(({ name }) => name);
    const areOurs = names.includes("controller") && names.includes("subscriptionServer");
    return areOurs ? [{ release, namespace }] : [];
  });
}
