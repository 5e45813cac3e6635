import { isFilled } from "../chart/same-json.ts";
import type { Path } from "../yaml/tree.ts";
import type { Annotations } from "./annotations.ts";
import { type FieldGroup, fieldGroupOf, type ValidationRule } from "./resource/field-groups.ts";

/** The types of JSON Schema. */
const TYPE_NAMES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
export type TypeName = (typeof TYPE_NAMES)[number];

/** True for the name of a type of JSON Schema. */
export function isTypeName(name: unknown): name is TypeName {
  return TYPE_NAMES.some((type) => type === name);
}

/** The parts of JSON Schema (draft-07) that describe what users can write. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly "x-cap-operator"?: Annotations;
}

/** The demands of the API server on the form of a text or the length of a text or list. */
export type Limits = Pick<JsonSchema, "pattern" | "minLength" | "maxLength" | "minItems" | "maxItems">;

/** The schema of one place, with references resolved and alternatives merged. */
export interface SchemaNode {
  readonly types: readonly TypeName[];
  readonly description: string | undefined;
  readonly default: unknown;
  readonly hasDefault: boolean;
  /** The only values allowed, if they are listed. */
  readonly allowed: readonly unknown[] | undefined;
  readonly examples: readonly unknown[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly limits: Limits | undefined;
  /** The groups of its fields that exclude or need each other. */
  readonly fieldGroups: readonly FieldGroup[];
  readonly required: ReadonlySet<string>;
  readonly annotations: Annotations;
  /** Known keys, in the schema's order. */
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** The schemas of keys that match a pattern. */
  readonly patterns: readonly (readonly [RegExp, SchemaNode])[];
  /** The schema of additional keys; `undefined` when there are none. */
  readonly additional: SchemaNode | undefined;
  /** True if additional keys are forbidden. */
  readonly closed: boolean;
  readonly items: SchemaNode | undefined;
  /** True for a shared type that references point to: one of the types of Kubernetes. */
  readonly shared: boolean;
}

/** A schema, read as nodes on demand. Nodes are made once, so recursive types are not a problem. */
export class SchemaModel {
  readonly root: SchemaNode;
  readonly #definitions: Readonly<Record<string, JsonSchema>>;
  readonly #nodes = new Map<JsonSchema, SchemaNode>();
  readonly #references = new WeakSet<object>();
  /** True if the schema of a value depends on the value, not on its path alone. */
  readonly hasAlternatives: boolean;

  constructor(schema: JsonSchema) {
    this.hasAlternatives = survey(schema, this.#references);
    this.#definitions = schema.definitions ?? {};
    this.root = this.node(schema);
  }

  /** The schema at a path; `undefined` if nothing is known there. */
  at(path: Path): SchemaNode | undefined {
    let node: SchemaNode | undefined = this.root;
    for (const segment of path) {
      if (!node) return undefined;
      node = typeof segment === "number" ? node.items : childOf(node, segment);
    }
    return node;
  }

  /** The node of one schema object inside this schema. */
  node(schema: JsonSchema): SchemaNode {
    const known = this.#nodes.get(schema);
    if (known) return known;
    const node = this.#read(schema);
    this.#nodes.set(schema, node);
    return node;
  }

  #read(schema: JsonSchema): SchemaNode {
    const parts = this.#parts(schema);
    const first = <T>(read: (part: JsonSchema) => T | undefined): T | undefined => {
      for (const part of parts) {
        const value = read(part);
        if (value !== undefined) return value;
      }
      return undefined;
    };
    const withDefault = parts.find((part) => "default" in part);
    const enums = parts.map((part) => part.enum ?? ("const" in part ? [part.const] : undefined));
    const allowed = enums.filter((list) => list !== undefined).flat();
    const properties = new Map<string, () => SchemaNode>();
    for (const part of parts) {
      for (const [key, value] of Object.entries(part.properties ?? {})) {
        if (!properties.has(key)) properties.set(key, () => this.node(value));
      }
    }
    const items = first((part) => part.items);
    const additional = first((part) => part.additionalProperties);
    const annotations = Object.assign({}, ...parts.map((part) => part["x-cap-operator"]).reverse());
    const model = this;
    return {
      types: [...new Set(parts.flatMap((part) => part.type ?? []))],
      description: first((part) => part.description),
      default: withDefault?.default,
      hasDefault: withDefault !== undefined,
      allowed: allowed.length > 0 ? [...new Set(allowed)] : undefined,
      examples: first((part) => part.examples) ?? [],
      minimum: first((part) => part.minimum),
      maximum: first((part) => part.maximum),
      limits: parts.map(limitsOf).find((limits) => limits !== undefined),
      fieldGroups: parts
        .flatMap((part) => part["x-kubernetes-validations"] ?? [])
        .flatMap((rule) => fieldGroupOf(rule) ?? []),
      required: new Set(parts.flatMap((part) => part.required ?? [])),
      closed: additional === false && annotations.open !== true,
      annotations,
      shared: this.#references.has(schema),
      get properties() {
        const nodes = new Map([...properties].map(([key, read]) => [key, read()]));
        Object.defineProperty(this, "properties", { value: nodes });
        return nodes;
      },
      get patterns() {
        const forms = parts.flatMap((part) => Object.entries(part.patternProperties ?? {}));
        const patterns = forms.map(([form, value]) => [new RegExp(form, "u"), model.node(value)] as const);
        Object.defineProperty(this, "patterns", { value: patterns });
        return patterns;
      },
      get additional() {
        if (additional === true || annotations.open) return OPEN;
        return additional ? model.node(additional) : undefined;
      },
      get items() {
        return items ? model.node(items) : undefined;
      },
    };
  }

  /** A schema and the schemas that it refers to or combines; the more specific ones come first. */
  #parts(schema: JsonSchema, depth = 0): JsonSchema[] {
    if (depth > 16) return [];
    const parts = [schema];
    const name = schema.$ref?.replace(/^#\/(?:definitions|\$defs)\//, "");
    const target = name === undefined ? undefined : this.#definitions[name];
    const further = [
      ...(target ? [target] : []),
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ];
    for (const part of further) for (const each of this.#parts(part, depth + 1)) parts.push(each);
    return parts;
  }
}

/** The schema of a key's value; `undefined` when the schema knows no such key there. */
export function childOf(node: SchemaNode, key: string): SchemaNode | undefined {
  return node.properties.get(key) ?? node.patterns.find(([form]) => form.test(key))?.[1] ?? node.additional;
}

function limitsOf({ pattern, minLength, maxLength, minItems, maxItems }: JsonSchema): Limits | undefined {
  const limits = {
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
  return Object.keys(limits).length === 0 ? undefined : limits;
}

const ALTERNATIVES = ["allOf", "anyOf", "oneOf", "not", "if", "dependencies"];

/**
 * Notes the references in a schema before they are resolved, because resolving replaces them with their targets. Returns `true` if there are
 * alternatives.
 */
function survey(schema: object, references: WeakSet<object>): boolean {
  if ("$ref" in schema) references.add(schema);
  const parts = schema as Readonly<Record<string, unknown>>;
  let found = !Array.isArray(schema) && ALTERNATIVES.some((keyword) => typeof parts[keyword] === "object");
  for (const key in parts) {
    const part = parts[key];
    if (typeof part === "object" && part !== null && survey(part, references)) found = true;
  }
  return found;
}

/** The node of a place where anything is allowed. */
const OPEN: SchemaNode = {
  types: [],
  description: undefined,
  default: undefined,
  hasDefault: false,
  allowed: undefined,
  examples: [],
  minimum: undefined,
  maximum: undefined,
  limits: undefined,
  fieldGroups: [],
  required: new Set(),
  closed: false,
  annotations: { open: true },
  shared: false,
  properties: new Map(),
  patterns: [],
  get additional() {
    return OPEN;
  },
  get items() {
    return OPEN;
  },
};

/** True if nothing at all is known about a place, as under `global`. */
export function isOpen(node: SchemaNode): boolean {
  return node === OPEN;
}

/** True if a place accepts a value of one of these types; without any types it accepts all. */
export function accepts(node: SchemaNode, ...types: readonly TypeName[]): boolean {
  return node.types.length === 0 || node.types.some((type) => types.includes(type));
}

/** True if a place can hold a scalar. */
export function isScalar(node: SchemaNode): boolean {
  return accepts(node, "string", "number", "integer", "boolean") || node.allowed !== undefined;
}

/** True if a place holds a mapping but no scalar, and is not open to just anything. */
export function holdsMapping(node: SchemaNode): boolean {
  return accepts(node, "object") && !isScalar(node);
}

/** True if the chart cannot be rendered while a value is null: it needs the value itself, or one in it, whatever else is set. */
export function failsWithNull({ annotations, shared, properties }: SchemaNode): boolean {
  return annotations.failsWithNull === true || (!shared && [...properties.values()].some(failsWithNull));
}

/** True if the default of a key is worth writing: the default of a key that every installation must set fits no real cluster. */
export function hasUsefulDefault({ hasDefault, annotations }: SchemaNode): boolean {
  return hasDefault && annotations.requiredForInstall !== true;
}

/** True if a key is written as a level of keys: it has documented keys, and its default is not simply empty. */
export function opensLevel(node: SchemaNode): boolean {
  if (node.properties.size === 0 || node.shared) return false;
  return !node.hasDefault || isFilled(node.default);
}

/** True for the chart's default of a key that every installation must set: it is no better than a missing value. */
export function isChartPlaceholder(
  { annotations, default: standard }: SchemaNode,
  value: string | undefined,
): boolean {
  if (annotations.requiredForInstall !== true || value === undefined || value.trim() === "") return false;
  const standards = [standard, ...(annotations.perChart ?? []).map((facts) => facts.default)];
  return standards.includes(value.trim());
}

/** True if a place holds a list and no mapping. */
export function holdsList(node: SchemaNode): boolean {
  return accepts(node, "array") && !accepts(node, "object");
}
