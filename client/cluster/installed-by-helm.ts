import { list } from "../cli/inspect.ts";
import { get } from "../cli/kubectl.ts";
import { isOperatorChart, releasesBehind } from "../manager/operator-chart.ts";
import { explainError } from "../operation/explain-error.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Step } from "../operation/operation.ts";
import type { ClusterObject } from "./cluster-object.ts";
import type { ClusterTarget } from "./target.ts";

/** A Helm release of the operator's chart. */
export interface HelmWay {
  readonly release: string;
  readonly namespace: string;
  /** As Helm says it, such as `deployed`; absent when only the objects of the release were seen. */
  readonly status?: string;
  readonly revision?: number;
  /** Name and version of the chart, such as `cap-operator-chart-1.2.3`. */
  readonly chart?: string;
}

/** What is known of the operator's Helm releases, and what could not be looked at. */
export interface HelmReleases {
  readonly releases: readonly HelmWay[];
  readonly notChecked: readonly string[];
}

/**
 * The operator's releases: as Helm lists them in all namespaces, else in the target's, else as the deployments in the
 * cluster show them. Never fails.
 */
export async function helmReleases(step: Step, target: ClusterTarget): Promise<HelmReleases> {
  try {
    return { releases: await listed(step, target, true), notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, "listing releases");
    if (why.kind === "forbidden") return inNamespace(step, target);
    if (why.kind !== "program-missing") return { releases: [], notChecked: [failureText(why)] };
    return behindDeployments(step, target);
  }
}

async function inNamespace(step: Step, target: ClusterTarget): Promise<HelmReleases> {
  const elsewhere = `You may not list Helm releases in all namespaces, so only the namespace ${target.namespace} was looked at.`;
  try {
    return { releases: await listed(step, target, false), notChecked: [elsewhere] };
  } catch {
    const seen = await behindDeployments(step, target);
    const unread = `You may not list Helm releases in the namespace ${target.namespace}.`;
    return { ...seen, notChecked: [unread, ...seen.notChecked] };
  }
}

async function listed(step: Step, target: ClusterTarget, allNamespaces: boolean) {
  const all = await step.call(list(target, { allNamespaces }));
  return all
    .filter(({ chart }) => isOperatorChart(chart))
    .map(({ name, namespace, status, revision, chart }) => ({
      release: name,
      namespace,
      status,
      revision,
      chart,
    }));
}

async function behindDeployments(step: Step, target: ClusterTarget): Promise<HelmReleases> {
  const managed = { labels: { "app.kubernetes.io/managed-by": "Helm" } };
  const read = (everywhere: boolean): Promise<readonly ClusterObject[]> =>
    step.call(get(target, "deployments", { ...managed, everywhere }));
  try {
    return { releases: releasesBehind(await read(true)), notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, "reading deployments");
    if (why.kind !== "forbidden") return { releases: [], notChecked: [failureText(why)] };
    const elsewhere = `You may not read deployments in all namespaces, so only the namespace ${target.namespace} was looked at.`;
    return read(false).then(
      (found) => ({ releases: releasesBehind(found), notChecked: [elsewhere] }),
      () => ({ releases: [], notChecked: [failureText(why)] }),
    );
  }
}
