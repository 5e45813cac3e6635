import * as l10n from "@vscode/l10n";
import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import { releaseAddress } from "../helm/release-address.ts";
import { answerOr, type Reading } from "../kubectl/reading.ts";
import type { ClusterSnapshot, HelmInstallation, ViewState } from "../operation/cluster-view.ts";
import { fileName } from "../texts/file-name.ts";
import { problemItem, refresh, type ViewItem } from "./view-item.ts";

/** The releases of the settings and of the cluster, each once, by name. */
export function releasesItem({ settings, snapshot }: ViewState): ViewItem {
  const releases: Reading<readonly HelmInstallation[]> = snapshot?.releases ?? { answer: [] };
  const seen = answerOr(releases, []);
  const withNamespace = new Set(seen.map(({ namespace }) => namespace)).size > 1;
  const isPlan = (plan: ReleaseSummary) => !seen.some((release) => isSame(plan, release, snapshot));
  const children = [
    ...seen.map((release) => seenItem(release, withNamespace, snapshot)),
    ...settings.filter(isPlan).map((plan) => plannedItem(plan, releases, snapshot)),
    ...("unread" in releases ? [problemItem("releases/unread", releases.unread)] : []),
  ].sort(byName);
  const none: ViewItem = {
    id: "releases/none",
    kind: "detail",
    label: l10n.t("No release of the operator found"),
    tooltip: l10n.t("Helm has no release of the operator's chart in this cluster."),
    icon: "info",
  };
  return {
    id: "releases",
    kind: "group",
    label: l10n.t("Releases"),
    icon: "package",
    isOpen: true,
    children: children.length > 0 ? children : [none],
  };
}

function seenItem(
  { release, namespace, status, revision, chart }: HelmInstallation,
  withNamespace: boolean,
  snapshot?: ClusterSnapshot,
): ViewItem {
  const facts = [
    status ?? l10n.t("status not known"),
    ...(revision === undefined ? [] : [l10n.t("revision {0}", revision)]),
    ...(withNamespace ? [namespace] : []),
  ];
  const context = snapshot?.target.context ?? "";
  return {
    id: `releases/${namespace}/${release}`,
    kind: "release",
    label: release,
    description: facts.join(" · "),
    tooltip: [
      status === undefined
        ? l10n.t("The objects of {0} exist. Its status is not known, because Helm was not found.", release)
        : l10n.t("{0} is {1} in {2}.", release, status, context),
      l10n.t("Namespace: {0}", namespace),
      ...(chart === undefined ? [] : [l10n.t("Chart: {0}", chart)]),
    ].join("\n"),
    ...iconOf(status),
    address: releaseAddress({ context, namespace, release }),
  };
}

/** An icon for Helm's status of a release. Any other status means that it is in progress or stuck. */
function iconOf(status: string | undefined): Pick<ViewItem, "icon" | "color"> {
  if (status === "deployed") return { icon: "pass", color: "testing.iconPassed" };
  if (status === "failed") return { icon: "error", color: "list.errorForeground" };
  return status === undefined ? { icon: "question" } : { icon: "sync", color: "list.warningForeground" };
}

function plannedItem(
  plan: ReleaseSummary,
  releases: Reading<unknown>,
  snapshot: ClusterSnapshot | undefined,
): ViewItem {
  const { name, namespace, kubeContext, from } = plan;
  const isElsewhere =
    snapshot !== undefined && kubeContext !== undefined && kubeContext !== snapshot.target.context;
  const isUnread = snapshot === undefined || "unread" in releases;
  const state = isElsewhere
    ? l10n.t("in {0}", kubeContext)
    : isUnread
      ? l10n.t("not read yet")
      : l10n.t("not installed");
  const { target } = snapshot ?? {};
  const place = { context: kubeContext ?? target?.context, namespace: namespace ?? target?.namespace };
  return {
    id: `releases/settings/${kubeContext ?? ""}/${namespace ?? ""}/${name}`,
    kind: "plannedRelease",
    label: name,
    description: state,
    tooltip: [
      from === undefined
        ? l10n.t("The settings name {0}.", name)
        : l10n.t("{0} names {1}.", fileName(from), name),
      ...(isElsewhere ? [l10n.t("The context {0} was not read.", kubeContext)] : []),
      ...(namespace === undefined ? [] : [l10n.t("Namespace: {0}", namespace)]),
    ].join("\n"),
    icon: "circle-outline",
    ...addressOf(place, name),
    ...(snapshot === undefined && { command: refresh() }),
  };
}

/** If it is not known yet where a release is, its commands ask for that. */
function addressOf(
  { context, namespace }: { readonly context: string | undefined; readonly namespace: string | undefined },
  release: string,
): Pick<ViewItem, "address"> {
  const isKnown = context !== undefined && namespace !== undefined;
  return isKnown ? { address: releaseAddress({ context, namespace, release }) } : {};
}

function isSame(
  plan: ReleaseSummary,
  { release, namespace }: HelmInstallation,
  snapshot: ClusterSnapshot | undefined,
): boolean {
  const { context, namespace: usual } = snapshot?.target ?? {};
  return (
    plan.name === release &&
    (plan.namespace ?? usual) === namespace &&
    (plan.kubeContext === undefined || plan.kubeContext === context)
  );
}

function byName(a: ViewItem, b: ViewItem): number {
  return Number(a.kind === "problem") - Number(b.kind === "problem") || a.label.localeCompare(b.label);
}
