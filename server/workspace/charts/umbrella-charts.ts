import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import { type ChartDependency, LOCK_FILE, type NamedChart, type ReadChart } from "../../core/chart/chart.ts";
import { readChart, readDescription } from "../../core/chart/read-chart.ts";
import { dependencyNamed, umbrellaOf } from "../../core/chart/umbrella.ts";
import { isInRange } from "../../core/chart/version-range.ts";
import { shown } from "../../core/yaml/shown.ts";
import { withoutEnd } from "../../core/yaml/without-end.ts";
import { CHART_FILE_SCHEME } from "../../disk/chart-addresses.ts";
import { addressIn } from "../files/release-paths.ts";
import { ChartLeadsOut } from "./chart-content.ts";
import { type ChartFiles, isArchive } from "./chart-files.ts";
import type { KeptCharts } from "./kept-charts.ts";

/** The services by which the operator's chart is found among those that another one brings along. */
export interface UmbrellaChartsPorts {
  readonly charts: ChartFiles;
  readonly kept: KeptCharts;
  /** The names of the operator's charts. */
  readonly names: () => readonly string[];
  /** The chart in a folder or an archive. */
  readonly chartAt: (address: string, digest?: string) => Promise<ReadChart | undefined>;
  /** The reason why a chart that exists there is not used, as a sentence. */
  readonly problemAt: (address: string) => Promise<string | undefined>;
}

/** A folder in the folder `charts` of an archive. */
const PACKED = /^charts\/([^/]+)\/Chart\.yaml$/;

/** Finds the operator's chart that other charts bring along. */
export class UmbrellaCharts {
  readonly #ports: UmbrellaChartsPorts;
  /** The operator's charts inside archives, by the digests of those that bring them along. */
  readonly #packed = new Map<string, ReadChart | undefined>();

  constructor(ports: UmbrellaChartsPorts) {
    this.#ports = ports;
  }

  /**
   * The operator's chart that the chart at an address brings along, with its files if they are available: in its folder `charts`, in
   * the folder that its repository names, or fetched before. `undefined` if it lists none.
   */
  async broughtBy(address: string, chart: ReadChart): Promise<NamedChart | undefined> {
    const dependency = dependencyNamed(chart, this.#ports.names());
    if (dependency === undefined) return undefined;
    const umbrella = umbrellaOf(chart, dependency);
    const atHand = isArchive(address)
      ? this.#inArchive(chart, dependency)
      : ((await this.#inFolder(address, dependency)) ?? (await this.#inRepository(address, dependency)));
    const problem = isArchive(address) ? undefined : await this.#problemOf(address, dependency, atHand);
    if (problem !== undefined) return { chart: dependency.name, umbrella, problem };
    if (atHand?.values) return { chart: atHand.name, version: atHand.version, atHand, umbrella };
    const version = (await this.#locked(address, chart, dependency)) ?? dependency.version;
    const fetched = await this.#fetched(dependency, version);
    return {
      chart: dependency.name,
      version,
      ...(fetched?.values && { atHand: fetched }),
      umbrella,
    };
  }

  async #inFolder(address: string, dependency: ChartDependency): Promise<ReadChart | undefined> {
    const { charts, chartAt } = this.#ports;
    const candidates = await this.#candidates(address, dependency);
    const allowed = candidates.filter((candidate) => charts.mayRead(candidate, address));
    return chosen(await Promise.all(allowed.map((candidate) => chartAt(candidate))), dependency);
  }

  /** The addresses in the folder of a chart where the chart of a dependency may be. */
  async #candidates(address: string, { name }: ChartDependency): Promise<readonly string[]> {
    const { names } = await this.#ports.charts.brought(address);
    return names
      .filter((entry) => entry === name || (entry.startsWith(`${name}-`) && isArchive(entry)))
      .slice(0, MOST_CANDIDATES)
      .map((entry) => `${address}/charts/${encodeURIComponent(entry)}`);
  }

  async #inRepository(address: string, dependency: ChartDependency): Promise<ReadChart | undefined> {
    const folder = repositoryOf(address, dependency);
    if (folder === undefined || !this.#ports.charts.mayRead(folder, address)) return undefined;
    return chosen([await this.#ports.chartAt(folder)], dependency);
  }

  /** The reason why a chart that a folder brings along is not used although it exists, as a sentence. */
  async #problemOf(
    address: string,
    dependency: ChartDependency,
    atHand: ReadChart | undefined,
  ): Promise<string | undefined> {
    const { charts, problemAt } = this.#ports;
    if (atHand) return problemAt(atHand.uri);
    const found = [`${address}/charts`, ...(await this.#candidates(address, dependency))];
    const link = found.find((candidate) => !charts.mayRead(candidate, address));
    if (link !== undefined) {
      return new ChartLeadsOut(decodeURIComponent(link.slice(address.length + 1))).message;
    }
    const folder = repositoryOf(address, dependency);
    if (folder !== undefined && !charts.mayRead(folder, address)) {
      return l10n.t(
        "The chart at {0} is outside the workspace and its repository, so it is not read.",
        shown(dependency.repository ?? ""),
      );
    }
    for (const candidate of folder === undefined ? found : [...found, folder]) {
      const problem = await problemAt(candidate);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** A chart inside an archive, whose files were all read with it. */
  #inArchive({ digest, uri, texts }: ReadChart, dependency: ChartDependency): ReadChart | undefined {
    if (this.#packed.has(digest)) return this.#packed.get(digest);
    const folders = [...texts.keys()].flatMap((name) => PACKED.exec(name)?.[1] ?? []);
    const read = folders.map((folder) => {
      const inside = `charts/${folder}/`;
      const packed = [...texts].flatMap(([name, text]): [string, string][] =>
        name.startsWith(inside) ? [[name.slice(inside.length), text]] : [],
      );
      const address = uri === "" ? "" : `${uri}/charts/${encodeURIComponent(folder)}`;
      return readChart(new Map(packed), address, `${digest} ${folder}`, "pending");
    });
    const found = chosen(read, dependency);
    const followed = found && readChart(found.texts, found.uri, found.digest);
    this.#packed.set(digest, followed);
    return followed;
  }

  async #locked(
    address: string,
    { texts }: ReadChart,
    { name }: ChartDependency,
  ): Promise<string | undefined> {
    const lock = isArchive(address) ? texts.get(LOCK_FILE) : (await this.#ports.charts.brought(address)).lock;
    if (lock === undefined) return undefined;
    return readDescription(lock).dependencies.find((locked) => locked.name === name)?.version;
  }

  async #fetched(
    { name, repository = "", version: wanted }: ChartDependency,
    version: string | undefined,
  ): Promise<ReadChart | undefined> {
    const { kept, chartAt } = this.#ports;
    if (!repository.startsWith("oci://")) return undefined;
    const chart = `${withoutEnd(repository, "/")}/${name}`;
    const versions = [version, wanted].filter((tried) => tried !== undefined);
    const found = versions.flatMap((tried) => kept.find({ chart, version: tried }) ?? [])[0];
    return found && chartAt(URI.file(found.path).toString(), found.digest);
  }
}

/** The folder that the repository of a dependency names, from the folder of the chart that has it. */
function repositoryOf(address: string, { repository = "" }: ChartDependency): string | undefined {
  const [, folder] = /^file:\/\/(.+)$/.exec(repository) ?? [];
  if (folder === undefined) return undefined;
  return path.isAbsolute(folder) ? URI.file(path.normalize(folder)).toString() : addressIn(address, folder);
}

/** Archives of more versions than these are left over from somewhere. */
const MOST_CANDIDATES = 20;

/** Of some charts, the one that Helm takes for a dependency: by its own name, in the range if one is. */
function chosen(
  charts: readonly (ReadChart | undefined)[],
  { name, version }: ChartDependency,
): ReadChart | undefined {
  const named = charts.filter((chart) => chart?.name === name);
  return (
    named.find((chart) => chart && version !== undefined && isInRange(chart.version, version)) ?? named[0]
  );
}

/** The path of a chart on disk, for a program that installs it. */
export function diskPathOf(address: string): { readonly path?: string } {
  const { scheme, fsPath } = URI.parse(address === "" ? "none:" : address);
  return scheme === "file" || scheme === CHART_FILE_SCHEME ? { path: fsPath } : {};
}
