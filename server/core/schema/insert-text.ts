import type { Style } from "../yaml/style.ts";
import { hasUsefulDefault, holdsList, isScalar, type SchemaNode } from "./model.ts";
import { scalarText } from "./scalar-text.ts";

/** The place for a new key, and the abilities of the client. */
export interface InsertPlace {
  readonly style: Style;
  /** Column of the key. */
  readonly column: number;
  readonly flow: boolean;
  /** True if the client understands tab stops. */
  readonly snippets: boolean;
  /** True if the client opens the list of values after a key was accepted. */
  readonly opensList: boolean;
}

/** Text to insert; with tab stops in LSP's syntax if it is a snippet. */
export interface InsertText {
  readonly text: string;
  readonly isSnippet: boolean;
}

/**
 * The text that writes a key: a mapping is opened at the next level, a list gets the beginning of its first item, and a scalar
 * leaves the cursor after its key. No tab stop is left open, because it would swallow the next Tab; only a client that cannot
 * open the list of values gets the default at once, as a tab stop if it supports them.
 */
export function keyText(key: string, node: SchemaNode, place: InsertPlace): InsertText {
  const name = scalarText(key);
  if (isScalar(node)) return scalarKey(name, node, place);
  const list = holdsList(node);
  if (place.flow) return inBrackets(`${name}: `, list ? "[]" : "{}", place.snippets);
  const { indent, listIndent, lineBreak } = place.style;
  const column = place.column + (list ? listIndent : indent);
  return plainText(`${name}:${lineBreak}${" ".repeat(column)}${list ? "- " : ""}`);
}

/** The text that begins an item of a list at the column of its dash: with the first key that every item must have. */
export function itemText(items: SchemaNode, place: InsertPlace): InsertText {
  const [first] = items.required;
  const node = first === undefined ? undefined : items.properties.get(first);
  if (first === undefined || !node) return plainText("- ");
  const key = keyText(first, node, { ...place, column: place.column + 2 });
  return { ...key, text: `- ${key.text}` };
}

/** Empty brackets after a text, with the cursor inside if the client supports that. */
export function inBrackets(before: string, brackets: "[]" | "{}", snippets: boolean): InsertText {
  if (!snippets) return plainText(before + brackets);
  return { text: `${snippetEscape(before)}${brackets.charAt(0)}$0${brackets.charAt(1)}`, isSnippet: true };
}

/** Text that is inserted as it is. */
export function plainText(text: string): InsertText {
  return { text, isSnippet: false };
}

/** The values of a place that allows only certain ones, the default first and the empty one last. */
export function scalarChoices(node: SchemaNode): string[] {
  const values =
    node.allowed ?? (node.types.length === 1 && node.types[0] === "boolean" ? [false, true] : []);
  const texts = values.map(scalarText);
  const first = node.hasDefault ? scalarText(node.default) : undefined;
  const rank = (text: string) => (text === EMPTY ? 2 : text === first ? 0 : 1);
  return texts.toSorted((first, other) => rank(first) - rank(other));
}

/** The default of a scalar as it is written in YAML; `undefined` if it is empty, because empty quotes do not help, or fits no other cluster. */
export function defaultText(node: SchemaNode): string | undefined {
  const text = hasUsefulDefault(node) && typeof node.default !== "object" ? scalarText(node.default) : EMPTY;
  return text === EMPTY ? undefined : text;
}

const EMPTY = scalarText("");

function scalarKey(name: string, node: SchemaNode, { snippets, opensList }: InsertPlace): InsertText {
  if (opensList) return plainText(`${name}: `);
  const value = defaultText(node);
  const choices = scalarChoices(node);
  const isChoice = choices.length > 1 && !choices.includes(EMPTY);
  if (!snippets || (value === undefined && !isChoice)) return plainText(`${name}: ${value ?? ""}`);
  const stop = isChoice ? `|${choices.map(escapeChoice).join(",")}|` : `:${snippetEscape(value ?? "")}`;
  return { text: `${snippetEscape(name)}: \${1${stop}}`, isSnippet: true };
}

/** Escapes text so that a snippet shows it as it is. */
function snippetEscape(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

function escapeChoice(text: string): string {
  return text.replace(/[\\$},|]/g, "\\$&");
}
