import type { ValuesRoot } from "../kinds.ts";
import type { SchemaNode } from "../schema/model.ts";
import type { Matcher } from "../schema/schemas.ts";
import { isMergeKey, pathOf } from "../yaml/lookup.ts";
import type { Path, PropertyNode, ValueNode, YamlNode } from "../yaml/tree.ts";

/** A value in the tree, with its path and its schemas. */
export interface Place {
  readonly node: ValueNode;
  /** The property whose value this is; absent for the root and for items of lists. */
  readonly property: PropertyNode | undefined;
  /** The name of that property; for the root, of the key that all values are below. */
  readonly key: string | undefined;
  /** The mapping or list that holds it; absent for the root. */
  readonly parent: Place | undefined;
  readonly path: Path;
  readonly schemas: readonly SchemaNode[];
}

/** The JSON type of a value. */
export type ValueType = ValueNode["type"];

type NodesByType = { readonly [T in ValueType]: Extract<ValueNode, { readonly type: T }>[] };

/**
 * Values of a document to which the same parts of the schema apply, and whose containers are in the same group as well. A long
 * file has thousands of values but only a hundred groups, so a rule first asks whether it applies to a group.
 */
export class PlaceGroup {
  readonly schemas: readonly SchemaNode[];
  readonly parent: PlaceGroup | undefined;
  /** The values of each type, in the order of the text. */
  readonly nodes: NodesByType = { object: [], array: [], string: [], number: [], boolean: [], null: [] };

  constructor(schemas: readonly SchemaNode[], parent: PlaceGroup | undefined) {
    this.schemas = schemas;
    this.parent = parent;
  }

  /** The key that all values are below, for the group of the root. */
  keyAbove: string | undefined = undefined;

  /** True if one of its mappings may have a key that the schema does not know. */
  mayHoldUnknown = false;

  /** The groups of the values of its keys and of its items, as far as the path alone determines them. */
  readonly byKey = new Map<string, PlaceGroup>();
  ofItems: PlaceGroup | undefined = undefined;

  /** The places of the values of a type, in the order of the text. */
  places(type: ValueType): Place[] {
    return this.nodes[type].map((node: ValueNode) => this.place(node));
  }

  /** The place of one of its values. */
  place(node: ValueNode): Place {
    return new PlaceInGroup(node, this);
  }

  add(node: ValueNode): void {
    const nodes: ValueNode[] = this.nodes[node.type];
    nodes.push(node);
  }
}

/** All places of groups, in the order of the text. */
export function placesIn(groups: readonly PlaceGroup[]): readonly Place[] {
  const lists = groups.flatMap((group) =>
    VALUE_TYPES.filter((type) => group.nodes[type].length > 0).map((type) => group.places(type)),
  );
  const [only = [], ...others] = lists;
  return others.length === 0 ? only : lists.flat().sort((a, b) => a.node.offset - b.node.offset);
}

const VALUE_TYPES: readonly ValueType[] = ["object", "array", "string", "number", "boolean", "null"];

/**
 * The values of one document, grouped by their schemas. Loops use an index here and wherever a whole file is traversed, because an iterator
 * would leave an object behind for each value.
 */
export class Places {
  readonly groups: readonly PlaceGroup[];
  readonly #root: ValueNode | undefined;
  readonly #below: Below;

  constructor({ document, node: root }: ValuesRoot, matcher: Matcher) {
    const below = new Below(matcher);
    this.#root = root;
    this.#below = below;
    const visit = (node: ValueNode, group: PlaceGroup): void => {
      group.add(node);
      if (node.type === "object") {
        const { properties } = node;
        for (let index = 0; index < properties.length; index++) {
          const property = properties[index];
          if (property) visit(property.valueNode, below.property(group, property));
        }
      } else if (node.type === "array") {
        const { items } = node;
        for (let index = 0; index < items.length; index++) {
          const item = items[index];
          if (item) visit(item, below.item(group, item));
        }
      }
    };
    if (root) {
      const group = below.root(root);
      group.keyAbove = document.key?.key;
      visit(root, group);
    }
    this.groups = below.groups;
  }

  /** The place of a value; `undefined` for keys, and for anything outside the document. */
  placeOf(node: YamlNode): Place | undefined {
    if (node.type === "property") return undefined;
    const group = this.#groupOf(node);
    return group?.place(node);
  }

  #groupOf(node: ValueNode): PlaceGroup | undefined {
    if (node === this.#root) return this.#below.root(node);
    const { parent } = node;
    const property = parent?.type === "property" ? parent : undefined;
    const holder = property ? property.parent : parent;
    if ((holder?.type !== "object" && holder?.type !== "array") || (property && property.valueNode !== node))
      return undefined;
    const group = this.#groupOf(holder);
    if (!group) return undefined;
    return property ? this.#below.property(group, property) : this.#below.item(group, node);
  }
}

/** Finds the groups of the content of a value. A schema that does not depend on values is asked only once for each key. */
class Below {
  readonly groups: PlaceGroup[] = [];
  readonly #matcher: Matcher;
  readonly #bySchemas = new Map<PlaceGroup | undefined, Map<readonly SchemaNode[], PlaceGroup>>();

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  root(node: ValueNode): PlaceGroup {
    return this.#group(this.#matcher.root(node), undefined);
  }

  property(parent: PlaceGroup, property: PropertyNode): PlaceGroup {
    const key = property.key;
    const known = parent.byKey.get(key);
    if (known) return known;
    // A merge key is not one of the mapping's own keys, even where any key is allowed.
    if (isMergeKey(property)) return this.#group(NOTHING, parent);
    const group = this.#group(this.#matcher.child(property.valueNode, parent.schemas, key), parent);
    // In quotes, `<<` is a key like any other, so this group is not kept for the name.
    if (this.#matcher.byPath && key !== "<<") parent.byKey.set(key, group);
    return group;
  }

  item(parent: PlaceGroup, node: ValueNode): PlaceGroup {
    if (parent.ofItems) return parent.ofItems;
    const group = this.#group(this.#matcher.child(node, parent.schemas, 0), parent);
    if (this.#matcher.byPath) parent.ofItems = group;
    return group;
  }

  #group(schemas: readonly SchemaNode[], parent: PlaceGroup | undefined): PlaceGroup {
    let groups = this.#bySchemas.get(parent);
    if (!groups) {
      groups = new Map();
      this.#bySchemas.set(parent, groups);
    }
    let group = groups.get(schemas);
    if (!group) {
      group = new PlaceGroup(schemas, parent);
      // A key without any schema may be unknown; if the schema depends on values, keys alone do not tell.
      if (parent && (schemas.length === 0 || !this.#matcher.byPath)) parent.mayHoldUnknown = true;
      groups.set(schemas, group);
      this.groups.push(group);
    }
    return group;
  }
}

const NOTHING: readonly SchemaNode[] = [];

class PlaceInGroup implements Place {
  readonly node: ValueNode;
  readonly #group: PlaceGroup;

  constructor(node: ValueNode, group: PlaceGroup) {
    this.node = node;
    this.#group = group;
  }

  get schemas(): readonly SchemaNode[] {
    return this.#group.schemas;
  }

  get property(): PropertyNode | undefined {
    const { parent } = this.node;
    return parent?.type === "property" ? parent : undefined;
  }

  get key(): string | undefined {
    return this.property?.key ?? this.#group.keyAbove;
  }

  get parent(): Place | undefined {
    const { parent: group } = this.#group;
    const holder = this.property?.parent ?? this.node.parent;
    const isCollection = holder?.type === "object" || holder?.type === "array";
    return group && isCollection ? group.place(holder) : undefined;
  }

  get path(): Path {
    return pathOf(this.node);
  }
}
