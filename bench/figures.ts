/** The measurements of one thing, one figure each time. */
export type Samples = readonly number[];

/** The middle of the samples; `NaN` if there are none. */
export function median(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A figure with a suitable number of digits; empty if it was not measured. */
export function digits(figure: number): string {
  if (Number.isNaN(figure)) return "";
  return figure.toFixed(figure < 1 ? 2 : figure < 10 ? 1 : 0);
}

/** The ratio of a value to `base`; empty if one of the two was not measured. */
export function ratioText(value: number, base: number): string {
  const ratio = value / base;
  if (!Number.isFinite(ratio)) return "";
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1);
}

/** A line of a Markdown table. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
