import type { DocumentKind } from "../document/tree.ts";

/** Who reads a document of ours, in the words of messages: an operator resource never comes near Helm. */
export interface Reader {
  readonly name: string;
  /** What becomes of a key that nobody knows. Since 1.27 the API server refuses it, unless its client asks for less. */
  readonly onUnknownKey: string;
}

export const READERS: Readonly<Record<DocumentKind, Reader>> = {
  values: { name: "Helm", onUnknownKey: "Helm ignores it" },
  operator: { name: "Kubernetes", onUnknownKey: "Kubernetes may refuse it" },
};
