import type { Umbrella } from "../chart/chart.ts";
import type { DocumentKind, ValuesRoot, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { topString } from "./chart-keys.ts";

/** Why a file is, or is not, one of ours. */
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
 * How strong the evidence is that a file is ours. `likely` rests on its name alone: the file gets help with writing (completion,
 * hovers), but nothing is reported about it or done to it that would be a nuisance if it were another product's.
 */
export type EvidenceStrength = "certain" | "likely";

/** The answer: what the file is, why, and where in it our values are. */
export interface Ownership {
  /** `null`: not ours. */
  readonly kind: DocumentKind | null;
  /** `null` if nothing says that it is ours. A file that cannot be read has the strength that it would have had. */
  readonly strength: EvidenceStrength | null;
  readonly reason: OwnershipReason;
  /** One or two sentences for the user. */
  readonly explanation: string;
  readonly roots: readonly ValuesRoot[];
  /** The part of the file that is ours, which the documents of the roots belong to, and whose rest it is; absent if all of it is ours. */
  readonly part?: { readonly file: YamlFile; readonly umbrella: Umbrella };
}

/** Whether what is wrong with a file is reported: it is certainly ours, or would be but for a misspelled key or comment. */
export function isReported({ strength, reason }: Ownership): boolean {
  const isMisspelled = reason === "misspelled-key" || reason === "modeline-unknown";
  return strength === "certain" || (strength === "likely" && isMisspelled);
}

/** The kind of the operator resource. */
export const OPERATOR_KIND = "CAPOperator";

/** Whether a document is a resource of the operator. */
export function isOperatorResource(document: YamlDocument): boolean {
  return topString(document, "kind") === OPERATOR_KIND;
}

/** Whether a document is a resource of Kubernetes. */
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
  const roots = rootsOf(file, (own) => {
    const document = own.whole ?? own;
    if (reason !== "modeline" || several) {
      if (isOperatorResource(document)) return "operator";
      if (several && isManifest(document)) return undefined;
    }
    return kind;
  });
  return { kind: roots[0]?.kind ?? kind, strength: "certain", reason, explanation, roots };
}

/** The values of the documents that are ours. */
export function rootsOf(
  file: YamlFile,
  kindOf: (document: YamlDocument) => DocumentKind | undefined,
): ValuesRoot[] {
  return file.documents.flatMap((document) => {
    const kind = kindOf(document);
    return kind === undefined ? [] : [{ kind, document, node: document.root }];
  });
}

/** The answer that some documents are certainly ours. */
export function ours(roots: readonly ValuesRoot[], reason: OwnershipReason, explanation: string): Ownership {
  return { kind: roots[0]?.kind ?? null, strength: "certain", reason, explanation, roots };
}

/** The answer that nothing is ours. */
export function notOurs(reason: OwnershipReason, explanation: string): Ownership {
  return { kind: null, strength: null, reason, explanation, roots: [] };
}
