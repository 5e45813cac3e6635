import { findProperty, resolveAlias } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import { type ChartSources, chartOfTarget, type EmbeddedChart } from "./chart-named.ts";
import { embeddedFile } from "./embedded-file.ts";
import { type EmbeddedEntry, isOpaque } from "./entries.ts";
import { at, textAt } from "./paths.ts";
import type { Product } from "./product.ts";
import { PRODUCTS } from "./products.ts";

/** A patch that is written in a Kustomization: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/ */
export interface InlinePatch {
  readonly at: string;
  readonly holder: PropertyNode;
  readonly document: YamlDocument;
  /** Its text, with the offsets of the file. */
  readonly file: YamlFile;
  readonly target: ValueNode | undefined;
}

/** The patches that are written in a Kustomization as texts of lines. */
export const patchesIn = memo((file: YamlFile): readonly InlinePatch[] => {
  const [document] = file.documents;
  const kind = textAt(document?.root, "kind") ?? "Kustomization";
  if (document === undefined || !["Kustomization", "Component"].includes(kind)) return [];
  return at({ node: document.root, path: "" }, "patches.*").flatMap(
    ({ node, path }): readonly InlinePatch[] => {
      const holder = findProperty(node, "patch");
      if (holder?.valueNode.type !== "string" || holder.valueNode.alias !== undefined) return [];
      const made = embeddedFile(file, { holder, form: "text" });
      if (made.isAtKey) return [];
      const target = findProperty(node, "target")?.valueNode;
      return [{ at: `${path}.patch`, holder, document, file: made.file, target }];
    },
  );
});

/** What a JSON patch sets in the values of a document, as the entries of one that sets single keys. */
export interface PatchedKeys {
  readonly product: Product;
  readonly chart: EmbeddedChart;
  readonly entries: readonly EmbeddedEntry[];
}

/** What a patch sets by paths (https://datatracker.ietf.org/doc/html/rfc6902), if its target is known and has the operator's chart. Changes of items of lists are left out. */
export function keysPatched(
  { file, target }: InlinePatch,
  names: readonly string[],
  sources: ChartSources,
): readonly PatchedKeys[] {
  const [document] = file.documents;
  const root = document?.root && resolveAlias(document.root);
  const [kind, name] = [textAt(target, "kind"), textAt(target, "name") ?? ""];
  // The name of a target may be a pattern.
  if (root?.type !== "array" || !/^[\w-]+$/.test(name)) return [];
  return PRODUCTS.flatMap((product): readonly PatchedKeys[] => {
    const path = product.values.find(([, form]) => form === "mapping")?.[0];
    if (product.kind === undefined || product.kind !== kind || path === undefined) return [];
    const prefix = `/${product.scope}.${path}/`.replaceAll(".", "/");
    const entries = root.items.flatMap((item) => entryOf(item, prefix, file.text) ?? []);
    const chart =
      entries.length > 0 && chartOfTarget(product, name, textAt(target, "namespace"), names, sources);
    return chart ? [{ product, chart, entries }] : [];
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
