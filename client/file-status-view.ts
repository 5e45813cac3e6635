import type {
  ChartSource,
  DocumentKind,
  FileChart,
  FileStatus,
  OwnershipReason,
} from "../server/lsp/protocol.ts";
import { shortLabel } from "./plain-label.ts";
import type { Command } from "./ports.ts";
import { counted } from "./sentence-parts.ts";

/** A line of the language status. */
export interface FileStatusLine {
  readonly text: string;
  /** A few words: the line does not wrap, and is cut where the editor wants it to end. */
  readonly detail: string;
}

/** A line with a link at its end, which a longer detail would hide. */
export interface FileStatusView extends FileStatusLine {
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

/** What a second line says: the features that such a file has, and a link to say that it is not ours. */
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

/** How much of a name fits before the reason and the link. */
const LONGEST_NAME = 32;

/** How much of a path fits after the number of keys. */
const LONGEST_PATH = 50;

/** How many digits of a digest are shown. */
const SHOWN_DIGITS = 8;

/** What an address is for people: its path in the workspace, if it is there. */
export type ShownPath = (uri: string) => string;

/** What a second line says about a certain values file: the chart that it is checked against and why, and a link to change that. */
export function chartView({ name, reason }: Pick<FileChart, "name" | "reason">): FileStatusView {
  return {
    text: `Chart ${shortLabel(name, LONGEST_NAME)}`,
    detail: CHART_REASONS[reason],
    action: "Use Chart...",
    command: "capOperator.useChart",
  };
}

/** What a third line says: how much is known of the chart, and where that comes from. */
export function chartSourceLine(
  { keys, source }: Pick<FileChart, "keys" | "source">,
  shown: ShownPath,
): FileStatusLine {
  return { text: counted(keys, "key"), detail: placeOf(source, shown) };
}

function placeOf(source: ChartSource, shown: ShownPath): string {
  switch (source.from) {
    case "built-in":
      return "built in";
    case "files":
      return `from ${withoutLinks(shortLabel(shown(source.uri), LONGEST_PATH, "start"))}`;
    case "fetched": {
      const place = /^oci:/i.test(source.chart) ? "from the registry" : "fetched";
      return `${place}, digest ${source.digest.slice(0, SHOWN_DIGITS)}...`;
    }
  }
}

/** In this text, the editor makes links of `[text](address)`, which may run commands (VS Code: `parseLinkedText`). */
function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

/** The lines below the first one. */
export function furtherLines(
  { strength, chart }: Pick<FileStatus, "strength" | "chart">,
  shown: ShownPath,
): readonly (FileStatusLine | FileStatusView)[] {
  if (strength === "likely") return [LIKELY_VIEW];
  return chart ? [chartView(chart), chartSourceLine(chart, shown)] : [];
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
