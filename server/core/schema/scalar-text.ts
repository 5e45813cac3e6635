import { type DumpOptions, dump } from "js-yaml";
import { resolveScalar } from "../yaml/reader/scalars.ts";

const OPTIONS: DumpOptions = {
  flowLevel: 0,
  lineWidth: -1,
  quoteStyle: "double",
  noRefs: true,
  flowBracketPadding: true,
};

/** Words that are plain scalars, unless YAML reads them as another type. Most texts are such words, and js-yaml takes long for each. */
const WORD = /^[A-Za-z][\w-]+$/;

function isWord(value: unknown): value is string {
  return typeof value === "string" && WORD.test(value) && resolveScalar(value, "plain").type === "string";
}

/** A value as YAML on one line, quoted where Helm would otherwise read something else. */
export function scalarText(value: unknown): string {
  if (isWord(value)) return value;
  if (isLong(value)) return doubleQuoted(value);
  if (typeof value === "string") return helmString(value, dump(value, OPTIONS).trimEnd());
  return flowText(value);
}

/** The same inside brackets, where commas and brackets end a plain scalar. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? `[ ${value.map(flowText).join(", ")} ]` : "[]";
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, child]) => `${flowText(key)}: ${flowText(child)}`);
    return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
  }
  if (isWord(value)) return value;
  if (isLong(value)) return doubleQuoted(value);
  const written = dump([value], OPTIONS).trimEnd().slice("[ ".length, -" ]".length);
  if (typeof value !== "string") return written;
  // Between brackets, Helm takes a colon at the beginning of a string for the end of a key.
  return value.startsWith(":") ? doubleQuoted(value) : helmString(value, written);
}

/**
 * A string as js-yaml writes it, or as JSON, which is YAML too, if Helm would read that as something else: `0X1F` is a number to
 * Helm only.
 */
function helmString(value: string, written: string): string {
  const isMistaken = written === value && resolveScalar(value, "plain").type !== "string";
  return value === "" || isMistaken || /[\r\n]/.test(value) ? doubleQuoted(value) : written;
}

/** True for a string that js-yaml might not get to the end of: one of its expressions needs some stack for each character. */
function isLong(value: unknown): value is string {
  return typeof value === "string" && value.length > 10_000;
}

/** A string in double quotes: JSON, with what YAML 1.1 takes for a line break or does not allow (5.1, 5.4) escaped as well. */
function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
