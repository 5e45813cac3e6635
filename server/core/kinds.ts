import type { DocumentKind } from "./wire/documents.ts";
import { topString } from "./yaml/lookup.ts";
import type { ValueNode, YamlDocument, YamlFile } from "./yaml/tree.ts";

/** The names of all kinds of documents that this server knows. */
export type KindName = DocumentKind | "project";

interface KindRow {
  readonly name: KindName;
  /** True if Helm merges its documents with the chart's defaults and with each other. Any other document is read alone. */
  readonly isMerged: boolean;
  /** The source of its schema: the chart that the values are for, a definition of resources, or the settings of this project. */
  readonly schema: "chart" | "definition" | "settings";
  /** The `kind` by which Kubernetes knows the resources that are its documents. */
  readonly resource?: string;
  /** The name of the file that has the only document of this kind. */
  readonly file?: string;
  /** The program that reads its documents, as messages name it. */
  readonly reader: string;
  /** The page about its keys in the documentation; with an anchor, all of them are described there. */
  readonly page: string;
  readonly anchor?: string;
  /** The page about its keys in all published versions. */
  readonly publishedPage?: string;
  /** True for documents of the operator, which rules check. The settings of this project are checked by what reads them. */
  readonly isOfOperator: boolean;
}

/** The kinds of documents. To know another one, add a row, and its schema to the sources of `ChartsInUse`. */
export const KINDS = {
  values: {
    name: "values",
    isMerged: true,
    schema: "chart",
    reader: "Helm",
    page: "reference/values.md",
    publishedPage: "reference/values-published.md",
    isOfOperator: true,
  },
  operator: {
    name: "operator",
    isMerged: false,
    schema: "definition",
    resource: "CAPOperator",
    reader: "Kubernetes",
    page: "reference/operator.md",
    publishedPage: "reference/operator-published.md",
    isOfOperator: true,
  },
  project: {
    name: "project",
    isMerged: false,
    schema: "settings",
    file: ".cap-operator.yaml",
    reader: "CAP Operator Tools",
    page: "reference/cli.md",
    anchor: "settings",
    isOfOperator: false,
  },
} as const satisfies Readonly<Record<KindName, KindRow>>;

/** A kind of document: how it is recognized, where its schema comes from, and who reads it. No other code distinguishes kinds by their names. */
export type Kind = KindRow &
  (
    | { readonly isOfOperator: true; readonly name: DocumentKind }
    | { readonly isOfOperator: false; readonly name: Exclude<KindName, DocumentKind> }
  );

/** A kind of documents of the operator. */
export type OperatorKind = Extract<Kind, { readonly isOfOperator: true }>;

/** A place in a file where a document of a kind is. */
export interface ValuesRoot {
  readonly kind: Kind;
  readonly document: YamlDocument;
  readonly node: ValueNode | undefined;
}

/** All documents of a file as those of one kind. */
export function rootsOf({ documents }: Pick<YamlFile, "documents">, kind: Kind): ValuesRoot[] {
  return documents.map((document) => rootOf(document, kind));
}

/** A document as one of a kind. */
export function rootOf(document: YamlDocument, kind: Kind): ValuesRoot {
  return { kind, document, node: document.root };
}

/** The kinds of documents of the operator. */
export const OPERATOR_KINDS: readonly OperatorKind[] = Object.values<Kind>(KINDS).filter(
  (kind) => kind.isOfOperator,
);

/** The kind of a document that is a resource of Kubernetes, if this server knows it. */
export function resourceKind(document: YamlDocument): OperatorKind | undefined {
  const name = topString(document, "kind");
  return name === undefined ? undefined : OPERATOR_KINDS.find(({ resource }) => resource === name);
}
