import { pathText } from "../../schema/markdown.ts";
import { holdsMapping, type SchemaNode } from "../../schema/model.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { isBlockCollection, pathOf } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import { isBeginningOfKey } from "../../yaml/reader/syntax-faults.ts";
import type { ObjectNode, Path, ValueNode } from "../../yaml/tree.ts";
import type { RuleContext } from "./rule.ts";

/** The beginning of a key that has no colon yet, and the mapping that it is typed in. */
interface Word {
  readonly text: string;
  readonly holder: string;
}

/**
 * Whether the first missing key on a path may be the word that the user is typing: a line with nothing but the beginning of its
 * name. What the key will hold is not known until its colon is there.
 */
export function isBeingTyped({ analysis, document }: RuleContext, path: Path): boolean {
  const words = wordsWithoutColon(analysis);
  if (words.length === 0) return false;
  const missing = document.at(path).nearest?.path.length ?? 0;
  const holder = pathText(path.slice(0, missing));
  const key = String(path[missing] ?? "");
  return words.some((word) => word.holder === holder && key.startsWith(word.text));
}

/**
 * The same for a key in a mapping. Finding the path of an item takes time in a long list, so it is done only while there is such
 * a word.
 */
export function isBeingTypedIn(context: RuleContext, mapping: ObjectNode, key: string): boolean {
  if (wordsWithoutColon(context.analysis).length === 0) return false;
  return isBeingTyped(context, [...pathOf(mapping), key]);
}

/**
 * Whether a text is the key that the user is typing: the beginning of one, alone in a block where only keys can be. Helm reads it
 * as the value of the key above.
 */
export function isKeyBeingTyped({ analysis }: RuleContext, node: ValueNode, schema: SchemaNode): boolean {
  if (node.type !== "string" || node.style !== "plain" || node.alias || !holdsMapping(schema)) return false;
  return beginsBlock(analysis, node) && beginsKey(node.value, schema);
}

function beginsKey(word: string, { properties, additional, patterns }: SchemaNode): boolean {
  if (additional || patterns.length > 0) return isBeginningOfKey(word);
  return [...properties.keys()].some((key) => key.startsWith(word));
}

function beginsBlock({ lines }: Analysis, { offset, parent }: ValueNode): boolean {
  if (parent?.type !== "property") return isBlockCollection(parent);
  return lines.lineAt(offset) > lines.lineAt(parent.offset) && isBlockCollection(parent.parent);
}

const wordsWithoutColon = memo((analysis: Analysis): readonly Word[] => {
  const { file } = analysis;
  return file.problems.flatMap(({ offset, length }): Word[] => {
    const text = file.text.slice(offset, offset + length);
    const cursor = isBeginningOfKey(text) ? analysis.cursorAt(offset + length) : undefined;
    return cursor?.kind === "key" ? [{ text, holder: pathText(cursor.path) }] : [];
  });
});
