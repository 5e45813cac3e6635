import { createHash } from "node:crypto";
import { type ChartTexts, type NamedChart, type ReadChart, VALUES_FILE } from "../core/chart/chart.ts";
import { readChart } from "../core/chart/read-chart.ts";
import type { ChartEvidence } from "../core/ownership/ownership.ts";
import type { StackChart } from "../core/values/release-stack.ts";
import type { ChartFiles } from "./chart-files.ts";
import type { OpenTexts } from "./open-texts.ts";

/** What is needed to read charts. */
export interface ChartsAtHandPorts {
  readonly charts: ChartFiles;
  readonly texts: OpenTexts;
  /** Whether a chart is the operator's. */
  readonly isOperator: (chart: ReadChart) => boolean;
  /** Called when another chart of the operator was read for the first time. */
  readonly used: () => void;
}

/** The charts in folders, as they are on disk and in the editors that have their values open. */
export class ChartsAtHand {
  readonly #ports: ChartsAtHandPorts;
  readonly #read = new Map<
    string,
    { readonly texts: ChartTexts; readonly open: string | undefined; readonly chart: ReadChart }
  >();
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
    const chart = await this.in(at);
    return chart ? { ...evidence, atHand: chart } : evidence;
  }

  /** The chart in a folder; `undefined` if there is none that declares values. Another product's is returned as well. */
  async in(folder: string): Promise<ReadChart | undefined> {
    const texts = await this.#ports.charts.texts(folder);
    if (texts === undefined) return undefined;
    const open = this.#ports.texts.get(`${folder}/${VALUES_FILE}`)?.file.text;
    const known = this.#read.get(folder);
    if (known?.texts === texts && known.open === open) return known.chart;
    const all = open === undefined ? texts : new Map([...texts, [VALUES_FILE, open]]);
    if (!all.has(VALUES_FILE)) return undefined;
    const chart = readChart(all, folder, digestOf(folder, all));
    this.#read.set(folder, { texts, open, chart });
    if (!this.#used.has(folder) && this.#ports.isOperator(chart)) {
      this.#used.add(folder);
      this.#ports.used();
    }
    return chart;
  }

  /** The folders of the operator's charts that were read. */
  get used(): readonly string[] {
    return [...this.#used];
  }

  /** Whether a file is part of such a chart. */
  isPart(uri: string): boolean {
    return this.used.some((folder) => uri.startsWith(`${folder}/`));
  }

  /** Whether a file has the values of such a chart. */
  isValues(uri: string): boolean {
    return uri.endsWith(`/${VALUES_FILE}`) && this.#used.has(uri.slice(0, -VALUES_FILE.length - 1));
  }
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
