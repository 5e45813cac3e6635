import { counted, listed, withArticle } from "../sentence-parts.ts";
import { looksSecret } from "./redact.ts";

/** A place of the values that a chart's schema refuses. */
export interface RefusedPlace {
  /** Keys and indexes from the top of the chart's values. */
  readonly path: readonly (string | number)[];
  /** What is wrong there, including the name of the place. */
  readonly words: string;
}

/**
 * The places of the values that a chart's schema refuses, in terms of the values. Helm prints the name of each chart, followed by
 * a tree with a line for each place. Lines that only sum up those below them are left out, and so is anything that could reveal a
 * secret. For places in another chart than the one that is installed, that chart is named.
 */
export function readSchemaErrors(text: string, chartRef: string): readonly RefusedPlace[] {
  const lines = text.split("\n");
  let where = "";
  let above: RefusedPlace["path"] = [];
  const found: RefusedPlace[] = [];
  for (let at = 0; at < lines.length; at++) {
    const chart = /^([\w.-]+):\s*$/.exec(lines[at] ?? "")?.[1];
    if (chart !== undefined) {
      const isOther = !chartRef.includes(chart);
      where = isOther ? ` (chart ${chart})` : "";
      // The values of another chart are under its name.
      above = isOther ? [chart] : [];
    }
    const error = readLine(lines[at]);
    if (error === undefined) continue;
    if (!/^'(anyOf|oneOf)' failed/.test(error.message)) {
      const places = placesOf(error);
      found.push(
        ...places.map(({ path, words }) => ({ path: [...above, ...path], words: `${words}${where}` })),
      );
      continue;
    }
    const below = childrenOf(lines, at, error.indent);
    at += below.length;
    const choices = below.flatMap((line) => placesOf(readLine(line))).map(({ words }) => words);
    const words = `${pathText(error.path)} fits none of the alternatives: ${choices.join(", or ")}${where}`;
    found.push({ path: [...above, ...error.path], words });
  }
  return found;
}

interface SchemaError {
  readonly indent: number;
  readonly path: RefusedPlace["path"];
  readonly message: string;
}

function readLine(line = ""): SchemaError | undefined {
  const [, indent = "", pointer, message] = /^(\s*)- at '([^']*)': (.*)$/.exec(line) ?? [];
  if (pointer === undefined || message === undefined) return undefined;
  return { indent: indent.length, path: pathOf(pointer), message };
}

/** The following lines that are indented further. */
function childrenOf(lines: readonly string[], at: number, indent: number): readonly string[] {
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => (readLine(line)?.indent ?? 0) <= indent);
  return end < 0 ? after : after.slice(0, end);
}

/** The keys of a JSON pointer. A key that consists of digits is taken for an index, as the schema's error does not tell them apart. */
function pathOf(pointer: string): RefusedPlace["path"] {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as a person writes it: `volumes[1].name`, `podLabels["example.org/team"]`. */
export function pathText(path: RefusedPlace["path"]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[\w-]+$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** How large a schema wants a number to be. */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: "at least",
  maximum: "at most",
  exclusiveMinimum: "more than",
  exclusiveMaximum: "less than",
};

/** How long something has to be: what is counted, and the words before the wanted number. */
const SIZES: Readonly<Record<string, readonly [string, string]>> = {
  minLength: ["character", "at least"],
  maxLength: ["character", "at most"],
  minItems: ["entry", "at least"],
  maxItems: ["entry", "at most"],
  minProperties: ["key", "at least"],
  maxProperties: ["key", "at most"],
};

/** The places that one line is about: each missing or unknown key is a place of its own. */
function placesOf(error: SchemaError | undefined): readonly RefusedPlace[] {
  if (error === undefined || / failed\b/.test(error.message)) return [];
  const { path, message } = error;
  const names = Array.from(message.matchAll(/'([^']*)'/g), ([, name = ""]) => name);
  const keys = names.map((name) => [...path, name]);
  if (/^missing propert/.test(message)) {
    return keys.map((key) => ({ path: key, words: `${pathText(key)} is missing` }));
  }
  if (/^additional propert/.test(message)) {
    return keys.map((key) => ({ path: key, words: `there is no key ${pathText(key)}` }));
  }
  return [{ path, words: wordsOf(pathText(path), message, names) }];
}

function wordsOf(place: string, message: string, names: readonly string[]): string {
  // Some messages quote the value.
  if (looksSecret(place)) return `${place} is not valid`;
  if (/^value must be /.test(message)) return `${place} must be ${listed(names, "or")}`;
  const [, keyword, given, wanted] = /^(?:(\w+): )?got (.+), want (.+)$/.exec(message) ?? [];
  if (keyword === undefined && wanted !== undefined)
    return `${place} is ${typeText(given)}, but must be ${typeText(wanted)}`;
  const limit = LIMITS[keyword ?? ""];
  if (limit !== undefined) return `${place} is ${given}, but must be ${limit} ${wanted}`;
  const size = SIZES[keyword ?? ""];
  if (size !== undefined)
    return `${place} has ${counted(Number(given), size[0])}, but must have ${size[1]} ${wanted}`;
  return `${place}: ${message}`;
}

/** `a string`, `an object`; other words of a schema stay as they are. */
function typeText(type = ""): string {
  return /^(array|boolean|integer|number|object|string)$/.test(type) ? withArticle(type) : type;
}
