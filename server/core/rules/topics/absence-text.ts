import * as l10n from "@vscode/l10n";
import type { Absence } from "../../chart/published-charts.ts";
import { pathText } from "../../schema/markdown.ts";
import type { SchemasChart } from "../../schema/schemas.ts";
import type { Path } from "../../yaml/tree.ts";

/** The sentence about a key that another version of the published chart has, with the version that added or removed it. */
export function absenceText(
  { name, published, vocabulary }: Pick<SchemasChart, "name" | "published" | "vocabulary">,
  path: Path,
  absence: Absence,
): string {
  const key = pathText(path);
  if ("removed" in absence)
    return l10n.t('{0} has no "{1}"; it was removed in {2}.', name, key, absence.removed);
  return vocabulary === "specification"
    ? l10n.t('{0} has no "{1}"; it was added in {2} {3}.', name, key, published, absence.since)
    : l10n.t('{0} has no "{1}"; it was added in {2}.', name, key, absence.since);
}
