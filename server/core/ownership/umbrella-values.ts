import * as l10n from "@vscode/l10n";
import type { Umbrella } from "../chart/chart.ts";
import { KINDS } from "../kinds.ts";
import type { OwnershipReason } from "../wire/documents.ts";
import { findProperty } from "../yaml/lookup.ts";
import { narrowed } from "../yaml/narrow.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { decidingKey, topMapping } from "./chart-keys.ts";
import { claim, isManifest, type Ownership } from "./claims.ts";
import { CHARTS_OWN_VALUES, fileName, type OwnershipEvidence, VALUES_NAME } from "./evidence.ts";

/** The values of an umbrella chart: by their name beside it, else by the dependency's key in them. */
export function ofUmbrella(file: YamlFile, evidence: OwnershipEvidence): Ownership | undefined {
  const { chart, umbrella } = evidence;
  if (umbrella === undefined || isManifest(file.documents[0])) return undefined;
  const isOwn = CHARTS_OWN_VALUES.test(chart?.path ?? "");
  const isNamed = isOwn || (VALUES_NAME.test(fileName(evidence)) && hasRoomForKey(file, evidence));
  if (!hasKey(file, umbrella.key) && !(chart?.brings !== undefined && isNamed)) return undefined;
  const said = chart?.brings === undefined ? belowKey(umbrella) : belowKeyByChartFile(umbrella);
  return claimPart(file, umbrella, "umbrella-chart", said);
}

/** Claims the values in a file, which may be only a part of it. */
export function claimValues(
  file: YamlFile,
  evidence: OwnershipEvidence,
  reason: OwnershipReason,
  said: string,
): Ownership {
  const { umbrella } = evidence;
  if (umbrella === undefined) return claim(file, KINDS.values, reason, said);
  // Values that a release installs with a chart belong to that chart, whatever is in them.
  const isPart = reason === "release" || hasKey(file, umbrella.key) || hasRoomForKey(file, evidence);
  if (!isPart) return claim(file, KINDS.values, reason, said);
  return claimPart(file, umbrella, reason, `${said} ${belowKey(umbrella)}`);
}

function claimPart(file: YamlFile, umbrella: Umbrella, reason: OwnershipReason, said: string): Ownership {
  const part = narrowed(file, umbrella.key);
  return { ...claim(part, KINDS.values, reason, said), part: { file: part, umbrella } };
}

function belowKey({ name, key, dependency }: Umbrella): string {
  return l10n.t(
    'The chart {0} lists {1} as a dependency, so its values are below "{2}".',
    name,
    dependency.name,
    key,
  );
}

function belowKeyByChartFile({ key, dependency }: Umbrella): string {
  return l10n.t('Chart.yaml lists {0} as a dependency, so its values are below "{1}".', dependency.name, key);
}

function hasKey({ documents }: YamlFile, key: string): boolean {
  return documents.some(({ root }) => root?.type === "object" && findProperty(root, key) !== undefined);
}

/** True if a file without the key of the dependency may be for the umbrella chart: it has no values of the operator at its top. */
function hasRoomForKey({ documents }: YamlFile, { keys }: OwnershipEvidence): boolean {
  return documents.every((document) => {
    const root = topMapping(document);
    return root === "nothing" || (root !== "something-else" && decidingKey(root, keys) === undefined);
  });
}
