import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import {
  type ChartReference,
  type ChartTexts,
  isChartPath,
  type NamedChart,
  type ReadChart,
  VALUES_FILE,
} from "../../core/chart/chart.ts";
import { brokenValues, readChart, readsOf } from "../../core/chart/read-chart.ts";
import type { ChartEvidence } from "../../core/ownership/evidence.ts";
import type { ChartSource } from "../../core/wire/charts.ts";
import { shown as inWords } from "../../core/yaml/shown.ts";
import { CHART_FILE_SCHEME, pathOfChartFile } from "../../disk/chart-addresses.ts";
import type { OpenTexts } from "../files/open-texts.ts";
import { type ChartFiles, isArchive } from "./chart-files.ts";
import type { KeptCharts } from "./kept-charts.ts";
import { sha256 } from "./sha256.ts";
import { UmbrellaCharts } from "./umbrella-charts.ts";
import { UsedCharts } from "./used-charts.ts";

/** The services by which charts are read. */
export interface LocalChartsPorts {
  readonly charts: ChartFiles;
  readonly kept: KeptCharts;
  readonly texts: OpenTexts;
  /** True if the client shows files of archives. */
  readonly showsArchives: boolean;
  /** Tells if a chart is the operator's. */
  readonly isOperator: (chart: ReadChart) => boolean;
  /** The names of the operator's charts. */
  readonly names: () => readonly string[];
  /** Called when another chart of the operator was read for the first time. */
  readonly used: () => void;
  /** Called when more is known of a chart than before: what its templates read. */
  readonly followed: () => void;
  /** The time that the first answers about a file have before templates are followed, in milliseconds. */
  readonly quiet: number;
}

/** A chart as it was read. */
interface ChartReading {
  readonly texts: ChartTexts;
  /** Its values in an editor. */
  readonly open: string | undefined;
  readonly chart: ReadChart;
  /** True if all of its files were read, not only those with the keys that can be set. */
  readonly isFull: boolean;
  /** False after files on disk have changed. */
  readonly isCurrent: boolean;
  /** The SHA-256 that its archive has for certain; absent if none was asked for. */
  readonly checked?: string;
  /** The reason why the rest of its files was not read, as a sentence. */
  readonly problem?: string;
}

/** The charts in folders, as they are on disk and in the editors that have their values open. */
export class LocalCharts {
  readonly #ports: LocalChartsPorts;
  readonly #read = new Map<string, ChartReading>();
  #following: Promise<unknown> = Promise.resolve();
  /** The operator's charts that files are checked against, and those that bring them along. */
  readonly used: UsedCharts;
  readonly #umbrellas: UmbrellaCharts;

  constructor(ports: LocalChartsPorts) {
    this.#ports = ports;
    this.used = new UsedCharts(ports.used);
    this.#umbrellas = new UmbrellaCharts({
      ...ports,
      chartAt: (address, digest) => this.at(address, digest),
      problemAt: (address) => this.#problemAt(address),
    });
  }

  /** The nearest chart next to or above a file, with its files if it is the operator's or may be. */
  async nearest(uri: string, folder: string | undefined): Promise<ChartEvidence | undefined> {
    const found = await this.#ports.charts.nearest(uri, folder);
    if (found === undefined) return undefined;
    const { folder: address, ...evidence } = found;
    const chart = await this.at(address);
    const problem = evidence.problem ?? (await this.#problemAt(address));
    if (chart === undefined || problem !== undefined)
      return { ...evidence, ...(problem !== undefined && { problem }) };
    const brings = await this.#broughtBy(address, chart);
    return { ...evidence, ...(chart.values && { atHand: chart }), ...(brings && { brings }) };
  }

  /** The reason why a chart that exists cannot be relied on, as a sentence: not all of its files were read. */
  async #problemAt(address: string): Promise<string | undefined> {
    const read = this.#read.get(address);
    if (read?.isCurrent) return read.problem;
    const fault = await this.#ports.charts.fault(address);
    return fault?.leadsOut ? fault.problem : undefined;
  }

  /** Tells if a chart is the operator's, by its content. */
  readonly isOperators = (chart: ReadChart): boolean => this.#ports.isOperator(chart);

  /** The operator's chart that another product's chart brings along. */
  async #broughtBy(address: string, chart: ReadChart): Promise<NamedChart | undefined> {
    if (chart.description.dependencies.length === 0 || this.#ports.isOperator(chart)) return undefined;
    const brought = await this.#umbrellas.broughtBy(address, chart);
    if (brought) this.used.add(address);
    return brought;
  }

  /**
   * The chart that Helm takes for a reference: a folder or an archive on disk, else a chart that was fetched before. `shown` is the reference as the
   * person wrote it; with `isOutside`, it is where nothing may be read.
   */
  async named(
    reference: ChartReference,
    addresses: readonly string[],
    shown: ChartReference = reference,
    isOutside = false,
  ): Promise<NamedChart> {
    for (const address of addresses) {
      const chart = await this.at(address);
      const problem = await this.#problemAt(address);
      if (problem !== undefined) return { ...shown, problem };
      if (chart) return (await this.#broughtBy(address, chart)) ?? this.#namedBy(chart);
    }
    const kept = this.#ports.kept.find(reference);
    const address = kept && URI.file(kept.path).toString();
    const atHand = address && (await this.at(address, kept.digest));
    if (!atHand) return { ...shown, ...(await this.#problemOf(shown, addresses, isOutside)) };
    return (await this.#broughtBy(address, atHand)) ?? { ...reference, atHand };
  }

  /** The reason why there is no chart at a path; none for a name that is no path, because the chart of that name may be known without its files. */
  async #problemOf(
    { chart = "" }: ChartReference,
    addresses: readonly string[],
    isOutside: boolean,
  ): Promise<Pick<NamedChart, "problem">> {
    const isPath = isChartPath(chart);
    if (isPath && isOutside) {
      const problem = l10n.t(
        "The chart at {0} is outside the workspace and its repository, so it is not read.",
        inWords(chart),
      );
      return { problem };
    }
    if (!isPath) return {};
    for (const address of addresses) {
      const fault = await this.#ports.charts.fault(address);
      if (fault !== undefined) return { problem: fault.problem };
    }
    return { problem: l10n.t("No chart found at {0}.", inWords(chart)) };
  }

  /** A chart on disk by its own description; without values, only its name and version. */
  #namedBy(chart: ReadChart): NamedChart {
    const { name, version } = chart;
    return {
      ...(name !== "" && { chart: name }),
      ...(version !== "" && { version }),
      ...(chart.values && { atHand: chart }),
      ...(chart.values &&
        !this.#ports.isOperator(chart) && {
          problem: brokenValues(chart) ?? l10n.t("It is not a chart of the operator."),
        }),
    };
  }

  /**
   * A file of an archive, by the address that definitions have. Nothing is read from the disk for it: only charts of the operator
   * that files were checked against before have such files.
   */
  text(uri: string): string | undefined {
    const path = pathOfChartFile(uri);
    if (path === undefined) return undefined;
    for (const folder of this.used.folders) {
      const inside = `${URI.parse(folder).path}/`;
      if (isArchive(folder) && path.startsWith(inside)) {
        return this.#read.get(folder)?.texts.get(path.slice(inside.length));
      }
    }
    return undefined;
  }

  /** The description of the chart in a folder or an archive, for a list to choose from; `undefined` if the chart is not the operator's. */
  async look(folder: string): Promise<ReadChart | undefined> {
    const texts = await this.#ports.charts.head(folder);
    const chart = texts && readChart(texts, "", "", "pending");
    return chart && this.#ports.isOperator(chart) ? chart : undefined;
  }

  /** The same chart in full, with the values that its templates read, for a comparison with another one. */
  async inFull(folder: string): Promise<ReadChart | undefined> {
    if (!(await this.look(folder))) return undefined;
    const texts = await this.#ports.charts.texts(folder);
    const open = this.#ports.texts.get(`${folder}/${VALUES_FILE}`)?.file.text;
    return texts && this.#chartOf(folder, texts, open, readsOf(texts));
  }

  /**
   * The chart in a folder or an archive; `undefined` if there is none, or if the archive has another digest. Another product's is returned as well.
   * The values that the templates of the operator's charts read follow later: `reads` is `pending` until then.
   */
  async at(folder: string, digest?: string): Promise<ReadChart | undefined> {
    const { charts, texts: editors, isOperator } = this.#ports;
    const before = this.#readAs(folder, digest);
    const texts = before?.isFull && before.isCurrent ? before.texts : await charts.head(folder, digest);
    if (texts === undefined) return undefined;
    const open = editors.get(`${folder}/${VALUES_FILE}`)?.file.text;
    const known = this.#readAs(folder, digest);
    if (known?.isCurrent && known.open === open) return known.chart;
    // While values are typed, the templates stay the same; while the files are read again, what was known of them counts.
    const chart = await this.#chartOf(folder, texts, open, known ? known.chart.reads : "pending");
    const isFull = known?.isFull === true && known.texts === texts;
    const checked = digest !== undefined && { checked: digest };
    const problem = known?.problem;
    this.#read.set(folder, { texts, open, chart, isFull, isCurrent: true, problem, ...checked });
    if (!isOperator(chart)) return chart;
    this.used.add(folder);
    if (!isFull) this.#follow(folder, digest);
    return chart;
  }

  /** The source of a chart: the files that it was read from, or `built-in` if there are none. */
  sourceOf(chart: ReadChart | undefined): ChartSource {
    const uri = this.#uriOf(chart);
    if (uri === undefined) return { from: "built-in" };
    const kept = isArchive(uri) ? this.#ports.kept.at(URI.parse(uri).fsPath) : undefined;
    return kept ? { from: "fetched", chart: kept.chart, digest: kept.digest } : { from: "files", uri };
  }

  /** The path of the folder or archive that a chart was read from, fetched or not; `undefined` if that is not on this machine. */
  pathOf(chart: ReadChart): string | undefined {
    const uri = this.#uriOf(chart);
    return uri?.startsWith("file:") ? URI.parse(uri).fsPath : undefined;
  }

  #uriOf(chart: ReadChart | undefined): string | undefined {
    // A chart that an archive brings along has the digest of that in its own.
    const [digest] = chart?.digest.split(" ") ?? [];
    return [...this.#read].find(([, read]) => read.chart.digest === digest)?.[0];
  }

  /** Has all charts read again, because files have changed. */
  forget(): void {
    this.#ports.charts.forget();
    for (const [folder, read] of this.#read) this.#read.set(folder, { ...read, isCurrent: false });
  }

  /** Settles when the templates of all charts that were asked for have been followed. */
  get settled(): Promise<unknown> {
    return this.#following;
  }

  /** The chart as it was read, if the digest of its archive was checked as it is wanted now. */
  #readAs(folder: string, digest: string | undefined): ChartReading | undefined {
    const read = this.#read.get(folder);
    return read?.checked === digest ? read : undefined;
  }

  /** Reads the rest of a chart after the current requests are answered. */
  #follow(folder: string, digest: string | undefined): void {
    const followed = (async () => {
      await new Promise((resolve) => setTimeout(resolve, this.#ports.quiet));
      const { charts } = this.#ports;
      const [texts, fault] = [await charts.texts(folder, digest), await charts.fault(folder, digest)];
      const known = this.#readAs(folder, digest);
      if (!known?.isCurrent || known.isFull) return;
      const { open } = known;
      const all = texts ?? known.texts;
      const chart = await this.#chartOf(folder, all, open, readsOf(all));
      this.#read.set(folder, { ...known, texts: all, chart, isFull: true, problem: fault?.problem });
      this.#ports.followed();
    })();
    this.#following = Promise.all([this.#following, followed]);
  }

  async #chartOf(
    folder: string,
    texts: ChartTexts,
    open: string | undefined,
    reads: ReadChart["reads"],
  ): Promise<ReadChart> {
    const all = open === undefined ? texts : new Map([...texts, [VALUES_FILE, open]]);
    return readChart(all, this.#addressOf(folder), await digestOf(folder, all, reads), reads);
  }

  /** The address of the files of a chart: those in an archive are not on disk, and not every client shows them. */
  #addressOf(folder: string): string {
    if (!isArchive(folder)) return folder;
    return this.#ports.showsArchives ? URI.parse(folder).with({ scheme: CHART_FILE_SCHEME }).toString() : "";
  }
}

/**
 * The identity of a chart's content. Definitions are in its folder, and less is known before its templates were followed, so both are part of it.
 */
async function digestOf(folder: string, texts: ChartTexts, reads: ReadChart["reads"]): Promise<string> {
  const parts: readonly unknown[] = [folder, reads === "pending"];
  const files = [...texts.keys()].sort().map((name) => [name, texts.get(name)]);
  return sha256([parts, ...files].map((part) => JSON.stringify(part)).join(""));
}
