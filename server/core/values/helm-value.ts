import type {
  ArrayNode,
  ObjectNode,
  PropertyNode,
  ScalarNode,
  ValueNode,
  YamlDocument,
  YamlFile,
} from "../document/tree.ts";
import { decodeBase64 } from "./base64.ts";
import { NodeCheck, refusedLine } from "./helm-syntax.ts";
import {
  emptyMap,
  type HelmMap,
  type HelmNode,
  leaf,
  list,
  type Origin,
  type Scalar,
  type Span,
} from "./helm-tree.ts";
import { mergeMaps } from "./merge.ts";

/** The two generations of Helm; they read a file with several documents differently. */
export type HelmMajor = 3 | 4;

/** Why Helm does not take a source: a sentence, and where in its text the reason stands. */
export interface Refusal extends Span {
  readonly message: string;
}

/** What Helm makes of a values file, or why it refuses it. */
export type ReadResult =
  | { readonly values: HelmMap; readonly refusal?: undefined }
  | { readonly values?: undefined; readonly refusal: Refusal };

/** Makes the origin of a value from the places of its key and itself. */
export type OriginOf = (value: Span, key?: Span) => Origin;

/**
 * Reads a parsed values file as Helm does: merge keys, aliases, the last of equal keys. Helm 3 reads the first
 * document and ignores the others without a word; Helm 4 merges all of them in order.
 */
export function readValues(file: YamlFile, helm: HelmMajor, originOf: OriginOf): ReadResult {
  if (file.refused) return { refusal: { message: file.refused, offset: 0, length: 0 } };
  const values = emptyMap(originOf({ offset: 0, length: file.text.length }));
  for (const document of documentsFor(file, helm)) {
    const refusal =
      (helm === 4 && separatorRefusal(file, document)) ||
      problemIn(file, document) ||
      refusedLine(file, document);
    if (refusal) return { refusal };
    const read = new DocumentReader(file.text, originOf).read(document.root);
    if (read.refusal) return read;
    values.origin = read.values.origin;
    mergeMaps(values, read.values);
  }
  return { values };
}

/** The documents that count. Helm 4 splits at `---` only, so that what follows a `...` is lost there too. */
function documentsFor(file: YamlFile, helm: HelmMajor): readonly YamlDocument[] {
  if (helm === 3) return file.documents.slice(0, 1);
  return file.documents.filter((document, index) => index === 0 || markerOf(file, document) !== undefined);
}

function markerOf(file: YamlFile, { start, end }: YamlDocument): Span | undefined {
  const match = /^(?:[^\S\r\n]*(?:#[^\r\n]*)?\r?\n|%[^\r\n]*\r?\n|\uFEFF)*---([^\r\n]*)/.exec(
    file.text.slice(start, end),
  );
  if (!match?.[1] && match?.[1] !== "") return undefined;
  return { offset: start + match[0].length - match[1].length, length: match[1].length };
}

/** Helm 4 cuts the text at lines that begin with `---` before it looks at it as YAML. */
function separatorRefusal(file: YamlFile, document: YamlDocument): Refusal | undefined {
  const { start, end } = document;
  const text = file.text.slice(start, end);
  const bad = /(?<![^\n])---(?![ \t]*(?:#|\r?\n|$))[^\r\n]*/.exec(text);
  if (bad) {
    const message =
      "Helm 4 takes every line that begins with `---` for the end of a document, so nothing else may stand in it.";
    return { message, offset: start + bad.index, length: bad[0].length };
  }
  const directive = /(?<![^\n])%[^\r\n]*/.exec(text);
  if (directive && markerOf(file, document)) {
    const message =
      "Helm 4 separates this directive from the document it belongs to and refuses it. Remove the line.";
    return { message, offset: start + directive.index, length: directive[0].length };
  }
  return undefined;
}

function problemIn(file: YamlFile, { start, end }: YamlDocument): Refusal | undefined {
  return file.problems.find(({ offset }) => offset >= start && (offset < end || end === file.text.length));
}

class Refused extends Error {
  readonly refusal: Refusal;

  constructor(message: string, { offset, length }: Span) {
    super(message);
    this.refusal = { message, offset, length };
  }
}

/** Reads one document. Counts what it reads, because Helm refuses documents that are mostly aliases. */
class DocumentReader {
  readonly #text: string;
  readonly #originOf: OriginOf;
  readonly #check: NodeCheck;
  #reads = 0;
  #aliasReads = 0;
  #aliasDepth = 0;

  constructor(text: string, originOf: OriginOf) {
    this.#text = text;
    this.#originOf = originOf;
    this.#check = new NodeCheck(text);
  }

  read(root: ValueNode | undefined): ReadResult {
    const place = root ? spanOf(root) : { offset: 0, length: 0 };
    if (!root || root.type === "null") return { values: emptyMap(this.#originOf(place)) };
    if (root.type !== "object") {
      const message =
        "A values file must hold a mapping (`key: value`) at its top level; Helm refuses anything else.";
      return { refusal: { message, ...place } };
    }
    try {
      const values = emptyMap(this.#originOf(place));
      this.#count(root);
      this.#fill(values, root);
      return { values };
    } catch (error) {
      if (error instanceof Refused) return { refusal: error.refusal };
      throw error;
    }
  }

  #value(node: ValueNode, key?: Span): HelmNode {
    this.#count(node);
    if (node.target && "children" in node.target) {
      const target = node.target;
      return this.#inAlias(() => this.#plain(target, this.#originOf(spanOf(node), key)));
    }
    return this.#plain(node, this.#originOf(spanOf(node), key));
  }

  #plain(node: ValueNode, origin: Origin): HelmNode {
    switch (node.type) {
      case "object": {
        const map = emptyMap(origin);
        this.#fill(map, node);
        return map;
      }
      case "array":
        if (!node.flow) this.#checkDashes(node);
        return list(
          node.items.map((item) => this.#value(item)),
          origin,
        );
      default:
        return leaf(node.tag === "!!binary" ? this.#binary(node) : node.value, origin);
    }
  }

  #checkDashes({ items }: ArrayNode): void {
    for (const item of items) {
      let at = item.offset;
      while (" \t".includes(this.#text.charAt(at - 1)) && at > 0) at--;
      const blanks = { offset: at, length: item.offset - at };
      if (this.#text.charAt(at - 1) === "-" && this.#text.slice(at, item.offset).includes("\t")) {
        throw new Refused("Helm refuses a tab behind the dash of a list. Use a space.", blanks);
      }
    }
  }

  #binary(node: ScalarNode): Scalar {
    const decoded = decodeBase64(String(node.value));
    if (decoded === undefined)
      throw new Refused("This is not base64, which the tag `!!binary` asks for.", node);
    return decoded;
  }

  /** Later entries win, and a merge key counts where it stands: it overwrites what is above it. */
  #fill(map: HelmMap, node: ObjectNode): void {
    for (const property of node.properties) {
      if (this.#isMerge(property)) {
        this.#merge(map, property.valueNode);
        continue;
      }
      const { keyNode, valueNode } = property;
      this.#count(keyNode);
      map.entries.set(keyNode.value, this.#value(valueNode, spanOf(keyNode)));
    }
  }

  /** In a list of mappings to merge, the first one wins. */
  #merge(map: HelmMap, node: ValueNode): void {
    const sources = node.type === "array" && !node.alias ? [...node.items].reverse() : [node];
    for (const source of sources) {
      this.#count(source);
      const mapping = source.target ?? source;
      if (mapping.type !== "object") {
        throw new Refused("Only a mapping, or a list of mappings, can be merged with `<<`.", source);
      }
      if (source.alias) this.#inAlias(() => this.#fill(map, mapping));
      else this.#fill(map, mapping);
    }
  }

  #isMerge({ keyNode }: PropertyNode): boolean {
    if (keyNode.value !== "<<" || keyNode.style !== "plain") return false;
    if (keyNode.tag !== undefined) return keyNode.tag === "!" || keyNode.tag === "!!merge";
    return this.#text.charAt(keyNode.offset) !== "*";
  }

  #inAlias<T>(read: () => T): T {
    this.#aliasDepth++;
    this.#aliasReads++;
    this.#reads++;
    const result = read();
    this.#aliasDepth--;
    return result;
  }

  #count(place: ValueNode): void {
    const message = this.#check.refusalOf(place);
    if (message !== undefined) throw new Refused(message, place);
    this.#reads++;
    if (this.#aliasDepth > 0) this.#aliasReads++;
    if (this.#aliasReads <= 100 || this.#reads <= 1000) return;
    if (this.#aliasReads / this.#reads > allowedAliasShare(this.#reads)) {
      throw new Refused("The aliases of this document repeat too much of it, and Helm refuses that.", place);
    }
  }
}

/** The share of values that may come from aliases falls from 99 to 10 percent as a document grows. */
function allowedAliasShare(reads: number): number {
  const [low, high] = [400_000, 4_000_000];
  if (reads <= low) return 0.99;
  if (reads >= high) return 0.1;
  return 0.99 - 0.89 * ((reads - low) / (high - low));
}

function spanOf({ offset, length }: Span): Span {
  return { offset, length };
}
