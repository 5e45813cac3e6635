import type { ASTNode, JSONSchema, LanguageService as JsonService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isMergeKey } from "../document/lookup.ts";
import type { DocumentKind, Path, ValueNode, ValuesRoot, YamlNode } from "../document/tree.ts";
import { docsLink } from "./docs-anchor.ts";
import { childOf, isOpen, type JsonSchema, SchemaModel, type SchemaNode } from "./model.ts";

/** What of the schema applies to each node of a tree; several where the schema has alternatives. */
export type Matches = ReadonlyMap<YamlNode, readonly SchemaNode[]>;

/** The schemas of all kinds of documents, each read on first use, and where their documentation is. */
export class Schemas {
  readonly docsUrl: string;
  readonly #sources: Readonly<Record<DocumentKind, object>>;
  readonly #models = new Map<DocumentKind, { model: SchemaModel; source: JsonSchema }>();
  #json: Promise<JsonService> | undefined;

  constructor(sources: Readonly<Record<DocumentKind, object>>, docsUrl: string) {
    this.#sources = sources;
    this.docsUrl = docsUrl;
  }

  /** The address of what the documentation says about a place. */
  docsLink(kind: DocumentKind, path: Path): string {
    return docsLink(this.docsUrl, kind, this.#sources[kind], path);
  }

  model(kind: DocumentKind): SchemaModel {
    return this.#read(kind).model;
  }

  /** Applies the schema to a document. */
  async match(root: ValuesRoot): Promise<Matches> {
    if (!root.node) return new Map();
    const model = this.model(root.kind);
    return model.hasAlternatives
      ? this.#matchAlternatives(root.kind, root.node)
      : matchByPath(model, root.node);
  }

  /** Which alternatives apply depends on the values: vscode-json-languageservice chooses them. */
  async #matchAlternatives(kind: DocumentKind, root: ValueNode): Promise<Matches> {
    this.#json ??= this.#loadJsonService();
    const json = await this.#json;
    const model = this.model(kind);
    const matches = new Map<YamlNode, SchemaNode[]>();
    const stand = TextDocument.create(`${kind}:document`, "yaml", 0, "");
    for (const { node, schema } of await json.getMatchingSchemas(
      stand,
      json.newJSONDocument(root as ASTNode),
    )) {
      const applied = model.node(schema as JsonSchema);
      const known = matches.get(node as ValueNode);
      if (known) known.push(applied);
      else matches.set(node as ValueNode, [applied]);
    }
    return matches;
  }

  #read(kind: DocumentKind): { model: SchemaModel; source: JsonSchema } {
    const known = this.#models.get(kind);
    if (known) return known;
    // The JSON service resolves references inside the schema it is given: a copy, which the model shares.
    const source: JsonSchema = JSON.parse(JSON.stringify(this.#sources[kind]));
    const read = { source, model: new SchemaModel(source) };
    this.#models.set(kind, read);
    return read;
  }

  async #loadJsonService(): Promise<JsonService> {
    const { getLanguageService } = await import("vscode-json-languageservice");
    const json = getLanguageService({});
    const kinds: DocumentKind[] = ["values", "operator"];
    const schemas = kinds.map((kind) => {
      // Declared mutable over there; it is this copy that may change.
      return {
        uri: `schema:${kind}`,
        fileMatch: [`${kind}:*`],
        schema: this.#read(kind).source as JSONSchema,
      };
    });
    json.configure({ schemas });
    return json;
  }
}

/** In a schema without alternatives the path of a value says all that applies to it. */
function matchByPath(model: SchemaModel, root: ValueNode): Matches {
  const matches = new Map<YamlNode, readonly SchemaNode[]>();
  // One list for each schema, not for each value: a long file has thousands of values of one kind.
  const lists = new Map<SchemaNode, readonly SchemaNode[]>();
  const visit = (node: ValueNode, schema: SchemaNode): void => {
    const list = lists.get(schema) ?? [schema];
    lists.set(schema, list);
    matches.set(node, list);
    if (node.type === "object") {
      for (const property of node.properties) {
        const { keyNode, valueNode } = property;
        // A merge key is none of the mapping's own keys, even where any key is allowed.
        const child = isMergeKey(property) ? undefined : childOf(schema, keyNode.value);
        if (child && !isOpen(child)) visit(valueNode, child);
      }
    } else if (node.type === "array" && schema.items && !isOpen(schema.items)) {
      for (const item of node.items) visit(item, schema.items);
    }
  };
  visit(root, model.root);
  return matches;
}
