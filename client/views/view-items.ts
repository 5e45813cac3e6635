import * as l10n from "@vscode/l10n";
import { clusterLines } from "../kubectl/target.ts";
import type { ClusterSnapshot, ViewState } from "../operation/cluster-view.ts";
import { componentsItem } from "./component-items.ts";
import { prerequisitesItem } from "./prerequisite-items.ts";
import { releasesItem } from "./release-items.ts";
import { problemItem, refresh, type ViewItem } from "./view-item.ts";

/** The lines of the view. There are none before anything is known: the view itself then says what to do. */
export function viewItems(state: ViewState): readonly ViewItem[] {
  const { settings, snapshot, time = "", problem } = state;
  if (snapshot !== undefined) {
    return [
      ...(problem === undefined ? [] : [problemItem("problem", problem)]),
      contextItem(snapshot, time),
      releasesItem(state),
      ...(snapshot.resources.length > 0 ? [resourcesItem(snapshot)] : []),
      componentsItem(snapshot),
      prerequisitesItem(snapshot),
      ...snapshot.notChecked.map((sentence, index) => problemItem(`notChecked/${index}`, sentence)),
    ];
  }
  const unread = problem === undefined ? [] : [{ ...problemItem("problem", problem), command: refresh() }];
  return settings.length === 0 ? unread : [...unread, notRead(), releasesItem(state)];
}

function notRead(): ViewItem {
  return {
    id: "context",
    kind: "context",
    label: l10n.t("No cluster read yet"),
    description: l10n.t("Refresh"),
    tooltip: l10n.t("A cluster is only contacted when you refresh this view or run a command."),
    icon: "debug-disconnect",
    command: refresh(),
  };
}

function contextItem({ target, serverVersion }: ClusterSnapshot, time: string): ViewItem {
  const { context, namespace } = target;
  const version = "answer" in serverVersion ? [`Kubernetes ${serverVersion.answer}`] : [];
  return {
    id: "context",
    kind: "context",
    label: context,
    description: l10n.t("read at {0}", time),
    tooltip: [...clusterLines(target), ...version, l10n.t("Namespace of the settings: {0}", namespace)].join(
      "\n",
    ),
    icon: "globe",
  };
}

function resourcesItem({ resources }: ClusterSnapshot): ViewItem {
  return {
    id: "resources",
    kind: "group",
    label: l10n.t("Operator Resources"),
    icon: "symbol-object",
    isOpen: true,
    children: resources.map(({ namespace, name }) => ({
      id: `resources/${namespace}/${name}`,
      kind: "operatorResource",
      label: name,
      description: namespace,
      tooltip: l10n.t("CAP Operator Manager installs the operator from {0}/{1}.", namespace, name),
      icon: "symbol-object",
    })),
  };
}
