import * as l10n from "@vscode/l10n";
import type { ASTNode, JSONSchema, LanguageService as JsonService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type KeyComment, keyAt, type ReadChart, type VocabularyName } from "../chart/chart.ts";
import type { Absence, RenamedKey } from "../chart/published-charts.ts";
import { KINDS, type Kind, type KindName, type ValuesRoot } from "../kinds.ts";
import type { ChartDoubt } from "../wire/charts.ts";
import type { Path, PathSegment, ValueNode, YamlNode } from "../yaml/tree.ts";
import { type DocsAddresses, docsLink } from "./docs-anchor.ts";
import { childOf, isOpen, type JsonSchema, SchemaModel, type SchemaNode } from "./model.ts";
import type { Words } from "./vocabulary.ts";

/** Finds the schemas of the nodes of one tree; several if the schema has alternatives. */
export interface Matcher {
  /** True if a value's path alone determines its schemas, whatever the value is. */
  readonly byPath: boolean;
  root(node: ValueNode): readonly SchemaNode[];
  /** The schemas of the value under a key, or of an item, of a collection with the schemas `parent`. */
  child(node: ValueNode, parent: readonly SchemaNode[], segment: PathSegment): readonly SchemaNode[];
}

/** The chart of these schemas, with the data about keys and values that only other charts have. */
export interface SchemasChart {
  /** The id among known charts: empty for that of the specification, else a version or the digest of its files. */
  readonly id: string;
  readonly vocabulary: VocabularyName | "undecided";
  /** While the chart is not decided: the schemas of each that it may be, the likeliest first. */
  readonly candidates?: readonly [Schemas, ...Schemas[]];
  /** The chart as read from its files, if there are any. */
  readonly atHand?: ReadChart;
  /** The name for people: `cap-operator 0.34.0`. */
  readonly name: string;
  /** The reason why these may not be all keys of the chart that was named. */
  readonly doubt?: ChartDoubt;
  /** The name of the published chart. */
  readonly published: string;
  /** This chart's words for those of other charts. */
  readonly words: Words;
  /** The keys that versions of the published chart gave other names. */
  readonly renamed: readonly RenamedKey[];
  /** The reason why this chart lacks a key that a version of the published chart has; `undefined` if none has it. */
  absence(path: Path): Absence | undefined;
  /** The keys that any version of the published chart has in the mapping at a path; none if the chart is another one. */
  keysOfVersions(path: Path): readonly string[];
  /** The demands of the API server on operator resources, if their definition is known. */
  readonly resource?: ResourceDemands;
}

/** The demands in the definition of the operator resource. */
export interface ResourceDemands {
  /** The name of the definition's source for people: `CAP Operator Manager 0.34.0`. */
  readonly name: string;
  /** The first version of the manager that has a field, if this one lacks it. */
  since(path: Path): string | undefined;
  /** The fields that the newest version of the manager has in the mapping at a path. */
  keysOfVersions(path: Path): readonly string[];
  /** Loads the reader of patterns, which `matches` needs. */
  load(): Promise<void>;
  /** True if a text matches one of the definition's patterns; `undefined` if that pattern cannot be read. */
  matches(pattern: string, text: string): boolean | undefined;
}

/** In place of a chart, for documents that are for none. */
export const NO_CHART: SchemasChart = {
  id: "",
  vocabulary: "specification",
  get name() {
    return l10n.t("this chart");
  },
  published: "",
  words: { keys: {}, values: {} },
  renamed: [],
  absence: () => undefined,
  keysOfVersions: () => [],
};

/** The schemas of all kinds of documents for one chart, each read on first use, with the addresses of their documentation. */
export class Schemas {
  readonly chart: SchemasChart;
  readonly docs: DocsAddresses;
  readonly #sources: Readonly<Partial<Record<KindName, object>>>;
  readonly #models = new Map<KindName, { model: SchemaModel; source: JsonSchema }>();
  #json: Promise<JsonService> | undefined;

  constructor(
    sources: Readonly<Partial<Record<KindName, object>>>,
    docs: DocsAddresses,
    chart: SchemasChart = NO_CHART,
  ) {
    this.#sources = sources;
    this.chart = chart;
    this.docs = docs;
  }

  /** The same for a chart in doubt: an unusable one has no known keys, and a newer one may have others. */
  inDoubt(doubt: ChartDoubt): Schemas {
    const sources = doubt.kind === "unusable" ? { ...this.#sources, values: {} } : this.#sources;
    return new Schemas(sources, this.docs, { ...this.chart, doubt });
  }

  /** The address of the documentation of a place, for a link in Markdown. */
  docsLink(kind: KindName, path: Path): string {
    const { page, anchor }: Kind = KINDS[kind];
    const owner = this.chart.candidates?.find((candidate) => candidate.model(kind).at(path) !== undefined);
    return (
      owner?.docsLink(kind, path) ??
      (anchor === undefined
        ? docsLink(this.docs.link, this.#pageOf(kind), this.json(kind), path)
        : this.docs.link(page, anchor))
    );
  }

  #pageOf(kind: KindName): string {
    const { page, publishedPage, isMerged }: Kind = KINDS[kind];
    const isPublished = isMerged ? this.chart.vocabulary === "published" : this.chart.resource !== undefined;
    return (isPublished ? publishedPage : undefined) ?? page;
  }

  /** The local chart's comment on a key. */
  commentOn(kind: KindName, path: Path): KeyComment | undefined {
    const { atHand } = this.chart;
    return KINDS[kind].isMerged && atHand ? keyAt(atHand.keys, path)?.comment?.() : undefined;
  }

  /** The schema itself, for other tools. */
  json(kind: KindName): object {
    return this.#sources[kind] ?? {};
  }

  model(kind: KindName): SchemaModel {
    return this.#read(kind).model;
  }

  /** Applies the schema to a document. */
  async match(root: ValuesRoot): Promise<Matcher> {
    const model = this.model(root.kind.name);
    return root.node && model.hasAlternatives
      ? this.#matchAlternatives(root.kind.name, root.node)
      : matchByPath(model.root);
  }

  /** The values decide between alternatives: vscode-json-languageservice chooses. */
  async #matchAlternatives(kind: KindName, root: ValueNode): Promise<Matcher> {
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
    const schemasOf = (node: ValueNode) => matches.get(node) ?? NOTHING;
    return { byPath: false, root: schemasOf, child: schemasOf };
  }

  #read(kind: KindName): { model: SchemaModel; source: JsonSchema } {
    const known = this.#models.get(kind);
    if (known) return known;
    let source: JsonSchema = this.json(kind);
    let model = new SchemaModel(source);
    if (model.hasAlternatives) {
      // The JSON service resolves references in place, so it is given a copy of the schema, which the model shares.
      source = JSON.parse(JSON.stringify(source));
      model = new SchemaModel(source);
    }
    const read = { source, model };
    this.#models.set(kind, read);
    return read;
  }

  async #loadJsonService(): Promise<JsonService> {
    const { getLanguageService } = await import("vscode-json-languageservice");
    const json = getLanguageService({});
    const schemas = (Object.keys(this.#sources) as KindName[]).map((kind) => {
      // The service's type is mutable. It resolves only the schemas that are asked for: those with alternatives, which are copies.
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

const NOTHING: readonly SchemaNode[] = [];

/** In a schema without alternatives, a value's path alone determines what applies to it. */
function matchByPath(root: SchemaNode): Matcher {
  // One list for each schema, not for each value: a long file has thousands of values of one kind.
  const lists = new Map<SchemaNode, readonly SchemaNode[]>();
  const only = (schema: SchemaNode | undefined) => {
    if (!schema || isOpen(schema)) return NOTHING;
    const list = lists.get(schema) ?? [schema];
    lists.set(schema, list);
    return list;
  };
  return {
    byPath: true,
    root: () => only(root),
    child: (_node, [parent], segment) =>
      only(parent && (typeof segment === "string" ? childOf(parent, segment) : parent.items)),
  };
}
