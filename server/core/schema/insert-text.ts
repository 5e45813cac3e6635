import type { Style } from "../document/style.ts";
import { holdsList, isScalar, type SchemaNode } from "./model.ts";
import { scalarText } from "./scalar-text.ts";

/** Where a key is inserted, and what the client can do with the text. */
export interface InsertPlace {
  readonly style: Style;
  /** Column of the key. */
  readonly column: number;
  readonly flow: boolean;
  /** Whether the client understands tab stops. */
  readonly snippets: boolean;
}

/**
 * The text that writes a key: a scalar with its default as a tab stop, a mapping opened at the next level, a list
 * with its first item begun.
 */
export function keyText(key: string, node: SchemaNode, place: InsertPlace): string {
  const name = snippetEscape(scalarText(key), place.snippets);
  const stop = place.snippets ? "$1" : "";
  if (isScalar(node)) return `${name}: ${scalarStop(node, place.snippets)}`;
  const list = holdsList(node);
  if (place.flow) return list ? `${name}: [${stop}]` : `${name}: {${stop}}`;
  const inner = " ".repeat(place.column + place.style.indent);
  const { lineBreak } = place.style;
  if (list) return `${name}:${lineBreak}${inner}- ${stop}`;
  return `${name}:${lineBreak}${inner}${stop}`;
}

/** The text that begins an item of a list at the column of its dash: with the first key that every item must have. */
export function itemText(items: SchemaNode, place: InsertPlace): string {
  const [first] = items.required;
  const node = first === undefined ? undefined : items.properties.get(first);
  if (first === undefined || !node) return `- ${place.snippets ? "$1" : ""}`;
  return `- ${keyText(first, node, { ...place, column: place.column + 2 })}`;
}

/** The value part of a scalar key: its default, as a tab stop or a choice of the allowed values. */
export function scalarStop(node: SchemaNode, snippets: boolean): string {
  const text = node.hasDefault ? scalarText(node.default) : "";
  if (!snippets) return text;
  const choices = scalarChoices(node);
  if (choices.length > 1) return `\${1|${choices.map(escapeChoice).join(",")}|}`;
  if (text === '""') return '"$1"';
  return text === "" ? "$1" : `\${1:${snippetEscape(text, true)}}`;
}

/** The values of a place that is limited to some, the default first. */
export function scalarChoices(node: SchemaNode): string[] {
  const values =
    node.allowed ?? (node.types.length === 1 && node.types[0] === "boolean" ? [false, true] : []);
  const texts = values.map(scalarText);
  const first = node.hasDefault ? scalarText(node.default) : undefined;
  return first !== undefined && texts.includes(first)
    ? [first, ...texts.filter((text) => text !== first)]
    : texts;
}

/** Text that a snippet shows as it is. */
export function snippetEscape(text: string, snippets: boolean): string {
  return snippets ? text.replace(/[\\$}]/g, "\\$&") : text;
}

function escapeChoice(text: string): string {
  return text.replace(/[\\$},|]/g, "\\$&");
}
