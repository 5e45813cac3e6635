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
import { Schemas } from "./schemas.ts";
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
  #publishedSchema: JsonSchema | undefined;
  #union: SchemaModel | undefined;
  #keys: ChartKeys | undefined;

  constructor(sources: KnowledgeSources, docs: DocsAddresses) {
    const { published } = sources;
    this.#sources = sources;
    this.docs = docs;
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

  /** The schemas for an operator resource, by its `apiVersion`. */
  schemasOfResource(apiVersion: string): Schemas {
    const { resourceGroup = "", versions = [] } = this.published?.facts ?? {};
    const isPublished = resourceGroup !== "" && apiVersion.startsWith(`${resourceGroup}/`);
    return isPublished ? this.schemasOfVersion(versions.at(-1) ?? "") : this.specification;
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

  /** The schema of the operator resource. It lists labels, so that their keys are values there. */
  get #publishedResource(): JsonSchema {
    const { keys, values } = this.words;
    return translatedSchema(this.#sources.schemas.operator, { keys, values: { ...keys, ...values } });
  }

  #translated(): JsonSchema {
    const { schemas, published } = this.#sources;
    const translated = translatedSchema(schemas.values, this.words);
    return isPublished(published) ? overlaid(translated, published.schema) : translated;
  }

  #make(version: string): Schemas {
    const { schemas } = this.#sources;
    const chart = this.published?.of(version);
    const own = chart
      ? { values: schemaOf(chart, this.#inPublishedWords), operator: this.#publishedResource }
      : schemas;
    return new Schemas(own, this.docs, {
      version,
      name: chart ? `${chart.name} ${version}` : this.charts.specification,
      published: this.charts.published,
      words: chart ? this.words : reversed(this.words),
      absence: (path) => this.published?.absence(version, path.join(".")),
    });
  }
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

/** The schemas of one of those charts, by its name; `undefined` if there is none. */
export function schemasNamed(knowledge: Knowledge, name: string): Schemas | undefined {
  const { specification, published, versions } = knowledge.charts;
  if (name === specification) return knowledge.specification;
  const version = versions.find((one) => `${published} ${one}` === name);
  return version === undefined ? undefined : knowledge.schemasOfVersion(version);
}

function isPublished(source: object | undefined): source is PublishedSource {
  return source !== undefined && "versions" in source && "keys" in source && "words" in source;
}
