import { closestMatches } from "../core/rules/engine/rank.ts";
import type { Tool } from "./tool.ts";
import { quotedWord } from "./tool-error.ts";

/** An argument, as far as a schema describes it. */
interface Described {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Described;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
};

/** The fault of the arguments of a call, as a sentence; `undefined` if they fit the tool. */
export function argumentFault({ name, arguments: schema }: Tool, args: object): string | undefined {
  const properties = schema.properties as Readonly<Record<string, Described>>;
  const known = Object.keys(properties);
  for (const [given, value] of Object.entries(args)) {
    const described = known.includes(given) ? properties[given] : undefined;
    if (!described) return `${quotedWord(given)} is not an argument of ${name}. ${hint(given, known)}`;
    const fault = valueFault(described, value);
    if (fault !== undefined) return `"${given}" of ${name} ${fault}.`;
  }
  const missing = schema.required.find((required) => !Object.hasOwn(args, required));
  return missing === undefined ? undefined : `${name} requires the argument "${missing}".`;
}

function hint(given: string, known: readonly string[]): string {
  const [closest] = closestMatches(given, known);
  return closest === undefined ? `Its arguments: ${known.join(", ")}.` : `Did you mean "${closest}"?`;
}

function valueFault(described: Described, value: unknown): string | undefined {
  const types = described.type === undefined ? [] : [described.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return `must be ${types.map((type) => TYPES[type]).join(" or ")}`;
  if (typeof value === "string") return textFault(described, value);
  if (typeof value === "number") return numberFault(described, value);
  return Array.isArray(value) ? listFault(described, value) : undefined;
}

function textFault({ enum: words, maxLength = Number.MAX_SAFE_INTEGER }: Described, value: string) {
  if (words && !words.includes(value)) return `must be one of: ${words.join(", ")}`;
  return value.length > maxLength ? `can have at most ${maxLength} characters` : undefined;
}

function numberFault({ minimum = -Infinity, maximum = Infinity }: Described, value: number) {
  return value < minimum || value > maximum ? `must be from ${minimum} to ${maximum}` : undefined;
}

function listFault({ minItems = 0, maxItems = Infinity, items = {} }: Described, value: readonly unknown[]) {
  if (value.length < minItems || value.length > maxItems) return `must have ${minItems} to ${maxItems} items`;
  return value.every((item) => valueFault(items, item) === undefined)
    ? undefined
    : "must have ids such as fix-1 as items";
}

function isOf(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
