import { childrenOf, pathOf } from "../document/lookup.ts";
import type { Path, PropertyNode, ValueNode, YamlNode } from "../document/tree.ts";
import type { SchemaNode } from "../schema/model.ts";
import type { Matches } from "../schema/schemas.ts";
import type { Place } from "./rule.ts";

/** The values of one document, in the order of the text. */
export class Places {
  readonly all: readonly Place[];
  #byNode: Map<YamlNode, Place> | undefined;

  constructor(root: ValueNode | undefined, matches: Matches) {
    const places: Place[] = [];
    const visit = (node: ValueNode, property: PropertyNode | undefined): void => {
      places.push(new PlaceOfNode(node, property, matches.get(node) ?? []));
      for (const child of childrenOf(node)) {
        if (child.type === "property") visit(child.valueNode, child);
        else visit(child, undefined);
      }
    };
    if (root) visit(root, undefined);
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
  readonly schemas: readonly SchemaNode[];

  constructor(node: ValueNode, property: PropertyNode | undefined, schemas: readonly SchemaNode[]) {
    this.node = node;
    this.property = property;
    this.schemas = schemas;
  }

  get path(): Path {
    return pathOf(this.node);
  }
}
