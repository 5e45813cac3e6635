import * as l10n from "@vscode/l10n";
import type {
  ChartSource,
  DocumentKind,
  EmbeddedStatus,
  FileChart,
  FileStatus,
  HelmSays,
  OwnershipReason,
} from "../../../server/lsp/protocol.ts";
import type { Command } from "../../operation/command.ts";
import { shortLabel } from "../../texts/plain-label.ts";
import { withoutLinks } from "../../texts/without-links.ts";

/** A line of the language status. */
export interface FileStatusLine {
  readonly text: string;
  /** A few words: the line does not wrap, and is cut where the editor wants it to end. */
  readonly detail: string;
  /** Set if the line must stand out as an error. */
  readonly isError?: true;
}

/** A line with a link at its end, which a longer detail would hide. */
export interface FileStatusView extends FileStatusLine {
  readonly action: string;
  readonly command: Command["id"] | "workbench.action.openSettings";
  readonly arguments?: readonly string[];
}

const REASONS: Readonly<Record<OwnershipReason, () => string>> = {
  modeline: () => l10n.t("by its comment"),
  "modeline-off": () => l10n.t("switched off by its comment"),
  "modeline-unknown": () => l10n.t("its comment is not recognized"),
  setting: () => l10n.t("by a setting"),
  release: () => l10n.t("in a release of the settings"),
  "setting-excluded": () => l10n.t("excluded by a setting"),
  "operator-chart": () => l10n.t("from the operator's chart"),
  "umbrella-chart": () => l10n.t("from an umbrella chart of the operator"),
  "operator-resource": () => l10n.t("by its kind"),
  content: () => l10n.t("by its content"),
  "file-name": () => l10n.t("by its name"),
  "chart-template": () => l10n.t("a template of a chart"),
  "other-chart": () => l10n.t("from another chart"),
  "well-known-file": () => l10n.t("from another tool"),
  "no-evidence": () => l10n.t("no evidence"),
  "foreign-keys": () => l10n.t("it has other keys"),
  "too-large": () => l10n.t("cannot be read"),
  "misspelled-key": () => l10n.t("by a misspelled key"),
  unreadable: () => l10n.t("cannot be read"),
  named: () => l10n.t("named by another product's document"),
  embedded: () => l10n.t("in a document of another product"),
};

function details(): Pick<FileStatusView, "action" | "command"> {
  return { action: l10n.t("Details..."), command: "capOperator.changeFileStatus" };
}

function certainText(kind: DocumentKind): string {
  return kind === "values" ? l10n.t("CAP Operator values") : l10n.t("CAP Operator resource");
}

function likelyText(kind: DocumentKind): string {
  return kind === "values" ? l10n.t("Likely CAP Operator values") : l10n.t("Likely CAP Operator resource");
}

/** Words a status for the status item. For a file that is only likely one of CAP Operator, the link confirms it. */
export function fileStatusView({ kind, strength, reason, embedded = [] }: FileStatus): FileStatusView {
  const detail = REASONS[reason]();
  const [only, ...others] = embedded;
  if (only) {
    const text =
      others.length === 0
        ? l10n.t("CAP Operator values in {0}", withoutLinks(shortLabel(only.place, LONGEST_PLACE, "start")))
        : l10n.t("CAP Operator values in {0} places", embedded.length);
    return { text, detail: only.product, ...details() };
  }
  if (kind === null) return { text: l10n.t("Not a CAP Operator file"), detail, ...details() };
  if (strength === "certain") return { text: certainText(kind), detail, ...details() };
  return {
    text: likelyText(kind),
    detail,
    action: l10n.t("Yes, It Is"),
    command: "capOperator.confirmValuesFile",
  };
}

/** The second line of a likely file: the features that it has, and a link to disown it. */
export function likelyView(): FileStatusView {
  return {
    text: l10n.t("Completion and hovers only"),
    detail: l10n.t("nothing is checked"),
    action: l10n.t("No, It Is Not"),
    command: "capOperator.disownFile",
  };
}

/**
 * The line for a file whose keys and values another YAML extension shows, because a schema is assigned to it; links to the
 * setting that changes this.
 */
export function otherSchemaView(): FileStatusView {
  return {
    text: l10n.t("Left to another YAML extension"),
    detail: l10n.t("completion and checks, by an assigned schema"),
    action: l10n.t("Show Setting"),
    command: "workbench.action.openSettings",
    arguments: ["capOperator.coexistence"],
  };
}

const CHART_REASONS: Readonly<Record<FileChart["reason"], () => string>> = {
  release: () => l10n.t("by the release"),
  modeline: () => l10n.t("by its comment"),
  beside: () => l10n.t("by its chart"),
  setting: () => l10n.t("by a setting"),
  words: () => l10n.t("by its content"),
  nothing: () => l10n.t("no chart is named"),
};

/** The characters of the path to values that fit before the product and the link. */
const LONGEST_PLACE = 40;

/** The characters of a name that fit before the reason and the link. */
const LONGEST_NAME = 32;

/** The characters of a sentence about a chart that fit before the link. */
const LONGEST_REASON = 60;

/** The characters of a path that fit after the number of keys. */
const LONGEST_PATH = 50;

const SHOWN_DIGITS = 8;

/** Shows an address to people: as a path in the workspace, if it is there. */
type ShownPath = (uri: string) => string;

/**
 * The second line of a certain values file: its chart and the reason for that, or the doubt about the chart that was named; with
 * a link to change it.
 */
export function chartView({
  name,
  isDecided,
  reason,
  doubt,
}: Pick<FileChart, "name" | "isDecided" | "reason" | "doubt">): FileStatusView {
  const link = { action: l10n.t("Use Chart..."), command: "capOperator.useChart" } as const;
  if (doubt) {
    const detail = withoutLinks(shortLabel(doubt.message, LONGEST_REASON));
    if (doubt.kind === "unusable") {
      return { text: l10n.t("Chart cannot be used"), detail, isError: true, ...link };
    }
    return { text: l10n.t("Chart {0}", shortLabel(name, LONGEST_NAME)), detail, ...link };
  }
  return {
    text: isDecided ? l10n.t("Chart {0}", shortLabel(name, LONGEST_NAME)) : l10n.t("Chart not decided"),
    detail: isDecided || reason === "nothing" ? CHART_REASONS[reason]() : l10n.t("words of several charts"),
    ...link,
  };
}

/** The third line: the number of known keys of the chart, and their source. */
export function chartSourceLine(
  { keys, source }: Pick<FileChart, "keys" | "source">,
  shown: ShownPath,
): FileStatusLine {
  const text = keys === 1 ? l10n.t("1 key") : l10n.t("{0} keys", keys);
  return { text, detail: placeOf(source, shown) };
}

function placeOf(source: ChartSource, shown: ShownPath): string {
  switch (source.from) {
    case "built-in":
      return l10n.t("built in");
    case "files":
      return l10n.t("from {0}", withoutLinks(shortLabel(shown(source.uri), LONGEST_PATH, "start")));
    case "fetched": {
      const digest = source.digest.slice(0, SHOWN_DIGITS);
      return /^oci:/i.test(source.chart)
        ? l10n.t("from the registry, digest {0}...", digest)
        : l10n.t("fetched, digest {0}...", digest);
    }
  }
}

/** The lines below the first one. */
export function furtherLines(
  { strength, chart, helm, embedded }: Pick<FileStatus, "strength" | "chart" | "helm" | "embedded">,
  shown: ShownPath,
): readonly (FileStatusLine | FileStatusView)[] {
  if (embedded) return embedded.flatMap((part) => (part.chart ? embeddedLines(part, part.chart, shown) : []));
  if (strength === "likely") return [likelyView()];
  if (!chart) return [];
  const source = chart.doubt?.kind === "unusable" ? [] : [chartSourceLine(chart, shown)];
  return [chartView(chart), ...source, ...(helm ? [helmLine(helm)] : [])];
}

/** The further lines about values in a document of another product, which names their chart. */
function embeddedLines({ place }: EmbeddedStatus, chart: FileChart, shown: ShownPath): FileStatusLine[] {
  const { text, detail, isError } = chartView(chart);
  const explanation = chart.doubt
    ? detail
    : l10n.t("for {0}", withoutLinks(shortLabel(place, LONGEST_PLACE, "start")));
  return [{ text, detail: explanation, isError }, chartSourceLine(chart, shown)];
}

const LONGEST_VERDICT = 60;

const HELM_STATES: Readonly<
  Record<
    Exclude<HelmSays["state"], "renders" | "refuses" | "leads-out" | "failed" | "other-error">,
    () => string
  >
> = {
  "no-programs": () => l10n.t("no programs run here"),
  "switched-off": () => l10n.t("switched off by a setting"),
  "not-trusted": () => l10n.t("the workspace is not trusted"),
  "no-chart": () => l10n.t("no chart files are available"),
  "unchecked-links": () => l10n.t("not all files of the chart can be checked for links"),
  "unread-values": () => l10n.t("a file with values cannot be read"),
  "not-started": () => l10n.t("no Helm found, or it does not start"),
  "not-asked": () => l10n.t("not asked yet"),
  stopped: () => l10n.t("not asked yet"),
  "too-long": () => l10n.t("stopped, because rendering took too long"),
  "too-much": () => l10n.t("stopped, because rendering needed too much memory"),
  killed: () => l10n.t("not known, because the system ended Helm"),
  unreadable: () => l10n.t("not known, because the program does not answer as Helm does"),
};

const ON: readonly HelmSays["state"][] = [
  "renders",
  "refuses",
  "not-asked",
  "stopped",
  "too-long",
  "too-much",
  "killed",
  "unreadable",
  "failed",
  "other-error",
];

/** A fourth line: whether Helm is asked about the values, and its last answer or the reason; with a link if it lacks the chart. */
function helmLine(helm: HelmSays): FileStatusLine | FileStatusView {
  const text = ON.includes(helm.state) ? l10n.t("Helm: on") : l10n.t("Helm: off");
  const line = { text, detail: helmDetail(helm) };
  return helm.state === "no-chart"
    ? { ...line, action: l10n.t("Fetch Chart"), command: "capOperator.fetchChart" }
    : line;
}

function helmDetail(helm: HelmSays): string {
  if (helm.state === "renders") {
    return helm.isOld
      ? l10n.t("rendered the values before the last change")
      : l10n.t("renders the chart with these values");
  }
  if (helm.state === "leads-out") {
    const entry = withoutLinks(shortLabel(helm.entry, LONGEST_VERDICT));
    return l10n.t("{0} in the chart is a link to a place that may not be read", entry);
  }
  if (helm.state === "failed" && helm.words === "")
    return l10n.t("not known, because Helm ended with exit code {0}", helm.exitCode);
  if (helm.state === "failed" || helm.state === "other-error") {
    const words = withoutLinks(shortLabel(helm.words, LONGEST_VERDICT));
    return l10n.t("not known, because Helm reports: {0}", words);
  }
  if (helm.state !== "refuses") return HELM_STATES[helm.state]();
  const words = withoutLinks(shortLabel(helm.words, LONGEST_VERDICT));
  return helm.isOld
    ? l10n.t("rejected the values before the last change: {0}", words)
    : l10n.t("rejects the values: {0}", words);
}

// Not translated: a name
const PRODUCT = "CAP Operator";

/** The view while the server has not answered yet. */
export function pendingView(): FileStatusView {
  return { text: PRODUCT, detail: l10n.t("checking"), ...details() };
}

/** The view while the server is not running. */
export function unavailableView(): FileStatusView {
  return {
    text: PRODUCT,
    detail: l10n.t("the language server is not running"),
    action: l10n.t("Show Output"),
    command: "capOperator.showOutput",
  };
}
