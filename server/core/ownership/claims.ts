import type { Umbrella } from "../chart/chart.ts";
import { type OperatorKind, resourceKind, rootOf, type ValuesRoot } from "../kinds.ts";
import type { EvidenceStrength, OwnershipReason } from "../wire/documents.ts";
import { topString } from "../yaml/lookup.ts";
import { wholeOf } from "../yaml/region.ts";
import type { YamlDocument, YamlFile } from "../yaml/tree.ts";

/** The decision about a file: its kind, the reason, and the places of the operator's values in it. */
export interface Ownership {
  /** `null` for a file that is not the operator's. */
  readonly kind: OperatorKind | null;
  /** `null` without evidence. A file that cannot be read has the strength that it would have had. */
  readonly strength: EvidenceStrength | null;
  readonly reason: OwnershipReason;
  /** One or two sentences for the user. */
  readonly explanation: string;
  readonly roots: readonly ValuesRoot[];
  /** The claimed part of the file, which the documents of the roots belong to, and the umbrella chart that owns the rest; absent if the whole file is claimed. */
  readonly part?: { readonly file: YamlFile; readonly umbrella: Umbrella };
}

/** True if problems of a file are reported: it is certainly for the operator, or would be without a misspelled key or comment. */
export function isReported({ strength, reason }: Ownership): boolean {
  const isMisspelled = reason === "misspelled-key" || reason === "modeline-unknown";
  return strength === "certain" || (strength === "likely" && isMisspelled);
}

/** True if a document is a resource of Kubernetes. */
export function isManifest(document: YamlDocument | undefined): boolean {
  if (document === undefined) return false;
  return topString(document, "kind") !== undefined && topString(document, "apiVersion") !== undefined;
}

/** Claims a whole file; in a file of several documents, Kubernetes resources are left to themselves. */
export function claim(
  file: YamlFile,
  kind: OperatorKind,
  reason: OwnershipReason,
  explanation: string,
): Ownership {
  const several = file.documents.length > 1;
  const roots = knownDocuments(file, (part) => {
    const document = wholeOf(part);
    if (reason !== "modeline" || several) {
      const resource = resourceKind(document);
      if (resource) return resource;
      if (several && isManifest(document)) return undefined;
    }
    return kind;
  });
  return { ...ours(roots, reason, explanation), kind: kindOf(roots) ?? kind };
}

/** The documents to which `kindOf` gives a kind. */
export function knownDocuments(
  file: YamlFile,
  kindOf: (document: YamlDocument) => OperatorKind | undefined,
): ValuesRoot[] {
  return file.documents.flatMap((document) => {
    const kind = kindOf(document);
    return kind === undefined ? [] : [rootOf(document, kind)];
  });
}

/** The decision that some documents are certainly for the operator. */
export function ours(roots: readonly ValuesRoot[], reason: OwnershipReason, explanation: string): Ownership {
  return { kind: kindOf(roots) ?? null, strength: "certain", reason, explanation, roots };
}

/** The kind of the first document, which is that of the file. */
function kindOf([first]: readonly ValuesRoot[]): OperatorKind | undefined {
  return first?.kind.isOfOperator ? first.kind : undefined;
}

/** The decision that a file is not for the operator. */
export function notOurs(reason: OwnershipReason, explanation: string): Ownership {
  return { kind: null, strength: null, reason, explanation, roots: [] };
}
