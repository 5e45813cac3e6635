import type { DocumentKind } from "../../yaml/tree.ts";

/** Who reads a document of ours, in the words of messages: an operator resource never comes near Helm. */
export const READERS: Readonly<Record<DocumentKind, string>> = { values: "Helm", operator: "Kubernetes" };
