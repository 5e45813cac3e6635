import { listed } from "../sentence-parts.ts";
import { looksSecret } from "./redact.ts";

/**
 * The places of the values that a chart's schema refuses, in the words of the values. Helm prints the name of each chart,
 * and below it a tree with a line for each place; lines that only sum up those below them are left out, and so is what
 * could show a secret. Places in another chart than the one that is installed are said to be in that one.
 */
export function readSchemaErrors(text: string, chartRef: string): readonly string[] {
  const lines = text.split("\n");
  let where = "";
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const chart = /^([\w.-]+):\s*$/.exec(lines[at] ?? "")?.[1];
    if (chart !== undefined) where = chartRef.includes(chart) ? "" : ` (chart ${chart})`;
    const error = readLine(lines[at]);
    if (error === undefined) continue;
    if (!/^'(anyOf|oneOf)' failed/.test(error.message)) {
      found.push(...wordsOf(error).map((words) => `${words}${where}`));
      continue;
    }
    const below = childrenOf(lines, at, error.indent);
    at += below.length;
    const choices = below.flatMap((line) => wordsOf(readLine(line)));
    found.push(`${error.path} has to be otherwise: ${choices.join(", or ")}${where}`);
  }
  return found;
}

interface SchemaError {
  readonly indent: number;
  readonly path: string;
  readonly message: string;
}

function readLine(line = ""): SchemaError | undefined {
  const [, indent = "", pointer, message] = /^(\s*)- at '([^']*)': (.*)$/.exec(line) ?? [];
  if (pointer === undefined || message === undefined) return undefined;
  return { indent: indent.length, path: pathOf(pointer), message };
}

/** The lines that follow and stand further in. */
function childrenOf(lines: readonly string[], at: number, indent: number): readonly string[] {
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => (readLine(line)?.indent ?? 0) <= indent);
  return end < 0 ? after : after.slice(0, end);
}

/** `/podLabels/example.org~1team` is `podLabels["example.org/team"]`. */
function pathOf(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      if (!/^[\w-]+$/.test(part)) return `${path}[${JSON.stringify(part)}]`;
      return path === "" ? part : `${path}.${part}`;
    }, "");
}

/** How much or how many a schema asks for. */
const LIMITS: Readonly<Record<string, string>> = {
  minimum: "at least",
  maximum: "at most",
  exclusiveMinimum: "more than",
  exclusiveMaximum: "less than",
};

function wordsOf(error: SchemaError | undefined): readonly string[] {
  if (error === undefined || / failed\b/.test(error.message)) return [];
  const { path, message } = error;
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  const names = Array.from(message.matchAll(/'([^']*)'/g), ([, name = ""]) => name);
  if (/^missing propert/.test(message)) return names.map((name) => `${at(name)} is missing`);
  if (/^additional propert/.test(message)) return names.map((name) => `there is no key ${at(name)}`);
  // Some messages quote the value.
  if (looksSecret(path)) return [`${path} is not what the chart wants`];
  if (/^value must be /.test(message)) return [`${path} has to be ${listed(names, "or")}`];
  const [, keyword, given, wanted] = /^(?:(\w+): )?got (.+), want (.+)$/.exec(message) ?? [];
  if (keyword === undefined && wanted !== undefined)
    return [`${path} is ${withArticle(given)}, and has to be ${withArticle(wanted)}`];
  const limit = LIMITS[keyword ?? ""];
  if (limit !== undefined) return [`${path} is ${given}, and has to be ${limit} ${wanted}`];
  return [`${path}: ${message}`];
}

/** `a string`, `an object`; other words of a schema stay as they are. */
function withArticle(type = ""): string {
  if (/^(array|integer|object)$/.test(type)) return `an ${type}`;
  return /^(boolean|number|string)$/.test(type) ? `a ${type}` : type;
}
