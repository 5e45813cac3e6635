import * as l10n from "@vscode/l10n";
import { looksSecret } from "../texts/redact.ts";
import { listed } from "../texts/sentence-parts.ts";

/** A place of the values that a chart's schema refuses. */
export interface RefusedPlace {
  /** Keys and indexes from the top of the chart's values. */
  readonly path: readonly (string | number)[];
  /** The error, including the name of the place. */
  readonly words: string;
}

/**
 * The places of the values that a chart's schema refuses, in terms of the values. Helm prints the name of each chart, followed by
 * a tree with a line for each place. Lines that only sum up those below them are left out, and so is anything that could reveal a
 * secret. For places in another chart than the one that is installed, that chart is named.
 */
export function readSchemaErrors(text: string, chartRef: string): readonly RefusedPlace[] {
  const lines = text.split("\n");
  let where = (words: string) => words;
  let above: RefusedPlace["path"] = [];
  const found: RefusedPlace[] = [];
  for (let index = 0; index < lines.length; index++) {
    const chart = /^([\w.-]+):\s*$/.exec(lines[index] ?? "")?.[1];
    if (chart !== undefined) {
      const isOther = !chartRef.includes(chart);
      where = (words) => (isOther ? l10n.t("{0} (chart {1})", words, chart) : words);
      // The values of another chart are under its name.
      above = isOther ? [chart] : [];
    }
    const error = readLine(lines[index]);
    if (error === undefined) continue;
    if (!/^'(anyOf|oneOf)' failed/.test(error.message)) {
      const places = placesOf(error);
      for (const each of places.map(({ path, words }) => ({
        path: [...above, ...path],
        words: where(words),
      })))
        found.push(each);
      continue;
    }
    const below = childrenOf(lines, index, error.indent);
    index += below.length;
    const choices = below.flatMap((line) => placesOf(readLine(line))).map(({ words }) => words);
    const words = l10n.t(
      "{0} matches none of the allowed forms: {1}",
      pathText(error.path),
      choices.join("; "),
    );
    found.push({ path: [...above, ...error.path], words: where(words) });
  }
  // Helm prints them in an order that changes from run to run.
  return found.toSorted((a, b) => pathText(a.path).localeCompare(pathText(b.path)));
}

interface SchemaError {
  readonly indent: number;
  readonly path: RefusedPlace["path"];
  readonly message: string;
}

function readLine(line = ""): SchemaError | undefined {
  const [, indent = "", pointer, message] = /^(\s*)- at '([^']*)': (.*)$/.exec(line) ?? [];
  if (pointer === undefined || message === undefined) return undefined;
  return { indent: indent.length, path: pathOfPointer(pointer), message };
}

/** The following lines that are indented further. */
function childrenOf(lines: readonly string[], index: number, indent: number): readonly string[] {
  const after = lines.slice(index + 1);
  const end = after.findIndex((line) => (readLine(line)?.indent ?? 0) <= indent);
  return end < 0 ? after : after.slice(0, end);
}

/** The keys of a JSON pointer. A key that consists of digits is taken for an index, as the schema's error does not tell them apart. */
function pathOfPointer(pointer: string): RefusedPlace["path"] {
  const parts = pointer.split("/").slice(1);
  return parts
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A path as a person writes it: `volumes[1].name`, `podLabels["example.org/team"]`. */
function pathText(path: RefusedPlace["path"]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[\w-]+$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** The places that one line is about: each missing or unknown key is a place of its own. */
function placesOf(error: SchemaError | undefined): readonly RefusedPlace[] {
  if (error === undefined || / failed\b/.test(error.message)) return [];
  const { path, message } = error;
  const names = Array.from(message.matchAll(/'([^']*)'/g), ([, name = ""]) => name);
  const keys = names.map((name) => [...path, name]);
  if (/^missing propert/.test(message)) {
    return keys.map((key) => ({ path: key, words: l10n.t("{0} is missing", pathText(key)) }));
  }
  if (/^additional propert/.test(message)) {
    return keys.map((key) => ({ path: key, words: l10n.t("unknown key {0}", pathText(key)) }));
  }
  return [{ path, words: wordsOf(pathText(path), message) }];
}

/** The error at a place in the words of the schema, which are left out if they may quote a secret. */
function wordsOf(place: string, message: string): string {
  return looksSecret(place) ? l10n.t("{0} is not valid", place) : `${place}: ${message}`;
}

const NAMED_PLACES = 3;

/** The first places by name: `image.tag, port and 4 more`. */
export function namesOf(refused: readonly RefusedPlace[]): string {
  const names = [...new Set(refused.map(({ path }) => pathText(path)))].filter((name) => name !== "");
  const more = names.length - NAMED_PLACES;
  return listed(more > 1 ? [...names.slice(0, NAMED_PLACES), l10n.t("{0} more", more)] : names);
}
