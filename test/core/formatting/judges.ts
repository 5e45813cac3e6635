import { isDeepStrictEqual } from "node:util";
import { loadAll } from "js-yaml";
import { Lexer, parseAllDocuments } from "yaml";
import type { Placed } from "./documents.ts";

const NOT_READ = Symbol("not read");

/** All documents of a text as js-yaml reads them. */
function readByJsYaml(text: string): unknown {
  try {
    return loadAll(text);
  } catch {
    return NOT_READ;
  }
}

/** A text with more aliases may stand for more than can be compared. */
const MOST_ALIASES = 20;

/** True if js-yaml reads two texts alike, or does not read the first one at all: it does not read all that Helm reads. */
export function isReadAlike(before: string, after: string): boolean {
  if ((before.match(/\*\w/g) ?? []).length > MOST_ALIASES) return true;
  const read = readByJsYaml(before);
  return read === NOT_READ || isDeepStrictEqual(read, readByJsYaml(after));
}

/** The marks of the library for the start of a document or a scalar, and for the end of brackets. */
const SIGNS = new Set(["\x02", "\x18", "\x1f"]);

/**
 * The comments of a text as the library `yaml` finds them: each with how many scalars come before it, and whether it is alone on its line. None if the library does not
 * read the text.
 */
export function commentsOf(written: string): string[] {
  const text = written.replace(/\r\n?/g, "\n");
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  if (!("empty" in documents) && documents.some(({ errors }) => errors.length > 0)) return [];
  const found: string[] = [];
  let scalars = 0;
  let isAlone = true;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const first = token.charAt(0);
    if (first === "#") found.push(`${scalars} ${isAlone ? "alone" : "beside"} ${token.trimEnd()}`);
    // After this sign comes a scalar without quotes, or nothing of it.
    else if ((isScalar && token.trim() !== "") || first === '"' || first === "'" || first === "*")
      scalars += 1;
    isScalar = token === "\x1f";
    if (/[\r\n]$/.test(token)) isAlone = true;
    else if (!SIGNS.has(token) && token.trim() !== "") isAlone = false;
  }
  return found;
}

/** The comments of a text that are not where they were written: they are found by names that each are there once. */
export function misplaced(text: string, comments: readonly Placed[]): Placed[] {
  const lines = text.split("\n");
  const isMisplaced = (placed: Placed): boolean => {
    const { comment } = placed;
    const index = lines.findIndex((line) => line.trimEnd().endsWith(comment));
    const line = lines[index];
    if (line === undefined) return true;
    const isAlone = line.trim() === comment;
    switch (placed.is) {
      case "beside":
        return isAlone || !line.includes(placed.value);
      case "above":
        return !isAlone || !(lines.slice(index + 1).find(isContent) ?? "").includes(placed.name);
      case "goes on": {
        const above = lines[index - 1] ?? "";
        return !isAlone || !above.includes(placed.name) || line.indexOf("#") <= above.search(/\S/);
      }
      case "ends": {
        const named = lines.find((candidate) => candidate.includes(placed.name)) ?? "";
        return !isAlone || line.indexOf("#") !== named.indexOf(placed.isList ? "-" : placed.name);
      }
    }
  };
  return comments.filter(isMisplaced);
}

function isContent(line: string): boolean {
  return line.trim() !== "" && !line.trim().startsWith("#");
}
