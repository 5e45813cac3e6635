/** What was measured of one thing, one figure each time. */
export type Samples = readonly number[];

/** From so many samples on the 99th percentile says something: below, it is the worst that happened once. */
export const ENOUGH = 100;

/** The middle of the samples; `NaN` when there are none. */
export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** What 99 of 100 samples do not exceed; `NaN` when there are too few to say. */
export function percentile99(samples: Samples): number {
  if (samples.length < ENOUGH) return Number.NaN;
  return samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * 0.99) - 1] ?? Number.NaN;
}

/** The median and, where there are enough samples, the 99th percentile behind a stroke; nothing for no samples. */
export function timesText(samples: Samples): string {
  if (samples.length === 0) return "";
  const [middle, most] = [median(samples), percentile99(samples)];
  return Number.isNaN(most) ? `${digits(middle)} ms` : `${digits(middle)} / ${digits(most)} ms`;
}

/** Memory in megabytes; nothing for no samples. */
export function memoryText(samples: Samples): string {
  return samples.length === 0 ? "" : `${median(samples).toFixed(0)} MB`;
}

/** How many times `base` something is; nothing where one of both was not measured. */
export function ratioText(value: number, base: number): string {
  const ratio = value / base;
  if (!Number.isFinite(ratio)) return "";
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1);
}

/** A time with as many digits as it deserves. */
export function digits(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0);
}

/** A line of a table in Markdown. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
