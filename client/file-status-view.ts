import type { DocumentKind, FileChart, FileStatus, OwnershipReason } from "../server/lsp/protocol.ts";
import type { Command } from "./ports.ts";

/** What the language status item shows. */
export interface FileStatusView {
  readonly text: string;
  /** A few words: the item does not wrap, and a longer text would hide the link after it. */
  readonly detail: string;
  /** The label of the link. */
  readonly action: string;
  /** The command of the link. */
  readonly command: Command["id"];
}

const NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "CAP Operator values",
  operator: "CAP Operator resource",
};

const REASONS: Readonly<Record<OwnershipReason, string>> = {
  modeline: "by its comment",
  "modeline-off": "switched off by its comment",
  "modeline-unknown": "its comment is not recognised",
  setting: "by setting",
  release: "in a release of the settings",
  "setting-excluded": "excluded by setting",
  "operator-chart": "from the operator's chart",
  "umbrella-chart": "from a chart that brings the operator's along",
  "operator-resource": "by its kind",
  content: "by its content",
  "file-name": "by its name",
  "chart-template": "a template of a chart",
  "other-chart": "from another chart",
  "well-known-file": "from another tool",
  "no-evidence": "no evidence",
  "foreign-keys": "it has other keys",
  "too-large": "cannot be read",
};

const DETAILS = { action: "Details...", command: "capOperator.changeFileStatus" } as const;

/** Words a status for the status item. For a file that is only likely ours, the link confirms that it is. */
export function fileStatusView({ kind, strength, reason }: FileStatus): FileStatusView {
  const detail = REASONS[reason];
  if (kind === null) return { text: "Not a CAP Operator file", detail, ...DETAILS };
  if (strength === "certain") return { text: NAMES[kind], detail, ...DETAILS };
  return {
    text: `Likely ${NAMES[kind]}`,
    detail,
    action: "Yes, It Is",
    command: "capOperator.confirmValuesFile",
  };
}

/** What a second item shows below it: the features that such a file has, and a link to say that it is not ours. */
export const LIKELY_VIEW: FileStatusView = {
  text: "Completion and hovers only",
  detail: "nothing is checked",
  action: "No, It Is Not",
  command: "capOperator.disownFile",
};

/** Why a chart was chosen, in a few words. */
const CHART_REASONS: Readonly<Record<FileChart["reason"], string>> = {
  release: "by the release",
  modeline: "by its comment",
  beside: "by its chart",
  setting: "by setting",
  words: "by its words",
  nothing: "assumed",
};

/** What a second item shows below a certain values file: the chart that it is checked against, and a link to change that. */
export function chartView({ name, reason }: FileChart): FileStatusView {
  return {
    text: `Chart ${name}`,
    detail: CHART_REASONS[reason],
    action: "Use Chart...",
    command: "capOperator.useChart",
  };
}

/** The second item of a file, if it has one. */
export function secondView({
  strength,
  chart,
}: Pick<FileStatus, "strength" | "chart">): FileStatusView | undefined {
  if (strength === "likely") return LIKELY_VIEW;
  return chart && chartView(chart);
}

/** The view while the server has not answered yet. */
export const PENDING_VIEW: FileStatusView = {
  text: "CAP Operator",
  detail: "checking",
  ...DETAILS,
};

/** The view while the server is not running. */
export const UNAVAILABLE_VIEW: FileStatusView = {
  text: "CAP Operator",
  detail: "the language server is not running",
  action: "Show Output",
  command: "capOperator.showOutput",
};
