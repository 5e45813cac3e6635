/** Longer names are cut. */
const LONGEST = 120;

/**
 * A name from an untrusted source, as one line of a list or a message: without what would break or turn the line around, and
 * without icons, which the editor makes of `$(name)` in lists (VS Code: `renderLabelWithIcons`).
 */
export function plainLabel(text: string): string {
  return shortLabel(text, LONGEST);
}

/** The same for a place with less room; what is too much is cut at the end, or at the start. */
export function shortLabel(text: string, longest: number, cut: "end" | "start" = "end"): string {
  // Of a text of any length, no more is read than can be shown.
  const part = cut === "end" ? text.slice(0, 2 * LONGEST) : text.slice(-2 * LONGEST);
  const line = part
    .replace(/[\p{C}\s]+/gu, " ")
    .replaceAll("$(", "$ (")
    .trim();
  if (line.length <= longest) return line;
  return cut === "end" ? `${line.slice(0, longest)}...` : `...${line.slice(-longest)}`;
}
