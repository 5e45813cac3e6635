import * as l10n from "@vscode/l10n";
import { stateText } from "../cluster/prerequisites/prerequisite.ts";
import type { ClusterSnapshot, PrerequisiteSeen, PrerequisiteState } from "../operation/cluster-view.ts";
import { problemItem, type ViewItem } from "./view-item.ts";

/** The prerequisites (spec section 2.1) with a summary; a click opens the page with the reasons. */
export function prerequisitesItem({ prerequisites }: ClusterSnapshot): ViewItem {
  const group = {
    id: "prerequisites",
    kind: "prerequisites",
    label: l10n.t("Prerequisites"),
    icon: "checklist",
  } as const;
  if (prerequisites === undefined) return { ...group, description: l10n.t("being checked") };
  if ("unread" in prerequisites) {
    return { ...group, isOpen: true, children: [problemItem("prerequisites/unread", prerequisites.unread)] };
  }
  const all = prerequisites.answer;
  return {
    ...group,
    description: summary(all),
    children: all.map(prerequisiteItem),
  };
}

const GOOD: readonly PrerequisiteState[] = ["met", "not-needed"];
const OPEN = "not-checked";

function isWrong({ state }: PrerequisiteSeen): boolean {
  return !GOOD.includes(state) && state !== OPEN;
}

function summary(all: readonly PrerequisiteSeen[]): string {
  const wrong = all.filter(isWrong).length;
  const open = all.filter(({ state }) => state === OPEN).length;
  const parts = [
    ...(wrong > 0 ? [l10n.t("{0} not met", wrong)] : []),
    ...(open > 0 ? [l10n.t("{0} not checked", open)] : []),
  ];
  return parts.length === 0 ? l10n.t("all met") : parts.join(", ");
}

function prerequisiteItem(prerequisite: PrerequisiteSeen): ViewItem {
  const { title, state, found, why, next } = prerequisite;
  return {
    id: `prerequisites/${title}`,
    kind: "detail",
    label: title,
    description: stateText(state),
    tooltip: [found, why, next].filter((text) => text !== undefined).join("\n\n"),
    ...iconOf(prerequisite),
  };
}

function iconOf(prerequisite: PrerequisiteSeen): Pick<ViewItem, "icon" | "color"> {
  if (isWrong(prerequisite)) return { icon: "warning", color: "list.warningForeground" };
  if (prerequisite.state === "met") return { icon: "pass", color: "testing.iconPassed" };
  return { icon: prerequisite.state === OPEN ? "question" : "circle-slash" };
}
