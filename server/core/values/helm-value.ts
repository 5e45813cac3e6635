import { isMergeKey, mergedInto } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { decodeBase64 } from "../yaml/reader/base64.ts";
import type { ObjectNode, ScalarNode, ValueNode, YamlFile } from "../yaml/tree.ts";
import { documentsFor } from "./helm-documents.ts";
import { documentRefusal } from "./helm-refusal.ts";
import {
  emptyMap,
  type HelmMap,
  type HelmNode,
  lazyMap,
  leaf,
  list,
  type Origin,
  type Scalar,
  type Span,
  toJson,
} from "./helm-tree.ts";
import { mergeMaps } from "./merge.ts";
import type { HelmMajor, Refusal } from "./refusal.ts";

/** The values that Helm reads from a file, or the reason for which it refuses the file. */
export type ReadResult =
  | { readonly values: HelmMap; readonly refusal?: undefined }
  | { readonly values?: undefined; readonly refusal: Refusal };

/** Makes the origin of a value from the spans of the value and its key. */
type OriginOf = (value: Span, key?: Span) => Origin;

/**
 * Reads a parsed values file as Helm does: merge keys, aliases, the last of equal keys. Helm 3 reads the first document and
 * silently ignores the others; Helm 4 merges all of them in order.
 */
export function readValues(file: YamlFile, helm: HelmMajor, originOf: OriginOf): ReadResult {
  const refusal = whyRefused(file, helm);
  if (refusal) return { refusal };
  const values = emptyMap(originOf({ offset: 0, length: file.text.length }));
  for (const { root } of documentsFor(file, helm)) {
    const read = new DocumentReader(file.text, helm, originOf).read(root);
    values.origin = read.origin;
    mergeMaps(values, read);
  }
  return { values };
}

/** The values that Helm reads, as JSON; `undefined` if it refuses the file. */
export function jsonOf(file: YamlFile, helm: HelmMajor): unknown {
  const { values } = readValues(file, helm, (value) => ({ kind: "file", file: 0, name: "", value }));
  return values && toJson(values);
}

/** The reason for which Helm refuses a values file as it is; `undefined` if it accepts the file. */
function whyRefused(file: YamlFile, helm: HelmMajor): Refusal | undefined {
  if (file.refused) return { fault: file.refused, offset: 0, length: 0 };
  if (helm === 4 && file.helm4Reads === "nothing") {
    return { fault: { code: "helm4-utf-16" }, offset: 0, length: file.text.length };
  }
  for (const document of documentsFor(file, helm)) {
    const refusal = documentRefusal(file, document, helm);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Reads one document that Helm accepts. The content of mappings and lists is read on first use. */
class DocumentReader {
  readonly #text: string;
  readonly #helm: HelmMajor;
  readonly #originOf: OriginOf;

  constructor(text: string, helm: HelmMajor, originOf: OriginOf) {
    this.#text = text;
    this.#helm = helm;
    this.#originOf = originOf;
  }

  read(root: ValueNode | undefined): HelmMap {
    const origin = this.#originOf(root ?? { offset: 0, length: 0 });
    return root?.type === "object" ? this.#map(root, origin) : emptyMap(origin);
  }

  #value(node: ValueNode, key?: Span): HelmNode {
    const content = node.target ?? node;
    const origin = this.#originOf(node, key);
    switch (content.type) {
      case "object":
        return this.#map(content, origin);
      case "array":
        return list(() => content.items.map((item) => this.#value(item)), origin);
      default:
        return leaf(this.#scalar(content), origin);
    }
  }

  #scalar(node: ScalarNode): Scalar {
    if (node.tag === "!!binary") return decodeBase64(String(node.value)) ?? node.value;
    return this.#helm === 4 && this.#isCutOff(node) ? `${node.value}\n` : node.value;
  }

  /**
   * True if a block scalar lacks its last line break in Helm 3 only: Helm 4 reads a file as if there were a line break at
   * its end.
   */
  #isCutOff({ type, value, style, offset, length }: ScalarNode): boolean {
    if (type !== "string" || (style !== "literal" && style !== "folded")) return false;
    // After a carriage return, the added line feed only makes it one line break of two characters.
    if (offset + length < this.#text.trimEnd().length || /[\r\n]$/.test(this.#text)) return false;
    const header = /^[|>]\d?([-+]?)\d?[^\r\n]*[\r\n]/.exec(this.#text.slice(offset));
    if (!header || header[1] === "-") return false;
    return header[1] === "+" || (value !== "" && !value.endsWith("\n"));
  }

  #map(node: ObjectNode, origin: Origin): HelmMap {
    return lazyMap(() => {
      const entries = new Map<string, HelmNode>();
      this.#fill(entries, node);
      return entries;
    }, origin);
  }

  /** Later entries win, and a merge key takes effect where it stands: it overwrites what is above it. */
  #fill(entries: Map<string, HelmNode>, node: ObjectNode): void {
    for (const property of node.properties) {
      const { keyNode, valueNode } = property;
      if (isMergeKey(property)) {
        for (const source of mergedInto(property)) {
          const mapping = source.target ?? source;
          if (mapping.type === "object") this.#fill(entries, mapping);
        }
      } else {
        entries.set(property.key, this.#value(valueNode, keyNode));
      }
    }
  }
}

const refusalsOf = memo((file: YamlFile) => memo((helm: HelmMajor) => whyRefused(file, helm), new Map()));

/** The reason for which Helm refuses a file as it is; computed once for each parsed text. */
export function refusalOf(file: YamlFile, helm: HelmMajor): Refusal | undefined {
  return refusalsOf(file)(helm);
}
