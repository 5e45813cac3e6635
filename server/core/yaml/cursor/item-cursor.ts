import type { Lines } from "../lines.ts";
import type { YamlFile } from "../tree.ts";
import { placeOf } from "./block-place.ts";
import { documentStart, type KeyCursor, presentKeys } from "./cursor.ts";

/**
 * The cursor as it would be among the keys of the list item above, if it is at the column of that item's dash: one level
 * too far left, which is where many editors put it after a line `- key: value`. `undefined` if there is no such item
 * directly above the cursor.
 */
export function cursorInItemAbove(file: YamlFile, lines: Lines, cursor: KeyCursor): KeyCursor | undefined {
  if (!cursor.ownLine || cursor.hasColon) return undefined;
  const line = lines.lineAt(cursor.start);
  const first = lines.lineAt(documentStart(file, cursor.start));
  const column = itemColumnAbove(lines, first, line, cursor.start - lines.start(line));
  if (column === undefined) return undefined;
  const place = placeOf(lines, first, line, column, []);
  return (
    place && { ...cursor, path: place.path, present: presentKeys(file, place, lines, cursor.start), column }
  );
}

/** The column of the keys in the item whose dash is at `column`, if that item is directly above the line. */
function itemColumnAbove(lines: Lines, first: number, line: number, column: number): number | undefined {
  for (let above = line - 1; above >= first; above--) {
    const structure = lines.indentation(above) > column ? undefined : lines.structure(above);
    if (structure) return structure.dashes[0] === column && structure.key ? structure.column : undefined;
  }
  return undefined;
}
