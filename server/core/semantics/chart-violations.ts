import { SCHEMA_FILE } from "../chart/chart.ts";
import type { Subchart } from "../chart/subchart.ts";
import { ownSchemaOf, type Violation } from "../schema/own-schema/own-schema.ts";
import { toJson } from "../values/helm-tree.ts";
import { memo } from "../yaml/memo.ts";
import type { ReleaseValues } from "./release-values.ts";
import type { DocumentSemantics } from "./semantics.ts";

/**
 * The objections of the schemas of a local chart and its dependencies to the effective values of a document's release, as Helm would raise
 * them before it renders anything. Empty without such a schema.
 */
export async function chartViolations(document: DocumentSemantics): Promise<readonly Violation[]> {
  const { root, schemas } = document;
  const { atHand } = schemas.chart;
  // A chart whose templates are still pending serves quick answers; the check loads a library.
  if (!root.kind.isMerged || !atHand || atHand.reads === "pending") return [];
  const { release } = document;
  const direct = (await ownSchemaOf(atHand)?.(toJson(release.values))) ?? [];
  return [...direct, ...(await violationsBelow(atHand.reads?.charts ?? [], [], release))];
}

/** Helm does not check a chart that is switched off. */
async function violationsBelow(
  charts: readonly Subchart[],
  above: readonly string[],
  release: ReleaseValues,
): Promise<readonly Violation[]> {
  const found = charts.map(async (chart) => {
    const path = [...above, chart.key];
    const given = release.given(path);
    if (!given || release.offAt(path)) return [];
    const direct = (await schemaBelow(chart)?.(toJson(given))) ?? [];
    return [
      ...direct.map((violation) => ({ ...violation, path: [...path, ...violation.path] })),
      ...(await violationsBelow(chart.below, path, release)),
    ];
  });
  return (await Promise.all(found)).flat();
}

const schemaBelow = memo(({ schema }: Subchart) =>
  schema === undefined ? undefined : ownSchemaOf({ texts: new Map([[SCHEMA_FILE, schema]]) }),
);
