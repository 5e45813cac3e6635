import {
  commands,
  Disposable,
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  window,
} from "vscode";
import { RELEASES } from "../../../server/lsp/protocol.ts";
import type { ClusterView } from "../../operation/cluster-view.ts";
import type { LanguageServer } from "../../ports/editor.ts";
import { spokenLabel, type ViewItem } from "../../views/view-item.ts";
import { viewItems } from "../../views/view-items.ts";
import { createViewReadings } from "../../views/view-readings.ts";

/** The view of the cluster in its own container. It contacts nothing by itself: commands fill it. */
export interface ClusterTree extends Disposable {
  readonly view: ClusterView;
  /** Called when other releases may be in the settings. */
  releasesChanged(): void;
  /** Reports now, and after each change, whether the view can be seen. */
  followVisibility(follow: (isVisible: boolean) => void): Disposable;
  /** The address of a line that a menu passes to a command; `undefined` if it is something else. */
  addressOf(target: unknown): string | undefined;
}

const VIEW = "capOperator.cluster";

/** The context key that says whether the view is being refreshed. */
const BUSY_CONTEXT = "capOperator.viewBusy";

export function createClusterTree(server: Pick<LanguageServer, "ask">): ClusterTree {
  const changed = new EventEmitter<undefined>();
  const busy = createBusySign();
  const readings = createViewReadings(
    (isBusy) => {
      busy.show(isBusy);
      changed.fire(undefined);
    },
    () => new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
  );

  const provider: TreeDataProvider<ViewItem> = {
    onDidChangeTreeData: changed.event,
    async getChildren(item) {
      if (item !== undefined) return [...(item.children ?? [])];
      // Without a server, the releases of the settings are unknown; what was read from a cluster is shown nevertheless.
      const settings = await server.ask(RELEASES, {}).catch(() => []);
      return [...viewItems({ ...readings.read(), settings })];
    },
    getTreeItem: treeItem,
  };
  const shown = window.createTreeView(VIEW, { treeDataProvider: provider });
  const registered = Disposable.from(changed, shown);
  return {
    view: readings,
    releasesChanged: () => changed.fire(undefined),
    followVisibility(follow) {
      follow(shown.visible);
      return shown.onDidChangeVisibility(({ visible }) => follow(visible));
    },
    addressOf: (target) => (isViewItem(target) ? target.address : undefined),
    dispose() {
      readings.cancel();
      registered.dispose();
    },
  };
}

export function isViewItem(target: unknown): target is ViewItem {
  return typeof target === "object" && target !== null && "kind" in target && "label" in target;
}

/** Shows in the view that a refresh is running, and tells menus, so that they offer to cancel it. */
function createBusySign(): { show(isBusy: boolean): void } {
  let end: (() => void) | undefined;
  return {
    show(isBusy) {
      if (isBusy === (end !== undefined)) return;
      commands.executeCommand("setContext", BUSY_CONTEXT, isBusy);
      end?.();
      end = undefined;
      if (!isBusy) return;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      window.withProgress({ location: { viewId: VIEW } }, () => ended);
    },
  };
}

function treeItem(item: ViewItem): TreeItem {
  const { label, children, isOpen = false, icon, color, command, description, tooltip } = item;
  const shown = new TreeItem(label, TreeItemCollapsibleState.None);
  if (children !== undefined && children.length > 0) {
    shown.collapsibleState = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  }
  shown.id = item.id;
  shown.contextValue = item.kind;
  // Otherwise, a screen reader would only say the tooltip.
  shown.accessibilityInformation = { label: spokenLabel(item) };
  if (description !== undefined) shown.description = description;
  if (tooltip !== undefined) shown.tooltip = tooltip;
  if (icon !== undefined)
    shown.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  if (command !== undefined) shown.command = { command: command.id, title: command.title, arguments: [item] };
  return shown;
}
