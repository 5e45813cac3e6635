import type { Umbrella } from "../chart/chart.ts";
import { wholeOf } from "../yaml/region.ts";
import type { DocumentKind, ValuesRoot, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { topString } from "./chart-keys.ts";

/** A reason why a file is, or is not, for the operator. */
export type OwnershipReason =
  | "modeline"
  | "modeline-off"
  | "modeline-unknown"
  | "setting"
  | "setting-excluded"
  | "release"
  | "operator-chart"
  | "umbrella-chart"
  | "operator-resource"
  | "content"
  | "file-name"
  | "chart-template"
  | "other-chart"
  | "well-known-file"
  | "no-evidence"
  | "foreign-keys"
  | "too-large"
  | "unreadable"
  | "misspelled-key"
  | "embedded"
  | "named";

/**
 * The strength of the evidence that a file is for the operator. `likely` rests on its name alone: the file gets help with writing
 * (completion, hovers), but no diagnostics or changes that would be a nuisance if it were another product's.
 */
export type EvidenceStrength = "certain" | "likely";

/** The decision about a file: its kind, the reason, and the places of the operator's values in it. */
export interface Ownership {
  /** `null` for a file of another product. */
  readonly kind: DocumentKind | null;
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

/** The kind of the operator resource. */
export const OPERATOR_KIND = "CAPOperator";

/** True if a document is a resource of the operator. */
export function isOperatorResource(document: YamlDocument): boolean {
  return topString(document, "kind") === OPERATOR_KIND;
}

/** True if a document is a resource of Kubernetes. */
export function isManifest(document: YamlDocument | undefined): boolean {
  if (document === undefined) return false;
  return topString(document, "kind") !== undefined && topString(document, "apiVersion") !== undefined;
}

/** Claims a whole file; in a file of several documents, Kubernetes resources are left to themselves. */
export function claim(
  file: YamlFile,
  kind: DocumentKind,
  reason: OwnershipReason,
  explanation: string,
): Ownership {
  const several = file.documents.length > 1;
  const roots = rootsOf(file, (part) => {
    const document = wholeOf(part);
    if (reason !== "modeline" || several) {
      if (isOperatorResource(document)) return "operator";
      if (several && isManifest(document)) return undefined;
    }
    return kind;
  });
  return { kind: roots[0]?.kind ?? kind, strength: "certain", reason, explanation, roots };
}

/** The values of the documents to which `kindOf` gives a kind. */
export function rootsOf(
  file: YamlFile,
  kindOf: (document: YamlDocument) => DocumentKind | undefined,
): ValuesRoot[] {
  return file.documents.flatMap((document) => {
    const kind = kindOf(document);
    return kind === undefined ? [] : [{ kind, document, node: document.root }];
  });
}

/** The decision that some documents are certainly for the operator. */
export function ours(roots: readonly ValuesRoot[], reason: OwnershipReason, explanation: string): Ownership {
  return { kind: roots[0]?.kind ?? null, strength: "certain", reason, explanation, roots };
}

/** The decision that a file is not for the operator. */
export function notOurs(reason: OwnershipReason, explanation: string): Ownership {
  return { kind: null, strength: null, reason, explanation, roots: [] };
}
