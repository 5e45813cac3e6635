import * as l10n from "@vscode/l10n";
import { list } from "../helm/reading-commands.ts";
import { apiResources, apiVersions, get } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { HelmInstallation } from "../operation/cluster-view.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Step } from "../operation/operation.ts";
import { explainError } from "../operation/step.ts";
import { isOperatorChart, releasesBehind } from "./operator-chart.ts";
import { mayHoldOperators, type OperatorType, operatorTypeAmong } from "./operator-type.ts";

/** The ways in which the operator is already installed in a cluster (spec section 4.1, operations A and B). */
export interface ExistingInstallations {
  readonly releases: readonly HelmInstallation[];
  /** The types of operator resources that the cluster knows, such as `capoperators.operator.example.com`. */
  readonly resourceTypes: readonly string[];
  readonly operatorResources: readonly OperatorResourceAt[];
  /** One sentence for each thing that could not be checked. */
  readonly notChecked: readonly string[];
}

/** Finds out how the operator was installed before, with calls that only read. Never fails: the result names what could not be checked. */
export async function findInstallations(step: Step, target: ClusterTarget): Promise<ExistingInstallations> {
  const [helm, manager] = await Promise.all([helmReleases(step, target), managerTraces(step, target)]);
  return {
    releases: helm.releases,
    resourceTypes: manager.types.map(({ type }) => type),
    operatorResources: manager.resources,
    notChecked: [...new Set([...helm.notChecked, ...manager.notChecked])],
  };
}

/** One sentence for a person who is about to install with the chart, if the manager is there; otherwise undefined. */
export function managerInstallationWarning({
  operatorResources,
  resourceTypes,
}: ExistingInstallations): string | undefined {
  const [first, ...others] = operatorResources;
  if (first !== undefined) {
    return others.length === 0
      ? l10n.t(
          "CAP Operator Manager already installs the operator in this cluster, from the operator resource {0} in the namespace {1}. Two installations of the operator conflict with each other.",
          first.name,
          first.namespace,
        )
      : l10n.t(
          "CAP Operator Manager already installs the operator in this cluster, from the operator resource {0} in the namespace {1} and {2} more. Two installations of the operator conflict with each other.",
          first.name,
          first.namespace,
          others.length,
        );
  }
  const [type] = resourceTypes;
  if (type === undefined) return undefined;
  return l10n.t(
    "CAP Operator Manager is or was in this cluster: the cluster serves {0}, but no operator resource was found.",
    type,
  );
}

/** One sentence for a person who is about to install with the manager, if Helm has installed the operator; otherwise undefined. */
export function helmInstallationWarning({ releases }: ExistingInstallations): string | undefined {
  const [first] = releases;
  if (first === undefined) return undefined;
  const named = releases.map(({ release, namespace }) =>
    l10n.t("{0} in the namespace {1}", release, namespace),
  );
  return releases.length === 1
    ? l10n.t(
        "Helm already installed the operator in this cluster, as the release {0} in the namespace {1}. Two installations of the operator conflict with each other.",
        first.release,
        first.namespace,
      )
    : l10n.t(
        "Helm already installed the operator in this cluster, as these releases: {0}. Two installations of the operator conflict with each other.",
        named.join(", "),
      );
}

/** The operator's Helm releases as far as they could be read. */
export interface HelmReleases {
  readonly releases: readonly HelmInstallation[];
  readonly notChecked: readonly string[];
}

/**
 * The operator's releases: as Helm lists them in all namespaces, otherwise in the target's; if Helm cannot, as the deployments in
 * the cluster show them. Never fails.
 */
export async function helmReleases(step: Step, target: ClusterTarget): Promise<HelmReleases> {
  try {
    return { releases: await listedObjects(step, target, true), notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, l10n.t("listing releases"));
    if (why.kind === "forbidden") return inNamespace(step, target);
    if (why.kind !== "program-missing") return { releases: [], notChecked: [failureText(why)] };
    return behindDeployments(step, target);
  }
}

async function inNamespace(step: Step, target: ClusterTarget): Promise<HelmReleases> {
  const elsewhere = l10n.t(
    "You are not allowed to list Helm releases in all namespaces, so only the namespace {0} was checked.",
    target.namespace,
  );
  try {
    return { releases: await listedObjects(step, target, false), notChecked: [elsewhere] };
  } catch {
    const seen = await behindDeployments(step, target);
    const unread = l10n.t(
      "You are not allowed to list Helm releases in the namespace {0}.",
      target.namespace,
    );
    return { ...seen, notChecked: [unread, ...seen.notChecked] };
  }
}

async function listedObjects(step: Step, target: ClusterTarget, allNamespaces: boolean) {
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
    const why = explainError(error, target, l10n.t("reading deployments"));
    if (why.kind !== "forbidden") return { releases: [], notChecked: [failureText(why)] };
    const elsewhere = l10n.t(
      "You are not allowed to read deployments in all namespaces, so only the namespace {0} was checked.",
      target.namespace,
    );
    return read(false).then(
      (found) => ({ releases: releasesBehind(found), notChecked: [elsewhere] }),
      () => ({ releases: [], notChecked: [failureText(why)] }),
    );
  }
}

/** An operator resource, which has the manager install the operator (spec section 2.3). */
export interface OperatorResourceAt {
  readonly type: OperatorType;
  readonly namespace: string;
  readonly name: string;
}

/** The types and operator resources that a manager has in a cluster, as far as they could be read. */
interface ManagerTraces {
  readonly types: readonly OperatorType[];
  readonly resources: readonly OperatorResourceAt[];
  readonly notChecked: readonly string[];
}

/** The operator resources in a cluster, and their types, which come with the manager's manifest. Never fails. */
export async function managerTraces(step: Step, target: ClusterTarget): Promise<ManagerTraces> {
  const types: OperatorType[] = [];
  const resources: OperatorResourceAt[] = [];
  try {
    for (const each of await operatorTypes(step, target)) types.push(each);
    for (const type of newestOfEach(types))
      for (const each of await resourcesOf(step, target, type)) resources.push(each);
    return { types: newestOfEach(types), resources, notChecked: [] };
  } catch (error) {
    const why = explainError(error, target, l10n.t("searching for CAP Operator Manager"));
    return { types: newestOfEach(types), resources, notChecked: [failureText(why)] };
  }
}

async function operatorTypes(step: Step, target: ClusterTarget) {
  const found: OperatorType[] = [];
  for (const version of (await step.call(apiVersions(target))).filter(mayHoldOperators)) {
    const type = operatorTypeAmong(await step.call(apiResources(target, version)), version);
    if (type !== undefined) found.push(type);
  }
  return found;
}

async function resourcesOf(step: Step, target: ClusterTarget, type: OperatorType) {
  const found = await step.call(get(target, type.type, { everywhere: true }));
  return found.map(({ metadata: { name, namespace = "" } }) => ({ type, namespace, name }));
}

/** Keeps the first version of each type: the API server lists the one that it prefers first. */
function newestOfEach(types: readonly OperatorType[]): readonly OperatorType[] {
  return types.filter(({ type }, index) => types.findIndex((other) => other.type === type) === index);
}
