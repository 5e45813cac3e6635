import type { DocumentKind, FileStatus, OwnershipReason } from "../server/lsp/protocol.ts";

/** What the language status item shows. */
export interface FileStatusView {
  readonly text: string;
  /** A few words: the item does not wrap, and what is longer hides the link behind it. */
  readonly detail: string;
  /** The label of the link. */
  readonly action: string;
}

const NAMES: Readonly<Record<DocumentKind, string>> = {
  values: "CAP Operator values",
  operator: "CAP Operator resource",
};

const REASONS: Readonly<Record<OwnershipReason, string>> = {
  modeline: "by its comment",
  "modeline-off": "switched off by its comment",
  "modeline-unknown": "its comment is not understood",
  setting: "by setting",
  release: "in a release of the settings",
  "setting-excluded": "left out by setting",
  "operator-chart": "from the operator's chart",
  "operator-resource": "by its kind",
  content: "by its content",
  "file-name": "by its name",
  "chart-template": "a template of a chart",
  "other-chart": "from another chart",
  "well-known-file": "from another tool",
  "no-evidence": "nothing speaks for it",
  "foreign-keys": "its keys are others",
  "too-large": "cannot be read",
};

const DETAILS = "Details...";

/** Puts a status into the words of the status item. */
export function fileStatusView({ kind, reason }: FileStatus): FileStatusView {
  const text = kind === null ? "Not a CAP Operator file" : NAMES[kind];
  return { text, detail: REASONS[reason], action: DETAILS };
}

/** The view while the server has not answered yet. */
export const PENDING_VIEW: FileStatusView = {
  text: "CAP Operator",
  detail: "looking at it",
  action: DETAILS,
};

/** The view while the server does not run. */
export const UNAVAILABLE_VIEW: FileStatusView = {
  text: "CAP Operator",
  detail: "the language server is not running",
  action: "Show Output",
};
