import { isMergeKey, pathOf } from "../document/lookup.ts";
import type { Path, PropertyNode, ValueNode, YamlNode } from "../document/tree.ts";
import type { SchemaNode } from "../schema/model.ts";
import type { Matcher } from "../schema/schemas.ts";
import type { Place } from "./rule.ts";

/** The values of one document, in the order of the text. */
export class Places {
  readonly all: readonly Place[];
  #byNode: Map<YamlNode, Place> | undefined;

  constructor(root: ValueNode | undefined, matcher: Matcher) {
    const places: Place[] = [];
    const visit = (place: Place): void => {
      places.push(place);
      const { node, schemas } = place;
      if (node.type === "object") {
        for (const property of node.properties) {
          const { keyNode, valueNode } = property;
          // A merge key is none of the mapping's own keys, even where any key is allowed.
          const applied = isMergeKey(property) ? [] : matcher.child(valueNode, schemas, keyNode.value);
          visit(new PlaceOfNode(valueNode, property, place, applied));
        }
      } else if (node.type === "array") {
        for (const item of node.items)
          visit(new PlaceOfNode(item, undefined, place, matcher.child(item, schemas, 0)));
      }
    };
    if (root) visit(new PlaceOfNode(root, undefined, undefined, matcher.root(root)));
    this.all = places;
  }

  /** The place of a node; made findable on first use, because few texts need it. */
  of(node: YamlNode): Place | undefined {
    this.#byNode ??= new Map(this.all.map((place) => [place.node, place]));
    return this.#byNode.get(node);
  }
}

/** A place that works its path out when it is asked: most are never asked. */
class PlaceOfNode implements Place {
  readonly node: ValueNode;
  readonly property: PropertyNode | undefined;
  readonly parent: Place | undefined;
  readonly schemas: readonly SchemaNode[];

  constructor(
    node: ValueNode,
    property: PropertyNode | undefined,
    parent: Place | undefined,
    schemas: readonly SchemaNode[],
  ) {
    this.node = node;
    this.property = property;
    this.parent = parent;
    this.schemas = schemas;
  }

  get path(): Path {
    return pathOf(this.node);
  }
}
