import { createHash } from "node:crypto";
import { URI } from "vscode-uri";
import {
  type ChartReference,
  type ChartTexts,
  type NamedChart,
  type ReadChart,
  VALUES_FILE,
} from "../core/chart/chart.ts";
import { hasTemplates, readChart, readsOf } from "../core/chart/read-chart.ts";
import type { ChartEvidence } from "../core/ownership/ownership.ts";
import type { StackChart } from "../core/values/release-stack.ts";
import { type ChartFiles, isArchive } from "./chart-files.ts";
import type { KeptCharts } from "./kept-charts.ts";
import type { OpenTexts } from "./open-texts.ts";
import { CHART_FILE_SCHEME } from "./protocol.ts";

/** What is needed to read charts. */
export interface ChartsAtHandPorts {
  readonly charts: ChartFiles;
  readonly kept: KeptCharts;
  readonly texts: OpenTexts;
  /** Whether the client shows files of archives. */
  readonly showsArchives: boolean;
  /** Whether a chart is the operator's. */
  readonly isOperator: (chart: ReadChart) => boolean;
  /** Called when another chart of the operator was read for the first time. */
  readonly used: () => void;
  /** Called when more is known of a chart than before: what its templates read. */
  readonly followed: () => void;
}

/** How long the first answers about a file have time before templates are followed, in milliseconds. */
const QUIET = 50;

/** The charts in folders, as they are on disk and in the editors that have their values open. */
export class ChartsAtHand {
  readonly #ports: ChartsAtHandPorts;
  readonly #read = new Map<
    string,
    { readonly texts: ChartTexts; readonly open: string | undefined; readonly chart: ReadChart }
  >();
  #following: Promise<unknown> = Promise.resolve();
  /** The folders of the operator's charts that files are checked against. */
  readonly #used = new Set<string>();

  constructor(ports: ChartsAtHandPorts) {
    this.#ports = ports;
  }

  /** The nearest chart next to or above a file, with its files if it is the operator's or may be. */
  async nearest(uri: string, folder: string | undefined): Promise<ChartEvidence | undefined> {
    const found = await this.#ports.charts.nearest(uri, folder);
    if (found === undefined) return undefined;
    const { folder: at, ...evidence } = found;
    const chart = await this.at(at);
    return chart?.values ? { ...evidence, atHand: chart } : evidence;
  }

  /** What a reference means to Helm: a folder or an archive on disk, else a chart that was fetched before. */
  async named(reference: ChartReference, addresses: readonly string[]): Promise<NamedChart> {
    for (const address of addresses) {
      const chart = await this.at(address);
      if (chart) return namedBy(chart);
    }
    const kept = this.#ports.kept.find(reference);
    const atHand = kept && (await this.at(URI.file(kept.path).toString(), kept.digest));
    return atHand ? { ...reference, atHand } : reference;
  }

  /**
   * A file of an archive, by the address that definitions lead to. Nothing is read from the disk for it: only charts of the operator
   * that files were checked against before have such files.
   */
  text(uri: string): string | undefined {
    const path = pathOfChartFile(uri);
    if (path === undefined) return undefined;
    for (const folder of this.#used) {
      const inside = `${URI.parse(folder).path}/`;
      if (isArchive(folder) && path.startsWith(inside)) {
        return this.#read.get(folder)?.texts.get(path.slice(inside.length));
      }
    }
    return undefined;
  }

  /** What the chart in a folder or an archive is, for somebody who may want to use it; `undefined` if it is not the operator's. */
  async look(folder: string): Promise<ReadChart | undefined> {
    const texts = await this.#ports.charts.texts(folder);
    const chart = texts && readChart(texts, "", "", "pending");
    return chart && this.#ports.isOperator(chart) ? chart : undefined;
  }

  /**
   * The chart in a folder or an archive; `undefined` if there is none, or if the archive has another digest. Another product's is
   * returned as well. Of the operator's charts, what the templates read follows: until then it is `pending`.
   */
  async at(folder: string, digest?: string): Promise<ReadChart | undefined> {
    const texts = await this.#ports.charts.texts(folder, digest);
    if (texts === undefined) return undefined;
    const open = this.#ports.texts.get(`${folder}/${VALUES_FILE}`)?.file.text;
    const known = this.#read.get(folder);
    if (known?.texts === texts && known.open === open) return known.chart;
    const all = open === undefined ? texts : new Map([...texts, [VALUES_FILE, open]]);
    // While values are typed, the templates stay the same.
    const before = known?.texts === texts ? known.chart.reads : undefined;
    const reads = before ?? (hasTemplates(texts) ? "pending" : undefined);
    const chart = readChart(all, this.#addressOf(folder), digestOf(folder, all), reads);
    this.#read.set(folder, { texts, open, chart });
    if (!this.#ports.isOperator(chart)) return chart;
    if (!this.#used.has(folder)) {
      this.#used.add(folder);
      this.#ports.used();
    }
    if (reads === "pending") this.#follow(folder);
    return chart;
  }

  /** Settles when the templates of all charts that were asked for have been followed. */
  get settled(): Promise<unknown> {
    return this.#following;
  }

  /** Follows the templates of a chart when what is being answered has been answered. */
  #follow(folder: string): void {
    const followed = new Promise<void>((resolve) => {
      setTimeout(() => {
        this.#readTemplates(folder);
        resolve();
      }, QUIET);
    });
    this.#following = Promise.all([this.#following, followed]);
  }

  #readTemplates(folder: string): void {
    const known = this.#read.get(folder);
    if (known?.chart.reads !== "pending") return;
    const { texts, uri, digest } = known.chart;
    const chart = readChart(texts, uri, `${digest} with templates`, readsOf(texts));
    this.#read.set(folder, { ...known, chart });
    this.#ports.followed();
  }

  /** The address of the files of a chart: those in an archive are not on disk, and not every client shows them. */
  #addressOf(folder: string): string {
    if (!isArchive(folder)) return folder;
    return this.#ports.showsArchives ? URI.parse(folder).with({ scheme: CHART_FILE_SCHEME }).toString() : "";
  }

  /** The folders of the operator's charts that were read. */
  get used(): readonly string[] {
    return [...this.#used];
  }

  /** Whether a file is part of such a chart, or its archive. */
  isPart(uri: string): boolean {
    return this.used.some((folder) => uri === folder || uri.startsWith(`${folder}/`));
  }

  /** Whether a file has the values of such a chart. */
  isValues(uri: string): boolean {
    return uri.endsWith(`/${VALUES_FILE}`) && this.#used.has(uri.slice(0, -VALUES_FILE.length - 1));
  }
}

/** The path of the address of a file in an archive; `undefined` if it is no such address. */
function pathOfChartFile(uri: string): string | undefined {
  try {
    const { scheme, path } = URI.parse(uri);
    return scheme === CHART_FILE_SCHEME ? path : undefined;
  } catch {
    return undefined;
  }
}

/** What a chart on disk says about itself; without values, only by which name and version it is known. */
function namedBy(chart: ReadChart): NamedChart {
  const { name, version } = chart;
  return {
    ...(name !== "" && { chart: name }),
    ...(version !== "" && { version }),
    ...(chart.values && { atHand: chart }),
  };
}

/** A chart is read again where it has moved, because definitions lead to its files. */
function digestOf(folder: string, texts: ChartTexts): string {
  const hash = createHash("sha256").update(JSON.stringify(folder));
  for (const name of [...texts.keys()].sort()) hash.update(JSON.stringify([name, texts.get(name)]));
  return hash.digest("hex");
}

/** What evidence says about the chart of a file, for its stack. */
export function besideOf(chart: ChartEvidence | undefined): StackChart {
  if (chart === undefined) return {};
  const { name, version, atHand } = chart;
  if (name === "" && atHand === undefined) return {};
  const beside: NamedChart = {
    ...(name !== "" && { chart: name }),
    ...(version !== undefined && { version }),
    ...(atHand && { atHand }),
  };
  return { beside };
}
