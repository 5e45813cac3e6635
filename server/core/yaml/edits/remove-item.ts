import type { ArrayNode } from "../tree.ts";
import type { Edit } from "./edit.ts";
import { type EditedText, removeProperty } from "./edits.ts";

/**
 * Removes a list item, with its dash and its lines; a list that would be left empty is removed along with its key. In a
 * list without brackets, gives no edits if anything but its dash comes before the item on its line.
 */
export function removeItem(text: EditedText, list: ArrayNode, index: number): Edit[] {
  const item = list.items[index];
  if (!item) return [];
  if (list.items.length === 1 && list.parent?.type === "property") return removeProperty(text, list.parent);
  const end = item.offset + item.length;
  if (list.flow) {
    const next = list.items[index + 1];
    const previous = list.items[index - 1];
    if (next) return [{ start: item.offset, end: next.offset, text: "" }];
    return [{ start: previous ? previous.offset + previous.length : item.offset, end, text: "" }];
  }
  const { file, lines } = text;
  const first = lines.lineAt(item.offset);
  if (!/^[ \t]*-[ \t]*$/.test(file.text.slice(lines.start(first), item.offset))) return [];
  const last = lines.lineAt(Math.max(end - 1, item.offset));
  if (last + 1 < lines.count) return [{ start: lines.start(first), end: lines.start(last + 1), text: "" }];
  const above = first === 0 ? 0 : lines.start(first - 1) + lines.text(first - 1).length;
  return [{ start: above, end: file.text.length, text: "" }];
}
