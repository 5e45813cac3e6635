import { ownSchemaOf, type Violation } from "../schema/own-schema.ts";
import { toJson } from "../values/helm-tree.ts";
import type { DocumentSemantics } from "./semantics.ts";

/**
 * What the schema of the chart at hand objects to in the effective values of a document's release, as Helm would before it
 * renders anything. Nothing if there is no such schema.
 */
export async function chartViolations({
  root,
  schemas,
  release,
}: DocumentSemantics): Promise<readonly Violation[]> {
  const { atHand } = schemas.chart;
  // What is known of a chart at first is for quick answers; the check loads a library.
  const isAsked = root.kind === "values" && atHand !== undefined && atHand.reads !== "pending";
  const check = isAsked ? ownSchemaOf(atHand) : undefined;
  return check ? check(toJson(release.values)) : [];
}
