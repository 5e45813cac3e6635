import { isMapping } from "../chart/same-json.ts";
import type { TypeName } from "../schema/model.ts";
import type { CheckValues } from "../schema/own-schema/own-schema.ts";
import { groupBy } from "../yaml/group-by.ts";
import { memo } from "../yaml/memo.ts";
import type { Path } from "../yaml/tree.ts";
import { fieldDifferences, fieldPaths } from "./field-differences.ts";
import { hideSecrets } from "./hide-secrets.ts";

/** The identity of an object among the others. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** The template that made it, by its path in the chart; empty if Helm names none. */
  readonly template: string;
}

/** The key that identifies an object across renderings; the version of its API does not matter. */
export const objectId = memo(({ template, apiVersion, kind, namespace = "", name }: ObjectName): string =>
  JSON.stringify([template, apiVersion.split("/").slice(0, -1), kind, namespace, name]),
);

/** A field that differs on two sides, with its values as they may be shown; a value is absent on a side without the field. */
export interface FieldChange {
  readonly object: ObjectName;
  /** The path on the first side, or on the second if only that has the field. */
  readonly path: Path;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Tells a field from all others in two renderings. */
export function fieldId({ object, path }: FieldChange): string {
  return JSON.stringify([objectId(object), path]);
}

/** The number of objects that some fields belong to. */
export function objectCount(fields: readonly FieldChange[]): number {
  return new Set(fields.map(({ object }) => objectId(object))).size;
}

/** An objection of a check: its place, and of the value there only the type, and the keys if it is a mapping. */
export interface Objection {
  readonly object: RenderedObject;
  readonly path: Path;
  readonly message: string;
  readonly type: TypeName;
  readonly keys: readonly string[];
}

/** An object that Helm rendered. Its secret values never get out: not as a string, not as JSON. */
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

  /** The name to show and to look up by: `Deployment/web`. */
  toString(): string {
    return `${this.kind}/${this.name}`;
  }

  toJSON(): unknown {
    return this.shown;
  }

  /** The fields in which two renderings of an object differ; one of them may be missing. */
  static changes(
    before: RenderedObject | undefined,
    after: RenderedObject | undefined,
  ): readonly FieldChange[] {
    const object = before ?? after;
    if (object === undefined) return [];
    const [value, other] = [RenderedObject.#valueOf(before), RenderedObject.#valueOf(after)];
    const [then, now] = [hideSecrets(value), hideSecrets(other, value)];
    return fieldDifferences(value, other).map((paths) => ({
      object,
      path: paths.before ?? paths.after ?? [],
      ...(paths.before && { before: valueAt(then, paths.before) }),
      ...(paths.after && { after: valueAt(now, paths.after) }),
    }));
  }

  /** Runs a check over lists of objects, named by `listOf`, and gives its objections to each. Nulls are left out, as the API server ignores them. */
  static async objections(
    objects: readonly RenderedObject[],
    listOf: (object: ObjectName) => string,
    check: CheckValues,
  ): Promise<readonly Objection[]> {
    const lists = groupBy(objects, listOf);
    const values = Object.fromEntries(
      [...lists].map(([name, list]) => [name, list.map((object) => withoutNulls(object.#value))]),
    );
    return (await check(values)).flatMap(({ path: [list, index, ...path], message, isAboutSchema }) => {
      const object = lists.get(String(list))?.[Number(index)];
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

/** The value at a path; a value that was hidden as a whole stands for all below it. */
function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const part of path) {
    if (!isMapping(found) && !Array.isArray(found)) return found;
    found = Reflect.get(found, part);
  }
  return found;
}

function withoutNulls(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (_key, child) => child ?? undefined));
}

function typeOf(value: unknown): TypeName {
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}
