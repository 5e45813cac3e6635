import * as l10n from "@vscode/l10n";
import type { KeptLines } from "../../core/formatting/format-text.ts";

/** A note about the lines of a file that were not formatted, with the reason; `undefined` if all were. */
export function keptNote(name: string, kept: readonly KeptLines[]): string | undefined {
  const [first] = kept;
  if (!first) return undefined;
  const place = `${name}:${kept.map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`)).join(",")}`;
  const reasons = new Set(kept.map(({ reason }) => reason));
  if (reasons.size > 1)
    return l10n.t("{0} was not formatted, because formatting would change values or move comments.", place);
  switch (first.reason) {
    case "values":
      return l10n.t("{0} was not formatted, because formatting would change values.", place);
    case "comments":
      return l10n.t("{0} was not formatted, because formatting would move comments.", place);
    case "unreadable":
      return l10n.t("{0} was not formatted, because the formatter cannot read it.", place);
    case "unstable":
      return l10n.t("{0} was not formatted, because formatting it again would change it again.", place);
  }
}
