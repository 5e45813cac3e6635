/** Longer names are cut. */
const LONGEST = 120;

/**
 * A name that anybody may have written, as one line of a list or a message: without what would break or turn the line around, and
 * without icons, which the editor makes of `$(name)` in lists (VS Code: `renderLabelWithIcons`).
 */
export function plainLabel(text: string): string {
  const line = text
    .slice(0, 2 * LONGEST)
    .replace(/[\p{C}\s]+/gu, " ")
    .replaceAll("$(", "$ (")
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line;
}
