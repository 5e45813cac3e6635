import type { HelmList, HelmMap, HelmNode, Origin, Scalar } from "../values/helm-tree.ts";

/** What the entries of a release write into its values, as a text in which they can be looked at like a file. */
export interface EntriesText {
  readonly text: string;
  /** The number of the entry that wrote what begins at an offset; `undefined` where none did. */
  entryAt(offset: number): number | undefined;
}

/**
 * The values of a stack that its entries wrote, with the types that Helm gave them. A list of which an entry wrote a part
 * is there as a whole, because its items belong together.
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
    return this.#pieces.find(({ start, end }) => start <= offset && offset < end)?.entry;
  }

  /** Writes a mapping: all of it, or what an entry wrote of it. */
  mapping({ entries, removed }: HelmMap, wants: (child: HelmNode) => boolean): void {
    this.text += "{\n";
    for (const [key, child] of entries) {
      if (!wants(child)) continue;
      this.#key(key, child.origin);
      this.#value(child, wants);
      this.text += ",\n";
    }
    for (const [key, { by }] of removed) {
      if (by.kind !== "set") continue;
      this.#key(key, by);
      this.#piece("null", by);
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

/** Whether an entry wrote a value, or anything in it. */
function isWritten(node: HelmNode): boolean {
  if (node.origin.kind === "set") return true;
  if (node.type === "list") return node.items.some(isWritten);
  if (node.type === "leaf") return false;
  return (
    [...node.entries.values()].some(isWritten) ||
    [...node.removed.values()].some(({ by }) => by.kind === "set")
  );
}

function scalar(value: Scalar): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
