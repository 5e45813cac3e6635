import { isMapping } from "../chart/same-json.ts";
import type { TypeName } from "../schema/model.ts";
import type { CheckValues } from "../schema/own-schema/own-schema.ts";
import { groupBy } from "../yaml/group-by.ts";
import { memo } from "../yaml/memo.ts";
import type { Path } from "../yaml/tree.ts";
import { fieldDifferences, fieldPaths } from "./field-differences.ts";
import { hideSecrets } from "./hide-secrets.ts";

/** What tells one object from the others. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** The template that made it, by its path in the chart; empty if Helm names none. */
  readonly template: string;
}

/** What an object has in common with itself in other renderings, and with no other one; the version of its API does not matter. */
export const objectId = memo(({ template, apiVersion, kind, namespace = "", name }: ObjectName): string =>
  JSON.stringify([template, apiVersion.split("/").slice(0, -1), kind, namespace, name]),
);

/** A field that is not the same on two sides, with its values as they may be shown; a side is absent where the field is not there. */
export interface FieldChange {
  readonly object: ObjectName;
  /** Where it is; if it is gone on the other side, where it was. */
  readonly path: Path;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Tells a field from all others in two renderings. */
export function fieldId({ object, path }: FieldChange): string {
  return JSON.stringify([objectId(object), path]);
}

/** How many objects some fields are of. */
export function objectCount(fields: readonly FieldChange[]): number {
  return new Set(fields.map(({ object }) => objectId(object))).size;
}

/** What a check objects to: where, and of what is there only the type, and the keys if it is a mapping. */
export interface Objection {
  readonly object: RenderedObject;
  readonly path: Path;
  readonly message: string;
  readonly type: TypeName;
  readonly keys: readonly string[];
}

/** An object that Helm rendered. What is secret in it never gets out: not as a string, not as JSON. */
export class RenderedObject implements ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly template: string;
  /** The template as Helm names it, with the name of the chart: `cap-operator/templates/webhook.yaml`; empty if Helm names none. */
  readonly source: string;
  readonly #value: object;

  constructor({ apiVersion, kind, name, namespace, template }: ObjectName, source: string, value: object) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.name = name;
    if (namespace !== undefined) this.namespace = namespace;
    this.template = template;
    this.source = source;
    this.#value = value;
  }

  /** The object as it may be shown: the values of a Secret are hidden. */
  get shown(): unknown {
    return hideSecrets(this.#value);
  }

  /** The paths of all fields at or below a path. */
  fieldsAt(path: Path): readonly Path[] {
    return fieldPaths(valueAt(this.shown, path), path);
  }

  /** For people, and for what is named again: `Deployment/web`. */
  toString(): string {
    return `${this.kind}/${this.name}`;
  }

  toJSON(): unknown {
    return this.shown;
  }

  /** In which fields two renderings of an object differ; one of them may not be there. */
  static changes(
    before: RenderedObject | undefined,
    after: RenderedObject | undefined,
  ): readonly FieldChange[] {
    const object = before ?? after;
    if (object === undefined) return [];
    const [one, other] = [RenderedObject.#valueOf(before), RenderedObject.#valueOf(after)];
    const [then, now] = [hideSecrets(one), hideSecrets(other, one)];
    return fieldDifferences(one, other).map((paths) => ({
      object,
      path: paths.before ?? paths.after ?? [],
      ...(paths.before && { before: valueAt(then, paths.before) }),
      ...(paths.after && { after: valueAt(now, paths.after) }),
    }));
  }

  /** What a check of lists of objects, by what `listOf` calls them, has against each. The API server reads a null as if nothing was there. */
  static async objections(
    objects: readonly RenderedObject[],
    listOf: (object: ObjectName) => string,
    check: CheckValues,
  ): Promise<readonly Objection[]> {
    const lists = groupBy(objects, listOf);
    const values = Object.fromEntries(
      [...lists].map(([name, list]) => [name, list.map((one) => withoutNulls(one.#value))]),
    );
    return (await check(values)).flatMap(({ path: [list, at, ...path], message, isAboutSchema }) => {
      const object = lists.get(String(list))?.[Number(at)];
      const value = object && valueAt(object.#value, path);
      if (!object || isAboutSchema || value === null || value === undefined) return [];
      return [
        { object, path, message, type: typeOf(value), keys: isMapping(value) ? Object.keys(value) : [] },
      ];
    });
  }

  static #valueOf(object: RenderedObject | undefined): object | undefined {
    return object === undefined ? undefined : object.#value;
  }
}

/** What is at a path; what was hidden as a whole stands for all below it. */
function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const part of path) {
    if (!isMapping(at) && !Array.isArray(at)) return at;
    at = Reflect.get(at, part);
  }
  return at;
}

function withoutNulls(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (_key, one) => one ?? undefined));
}

function typeOf(value: unknown): TypeName {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}
