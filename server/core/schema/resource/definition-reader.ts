import type { ObjectNode, PropertyNode, ValueNode } from "../../yaml/tree.ts";
import { isTypeName, type JsonSchema, type TypeName } from "../model.ts";
import { formulaRules } from "./definition-formulas.ts";

/** The largest number of fields that are read of a definition; that of the manager has about five thousand. */
const MOST_FIELDS = 50_000;
const LONGEST_DESCRIPTION = 4000;
const MOST_CHOICES = 1000;

/** The keywords with numbers. */
const NUMBERS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/**
 * Reads a structural schema of a custom resource definition (Kubernetes, `JSONSchemaProps` of apiextensions v1) from the tree of its text.
 * Keywords of the wrong type are left out, as are those without meaning for users.
 */
export class DefinitionReader {
  #fields = 0;
  readonly #isOpen: boolean;

  /** `isOpen`: fields that the definition does not name are not reported. */
  constructor(isOpen = false) {
    this.#isOpen = isOpen;
  }

  /** The schema that a mapping describes. */
  read(node: ObjectNode): JsonSchema {
    this.#fields += 1;
    if (this.#fields > MOST_FIELDS || node.alias !== undefined) return {};
    const keywords = keywordsOf(node);
    const keepsUnknown = isTrue(keywords.get("x-kubernetes-preserve-unknown-fields"));
    const properties = this.#properties(keywords.get("properties"));
    const other = keywords.get("additionalProperties");
    const items = keywords.get("items");
    const pattern = stringOf(keywords.get("pattern"));
    const types = typesOf(keywords);
    const description = stringOf(keywords.get("description"))?.slice(0, LONGEST_DESCRIPTION);
    const choices = choicesOf(keywords.get("enum"));
    const required = textsOf(keywords.get("required")).filter(
      (key) => !hasDefault(keywords.get("properties"), key),
    );
    const rules = [...rulesOf(keywords.get("x-kubernetes-validations")), ...formulaRules(node)];
    return {
      ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
      ...(description !== undefined && { description: asPlainText(description) }),
      ...(choices.length > 0 && { enum: choices }),
      ...(required.length > 0 && { required }),
      ...(pattern !== undefined && { pattern }),
      ...boundsOf(stringOf(keywords.get("format"))),
      ...Object.fromEntries(
        NUMBERS.flatMap((key) => {
          const value = keywords.get(key);
          return value?.type === "number" ? [[key, value.value]] : [];
        }),
      ),
      ...(rules.length > 0 && { "x-kubernetes-validations": rules }),
      ...(properties && { properties }),
      ...(items?.type === "object" && { items: this.read(items) }),
      ...this.#others(other, properties !== undefined && !keepsUnknown),
    };
  }

  #properties(node: ValueNode | undefined): Record<string, JsonSchema> | undefined {
    if (node?.type !== "object" || node.alias !== undefined) return undefined;
    // Made of entries, a key such as `__proto__` is one like any other.
    return Object.fromEntries(
      [...keywordsOf(node)].flatMap(([key, value]) =>
        value.type === "object" ? [[key, this.read(value)] as const] : [],
      ),
    );
  }

  /** The API server drops fields that the definition does not name, or refuses the object. */
  #others(node: ValueNode | undefined, isClosed: boolean): Pick<JsonSchema, "additionalProperties"> {
    if (node?.type === "object") return { additionalProperties: this.read(node) };
    if (isTrue(node)) return { additionalProperties: true };
    return isClosed && !this.#isOpen ? { additionalProperties: false } : {};
  }
}

/** The keywords of a schema, or its fields: of several with one name, the last. */
function keywordsOf({ properties }: ObjectNode): ReadonlyMap<string, ValueNode> {
  return new Map(
    properties.flatMap(({ key, valueNode }: PropertyNode) =>
      valueNode.alias === undefined ? [[key, valueNode] as const] : [],
    ),
  );
}

function typesOf(keywords: ReadonlyMap<string, ValueNode>): TypeName[] {
  if (isTrue(keywords.get("x-kubernetes-int-or-string"))) return ["integer", "string"];
  const type = stringOf(keywords.get("type"));
  const nullable: TypeName[] = isTrue(keywords.get("nullable")) ? ["null"] : [];
  return isTypeName(type) ? [type, ...nullable] : [];
}

/** The bounds of a number format: the API server refuses other numbers. The numbers of the other formats are not exact in YAML. */
function boundsOf(format: string | undefined): Pick<JsonSchema, "minimum" | "maximum"> {
  return format === "int32" ? { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } : {};
}

/** The API server fills in a default before it looks for required fields (Kubernetes, "Defaulting" of custom resources). */
function hasDefault(properties: ValueNode | undefined, key: string): boolean {
  const field = properties?.type === "object" ? keywordsOf(properties).get(key) : undefined;
  return field?.type === "object" && keywordsOf(field).has("default");
}

function rulesOf(node: ValueNode | undefined) {
  return itemsOf(node).flatMap((item) => {
    if (item.type !== "object") return [];
    const keywords = keywordsOf(item);
    const [rule, message] = [stringOf(keywords.get("rule")), stringOf(keywords.get("message"))];
    return rule === undefined ? [] : [{ rule, message }];
  });
}

function choicesOf(node: ValueNode | undefined): (string | number | boolean)[] {
  return itemsOf(node)
    .slice(0, MOST_CHOICES)
    .flatMap((item) =>
      item.type === "string" || item.type === "number" || item.type === "boolean" ? [item.value] : [],
    );
}

function textsOf(node: ValueNode | undefined): string[] {
  return itemsOf(node).flatMap((item) => stringOf(item) ?? []);
}

function itemsOf(node: ValueNode | undefined): readonly ValueNode[] {
  return node?.type === "array" && node.alias === undefined ? node.items : [];
}

function stringOf(node: ValueNode | undefined): string | undefined {
  return node?.type === "string" ? node.value : undefined;
}

function isTrue(node: ValueNode | undefined): boolean {
  return node?.type === "boolean" && node.value;
}

/** A description without the signs by which prose marks code: the text of a definition is never markup. */
function asPlainText(text: string): string {
  return text.replaceAll("`", "'");
}
