import type { ChartAt, FileChart, KnownChart } from "../../server/lsp/protocol.ts";
import { redactText } from "../cli/redact.ts";
import type { FetchedChart } from "../installation-ports.ts";
import type { Operation, Surroundings } from "../operation/operation.ts";
import { refuse } from "../operation/outcome.ts";
import { plainLabel } from "../plain-label.ts";
import type { ActiveFile, Choice, WorkspaceFile } from "../ports.ts";
import { chartWords, type NamedInFile, pathFrom } from "./chart-words.ts";
import { tellFetched } from "./fetch-chart.ts";

/** Comes to what the comment at the top of a file says about its chart. */
export type NamingChart = (operation: Operation, file: ActiveFile) => Promise<string>;

/** The charts that can be named without asking anybody. */
export interface StoredCharts {
  readonly known: readonly KnownChart[];
  /** Those of the operator. */
  readonly fetched: readonly FetchedChart[];
}

/** The charts that a file can be for without asking anybody, as lists show them. `now` is the one that it is for. */
export async function storedChoices(
  around: Surroundings,
  now: FileChart | undefined,
): Promise<{
  readonly stored: StoredCharts;
  /** Those of the workspace, and those that were fetched. */
  readonly own: readonly Choice<NamingChart>[];
  readonly builtIn: readonly Choice<NamingChart>[];
}> {
  const [known, found, all] = await Promise.all([
    around.server.knownCharts(),
    around.editor.charts(),
    tellFetched(around),
  ]);
  const uris = [...found.map(({ uri }) => uri), ...all.map(({ path }) => around.files.addressOf(path))];
  const at = uris.length === 0 ? [] : await around.server.chartsAt(uris);
  const inWorkspace = found.flatMap((place, index) => ofWorkspace(at[index], place, now));
  const fetched = all.filter((_chart, index) => at[found.length + index]);
  return {
    stored: { known, fetched },
    own: [...inWorkspace, ...fetched.map((chart) => ofFetched(chart, now))],
    builtIn: known.map((chart) => ofBuiltIn(chart, now)),
  };
}

function ofWorkspace(
  chart: ChartAt | null | undefined,
  place: WorkspaceFile,
  now: FileChart | undefined,
): Choice<NamingChart>[] {
  if (!chart) return [];
  const isUsed = now?.source.from === "files" && now.source.uri === place.uri;
  return [
    {
      label: titleOf(chart),
      description: described(plainLabel(place.path), isUsed),
      group: "In the workspace",
      value: async (operation, file) => wordsFor(operation, { chart: referenceFrom(file, place) }),
    },
  ];
}

function ofFetched(chart: FetchedChart, now: FileChart | undefined): Choice<NamingChart> {
  const isUsed = now?.source.from === "fetched" && now.source.digest === chart.digest;
  return {
    label: titleOf(chart),
    description: described(plainLabel(redactText(chart.chart)), isUsed),
    group: "Fetched before",
    value: async (operation) => wordsFor(operation, chart),
  };
}

function ofBuiltIn({ name, modeline }: KnownChart, now: FileChart | undefined): Choice<NamingChart> {
  const isUsed = now?.source.from === "built-in" && now.name === name;
  return {
    label: name,
    ...(isUsed && { description: described("", isUsed) }),
    group: "Built in",
    value: async () => modeline,
  };
}

function described(place: string, isUsed: boolean): string {
  return [...(place === "" ? [] : [place]), ...(isUsed ? ["in use"] : [])].join(", ");
}

function titleOf({ name, version }: ChartAt): string {
  return plainLabel(`${name} ${version}`) || "A chart without a name";
}

/** A file that was never saved has no place; from such a file, the server starts in the workspace folder. */
function referenceFrom(file: ActiveFile, place: WorkspaceFile): string {
  return file.isUntitled ? `./${place.path}` : pathFrom(pathOf(file.uri), pathOf(place.uri));
}

function pathOf(uri: string): string {
  return decodeURIComponent(new URL(uri).pathname);
}

/** What names a chart in the comment at the top of a file. Refuses what cannot stand there. */
export function wordsFor(around: Surroundings, { chart, version }: NamedInFile): string {
  const words = chartWords({ chart, ...(version !== undefined && { version }) });
  if (words !== undefined) return words;
  const openSettings = { button: "Open Settings", go: () => around.settings.show("capOperator.chart") };
  return refuse(
    `${plainLabel(redactText(chart))} cannot be named in the comment at the top of a file: it is too long, or has a space, a comma or a quote.`,
    "Name it in the setting capOperator.chart, or in a release.",
    { tone: "warning", ways: [openSettings] },
  );
}

/** What names the chart of a release, by the name and version that Helm lists; `undefined` if no such chart is at hand. */
export function storedAs({ known, fetched }: StoredCharts, listed: string): NamedInFile | string | undefined {
  const builtIn = known.find(({ name }) => {
    const rest = listed.startsWith(name.replace(" ", "-")) ? listed.slice(name.length) : undefined;
    // The chart of the specification is known without a version.
    return rest === "" || (rest !== undefined && !name.includes(" ") && /^-v?\d/.test(rest));
  });
  return builtIn?.modeline ?? fetched.find(({ name, version }) => `${name}-${version}` === listed);
}
