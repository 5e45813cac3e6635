import type { ChartReference } from "../../core/chart/chart.ts";
import type { KeptChart } from "../../core/wire/charts.ts";
import { isTable } from "../files/setting-types.ts";

/** The charts that the client has fetched from registries and repositories and keeps, the one that was fetched last first. */
export class KeptCharts {
  #charts: readonly KeptChart[];

  constructor(sent: unknown) {
    this.#charts = Array.isArray(sent) ? readKeptCharts(sent) : [];
  }

  /** Replaces all of them. */
  replace(charts: readonly KeptChart[]): void {
    this.#charts = charts;
  }

  /** The chart whose archive has a path, the one that was fetched last; `undefined` for any other path. */
  at(path: string): KeptChart | undefined {
    return this.#charts.find((kept) => kept.path === path);
  }

  /**
   * The chart that a reference names: in the version that it names, or for the same request (a range, or none) in the version
   * that came then.
   */
  find({ chart, version }: ChartReference): KeptChart | undefined {
    return this.#charts.find(
      (kept) => kept.chart === chart && (kept.wanted === version || kept.version === version),
    );
  }
}

/** Reads what a client sent, without entries that are not charts. */
export function readKeptCharts(sent: readonly unknown[]): KeptChart[] {
  return sent.flatMap((entry: unknown) => {
    if (!isTable(entry)) return [];
    const { chart, wanted, version, path, digest } = entry;
    const texts = [chart, version, path, digest];
    if (!texts.every((text) => typeof text === "string") || !isTextOrAbsent(wanted)) return [];
    return [
      {
        chart: String(chart),
        version: String(version),
        path: String(path),
        digest: String(digest),
        wanted,
      },
    ];
  });
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
