import { isChartPath } from "../chart/chart.ts";
import { groupBy } from "../yaml/group-by.ts";
import { findProperty } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { ValueNode, YamlDocument } from "../yaml/tree.ts";
import {
  CHART_SOURCES,
  type ChartSourceKind,
  GIT_ADDRESS,
  GIT_SOURCES,
  isOperators,
} from "./chart-sources.ts";
import { isOpaque } from "./entries.ts";
import { objectsIn } from "./objects.ts";
import { type FoundValue, first, foundAt, textAt } from "./paths.ts";
import type { Product } from "./product.ts";

/** The chart as a document names it, with the place that names it. */
export interface EmbeddedChart {
  readonly chart: string;
  readonly version?: string;
  /** Set if it is a folder from the top of the repository that the document is in. */
  readonly isFolder?: true;
  /** The key that names it: `spec.chart.spec.chart`, or the kind and name of the document that does. */
  readonly by: string;
  /** Set if the document is a part of another one, which names the chart. */
  readonly isPatch?: true;
}

/** A name as the target of a patch has it: a regular expression that all of a name must match. */
export interface NamePattern {
  readonly pattern: string;
}

/** Finds documents by their kind and name, or all those whose names match a pattern. With `has`, only those that pass the test. */
export type ChartSources = (
  kind: string,
  name: string | NamePattern,
  namespace: string | undefined,
  has?: (root: ValueNode) => boolean,
) => readonly ValueNode[];

/** The operator's chart, if a document names it, itself or by a reference. */
export function chartIn(
  product: Product,
  scope: FoundValue,
  top: FoundValue,
  names: readonly string[],
  sources: ChartSources,
): EmbeddedChart | undefined {
  const folder = folderIn(product, scope, top);
  if (folder !== undefined) return { chart: folder.text, by: folder.path, isFolder: true };
  const named = first(product.chart, scope, top);
  if (named !== undefined) {
    const version = versionIn(product.version, scope, top);
    return isOperators(named.text, names) ? { chart: named.text, by: named.path, version } : undefined;
  }
  for (const row of CHART_SOURCES) {
    const found = row.products.includes(product.name) ? referred(row, scope, top, sources) : undefined;
    if (found) return isOperators(found.chart, names) ? found : undefined;
  }
  return undefined;
}

/**
 * The operator's chart, if a document names none and is a part of another one of its kind and name that does, as a patch of Kustomize is
 * (https://kubectl.docs.kubernetes.io/references/kustomize/glossary/#patchstrategicmerge).
 */
export function chartOfPatched(
  product: Product,
  scope: FoundValue,
  top: FoundValue,
  names: readonly string[],
  sources: ChartSources,
): EmbeddedChart | undefined {
  const name = first(["/metadata.name"], top, top)?.text;
  if (name === undefined || namesChart(product, scope, top)) return undefined;
  return chartOfTarget(product, name, first(["/metadata.namespace"], top, top)?.text, names, sources);
}

/** The operator's chart, if the document of a product with a name names it; of several documents, all must name it in the same version. */
export function chartOfTarget(
  product: Product,
  name: string | NamePattern,
  namespace: string | undefined,
  names: readonly string[],
  sources: ChartSources,
): EmbeddedChart | undefined {
  const { kind } = product;
  if (kind === undefined || product.scope.includes("*")) return undefined;
  const scopeOf = (node: ValueNode): FoundValue =>
    foundAt({ node, path: "" }, product.scope)[0] ?? { node: undefined, path: "" };
  const isWhole = (node: ValueNode) => namesChart(product, scopeOf(node), { node, path: "" });
  const [first, ...others] = sources(kind, name, namespace, isWhole).map((node) => {
    const chart = chartIn(product, scopeOf(node), { node, path: "" }, names, sources);
    const document = `${kind} ${textAt(findProperty(node, "metadata")?.valueNode, "name")}`;
    return chart && { ...chart, by: document, isPatch: true as const };
  });
  const isSame = others.every((other) => other?.chart === first?.chart && other?.version === first?.version);
  return isSame ? first : undefined;
}

/** True if a document names any chart. */
function namesChart(product: Product, scope: FoundValue, top: FoundValue): boolean {
  const { chart, folder = [], name: productName } = product;
  const references = CHART_SOURCES.flatMap((row) =>
    row.products.includes(productName) && row.kindAt ? [row.nameAt] : [],
  );
  return first([...chart, ...folder, ...references], scope, top) !== undefined;
}

/** The folder of the chart in the repository, if it is installed from there and not from a registry or a repository of charts. */
function folderIn(
  { chart, folder = [], inGit }: Product,
  scope: FoundValue,
  top: FoundValue,
): ReturnType<typeof first> {
  const named = first(chart, scope, top);
  const isInGit = inGit !== undefined && GIT_SOURCES.includes(first([inGit], scope, top)?.text ?? "");
  if (named && (isInGit || isChartPath(named.text))) return named;
  return named && !GIT_ADDRESS.test(named.text) ? undefined : first(folder, scope, top);
}

/** True if a document names no chart, but another document that does. */
export function isNamedElsewhere(product: Product, scope: FoundValue, top: FoundValue): boolean {
  const { chart, folder = [] } = product;
  const isNamed = first([...chart, ...folder], scope, top) !== undefined;
  return !isNamed && rowsFor(product, scope, top).length > 0;
}

/** True if none of the documents that may name the chart of a document is found. */
export function isSourceMissing(
  product: Product,
  scope: FoundValue,
  top: FoundValue,
  sources: ChartSources,
): boolean {
  return rowsFor(product, scope, top).every(({ kind, nameAt, namespaceAt }) => {
    const name = first([nameAt], scope, top)?.text ?? "";
    return sources(kind, name, first(namespaceAt, scope, top)?.text).length === 0;
  });
}

/** The kinds of documents of which a document names one. */
function rowsFor({ name }: Product, scope: FoundValue, top: FoundValue): readonly ChartSourceKind[] {
  return CHART_SOURCES.filter(
    (row) =>
      row.products.includes(name) &&
      isOfKind(row, scope, top) &&
      first([row.nameAt], scope, top) !== undefined,
  );
}

function isOfKind({ kind, kindAt }: ChartSourceKind, scope: FoundValue, top: FoundValue): boolean {
  return kindAt === undefined || first([kindAt], scope, top)?.text === kind;
}

function referred(
  row: ChartSourceKind,
  scope: FoundValue,
  top: FoundValue,
  sources: ChartSources,
): EmbeddedChart | undefined {
  const { kind, nameAt, namespaceAt, chart, version } = row;
  if (!isOfKind(row, scope, top)) return undefined;
  const name = first([nameAt], scope, top)?.text;
  if (name === undefined) return undefined;
  const has = (node: ValueNode) => first(chart, { node, path: "" }, { node, path: "" }) !== undefined;
  const root: FoundValue = {
    node: sources(kind, name, first(namespaceAt, scope, top)?.text, has)[0],
    path: "",
  };
  const named = first(chart, root, root)?.text;
  const tag = versionIn(version, root, root);
  return named === undefined ? undefined : { chart: named, by: `${kind} ${name}`, version: tag };
}

/** The version of a chart; `undefined` if none is named, and if the product writes it in later. */
function versionIn(
  paths: readonly string[] | undefined,
  scope: FoundValue,
  top: FoundValue,
): string | undefined {
  const named = first(paths, scope, top)?.text;
  return named === undefined || isOpaque(named) ? undefined : named;
}

/** The documents with a kind and a name, or one that passes a test; in the same namespace, if both have one. */
export function sourcesIn(
  documents: readonly YamlDocument[],
  kind: string,
  name: string | ((name: string) => boolean),
  namespace: string | undefined,
  has: (root: ValueNode) => boolean = () => true,
): readonly ValueNode[] {
  const named = namedIn(documents).get(kind);
  const meant =
    typeof name === "string"
      ? (named?.get(name) ?? [])
      : [...(named ?? [])].flatMap(([called, some]) => (name(called) ? some : []));
  return meant.flatMap(({ root }) => {
    const written = textAt(findProperty(root, "metadata")?.valueNode, "namespace");
    const isSame = written === undefined || namespace === undefined || written === namespace;
    return isSame && has(root) ? [root] : [];
  });
}

/** The documents by kind and name: each of many may refer to another. */
const namedIn = memo((documents: readonly YamlDocument[]) => {
  const named = documents
    .flatMap((document) => objectsIn(document))
    .flatMap(({ node: root }) => {
      const kind = textAt(root, "kind");
      const name = textAt(findProperty(root, "metadata")?.valueNode, "name");
      return root && kind !== undefined && name !== undefined ? [{ root, kind, name }] : [];
    });
  const kinds = groupBy(named, ({ kind }) => kind);
  return new Map([...kinds].map(([kind, some]) => [kind, groupBy(some, ({ name }) => name)]));
});
