import type { HelmNode, Origin } from "../values/helm-tree.ts";
import type { Path } from "../yaml/tree.ts";
import type { ReleaseValues } from "./release-values.ts";

/** The effective value at a place where the file has another one. */
export type Instead =
  /** A null removed the value. */
  | { readonly kind: "removed"; readonly origin: Origin }
  /** A value that replaced something around the place as a whole. */
  | { readonly kind: "whole"; readonly node: HelmNode }
  /** The written mapping, merged with entries from the top level. */
  | { readonly kind: "joined"; readonly node: HelmNode; readonly with: Origin }
  | { readonly kind: "other"; readonly node: HelmNode };

/** The effective value at a place in one release; for a component, including what it inherits. */
export class EffectiveValue {
  readonly release: ReleaseValues;
  /** `undefined` if nothing is set. If `isExact` is false, the value of something around the place. */
  readonly node: HelmNode | undefined;
  /** True if the node is at the place itself, rather than replacing something around it as a whole. */
  readonly isExact: boolean;
  /** The null that removed a default. */
  readonly removedBy: Origin | undefined;
  readonly #file: number;

  /**
   * `file` is the index of the asking file in the release. A list from another source is a single value to it, because its items
   * are not those of the file.
   */
  constructor(release: ReleaseValues, path: Path, file: number) {
    this.release = release;
    this.#file = file;
    const { node, depth, removedBy } = nodeAtPath(release, path, file);
    this.node = node;
    this.isExact = depth === path.length;
    this.removedBy = removedBy;
  }

  /** The origin of the value. */
  get origin(): Origin | undefined {
    return this.node?.origin;
  }

  /** The top-level key from which a component inherits it. */
  get inheritedFrom(): string | undefined {
    return this.origin?.kind === "inherited" ? this.origin.key : undefined;
  }

  /** True if the value comes from the asking file; with an offset, from the key or item that begins there. */
  isFromFile(offset?: number): boolean {
    return this.origin !== undefined && isFrom(this.origin, this.#file, offset);
  }

  /** The value that overrides the key or item of the file that begins at an offset; `undefined` if that itself is effective. */
  insteadOf(offset: number): Instead | undefined {
    const { node, removedBy } = this;
    if (!node)
      return removedBy && !isFrom(removedBy, this.#file, offset)
        ? { kind: "removed", origin: removedBy }
        : undefined;
    if (!this.isExact) return this.isFromFile() ? undefined : { kind: "whole", node };
    const joined = node.type === "map" ? node.merged.find(({ kind }) => kind === "inherited") : undefined;
    if (joined) return { kind: "joined", node, with: joined };
    // Levels are merged from several sources; only their values have a single one.
    if (node.type === "map" && node.origin.kind !== "inherited" && node.entries.size > 0) return undefined;
    return this.isFromFile(offset) ? undefined : { kind: "other", node };
  }

  /** The origins outside the asking file of the values that this value overrides, the latest first. */
  get replacedElsewhere(): readonly Origin[] {
    if (!this.node || !this.isExact) return [];
    return this.node.replaced.flatMap(({ origin }) => (isFrom(origin, this.#file) ? [] : [origin])).reverse();
  }
}

interface NodeAtDepth {
  readonly node?: HelmNode;
  /** The number of segments of the path that lead to the node. */
  readonly depth: number;
  readonly removedBy?: Origin;
}

function nodeAtPath({ values, components }: ReleaseValues, path: Path, file: number): NodeAtDepth {
  const component = components.find(({ name }) => name === path[0]);
  const skipped = component && path.length > 1 ? 1 : 0;
  let current: HelmNode = component && skipped > 0 ? component.values : values;
  for (let depth = skipped; depth < path.length; depth++) {
    const segment = path[depth];
    if (current.type === "map") {
      const child: HelmNode | undefined = current.entries.get(String(segment));
      const removedBy = current.removed.get(String(segment))?.by;
      if (!child) return removedBy ? { depth: depth + 1, removedBy } : { depth: depth + 1 };
      current = child;
    } else if (current.type === "list" && typeof segment === "number" && isFrom(current.origin, file)) {
      const item: HelmNode | undefined = current.items[segment];
      if (!item) return { depth: depth + 1 };
      current = item;
    } else return { node: current, depth };
  }
  return { node: current, depth: path.length };
}

/** True for an origin in a file of the release; with an offset, for the key (or item) that begins there. */
export function isFrom(origin: Origin, file: number, offset?: number): boolean {
  if (origin.kind !== "file" || origin.file !== file) return false;
  return offset === undefined || (origin.key ?? origin.value).offset === offset;
}

/** True for a value that counts as not set: missing, null, false, 0, blank, or with nothing in it. */
export function isUnset(node: HelmNode | undefined): boolean {
  if (node?.type === "map") return node.entries.size === 0;
  if (node?.type === "list") return node.items.length === 0;
  return !node?.value || (typeof node.value === "string" && node.value.trim() === "");
}

/** Compares two values, wherever they come from. The order of keys does not matter, that of items does. */
export function isSameValue(a: HelmNode, b: HelmNode): boolean {
  if (a.type === "map" && b.type === "map") {
    if (a.entries.size !== b.entries.size) return false;
    return [...a.entries].every(([key, child]) => {
      const other = b.entries.get(key);
      return other !== undefined && isSameValue(child, other);
    });
  }
  if (a.type === "list" && b.type === "list") {
    if (a.items.length !== b.items.length) return false;
    return a.items.every((item, index) => {
      const other = b.items[index];
      return other !== undefined && isSameValue(item, other);
    });
  }
  return a.type === "leaf" && b.type === "leaf" && a.value === b.value;
}
