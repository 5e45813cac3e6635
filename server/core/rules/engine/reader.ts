import type { DocumentKind } from "../../yaml/tree.ts";

/** Who reads a document of ours, as messages say it: Helm never reads an operator resource. */
export const READERS: Readonly<Record<DocumentKind, string>> = { values: "Helm", operator: "Kubernetes" };
