import { firstWhere } from "./first-where.ts";

/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in the order of the text; those that touch are one. */
export function joined(spans: readonly Span[]): Span[] {
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

/** A function that tells if an offset is in one of some spans, which may overlap. */
export function within(spans: readonly Span[]): (offset: number) => boolean {
  const apart = joined(spans);
  return (offset) => {
    const next = apart[firstWhere(apart, ({ end }) => end > offset)];
    return next !== undefined && next.start <= offset;
  };
}
