import { digits, median, percentile99, ratioText, type Samples } from "./figures.ts";
import type { Figures } from "./measure.ts";
import type { ValuesFile } from "./values-files.ts";

/** The figures of this server, and of the two that know nothing. */
export interface Measured {
  readonly own: Figures;
  readonly library: Figures;
  readonly node: Figures;
}

/** Limits in milliseconds for files of 2,000 and of 20,000 lines. */
const TIMES: readonly {
  readonly key: keyof Figures;
  readonly of: "median" | "p99";
  readonly limits: readonly [short: number, long: number];
}[] = [
  { key: "open", of: "median", limits: [12, 50] },
  { key: "openLater", of: "median", limits: [12, 50] },
  { key: "edit", of: "median", limits: [3.5, 25] },
  { key: "completion", of: "p99", limits: [1, 2] },
  { key: "hover", of: "p99", limits: [1, 2] },
];

/** Limits as multiples of what the bare servers take. */
const RATIOS: readonly {
  readonly key: keyof Figures;
  readonly to: "node" | "library";
  readonly limit: number;
}[] = [
  { key: "start", to: "node", limit: 1.5 },
  { key: "memoryAtRest", to: "library", limit: 1.2 },
];

/** The target of a row and whether it is met; empty if there is none. */
export function targetText(key: keyof Figures, file: ValuesFile, measured: Measured): string {
  const ratio = RATIOS.find((target) => target.key === key);
  if (ratio) {
    const [own, base] = [median(measured.own[key]), median(measured[ratio.to][key])];
    const name = ratio.to === "node" ? "bare Node" : "bare library";
    return verdict(`at most ${ratio.limit} × ${name}`, own / base, ratio.limit, ratioText(own, base));
  }
  const time = TIMES.find((target) => target.key === key);
  const limit = time?.limits[[2000, 20_000].indexOf(file.target ?? 0)];
  if (time === undefined || limit === undefined) return "";
  const samples: Samples = measured.own[key];
  const value = time.of === "p99" ? percentile99(samples) : median(samples);
  return verdict(`${time.of} at most ${limit} ms`, value, limit, digits(value));
}

/** Says what is allowed, what was measured, and whether it is within the limit. */
export function verdict(allowed: string, value: number, limit: number, shown: string): string {
  if (Number.isNaN(value)) return allowed;
  return `${allowed}: ${shown}, ${value <= limit ? "met" : "**missed**"}`;
}
