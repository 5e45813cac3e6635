import * as l10n from "@vscode/l10n";
import {
  CHART_IN_USE,
  CHARTS_AT,
  type ChartAt,
  type FileChart,
  KNOWN_CHARTS,
  type KnownChart,
  RELEASES,
  type UpgradeTarget,
} from "../../server/lsp/protocol.ts";
import type { ChartRef } from "../helm/release.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext } from "../operation/operation.ts";
import { refuse } from "../operation/outcome.ts";
import type { ActiveFile, Choice, WorkspaceFile } from "../ports/editor.ts";
import type { FetchedChart } from "../ports/installation.ts";
import { plainLabel } from "../texts/plain-label.ts";
import { redactText } from "../texts/redact.ts";
import { chartWords, type NamedInFile, pathFrom } from "./chart-words.ts";

/** The file in whose comment a chart is named. */
export type NamingFile = Pick<ActiveFile, "uri" | "isUntitled">;

/** A chart that a file can be for, known without a question or a fetch. */
export interface LocalChart extends Pick<Choice<never>, "label" | "description" | "group"> {
  isThat(chart: FileChart): boolean;
  /** The words that name it in the comment at the top of a file; `undefined` if the comment cannot contain them. */
  words(file: NamingFile): string | undefined;
  /** The target of an upgrade of values, with the words that then name the chart in that file. */
  target(file?: NamingFile): UpgradeTarget;
  /** The reference that Helm installs; absent if the chart is not on this machine, or only its keys are known. */
  readonly installed?: Pick<ChartRef, "ref" | "version">;
}

/** The charts that are known without asking, as lists show them. */
export interface LocalCharts {
  /** The charts of the workspace, and the fetched ones. */
  readonly available: readonly LocalChart[];
  /** The newest first. */
  readonly builtIn: readonly LocalChart[];
  /** The chart of a release, by the name and version that Helm lists; `undefined` if it is not among them. */
  listedAs(listed: string): LocalChart | undefined;
}

/** The ports that find charts. */
export type ChartPlaces = Pick<CommandContext, "server" | "editor" | "files" | "charts">;

/** Only so many releases are asked for their chart. */
const MOST_RELEASES = 20;

/** The charts that a file can be for: those of the workspace, those that were fetched, and those that are built in. */
export async function findLocalCharts(context: ChartPlaces): Promise<LocalCharts> {
  const [known, places, stored] = await Promise.all([
    context.server.ask(KNOWN_CHARTS, {}),
    context.editor.charts(),
    announceFetched(context),
  ]);
  const addressOf = ({ path }: FetchedChart) => context.files.addressOf(path);
  const uris = [...places.map(({ uri }) => uri), ...stored.map(addressOf)];
  const found = uris.length === 0 ? [] : await context.server.ask(CHARTS_AT, { uris });
  const inWorkspace = places.flatMap((place, index) => {
    const chart = found[index];
    return chart ? [ofWorkspace(chart, place, context.files.pathOf(place.uri))] : [];
  });
  const fetched = stored
    .filter((_chart, index) => found[places.length + index])
    .map((chart) => ({
      listed: `${chart.name}-${chart.version}`,
      offered: ofFetched(chart, addressOf(chart)),
    }));
  const builtIn = known.map((chart) => ({ chart, offered: ofBuiltIn(chart) }));
  return {
    available: [...inWorkspace, ...fetched.map(({ offered }) => offered)],
    builtIn: builtIn.map(({ offered }) => offered),
    // A fetched chart is the chart itself; a built-in one only has its known keys.
    listedAs: (listed) =>
      (
        fetched.find((chart) => chart.listed === listed) ??
        builtIn.find(({ chart }) => isListedAs(chart, listed))
      )?.offered,
  };
}

/** The same charts for a file that is to name one: those that releases of the settings name come before others that are built in. */
export async function chartsToName(context: CommandContext): Promise<LocalCharts> {
  const [charts, releases] = await Promise.all([findLocalCharts(context), context.server.ask(RELEASES, {})]);
  const asked = releases
    .slice(0, MOST_RELEASES)
    .map(({ id }) => context.server.ask(CHART_IN_USE, { of: { release: id } }));
  const named = (await Promise.all(asked)).filter(({ reason }) => reason === "release");
  const isNamed = (chart: LocalChart) => named.some((candidate) => chart.isThat(candidate));
  const group = l10n.t("Named by releases");
  return {
    ...charts,
    available: [...charts.available, ...charts.builtIn.filter(isNamed).map((chart) => ({ ...chart, group }))],
    builtIn: charts.builtIn.filter((chart) => !isNamed(chart)),
  };
}

/** The charts that were fetched in any window and are still stored. The server gets their places. */
export async function announceFetched(
  context: Pick<ChartPlaces, "server" | "charts">,
): Promise<readonly FetchedChart[]> {
  const fetched = await context.charts.fetched();
  await context.server.chartsKept(fetched);
  return fetched;
}

function ofWorkspace(chart: ChartAt, place: WorkspaceFile, path: string | undefined): LocalChart {
  const words = (file: NamingFile) => chartWords({ chart: referenceFrom(file, place) });
  return {
    label: titleOf(chart),
    description: plainLabel(place.path),
    group: l10n.t("In the workspace"),
    isThat: ({ source }) => source.from === "files" && source.uri === place.uri,
    words,
    target: (file) => targetAt(place.uri, file && words(file)),
    ...(path !== undefined && { installed: { ref: path } }),
  };
}

function ofFetched(chart: FetchedChart, uri: string): LocalChart {
  const words = () => chartWords({ chart: chart.chart, version: chart.version });
  return {
    label: titleOf(chart),
    description: plainLabel(redactText(chart.chart)),
    group: l10n.t("Fetched before"),
    isThat: ({ source }) => source.from === "fetched" && source.digest === chart.digest,
    words,
    target: () => targetAt(uri, words()),
    installed: { ref: chart.chart, version: chart.version },
  };
}

function ofBuiltIn({ name, modeline }: KnownChart): LocalChart {
  return {
    label: name,
    group: l10n.t("Built in"),
    isThat: (chart) => chart.source.from === "built-in" && chart.name === name,
    words: () => modeline,
    target: () => ({ name }),
  };
}

function targetAt(uri: string, modeline: string | undefined): UpgradeTarget {
  return { uri, modeline };
}

/** Tells if a built-in chart is the one that Helm lists as `name-version`. That of the specification is known without a version. */
function isListedAs({ name }: KnownChart, listed: string): boolean {
  const plain = name.replace(" ", "-");
  if (listed === plain) return true;
  return !name.includes(" ") && listed.startsWith(plain) && /^-v?\d/.test(listed.slice(plain.length));
}

/** The chart that is used, as the first of all. */
export function usedFirst(charts: readonly LocalChart[], used: FileChart | undefined): LocalChart[] {
  const isUsed = (chart: LocalChart) => used !== undefined && chart.isThat(used);
  return [...charts.filter(isUsed), ...charts.filter((chart) => !isUsed(chart))];
}

/** Charts as choices of a list, with the value of each. The chart in use is marked. */
export function choicesOf<T>(
  charts: readonly LocalChart[],
  value: (chart: LocalChart) => T,
  used?: FileChart,
): Choice<T>[] {
  return charts.map((chart) => {
    const { label, group, description } = chart;
    const isUsed = used !== undefined && chart.isThat(used);
    const shown = [description, isUsed ? l10n.t("in use") : undefined].filter((part) => part !== undefined);
    return {
      label,
      group,
      ...(shown.length > 0 && { description: shown.join(", ") }),
      value: value(chart),
    };
  });
}

function titleOf({ name, version }: ChartAt): string {
  return plainLabel(`${name} ${version}`) || l10n.t("Chart without a name");
}

/** A file that was never saved has no place; from such a file, the server starts in the workspace folder. */
function referenceFrom(file: NamingFile, place: WorkspaceFile): string {
  return file.isUntitled ? `./${place.path}` : pathFrom(pathOfUri(file.uri), pathOfUri(place.uri));
}

function pathOfUri(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname);
}

/** Ends the operation, because a chart cannot be named in a comment. */
export function refuseUnnamed(context: CommandContext, name: string): never {
  return refuse(
    l10n.t(
      "{0} cannot be named in the comment at the top of a file: its address is too long, or has a space, a comma or a quote.",
      name,
    ),
    l10n.t("Name it in the setting capOperator.chart, or in a release."),
    { tone: "warning", actions: [openSettings(context, "capOperator.chart")] },
  );
}

/** The words that name a newly fetched chart in the comment at the top of a file; refuses if the comment cannot contain them. */
export function wordsFor(context: CommandContext, chart: NamedInFile): string {
  return chartWords(chart) ?? refuseUnnamed(context, plainLabel(redactText(chart.chart)));
}
