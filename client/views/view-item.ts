import * as l10n from "@vscode/l10n";

/** The kind of an item, which selects its menus. */
type ItemKind =
  | "context"
  | "group"
  | "prerequisites"
  | "release"
  | "plannedRelease"
  | "operatorResource"
  | "component"
  | "detail"
  | "problem";

export interface ViewItem {
  /** Stays the same after a refresh, so that what was opened stays open. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** The text for screen readers, if it differs from the label and the description. */
  readonly spoken?: string;
  /** Name of a codicon. */
  readonly icon?: string;
  /** Name of a theme colour for the icon. */
  readonly color?: string;
  readonly children?: readonly ViewItem[];
  readonly isOpen?: boolean;
  /** The address that its commands work on. */
  readonly address?: string;
  /** The command of a click. */
  readonly command?: { readonly id: `capOperator.${string}`; readonly title: string };
}

/** Refreshes the view on a click. */
export function refresh(): NonNullable<ViewItem["command"]> {
  return { id: "capOperator.refreshView", title: l10n.t("Refresh") };
}

/** A line that says why something is missing. Errors of the view are lines, not messages that pop up. */
export function problemItem(id: string, sentence: string): ViewItem {
  return {
    id,
    kind: "problem",
    label: sentence,
    tooltip: sentence,
    spoken: l10n.t("Warning: {0}", sentence),
    icon: "warning",
    color: "list.warningForeground",
  };
}

/** A line as a screen reader says it. */
export function spokenLabel({ spoken, label, description }: ViewItem): string {
  return spoken ?? [label, ...(description?.split(" · ") ?? [])].join(", ");
}
