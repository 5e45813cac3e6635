/** The widest column, in characters: half of a window has as much again for the values. */
const WIDEST = 22;

/** Origins for a column, which names files without their endings where it would be too wide, and then by their ends; and its width. */
export function originColumn(words: readonly string[]): {
  readonly shown: readonly string[];
  readonly width: number;
} {
  const isWide = words.some((text) => text.length > WIDEST);
  const shown = words.map((text) => {
    const short = isWide ? text.replace(/\.ya?ml:/, ":") : text;
    return short.length > WIDEST ? `…${short.slice(1 - WIDEST)}` : short;
  });
  return { shown, width: shown.reduce((width, text) => Math.max(width, text.length), 0) };
}
