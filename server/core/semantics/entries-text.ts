import {
  type HelmList,
  type HelmMap,
  type HelmNode,
  nodeAt,
  type Origin,
  type Scalar,
} from "../values/helm-tree.ts";
import type { HelmComplaint } from "../values/helm-verdict.ts";
import { firstWhere } from "../yaml/first-where.ts";
import type { Path } from "../yaml/tree.ts";

/** The values that the entries of a release set, as text that can be checked like a file. */
export interface EntriesText {
  readonly text: string;
  /** The number of the entry that set the text at an offset; `undefined` if none did. */
  entryAt(offset: number): number | undefined;
}

/**
 * The values that the entries of a stack set, with the types that Helm gave them. If an entry set a part of a list, the whole
 * list is included, because its items belong together.
 */
export function entriesText(values: HelmMap): EntriesText {
  const writer = new Writer();
  writer.mapping(values, isWritten);
  return writer;
}

class Writer implements EntriesText {
  text = "";
  readonly #pieces: { readonly start: number; readonly end: number; readonly entry: number }[] = [];

  entryAt(offset: number): number | undefined {
    const piece = this.#pieces[firstWhere(this.#pieces, ({ end }) => offset < end)];
    return piece && piece.start <= offset ? piece.entry : undefined;
  }

  /** Writes a mapping: all of it, or only the values that entries set in it. */
  mapping({ entries, removed }: HelmMap, wants: (child: HelmNode) => boolean): void {
    this.text += "{\n";
    for (const [key, child] of entries) {
      if (!wants(child)) continue;
      this.#key(key, child.origin);
      this.#value(child, wants);
      this.text += ",\n";
    }
    for (const [key, { by: origin }] of removed) {
      if (origin.kind !== "set") continue;
      this.#key(key, origin);
      this.#piece("null", origin);
      this.text += ",\n";
    }
    this.text += "}";
  }

  #value(node: HelmNode, wants: (child: HelmNode) => boolean): void {
    if (node.type === "map") this.mapping(node, wants);
    else if (node.type === "list") this.#list(node);
    else this.#piece(scalar(node.value), node.origin);
  }

  #list({ items, origin }: HelmList): void {
    this.#piece("[", origin);
    for (const item of items) {
      this.text += "\n";
      this.#value(item, () => true);
      this.text += ",";
    }
    this.text += "\n]";
  }

  #key(key: string, origin: Origin): void {
    this.#piece(JSON.stringify(key), origin);
    this.text += ": ";
  }

  #piece(text: string, origin: Origin): void {
    const start = this.text.length;
    this.text += text;
    if (origin.kind === "set") this.#pieces.push({ start, end: this.text.length, entry: origin.set });
  }
}

/** The paths of a complaint whose values entries have set, or the way to them if an entry left no mapping there. */
export function setByEntries(values: HelmMap, { kind, paths }: HelmComplaint): readonly Path[] {
  // Any value of a template may be the one that is not YAML.
  return kind === "object"
    ? []
    : paths.map((path) => setOnWay(values, path)).filter((path) => path !== undefined);
}

function setOnWay(values: HelmMap, path: Path): Path | undefined {
  let current: HelmNode = values;
  for (const [depth, segment] of path.entries()) {
    if (current.type === "map" && current.removed.get(String(segment))?.by.kind === "set")
      return path.slice(0, depth + 1);
    const child: HelmNode | undefined = nodeAt(current, [segment]);
    if (!child)
      return current.origin.kind === "set" && current.type !== "map" ? path.slice(0, depth) : undefined;
    current = child;
  }
  return current.origin.kind === "set" ? path : undefined;
}

/** True if an entry set a value, or anything in it. */
function isWritten(node: HelmNode): boolean {
  if (node.origin.kind === "set") return true;
  if (node.type === "list") return node.items.some(isWritten);
  if (node.type === "leaf") return false;
  return (
    [...node.entries.values()].some(isWritten) ||
    [...node.removed.values()].some(({ by: origin }) => origin.kind === "set")
  );
}

function scalar(value: Scalar): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
