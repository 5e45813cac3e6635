import { readdirSync } from "node:fs";
import path from "node:path";
import { DEFAULT_SETTINGS } from "../../core/settings.ts";
import { nothing } from "../../workspace/files/reach.ts";
import { isTable } from "../../workspace/files/setting-types.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import type { ProjectChart } from "../../workspace/settings/project-text.ts";
import { wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { joined, plain, terminal } from "../output/terminal-text.ts";
import { openWorkspace } from "./open-workspace.ts";

/** The options that name a chart. */
export interface ChartOptions {
  readonly chart?: string;
  readonly chartVersion?: string;
}

/** The address from which the published chart can be installed. */
const PUBLISHED = "oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator";
/** The number of its versions that are listed; all others can be typed. */
const MOST_VERSIONS = 5;
const MOST_FOLDERS = 500;
const MOST_LEVELS = 4;

/** A chart that can be selected. */
interface Offered {
  readonly label: string;
  readonly named: ProjectChart;
}

/**
 * The chart that a new project names: that of the options, else the one that a person at the terminal selects, else the newest that is
 * published. Nothing, if settings of the editor name it already. A question that is not answered ends the command.
 */
export async function chartToName(
  { chart, chartVersion }: ChartOptions,
  editor: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<ProjectChart> {
  const { cwd, packageFolder } = io;
  const settings = DEFAULT_SETTINGS;
  const files = { files: [], mayLookAt: nothing };
  const choice = { packageFolder, cwd, folders: [cwd], settings, ...files, showsReleases: false };
  const workspace = openWorkspace(choice, () => undefined);
  if (chart !== undefined || chartVersion !== undefined) {
    if (
      chart !== undefined &&
      /^[./~]/.test(chart) &&
      !(await isChart(workspace, path.resolve(cwd, chart)))
    ) {
      throw wrongUse(`No chart of CAP Operator found at ${chart}.`);
    }
    return { chart: chart ?? PUBLISHED, chartVersion };
  }
  const releases = (Array.isArray(editor.releases) ? editor.releases : []).filter(isTable);
  const isNamed = typeof editor.chart === "string" && editor.chart !== "";
  if (isNamed || (releases.length > 0 && releases.every((release) => release.chart !== undefined))) return {};
  const known = workspace.service.knownCharts().map(({ name }) => ofKnown(name));
  const [newest] = known;
  if (newest === undefined) return {};
  if (io.ask === undefined) {
    io.err(
      terminal`The chart is ${plain(newest.label)}, the newest published version. To name another one: --chart, --chart-version.\n`,
    );
    return newest.named;
  }
  const local = [...(await inFolder(workspace, cwd)), ...ofReleases(releases)];
  return asked(io.ask, local, known);
}

/** Asks until the answer is one of the charts. */
async function asked(
  ask: NonNullable<Io["ask"]>,
  local: readonly Offered[],
  known: readonly Offered[],
): Promise<ProjectChart> {
  const offered = [...local, ...known.slice(0, MOST_VERSIONS), ...known.slice(MOST_VERSIONS).slice(-1)];
  const lines = offered.map(
    ({ label }, index) => terminal`${plain(String(index + 1).padStart(3))}  ${plain(label)}\n`,
  );
  let question = terminal`Which chart are the values for?\n${joined(lines, "")}Number, or another published version [1]: `;
  for (;;) {
    const line = (await ask(question))?.trim();
    if (line === undefined) throw wrongUse("No chart was selected, so nothing was written.");
    const found =
      line === ""
        ? offered[0]
        : (offered[Number(line) - 1] ?? known.find(({ named }) => named.chartVersion === line));
    if (found) return found.named;
    question = terminal`"${plain(line)}" is not in the list, and not a published version. Number or version [1]: `;
  }
}

/** A chart that is known without being available; that of the specification has no version. */
function ofKnown(label: string): Offered {
  const [name = "", chartVersion] = label.split(" ");
  return { label, named: chartVersion === undefined ? { chart: name } : { chart: PUBLISHED, chartVersion } };
}

/** The charts that releases name. */
function ofReleases(releases: readonly Readonly<Record<string, unknown>>[]): Offered[] {
  return releases.flatMap(({ name, chart, version }) =>
    typeof chart === "string"
      ? [
          {
            label: `${chart} (named by the release ${String(name)})`,
            named: { chart, ...(typeof version === "string" && { chartVersion: version }) },
          },
        ]
      : [],
  );
}

/** The charts of the operator in a folder and in those below it; only some if there are very many. */
async function inFolder(workspace: DiskWorkspace, root: string): Promise<Offered[]> {
  const found: Offered[] = [];
  const waiting = [{ folder: root, level: 0 }];
  for (let count = 0; waiting.length > 0 && count < MOST_FOLDERS; count += 1) {
    const { folder, level } = waiting.shift() ?? { folder: root, level: MOST_LEVELS };
    const entries = readdirSync(folder, { withFileTypes: true });
    const chart = entries.some(({ name }) => name === "Chart.yaml")
      ? await workspace.charts.look(addressOf(folder))
      : undefined;
    const place = `./${path.relative(root, folder).replaceAll("\\", "/")}`;
    if (chart) found.push({ label: `${chart.name} ${chart.version} (${place})`, named: { chart: place } });
    if (level === MOST_LEVELS) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || entry.name === "node_modules") continue;
      waiting.push({ folder: path.join(folder, entry.name), level: level + 1 });
    }
  }
  return found;
}

async function isChart(workspace: DiskWorkspace, place: string): Promise<boolean> {
  return (await workspace.charts.look(addressOf(place))) !== undefined;
}
