/** A table for a page. Whatever stands in a cell stays text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** Text of a cluster or of Helm as text: no markup and no line break of it counts; a blank that must not break stays. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_{}[\]#|&~]/g, "\\$&")
    .replaceAll("<", "&lt;")
    .replace(/[^\S\u00a0]+/g, " ");
}

function cellText(text: string): string {
  return plain(text).trim() || "-";
}
