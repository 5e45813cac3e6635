import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { embeddedWhole } from "../yaml/narrow.ts";
import { blank } from "../yaml/opaque-text.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { type ChartSources, chartOfTarget, type EmbeddedChart, type NamePattern } from "./chart-named.ts";
import { type EmbeddedEntry, isOpaque } from "./entries.ts";
import { foundAt, textAt } from "./paths.ts";
import type { Product } from "./product.ts";
import { PRODUCTS } from "./products.ts";

/** A patch of Kustomize: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/ */
export interface Patch {
  /** The path of the patch in a Kustomization; empty if it is a separate file. */
  readonly at: string;
  readonly holder: PropertyNode;
  readonly document: YamlDocument;
  /** The source of the patch. */
  readonly text: string;
  /** The patch with the offsets of the file: read on first use, because most patches change other documents. */
  readonly file: YamlFile;
  readonly target: ValueNode | undefined;
}

/** The paths of patches in a Kustomization; the last is that of Flux (https://fluxcd.io/flux/components/kustomize/kustomizations/#patches). */
const PLACES = ["patches.*", "patchesJson6902.*", "patchesStrategicMerge.*", "spec.patches.*"];

/** The items of these lists: mappings with a text or a path, or one of these alone. */
function listedIn({ documents }: YamlFile) {
  return documents.flatMap((document) => {
    const kind = textAt(document.root, "kind") ?? "Kustomization";
    if (!["Kustomization", "Component"].includes(kind)) return [];
    return PLACES.flatMap((place) => foundAt({ node: document.root, path: "" }, place)).map((found) => ({
      ...found,
      document,
      target: findProperty(found.node, "target")?.valueNode,
    }));
  });
}

/** The patches that are written in a Kustomization as texts of lines. */
export const patchesIn = memo((file: YamlFile): readonly Patch[] =>
  listedIn(file).flatMap(({ node, path, property, document, target }): readonly Patch[] => {
    const inline = findProperty(node, "patch");
    const [holder, text] = [inline ?? property, inline?.valueNode ?? node];
    if (!holder || text?.type !== "string" || text.style !== "literal" || text.alias !== undefined) return [];
    const start = file.text.indexOf("\n", text.offset) + 1;
    const end = Math.max(start, text.offset + text.length);
    let read: YamlFile | undefined;
    const patch = {
      at: inline ? `${path}.patch` : path,
      holder,
      document,
      text: file.text.slice(start, end),
      target,
      get file() {
        read ??= embeddedWhole({ text: blank(file.text.slice(0, start)) + this.text });
        return read;
      },
    };
    return [patch];
  }),
);

/** The files that a Kustomization names as patches, by their paths from its folder on. */
export const patchFilesIn = memo((file: YamlFile) =>
  listedIn(file).flatMap(({ node, target }) => {
    const path = node?.type === "string" ? node.value : textAt(node, "path");
    return path === undefined || path.includes("\n") ? [] : [{ path, target }];
  }),
);

/** A file as the patch of a target. */
export function filePatch(file: YamlFile, target: ValueNode | undefined): readonly Patch[] {
  const [document] = file.documents;
  const root = document?.root;
  const first = root?.type === "array" ? root.items[0] : root;
  const holder = first?.type === "object" ? first.properties[0] : undefined;
  return document && holder ? [{ at: "", holder, document, text: file.text, file, target }] : [];
}

/** True if a file is a list of operations (RFC 6902). */
export function isJsonPatch({ documents: [document] }: YamlFile): boolean {
  const [first] = document?.root?.type === "array" ? document.root.items : [];
  return textAt(first, "op") !== undefined && textAt(first, "path")?.startsWith("/") === true;
}

/** The name of a target, which may be a pattern; without a name, all match. */
export function targetName(target: ValueNode | undefined): string | NamePattern {
  const name = textAt(target, "name") ?? "";
  return /^[\w-]+$/.test(name) ? name : { pattern: name === "" ? ".*" : name };
}

/** Sources that resolve to the target of a patch, if it has one, regardless of the patch's own name. */
export function targeted({ target }: Patch, sources: ChartSources): ChartSources {
  return (kind, name, namespace, has) =>
    textAt(target, "kind") === kind
      ? sources(kind, targetName(target), namespaceOf(target), has)
      : sources(kind, name, namespace, has);
}

/** The namespace of a target; `undefined` for a pattern. */
function namespaceOf(target: ValueNode | undefined): string | undefined {
  const namespace = textAt(target, "namespace") ?? "";
  return /^[\w-]+$/.test(namespace) ? namespace : undefined;
}

/** The keys that a JSON patch sets in the values of a document, as entries. */
export interface PatchedKeys {
  readonly at: string;
  readonly product: Product;
  readonly chart: EmbeddedChart;
  readonly entries: readonly EmbeddedEntry[];
}

/** The keys that a patch sets by paths (https://datatracker.ietf.org/doc/html/rfc6902), if its target is known and has the operator's chart. Changes of items of lists are left out. */
export function keysPatched(
  patch: Patch,
  names: readonly string[],
  sources: ChartSources,
): readonly PatchedKeys[] {
  const { at: place, target } = patch;
  return PRODUCTS.flatMap((product): readonly PatchedKeys[] => {
    const path = product.values.find(([, form]) => form === "mapping")?.[0];
    if (product.kind === undefined || product.kind !== textAt(target, "kind") || path === undefined)
      return [];
    const values = `${product.scope}.${path}`;
    const prefix = `/${values}/`.replaceAll(".", "/");
    if (!patch.text.includes(prefix)) return [];
    const chart = chartOfTarget(product, targetName(target), namespaceOf(target), names, sources);
    const root = chart && patch.file.documents[0]?.root && resolveAlias(patch.file.documents[0].root);
    if (chart === undefined || root?.type !== "array") return [];
    const entries = root.items.flatMap((item) => entryOf(item, prefix, patch.file.text) ?? []);
    return entries.length > 0 ? [{ at: place || values, product, chart, entries }] : [];
  });
}

function entryOf(operation: ValueNode, prefix: string, text: string): EmbeddedEntry | undefined {
  const [path, value] = ["path", "value"].map((key) => findProperty(operation, key)?.valueNode);
  if (!["add", "replace"].includes(textAt(operation, "op") ?? "") || path?.type !== "string" || !value)
    return undefined;
  if (!path.value.startsWith(prefix)) return undefined;
  const keys = path.value.slice(prefix.length).split("/");
  if (keys.some((key) => /^(?:|-|\d+)$/.test(key))) return undefined;
  const plain = keys.map((key) =>
    key
      .replaceAll("~1", "/")
      .replaceAll("~0", "~")
      .replace(/[.,=[\]{}\\]/g, "\\$&"),
  );
  const written = text.slice(value.offset, value.offset + value.length);
  const isScalar = value.type === "boolean" || value.type === "number" || value.type === "string";
  const json = value.type === "string" ? JSON.stringify(value.value) : isScalar ? written : "{}";
  return {
    flag: "set-json",
    text: `${plain.join(".")}=${json}`,
    at: path.value,
    offset: value.offset,
    length: value.length,
    key: { offset: path.offset, length: path.length },
    ...((!isScalar || isOpaque(written)) && { isOpaque: true as const }),
  };
}
