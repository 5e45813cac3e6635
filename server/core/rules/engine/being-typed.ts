import { pathText } from "../../schema/markdown.ts";
import { holdsMapping, type SchemaNode } from "../../schema/model.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import { isBlockCollection, pathOf } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import { isBeginningOfKey } from "../../yaml/reader/syntax-faults.ts";
import { lineSlip } from "../../yaml/slips.ts";
import type { ObjectNode, Path, ValueNode } from "../../yaml/tree.ts";
import { misreadEntries } from "./misread-entries.ts";
import type { RuleContext } from "./rule.ts";

/** The beginning of a key that has no colon yet, or a key that is misread, and the mapping that it is meant for. */
interface Word {
  readonly text: string;
  readonly holder: string;
}

/**
 * True if the first missing key on a path may be the word that the user is typing, a line with nothing but the beginning of its name, or the
 * key of an entry that is misread. The content of such a key is not known until it can be read.
 */
export function isBeingTyped(context: RuleContext, path: Path): boolean {
  const { document } = context;
  const words = unreadKeys(context);
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
  if (unreadKeys(context).length === 0) return false;
  return isBeingTyped(context, [...pathOf(mapping), key]);
}

/**
 * Tells if a text is the key that the user is typing: the beginning of one, alone in a block where only keys can be. Helm reads it as the
 * value of the key above.
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

const unreadKeys = memo((context: RuleContext): readonly Word[] => [
  ...wordsWithoutColon(context.analysis),
  ...misreadEntries(context).flatMap(({ path, keys }) =>
    keys.map((text) => ({ text, holder: pathText(path) })),
  ),
]);

const wordsWithoutColon = memo((analysis: Analysis): readonly Word[] => {
  const { file } = analysis;
  return file.problems.flatMap(({ offset, length }): Word[] => {
    const source = file.text.slice(offset, offset + length);
    const text = isBeginningOfKey(source) ? source : lineSlip(source)?.key;
    const cursor = text === undefined ? undefined : analysis.cursorAt(offset + text.length);
    return text !== undefined && cursor?.kind === "key" ? [{ text, holder: pathText(cursor.path) }] : [];
  });
});
