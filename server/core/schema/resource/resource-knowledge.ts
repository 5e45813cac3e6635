import { memo } from "../../yaml/memo.ts";
import type { GoPattern } from "../go-pattern.ts";
import type { JsonSchema } from "../model.ts";
import type { ResourceDemands } from "../schemas.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { fieldsIn, laterThan, type ResourceFacts, specOf } from "./resource-facts.ts";
import { resourceSchema } from "./resource-schema.ts";

/** The documentation of the resource's fields, in the words of the published charts. */
interface ResourceTexts {
  /** The schema of the values with all keys, whose documentation fields share. */
  readonly values: () => JsonSchema;
  /** The schema of the specification's resource. */
  readonly resource: () => JsonSchema;
}

/** The schema of a resource, with the demands of the API server. */
export interface KnownResource {
  /** A unique id. */
  readonly id: string;
  readonly operator: JsonSchema;
  readonly demands: ResourceDemands;
}

/** Schemas of the published manager's resource, by version or by a definition that was read. */
export class ResourceKnowledge {
  readonly #facts: ResourceFacts;
  readonly #texts: ResourceTexts;
  readonly #ownPatterns: ReadonlySet<string>;
  readonly #ofVersion = memo(
    (version: string) => this.#makeOfVersion(version),
    new Map<string, KnownResource>(),
  );
  readonly #ofDefinition = memo(
    (definition: ResourceDefinition) => this.#makeOfDefinition(definition),
    new WeakMap(),
  );

  constructor(facts: ResourceFacts, texts: ResourceTexts) {
    this.#facts = facts;
    this.#texts = texts;
    this.#ownPatterns = new Set([facts.spec, ...Object.values(facts.others)].flatMap(patternsIn));
  }

  /** The resource of a version of the manager; without one, of the newest. */
  ofVersion(version: string = this.#facts.newest): KnownResource {
    return this.#ofVersion(version);
  }

  /** The resource of a definition that was read. */
  ofDefinition(definition: ResourceDefinition): KnownResource {
    return this.#ofDefinition(definition);
  }

  /** The schema of the resource with all fields of all versions. */
  ofAllVersions(): JsonSchema {
    return this.#schemaOf(this.#facts.spec, [this.#facts.apiVersion]);
  }

  #makeOfVersion(version: string): KnownResource {
    return {
      id: `manager ${version}`,
      operator: this.#schemaOf(specOf(this.#facts, version), [this.#facts.apiVersion]),
      demands: {
        name: `CAP Operator Manager ${version}`,
        since: ([, ...path]) => laterThan(this.#facts, version, path.map(String)),
        keysOfVersions: ([, ...path]) => fieldsIn(this.#facts, path.map(String)),
        ...this.#patternsOf(false),
      },
    };
  }

  #makeOfDefinition({ id, spec, apiVersions, source: name }: ResourceDefinition): KnownResource {
    return {
      id: `definition ${id}`,
      operator: this.#schemaOf(spec, apiVersions),
      demands: { name, since: () => undefined, keysOfVersions: () => [], ...this.#patternsOf(true) },
    };
  }

  /** The patterns of the published manager are known to be quick, whatever they look like. */
  #patternsOf(isDefinition: boolean): Pick<ResourceDemands, "load" | "matches"> {
    const patterns = new Map<string, GoPattern | undefined>();
    let read: ((pattern: string) => GoPattern | undefined) | undefined;
    return {
      load: async () => {
        if (isDefinition && !read) read = memo((await import("../go-pattern.ts")).goPattern, patterns);
      },
      matches: (pattern, text) =>
        this.#ownPatterns.has(pattern) ? new RegExp(pattern).test(text) : read?.(pattern)?.test(text),
    };
  }

  #schemaOf(spec: JsonSchema, apiVersions: readonly string[]): JsonSchema {
    const { spec: newest, others = {} } = this.#facts;
    return resourceSchema(spec, apiVersions, {
      values: this.#texts.values(),
      resource: this.#texts.resource(),
      specs: [newest, ...Object.values(others)],
    });
  }
}

function patternsIn({ pattern, properties = {} }: JsonSchema): string[] {
  return [...(pattern === undefined ? [] : [pattern]), ...Object.values(properties).flatMap(patternsIn)];
}
