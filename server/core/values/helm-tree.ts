import type { YamlFile } from "../yaml/tree.ts";

/** A stretch of a text, in UTF-16 units from its start. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** The place where a value was written, or from which the operator takes it. */
export type Origin = ChartDefault | FileOrigin | SetOrigin | Inherited;

/** A text of a chart, and its address. */
interface ChartText {
  readonly uri: string;
  readonly file: YamlFile;
}

/** The chart's own default; with its place if the chart's `values.yaml` was read. */
interface ChartDefault {
  readonly kind: "chart-default";
  readonly chart: string;
  readonly key?: Span;
  readonly value?: Span;
  readonly source?: ChartText;
  /** Set for the default of a subchart, and not of the chart itself. */
  readonly isBelow?: true;
}

/** A values file: its index among the files of the stack. */
interface FileOrigin {
  readonly kind: "file";
  readonly file: number;
  readonly name: string;
  /** The key before the value; list items and the top level have none. */
  readonly key?: Span;
  readonly value: Span;
}

/** A `--set` entry: its index among the entries of the stack, and places inside its text. */
interface SetOrigin {
  readonly kind: "set";
  readonly set: number;
  readonly key: Span;
  readonly value: Span;
}

/** A component takes this value from the top level. */
interface Inherited {
  readonly kind: "inherited";
  /** Dotted name of the top-level key. */
  readonly key: string;
  readonly from: Exclude<Origin, Inherited>;
}

/** A single value. Whole numbers of `--set` are `bigint` where a `number` would not be exact. */
export type Scalar = string | number | bigint | boolean | null;

interface Sourced {
  origin: Origin;
  /** The nodes of earlier sources under the same key, which this node replaced; oldest first. */
  replaced: readonly HelmNode[];
}

interface HelmLeaf extends Sourced {
  readonly type: "leaf";
  readonly value: Scalar;
}

export interface HelmList extends Sourced {
  readonly type: "list";
  readonly items: HelmNode[];
}

export interface HelmMap extends Sourced {
  readonly type: "map";
  entries: Map<string, HelmNode>;
  /** The origins of this mapping in the sources that were merged into it; oldest first. */
  merged: readonly Origin[];
  /** Chart defaults that an explicit null removed, with the origin of the null. */
  removed: ReadonlyMap<string, Removal>;
}

export interface Removal {
  readonly by: Origin;
  readonly value: HelmNode;
  /** The nodes of earlier sources under the key, which the null replaced; oldest first. */
  readonly replaced: readonly HelmNode[];
}

/** A value as Helm has it, with its origin. Helm's maps have no order; these keep that of the chart. */
export type HelmNode = HelmLeaf | HelmList | HelmMap;

/** Most nodes replace nothing and remove nothing; they share one empty list and one empty map. */
const NONE: readonly never[] = [];
const NO_REMOVALS: ReadonlyMap<string, Removal> = new Map();

/** A leaf that has replaced nothing yet. */
export function leaf(value: Scalar, origin: Origin): HelmLeaf {
  return { type: "leaf", value, origin, replaced: NONE };
}

/** A list of the given items, or of items that are created on first use. */
export function list(
  items: HelmNode[] | (() => HelmNode[]),
  origin: Origin,
  replaced: readonly HelmNode[] = NONE,
): HelmList {
  return new List(items, origin, replaced);
}

class List implements HelmList {
  readonly type = "list";
  origin: Origin;
  replaced: readonly HelmNode[];
  #items: HelmNode[] | (() => HelmNode[]);

  constructor(items: HelmNode[] | (() => HelmNode[]), origin: Origin, replaced: readonly HelmNode[]) {
    this.origin = origin;
    this.replaced = replaced;
    this.#items = items;
  }

  get items(): HelmNode[] {
    if (typeof this.#items === "function") this.#items = this.#items();
    return this.#items;
  }
}

/** A mapping without entries. */
export function emptyMap(origin: Origin): HelmMap {
  return new Mapping(new Map(), origin);
}

/** A mapping with a single entry. */
export function mapOf(key: string, node: HelmNode): HelmMap {
  return new Mapping(new Map([[key, node]]), node.origin);
}

/** A mapping whose entries are created on first use. */
export function lazyMap(entries: () => Map<string, HelmNode>, origin: Origin): HelmMap {
  return new Mapping(entries, origin);
}

class Mapping implements HelmMap {
  readonly type = "map";
  origin: Origin;
  replaced: readonly HelmNode[] = NONE;
  merged: readonly Origin[] = NONE;
  removed: ReadonlyMap<string, Removal> = NO_REMOVALS;
  #entries: Map<string, HelmNode> | (() => Map<string, HelmNode>);

  constructor(entries: Map<string, HelmNode> | (() => Map<string, HelmNode>), origin: Origin) {
    this.#entries = entries;
    this.origin = origin;
  }

  get entries(): Map<string, HelmNode> {
    if (typeof this.#entries === "function") this.#entries = this.#entries();
    return this.#entries;
  }

  set entries(entries: Map<string, HelmNode>) {
    this.#entries = entries;
  }
}

/** True if a node is an explicit null. */
export function isNull(node: HelmNode): boolean {
  return node.type === "leaf" && node.value === null;
}

/** A JSON value as nodes that all have one origin. */
export function fromJson(value: unknown, origin: Origin): HelmNode {
  if (Array.isArray(value)) {
    return list(
      value.map((item) => fromJson(item, origin)),
      origin,
    );
  }
  if (typeof value === "object" && value !== null) {
    const map = emptyMap(origin);
    for (const [key, child] of Object.entries(value)) map.entries.set(key, fromJson(child, origin));
    return map;
  }
  const scalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return leaf(scalar ? value : null, origin);
}

/** The JSON value of a node, without origins. A `bigint` becomes the nearest number. */
export function toJson(node: HelmNode): unknown {
  switch (node.type) {
    case "leaf":
      return typeof node.value === "bigint" ? Number(node.value) : node.value;
    case "list":
      return node.items.map(toJson);
    case "map": {
      const entries = [...node.entries].map(([key, child]) => [key, toJson(child)] as const);
      return Object.fromEntries(entries);
    }
  }
}

/** The node at a path; `undefined` if there is none. */
export function nodeAt(node: HelmNode, path: readonly (string | number)[]): HelmNode | undefined {
  let found: HelmNode | undefined = node;
  for (const segment of path) {
    if (found?.type === "map") found = found.entries.get(String(segment));
    else if (found?.type === "list" && typeof segment === "number") found = found.items[segment];
    else return undefined;
  }
  return found;
}

/** Puts a node in place of another, which it then lists in `replaced`. */
export function takePlace(node: HelmNode, other: HelmNode | undefined): HelmNode {
  if (!other || other === node) return node;
  node.replaced = [...other.replaced, other, ...node.replaced];
  other.replaced = NONE;
  return node;
}
