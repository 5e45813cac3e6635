import { PublishedCharts, type PublishedFacts } from "../chart/published-charts.ts";
import type { ChosenChart, KnownCharts } from "../ownership/chart-choice.ts";
import type { ChartKeys } from "../ownership/chart-keys.ts";
import type { TellingKeys } from "../ownership/chart-words.ts";
import { memo } from "../yaml/memo.ts";
import type { DocumentKind } from "../yaml/tree.ts";
import { chartKeysOf } from "./chart-keys.ts";
import { schemaOf } from "./chart-schema.ts";
import type { DocsAddresses } from "./docs-anchor.ts";
import { type JsonSchema, SchemaModel } from "./model.ts";
import { overlaid } from "./overlay.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { laterThan, type ResourceFacts, specOf } from "./resource-facts.ts";
import { resourceSchema } from "./resource-schema.ts";
import { type ResourceDemands, Schemas } from "./schemas.ts";
import { reversed, translatedSchema, type Words } from "./vocabulary.ts";

/** The data from which all schemas are made. */
export interface KnowledgeSources {
  /** The built, self-contained schemas, in the words of the specification. */
  readonly schemas: Readonly<Record<DocumentKind, object>>;
  /** What is known of the published charts; without it, only the chart of the specification is known. */
  readonly published?: object;
}

/** The published charts, their words, and what is said about them beyond the specification. */
interface PublishedSource extends PublishedFacts {
  readonly words: Words;
  readonly schema: JsonSchema;
  readonly resource: ResourceFacts;
  /** Where the words differ; the build finds that out. */
  readonly telling: TellingKeys;
}

/** All that is known about the charts of the operator. The schemas of a chart are made when they are first asked for. */
export class Knowledge {
  readonly published: PublishedCharts | undefined;
  readonly words: Words;
  readonly docs: DocsAddresses;
  readonly #sources: KnowledgeSources;
  readonly #made = memo((version: string) => this.#make(version), new Map<string, Schemas>());
  readonly #ofDefinition = memo((definition: ResourceDefinition) => this.#makeOfDefinition(definition));
  readonly #definitions: () => readonly ResourceDefinition[];
  #publishedSchema: JsonSchema | undefined;
  #union: SchemaModel | undefined;
  #keys: ChartKeys | undefined;

  /** `definitions` are those of the operator resource that are at hand, the one that counts first. */
  constructor(
    sources: KnowledgeSources,
    docs: DocsAddresses,
    definitions: () => readonly ResourceDefinition[] = () => [],
  ) {
    const { published } = sources;
    this.#sources = sources;
    this.docs = docs;
    this.#definitions = definitions;
    // Without the schema, nothing could be said about the keys of any chart.
    const isUsable = isPublished(published) && "properties" in sources.schemas.values;
    this.published = isUsable ? new PublishedCharts(published) : undefined;
    this.words = isUsable ? published.words : { keys: {}, values: {} };
  }

  /** The charts that are known without being at hand. */
  get charts(): KnownCharts {
    const { chart = "" } = (this.#sources.schemas.values as JsonSchema)["x-cap-operator"] ?? {};
    const { chart: published = "", versions = [] } = this.published?.facts ?? {};
    return { specification: chart, published, versions };
  }

  /** The schemas of the specification's chart. */
  get specification(): Schemas {
    return this.#made("");
  }

  /** The schemas of a chart; for a version that is not known, those of the specification. */
  schemasOf({ vocabulary, version }: Pick<ChosenChart, "vocabulary" | "version">): Schemas {
    return vocabulary === "published" ? this.schemasOfVersion(version) : this.specification;
  }

  /** The schemas of a version of the published chart; for a version that is not known, those of the specification. */
  schemasOfVersion(version: string): Schemas {
    return this.published?.of(version) ? this.#made(version) : this.specification;
  }

  /**
   * The schemas for an operator resource: those of the version of the manager that its file names, else those of a definition at
   * hand, else those of the newest version of the manager, else those of the specification.
   */
  schemasOfResource(apiVersion: string, version?: string): Schemas {
    const { facts } = this.published ?? {};
    const group = apiVersion.slice(0, apiVersion.indexOf("/"));
    const isPublished = facts !== undefined && group === facts.resourceGroup;
    if (isPublished && version !== undefined) return this.#made(`${MANAGER}${version}`);
    const definition = this.#definitions().find((one) => one.group === group);
    if (definition) return this.#ofDefinition(definition);
    return isPublished ? this.#made(`${MANAGER}${this.#resource?.newest}`) : this.specification;
  }

  /** The schemas with this name, as `SchemasChart.version` has it; those of the specification if there are none. */
  schemasNamed(name: string): Schemas {
    const definition = this.#definitions().find((one) => nameOf(one) === name);
    if (definition) return this.#ofDefinition(definition);
    return name.startsWith(MANAGER) ? this.#made(name) : this.schemasOfVersion(name);
  }

  /** The words by which the vocabularies can be told apart. */
  get telling(): TellingKeys {
    const { published } = this.#sources;
    return this.published && isPublished(published) ? published.telling : {};
  }

  /** The keys of all charts, by which a file of ours is told from those of other products. */
  get chartKeys(): ChartKeys {
    const { specification, published } = this.charts;
    const names = [specification, published].filter((name) => name !== "");
    this.#keys ??= chartKeysOf(names, this.specification.model("values"), () => this.#allPublished);
    return this.#keys;
  }

  /** The schema of the values with the keys of all published versions. */
  publishedValues(): JsonSchema {
    return this.published ? schemaOf(this.published.union, this.#inPublishedWords) : {};
  }

  get #allPublished(): SchemaModel {
    this.#union ??= new SchemaModel(this.publishedValues());
    return this.#union;
  }

  /** The schema of the values with all that is known, in the words of the published charts. */
  get #inPublishedWords(): JsonSchema {
    this.#publishedSchema ??= this.#translated();
    return this.#publishedSchema;
  }

  /** The schema of the specification's resource in those words. It lists labels, so that their keys are values there. */
  get #resourceInPublishedWords(): JsonSchema {
    const { keys, values } = this.words;
    return translatedSchema(this.#sources.schemas.operator, { keys, values: { ...keys, ...values } });
  }

  /** What is known about the resource of the published manager. */
  get #resource(): ResourceFacts | undefined {
    const { published } = this.#sources;
    return this.published && isPublished(published) ? published.resource : undefined;
  }

  /** The schema of the resource with all fields of all versions. */
  publishedResource(): JsonSchema {
    return this.#resource ? this.#resourceOf(this.#resource.spec, [this.#resource.apiVersion]) : {};
  }

  #resourceOf(spec: JsonSchema, apiVersions: readonly string[]): JsonSchema {
    const { spec: newest, others = {} } = this.#resource ?? {};
    return resourceSchema(spec, apiVersions, {
      values: this.publishedValues(),
      resource: this.#resourceInPublishedWords,
      specs: newest ? [newest, ...Object.values(others)] : [],
    });
  }

  #translated(): JsonSchema {
    const { schemas, published } = this.#sources;
    const translated = translatedSchema(schemas.values, this.words);
    return isPublished(published) ? overlaid(translated, published.schema) : translated;
  }

  #make(name: string): Schemas {
    const isManager = name.startsWith(MANAGER);
    const version = isManager ? name.slice(MANAGER.length) : name;
    const chart = this.published?.of(version);
    const values = chart ? schemaOf(chart, this.#inPublishedWords) : undefined;
    const facts = this.#resource;
    if (!facts || (!chart && !isManager)) return this.#schemas(name, this.#sources.schemas);
    const operator = this.#resourceOf(specOf(facts, version), [facts.apiVersion]);
    return this.#schemas(name, { values: values ?? this.publishedValues(), operator }, chart?.name, {
      name: `CAP Operator Manager ${version}`,
      since: ([, ...path]) => laterThan(facts, version, path.map(String)),
      matches: (pattern, text) => new RegExp(pattern).test(text),
    });
  }

  #makeOfDefinition(definition: ResourceDefinition): Schemas {
    const operator = this.#resourceOf(definition.spec, definition.apiVersions);
    const { source: name, matches } = definition;
    const demands = { name, since: () => undefined, matches };
    return this.#schemas(nameOf(definition), { values: this.publishedValues(), operator }, "", demands);
  }

  /** `chart` is the name of a published chart; without one, the schemas are in the words of the specification. */
  #schemas(
    version: string,
    own: KnowledgeSources["schemas"],
    chart?: string,
    resource?: ResourceDemands,
  ): Schemas {
    return new Schemas(own, this.docs, {
      version,
      name: chart === undefined ? this.charts.specification : `${chart} ${version}`,
      published: this.charts.published,
      words: resource ? this.words : reversed(this.words),
      absence: (path) => this.published?.absence(version, path.join(".")),
      ...(resource && { resource }),
    });
  }
}

/** What the name of schemas for a version of the manager, and of those of a definition, begins with. */
const MANAGER = "manager ";

function nameOf({ id }: ResourceDefinition): string {
  return `definition ${id}`;
}

/** The charts that are known without being at hand, the newest first, with what names each in the comment at the top of a file. */
export function knownCharts({ charts }: Knowledge): { readonly name: string; readonly modeline: string }[] {
  const { specification, published, versions } = charts;
  return [
    ...versions
      .toReversed()
      .map((version) => ({ name: `${published} ${version}`, modeline: `version=${version}` })),
    { name: specification, modeline: `chart=${specification}` },
  ];
}

function isPublished(source: object | undefined): source is PublishedSource {
  return source !== undefined && "versions" in source && "keys" in source && "words" in source;
}
