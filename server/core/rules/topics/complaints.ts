import { complaintText } from "../../complaint-text.ts";
import { setByEntries } from "../../semantics/entries-text.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { documentsFor } from "../../values/helm-documents.ts";
import type { HelmComplaint } from "../../values/helm-verdict.ts";
import { fileIndexOf } from "../../values/release-stack.ts";
import { depthOf, rangeOf } from "../../yaml/lookup.ts";
import type { Path } from "../../yaml/tree.ts";
import type { Finding, RuleContext } from "../engine/rule.ts";

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

/** Complaints about the values of the file, each at its key; complaints about values of another source are reported there. */
export function findingsOfComplaints(
  context: RuleContext,
  isMeant: (complaint: HelmComplaint) => boolean,
): Finding[] {
  const { analysis, root } = context;
  if (root !== analysis.firstValues) return [];
  return analysis.complaints.filter(isMeant).flatMap((complaint) => complaintFinding(context, complaint));
}

function complaintFinding(context: RuleContext, complaint: HelmComplaint): Finding[] {
  const { root, document, analysis } = context;
  const { stack } = document.release;
  const index = fileIndexOf(stack, analysis.text.uri, analysis.file);
  const paths = pathsOf(context, complaint);
  if (complaint.kind === "schema" && context.violations.some(({ path }) => isSamePath(path, paths[0])))
    return [];
  const depths = stack.files.map(({ file }) => {
    const roots = file ? documentsFor(file, stack.helm).map((document) => document.root) : [];
    return greatest(paths.flatMap((path) => roots.map((top) => depthOf(top, path))));
  });
  const best = greatest(depths);
  // A value of an entry or of another file of the release is reported there.
  if (stack.sets.length > 0 && setByEntries(document.release.values, { ...complaint, paths }).length > 0)
    return [];
  if (best > (depths[index] ?? 0) || (best > 0 && depths.lastIndexOf(best) !== index)) return [];
  const path = paths.find((known) => depthOf(root.node, known) === best);
  const place = best > 0 && path ? rangeAt(document, path) : undefined;
  const [first] = root.node?.type === "object" ? root.node.properties : [];
  const { start, end } = place ??
    (first && rangeOf(first.keyNode)) ?? { start: root.document.start, end: root.document.start };
  return [{ start, end, message: complaintText(complaint) }];
}

/** The paths from the top of the values in this file. */
function pathsOf({ analysis, document }: RuleContext, { kind, paths }: HelmComplaint): readonly Path[] {
  const inValues = paths.flatMap((path) => {
    const below = analysis.region.below(path);
    return below ? [below] : [];
  });
  if (kind !== "object") return inValues;
  // Any value of the template may be the one that is not quoted: it is named only if there is no doubt.
  const doubtful = inValues.filter((path) => {
    const { node } = document.at(path);
    return node?.type === "string" && /[:#{}[\],&*!|>'"%@`\n]/.test(node.value);
  });
  return doubtful.length === 1 ? doubtful : [];
}

function isSamePath(path: Path, other: Path | undefined): boolean {
  return JSON.stringify(path) === JSON.stringify(other);
}

/** The deepest key on the way to a path, with its value if that is a scalar. */
function rangeAt(document: DocumentSemantics, path: Path): { start: number; end: number } | undefined {
  const { node, property } = document.at(path).nearest ?? {};
  if (!node) return undefined;
  const { start, end } = rangeOf(property?.keyNode ?? node);
  const isLong = node.type === "object" || node.type === "array" || node.length === 0;
  return { start, end: property && isLong ? end : rangeOf(node).end };
}
