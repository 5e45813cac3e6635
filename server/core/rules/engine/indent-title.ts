import * as l10n from "@vscode/l10n";

/** The title of a fix that indents a line. */
export function indentTitle(line: number, column: number): string {
  if (column === 0) return l10n.t("Move line {0} to the left edge", line + 1);
  return column === 1
    ? l10n.t("Indent line {0} by 1 space", line + 1)
    : l10n.t("Indent line {0} by {1} spaces", line + 1, column);
}
