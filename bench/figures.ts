/** The measurements of one thing, one figure each time. */
export type Samples = readonly number[];

/** The number of samples from which on the 99th percentile means something: with fewer, it is a single worst case. */
export const ENOUGH = 100;

/** The middle of the samples; `NaN` if there are none. */
export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that 99 of 100 samples do not exceed; `NaN` if there are too few samples. */
export function percentile99(samples: Samples): number {
  if (samples.length < ENOUGH) return Number.NaN;
  return samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * 0.99) - 1] ?? Number.NaN;
}

/** The median and, if there are enough samples, a slash and the 99th percentile; empty without samples. */
export function timesText(samples: Samples): string {
  if (samples.length === 0) return "";
  const [middle, most] = [median(samples), percentile99(samples)];
  return Number.isNaN(most) ? `${digits(middle)} ms` : `${digits(middle)} / ${digits(most)} ms`;
}

/** Memory in megabytes; empty without samples. */
export function memoryText(samples: Samples): string {
  return samples.length === 0 ? "" : `${median(samples).toFixed(0)} MB`;
}

/** How many times `base` something is; empty if one of the two was not measured. */
export function ratioText(value: number, base: number): string {
  const ratio = value / base;
  if (!Number.isFinite(ratio)) return "";
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1);
}

/** A time with a suitable number of digits. */
export function digits(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0);
}

/** A line of a Markdown table. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
