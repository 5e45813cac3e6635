import * as l10n from "@vscode/l10n";
import type { Chart, ReadChart, VocabularyName } from "../chart/chart.ts";
import { PublishedCharts, type PublishedFacts } from "../chart/published-charts.ts";
import { versionMeant } from "../chart/version-range.ts";
import type { ChosenChart, KnownCharts } from "../ownership/chart-choice.ts";
import type { ChartKeys } from "../ownership/chart-keys.ts";
import type { TellingKeys } from "../ownership/chart-words.ts";
import { isOperatorChart, vocabularyOf } from "../ownership/operator-chart.ts";
import type { DocumentKind } from "../wire/documents.ts";
import { keepLast, memo } from "../yaml/memo.ts";
import { ofBoth } from "./both-charts.ts";
import { chartKeysOf } from "./chart-keys.ts";
import { schemaOf } from "./chart-schema.ts";
import type { DocsAddresses } from "./docs-anchor.ts";
import { type JsonSchema, SchemaModel } from "./model.ts";
import type { ResourceDefinition } from "./resource/resource-definition.ts";
import type { ResourceFacts } from "./resource/resource-facts.ts";
import { type KnownResource, ResourceKnowledge } from "./resource/resource-knowledge.ts";
import { NO_CHART, Schemas, type SchemasChart } from "./schemas.ts";
import { reversed, type Words } from "./vocabulary.ts";

/** The data from which all schemas are made. */
export interface KnowledgeSources {
  /** The built, self-contained schemas, in the words of the specification. */
  readonly schemas: Readonly<Record<DocumentKind, object>>;
  /** The schema of the file with the settings of a project; without it, nothing is known of that. */
  readonly project?: object;
  /** The data of the published charts; without them, only the chart of the specification is known. */
  readonly published?: object;
}

/** The published charts, as the build describes them in their words. */
interface PublishedSource extends PublishedFacts {
  /** The published charts' words for those of the specification. */
  readonly words: Words;
  /** The schema of the values with the keys of all charts; the Kubernetes types in it are those of the specification's schema. */
  readonly schema: JsonSchema;
  readonly resource: ResourceFacts;
  /** The schema of the specification's resource. */
  readonly operator: JsonSchema;
  /** The snippets for values, in VS Code's format. */
  readonly snippets: object;
  /** The keys that tell the two vocabularies apart. */
  readonly telling: TellingKeys;
}

/** The beginning of the ids of schemas for files whose chart is not decided. */
const UNDECIDED = "undecided ";

/** The id of the schema of settings. */
const SETTINGS = "settings";

/** The number of local charts whose schemas are kept. */
const MOST_READ = 64;

/** Everything known about the charts of the operator. The schemas of a chart are made when they are first asked for. */
export class Knowledge {
  readonly published: PublishedCharts | undefined;
  readonly words: Words;
  readonly docs: DocsAddresses;
  readonly #sources: KnowledgeSources;
  readonly #published: PublishedSource | undefined;
  /** The schema of the values with all that is known, in the words of the published charts. */
  readonly #inPublishedWords: JsonSchema;
  readonly #resources: ResourceKnowledge | undefined;
  readonly #definitions: () => readonly ResourceDefinition[];
  /** The schemas of operator resources by their ids. */
  readonly #ofResources = new Map<string, Schemas>();
  readonly #made = memo((version: string) => this.#make(version), new Map<string, Schemas>());
  /** The schemas for files whose chart is not decided, by the version of the published chart that it may be. */
  readonly #undecided = memo((version: string) => this.#makeUndecided(version), new Map<string, Schemas>());
  /** The schemas of local charts by digest, the one that was used last at the end. */
  readonly #read = new Map<string, Schemas>();
  /** The schemas of charts that are not known, the one that was used last at the end. */
  readonly #inDoubt = new Map<string, Schemas>();
  readonly #vocabularyOf = memo(
    (chart: ReadChart) =>
      isOperatorChart(chart, this.chartKeys)
        ? (vocabularyOf(chart, this.telling) ?? "specification")
        : undefined,
    new WeakMap(),
  );
  #othersSchema: JsonSchema | undefined;
  #union: SchemaModel | undefined;
  #keys: ChartKeys | undefined;
  #settings: Schemas | undefined;

  /** `definitions` are those of the operator resource that were read, the one that counts first. */
  constructor(
    sources: KnowledgeSources,
    docs: DocsAddresses,
    definitions: () => readonly ResourceDefinition[] = () => [],
  ) {
    const { published } = sources;
    this.#sources = sources;
    this.docs = docs;
    this.#definitions = definitions;
    // Without the schema, nothing could be reported about the keys of any chart.
    const isUsable = isPublished(published) && "properties" in sources.schemas.values;
    this.#published = isUsable ? published : undefined;
    this.published = isUsable ? new PublishedCharts(published) : undefined;
    this.words = isUsable ? published.words : { keys: {}, values: {} };
    const { definitions: types = {} } = sources.schemas.values as JsonSchema;
    this.#inPublishedWords = isUsable ? { ...published.schema, definitions: types } : {};
    this.#resources = isUsable
      ? new ResourceKnowledge(published.resource, {
          values: () => this.publishedValues(),
          resource: () => published.operator,
        })
      : undefined;
  }

  /** The charts that are known without their files. */
  get charts(): KnownCharts {
    const { chart = "" } = (this.#sources.schemas.values as JsonSchema)["x-cap-operator"] ?? {};
    const { chart: published = "", versions = [] } = this.published?.facts ?? {};
    return { specification: chart, published, versions, vocabularyOf: this.#vocabularyOf };
  }

  /** The schemas of the specification's chart. */
  get specification(): Schemas {
    return this.#made("");
  }

  /** The schema of the settings of a project. */
  get settings(): Schemas {
    this.#settings ??= new Schemas({ project: this.#sources.project ?? {} }, this.docs, {
      ...NO_CHART,
      id: SETTINGS,
    });
    return this.#settings;
  }

  /** The schemas of a chart; for a version that is not known, those of the specification. */
  schemasOf(chosen: Pick<ChosenChart, "vocabulary" | "version" | "atHand" | "doubt">): Schemas {
    const { vocabulary, version, atHand, doubt } = chosen;
    if (doubt) {
      const key = JSON.stringify([vocabulary, version, doubt]);
      return kept(this.#inDoubt, key, () => this.schemasOf({ vocabulary, version }).inDoubt(doubt));
    }
    if (vocabulary === "undecided") return this.#undecided(version);
    if (atHand) return this.#schemasOfFiles(atHand, vocabulary);
    return vocabulary === "published" ? this.schemasOfVersion(version) : this.specification;
  }

  /** The schemas of a version of the published chart; for a version that is not known, those of the specification. */
  schemasOfVersion(version: string): Schemas {
    return this.published?.of(version) ? this.#made(version) : this.specification;
  }

  /** Schemas that were made before, by the `id` of their chart; of one that is forgotten, those of the specification. */
  schemasWithId(id: string): Schemas {
    if (id === SETTINGS) return this.settings;
    const [, undecided] = id.split(UNDECIDED);
    if (undecided !== undefined) return this.#undecided(undecided);
    return this.#read.get(id) ?? this.#ofResources.get(id) ?? this.schemasOfVersion(id);
  }

  /**
   * The schemas for an operator resource: those of the version of the manager that its file names, whatever its group is, else those of
   * a definition at hand, else those of the newest version of the manager, else those of the specification.
   */
  schemasOfResource(apiVersion: string, named?: string): Schemas {
    const group = apiVersion.slice(0, apiVersion.indexOf("/"));
    const definition = this.#definitions().find((known) => known.group === group);
    const version = named && (versionMeant(named, this.charts.versions) ?? named);
    const isOfManager = version !== undefined && this.published?.of(version) !== undefined;
    const isPublished =
      (isOfManager && !definition) || (group !== "" && group === this.published?.facts.resourceGroup);
    if (!this.#resources || (!isPublished && !definition)) return this.specification;
    if (!definition || (isPublished && version !== undefined)) {
      return this.#ofResource(this.#resources.ofVersion(version));
    }
    return this.#ofResource(this.#resources.ofDefinition(definition));
  }

  /** The schema of the resource with all fields of all versions. */
  publishedResource(): JsonSchema {
    return this.#resources?.ofAllVersions() ?? {};
  }

  /** The words that distinguish the vocabularies. */
  get telling(): TellingKeys {
    return this.#published?.telling ?? {};
  }

  /** The snippets for values in the words of the published charts, in VS Code's format. */
  get publishedSnippets(): object {
    return this.#published?.snippets ?? {};
  }

  /** The keys of all charts, which distinguish values of the operator's charts from those of other products. */
  get chartKeys(): ChartKeys {
    const { specification, published } = this.charts;
    const names = [specification, published].filter((name) => name !== "");
    const all = () => {
      this.#union ??= new SchemaModel(this.publishedValues());
      return this.#union;
    };
    this.#keys ??= chartKeysOf(names, this.specification.model("values"), all);
    return this.#keys;
  }

  /** The schema of the values with the keys of all published versions. */
  publishedValues(): JsonSchema {
    return this.published ? schemaOf(this.published.union, this.#inPublishedWords) : {};
  }

  /** The same for charts with those words and unknown templates. */
  get #ofOthers(): JsonSchema {
    this.#othersSchema ??= withoutRendering(this.#inPublishedWords);
    return this.#othersSchema;
  }

  /** True for a local chart with the name and version of a published one. */
  #isPublished({ name, version }: ReadChart): boolean {
    const { published, versions } = this.charts;
    return name === published && versions.includes(version);
  }

  #make(version: string): Schemas {
    const chart = this.published?.of(version);
    if (chart) return this.#schemas(chart, "published", { id: version, name: `${chart.name} ${version}` });
    return new Schemas(this.#sources.schemas, this.docs, {
      id: "",
      name: this.charts.specification,
      ...this.#othersOf("specification", ""),
    });
  }

  /** One schema for both charts: it accepts all that is right in one of them. */
  #makeUndecided(version: string): Schemas {
    const [published, specification] = [this.schemasOfVersion(version), this.specification];
    const names = [this.charts.published, this.charts.specification] as const;
    const values = ofBoth(published.json("values"), specification.json("values"), names);
    return new Schemas({ ...this.#sources.schemas, values }, this.docs, {
      ...published.chart,
      id: `${UNDECIDED}${version}`,
      vocabulary: "undecided",
      candidates: [published, specification],
      name: l10n.t("{0} or {1}", published.chart.name, specification.chart.name),
      words: { keys: {}, values: {} },
    });
  }

  #schemasOfFiles(atHand: ReadChart, vocabulary: VocabularyName): Schemas {
    const { digest: id, name, version } = atHand;
    const chart = { id, name: `${name} ${version}`.trim(), atHand };
    return kept(this.#read, id, () => this.#schemas(atHand, vocabulary, chart));
  }

  #schemas(
    chart: Chart,
    vocabulary: VocabularyName,
    facts: Pick<SchemasChart, "id" | "name" | "atHand">,
  ): Schemas {
    const specified = this.#sources.schemas.values as JsonSchema;
    const known = facts.atHand && !this.#isPublished(facts.atHand) ? this.#ofOthers : this.#inPublishedWords;
    const values = schemaOf(chart, vocabulary === "published" ? known : specified);
    const sources = { ...this.#sources.schemas, values };
    return new Schemas(sources, this.docs, { ...facts, ...this.#othersOf(vocabulary, chart.version) });
  }

  #ofResource({ id, operator, demands: resource }: KnownResource): Schemas {
    const known = this.#ofResources.get(id);
    if (known) return known;
    const schemas = new Schemas({ values: {}, operator }, this.docs, {
      id,
      name: resource.name,
      ...this.#othersOf("published", ""),
      resource,
    });
    this.#ofResources.set(id, schemas);
    return schemas;
  }

  /** The data about keys and words that a chart does not have. */
  #othersOf(
    vocabulary: VocabularyName,
    version: string,
  ): Omit<SchemasChart, "id" | "name" | "atHand" | "resource"> {
    const { published, versions } = this.charts;
    const isSpecification = vocabulary === "specification";
    // For an unknown version, the versions before and after it are not known either.
    const isKnown = isSpecification || versions.includes(version);
    return {
      vocabulary,
      published,
      words: isSpecification ? reversed(this.words) : this.words,
      renamed: this.published?.facts.renamed ?? [],
      absence: (path) => {
        // A key with dots is not the path of its parts.
        if (!isKnown || path.some((key) => String(key).includes("."))) return undefined;
        return this.published?.absence(isSpecification ? "" : version, path.join("."));
      },
      keysOfVersions: (path) => (isSpecification ? [] : (this.published?.keysIn(path.join(".")) ?? [])),
    };
  }
}

/** The entry under a key, made if it is missing; of too many entries, the least recently used one is dropped. */
function kept(all: Map<string, Schemas>, key: string, make: () => Schemas): Schemas {
  const schemas = all.get(key) ?? make();
  keepLast(all, key, schemas, MOST_READ);
  return schemas;
}

/** A schema without the facts that were found by rendering certain templates. */
function withoutRendering(schema: JsonSchema): JsonSchema {
  const { "x-cap-operator": annotations, properties } = schema;
  const {
    failsWithNull: _fails,
    printed: _printed,
    selectorLabels: _labels,
    tested: _tested,
    ...others
  } = annotations ?? {};
  const below = Object.entries(properties ?? {}).map(([key, child]) => [key, withoutRendering(child)]);
  return {
    ...schema,
    ...(annotations && { "x-cap-operator": others }),
    ...(properties && { properties: Object.fromEntries(below) }),
  };
}

function isPublished(source: object | undefined): source is PublishedSource {
  return source !== undefined && "versions" in source && "keys" in source && "words" in source;
}
