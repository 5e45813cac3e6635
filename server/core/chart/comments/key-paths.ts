import type { ObjectNode, PropertyNode, ValueNode } from "../../yaml/tree.ts";

/** Characters of a path; nobody writes a longer one into a comment. */
const LONGEST = 500;

/** One step of a path: a key, in quotes or not, or indexes. */
const STEP = /(?:"([^"]*)"|([^".[\]\s]+))?((?:\[\d{1,6}\])*)(\.|$)/y;

/**
 * The keys of a values file by their paths, as helm-docs and Bitnami's README generator write them: `a.b`, `a."b.c"`, `list[0].name`. What is
 * behind an alias has the path of what it stands for.
 */
export class KeyPaths {
  readonly #root: ObjectNode;
  /** The keys of the mappings that a path has led through. */
  readonly #keys = new Map<ObjectNode, ReadonlyMap<string, PropertyNode>>();

  constructor(root: ObjectNode) {
    this.#root = root;
  }

  /** The key that a path names; `undefined` if the file does not have it or if that is no path. */
  find(path: string): PropertyNode | undefined {
    if (path === "" || path.length > LONGEST) return undefined;
    let node: ValueNode | undefined = this.#root;
    STEP.lastIndex = 0;
    for (;;) {
      const [whole, quoted, plain, indexes = "", dot] = STEP.exec(path) ?? [];
      const key: string | undefined = quoted ?? plain;
      if (whole === undefined || key === undefined || node === undefined) return undefined;
      const property: PropertyNode | undefined = node.type === "object" ? this.#of(node).get(key) : undefined;
      if (!property) return undefined;
      if (dot === "") return indexes === "" ? property : undefined;
      node = itemAt(property.valueNode, indexes);
    }
  }

  #of(mapping: ObjectNode): ReadonlyMap<string, PropertyNode> {
    let keys = this.#keys.get(mapping);
    if (!keys) {
      // Of equal keys, the last one counts.
      keys = new Map(mapping.properties.map((property) => [property.key, property]));
      this.#keys.set(mapping, keys);
    }
    return keys;
  }
}

function itemAt(start: ValueNode, indexes: string): ValueNode | undefined {
  let node: ValueNode | undefined = start;
  for (const [, index] of indexes.matchAll(/\[(\d+)\]/g)) {
    node = node?.type === "array" ? node.items[Number(index)] : undefined;
  }
  return node;
}
