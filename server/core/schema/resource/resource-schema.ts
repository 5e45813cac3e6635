import type { Annotations } from "../annotations.ts";
import type { JsonSchema } from "../model.ts";

/** The documentation of fields: of those in `spec`, and of the resource as a whole as it is known without any definition. */
interface ResourceDocumentation {
  /** The values of the chart, which the manager takes under the same paths. Its shared definitions are those of Kubernetes. */
  readonly values: JsonSchema;
  /** The resource as the specification knows it. */
  readonly resource: JsonSchema;
  /** The documentation of `spec` itself, in each of its shapes. */
  readonly specs: readonly JsonSchema[];
}

/**
 * The schema of an operator resource: the `spec` of a definition, with the documentation of each field. Types and limits are those of the
 * definition; fields of Kubernetes that it does not describe further are known from Kubernetes.
 */
export function resourceSchema(
  spec: JsonSchema,
  apiVersions: readonly string[],
  { values, resource, specs }: ResourceDocumentation,
): JsonSchema {
  const known = resource.properties ?? {};
  const labels = known.spec?.properties ?? {};
  const documented = laidOver(spec, [...specs, { properties: { ...values.properties, ...labels } }], values);
  const { pattern: _any, ...apiVersion } = known.apiVersion ?? {};
  return {
    ...resource,
    ...(values.definitions && { definitions: values.definitions }),
    properties: {
      ...known,
      apiVersion: { ...apiVersion, examples: apiVersions, enum: apiVersions },
      spec: documented,
    },
  };
}

/** The annotations of a value that also hold for the field that the manager passes on to it. */
function passedOn(annotations: Annotations): Annotations {
  const { meaning, fact, manager, onlyWith, insteadOfInvalid, shortest, octal, counterpart, term } =
    annotations;
  const { alternative, atZero, placeholder, switch: isSwitch } = annotations;
  return {
    ...(meaning !== undefined && { meaning }),
    ...(fact !== undefined && { fact }),
    ...(manager !== undefined && { manager }),
    ...(onlyWith !== undefined && { onlyWith }),
    ...(insteadOfInvalid !== undefined && { insteadOfInvalid }),
    ...(shortest !== undefined && { shortest }),
    ...(octal !== undefined && { octal }),
    ...(counterpart !== undefined && { counterpart }),
    ...(term !== undefined && { term }),
    ...(alternative !== undefined && { alternative }),
    ...(atZero !== undefined && { atZero }),
    ...(placeholder !== undefined && { placeholder }),
    ...(isSwitch !== undefined && { switch: isSwitch }),
  };
}

/** A field with its documentation. The first of several texts counts. */
function laidOver(field: JsonSchema, said: readonly JsonSchema[], values: JsonSchema): JsonSchema {
  const fitting = said.filter((part) => isOfType(part, field));
  const { properties, items, additionalProperties: others, ...rest } = field;
  const texts = { ...rest, ...textsOf(field, fitting) };
  const reference = fitting.find(({ $ref }) => $ref !== undefined && fitsInto(field, $ref, values))?.$ref;
  if (reference !== undefined) return { ...texts, $ref: reference };
  const below = <T>(pick: (part: JsonSchema) => T | undefined) =>
    fitting.flatMap((part) => pick(part) ?? []) as T[];
  // A list's items are known from elsewhere if the definition does not describe them.
  const entries = items
    ? laidOver(
        items,
        below((part) => part.items),
        values,
      )
    : below((part) => part.items)[0];
  const unnamed =
    typeof others === "object"
      ? laidOver(
          others,
          below((part) =>
            typeof part.additionalProperties === "object" ? part.additionalProperties : undefined,
          ),
          values,
        )
      : others;
  return {
    ...texts,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [
          key,
          laidOver(child, saidOf(key, fitting, values), values),
        ]),
      ),
    }),
    ...(entries && { items: entries }),
    ...(unnamed !== undefined && { additionalProperties: unnamed }),
  };
}

/** The description, examples and annotations of a field. */
function textsOf(field: JsonSchema, fitting: readonly JsonSchema[]): JsonSchema {
  const all = [...fitting, field];
  const description = first(all, (part) => part.description);
  const examples = first(all, (part) => part.examples?.filter((value) => mayBe(value, field)));
  const notes = fitting.map((part) => passedOn(part["x-cap-operator"] ?? {}));
  const annotations = Object.assign({}, ...notes.toReversed(), field["x-cap-operator"]);
  // The default of a list of labels is that of the manager's own resource, which no API server fills in.
  const labels = fitting.find(
    (part) => part["x-cap-operator"]?.meaning === "label-list" && "default" in part,
  );
  return {
    ...(description !== undefined && { description }),
    ...(examples && examples.length > 0 && { examples }),
    ...(labels && { default: labels.default }),
    ...(Object.keys(annotations).length > 0 && { "x-cap-operator": annotations }),
  };
}

/** The documentation of a key; if there is none at its path, that of the field of a pod with this name. */
function saidOf(key: string, parts: readonly JsonSchema[], values: JsonSchema): readonly JsonSchema[] {
  const here = parts.flatMap((part) => propertyOf(part, key) ?? []);
  return here.length > 0
    ? here
    : podFields(values)
        .filter(([name]) => name === key)
        .map(([, field]) => field);
}

/** The keys of components whose values are those of pods. */
function podFields({ properties = {} }: JsonSchema): [string, JsonSchema][] {
  const components = Object.values(properties).filter(
    (property) => property["x-cap-operator"]?.meaning === "component",
  );
  return components
    .flatMap((component) => Object.entries(component.properties ?? {}))
    .filter(([, { $ref, items }]) => ($ref ?? items?.$ref) !== undefined);
}

function first<T>(parts: readonly JsonSchema[], read: (part: JsonSchema) => T | undefined): T | undefined {
  for (const part of parts) {
    const value = read(part);
    if (value !== undefined) return value;
  }
  return undefined;
}

function propertyOf({ properties = {} }: JsonSchema, key: string): JsonSchema | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** True if the documentation is about a value of the same shape: the mapping of labels in the values is a list in the resource. */
function isOfType({ type, $ref }: JsonSchema, { type: wanted }: JsonSchema): boolean {
  if ($ref !== undefined || type === undefined || wanted === undefined) return true;
  const types = [type].flat();
  return [wanted].flat().some((name) => types.includes(name));
}

/** True if an example has a type that the field takes. */
function mayBe(value: unknown, { type }: JsonSchema): boolean {
  return (
    typeof value === "object" ||
    type === undefined ||
    [type].flat().some((name) => name === typeof value || (name === "integer" && Number.isInteger(value)))
  );
}

/** True if a shared type can stand for a field: it is a mapping there as well, and has all keys that the definition names. */
function fitsInto(
  { type, properties = {} }: JsonSchema,
  reference: string,
  { definitions = {} }: JsonSchema,
): boolean {
  const shared = definitions[reference.replace(/^#\/definitions\//, "")];
  if (type !== undefined && type !== "object") return false;
  return (
    shared !== undefined &&
    Object.keys(properties).every((key) => Object.hasOwn(shared.properties ?? {}, key))
  );
}
