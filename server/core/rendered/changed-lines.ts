import { groupBy } from "../yaml/group-by.ts";
import { isAtOrBelow, keyText } from "../yaml/key-path.ts";
import { memo } from "../yaml/memo.ts";
import { type LinePlace, type ObjectsPage, objectsPage } from "./objects-page.ts";
import { type FieldChange, objectId } from "./rendered-object.ts";
import { type Rendering, renderingChanges } from "./rendering.ts";

/** The change of a line on a page: it is new, it differs, or something below its key is gone. */
export type LineChange = "added" | "changed" | "removed";

/** The differences of a rendering from an earlier one. */
export interface ChangedLines {
  /** The number of objects that differ, or are only on one side. */
  readonly objects: number;
  /** The number of lines that differ, or are only on one side. */
  readonly count: number;
  /** By the number of the line on the page of the rendering. */
  readonly lines: ReadonlyMap<number, LineChange>;
}

/** Compares two renderings. `changes` has the fields with their paths in the later one, if they still exist; some may be left out. */
export function changedLines(
  before: Rendering,
  now: Rendering,
  changes: readonly FieldChange[] = renderingChanges(now, before),
): ChangedLines {
  const [page, pageBefore] = [objectsPage(now.objects), objectsPage(before.objects)];
  const [here, there] = [linesByPlace(page), linesByPlace(pageBefore)];
  const lines = new Map<number, LineChange>();
  const gone = new Map<number, LineChange>();
  const objects = new Set<string>();
  let renamed = 0;
  for (const change of changes) {
    objects.add(objectId(change.object));
    const isGone = change.before === undefined;
    const what = isGone || change.after === undefined ? "added" : "changed";
    const places = (isGone ? there : here).get(placeKey(change)) ?? [];
    for (const line of differing(places, change)) (isGone ? gone : lines).set(line, what);
    // An object that has another name now has its lines under the one from before.
    if (places.length === 0) renamed += 1;
    const above = isGone ? nearestAbove(here, change) : undefined;
    if (above !== undefined && !lines.has(above)) lines.set(above, "removed");
  }
  const marked = [...lines.values()].filter((what) => what !== "removed").length;
  const [heads, headsGone] = [newHeads(page, lines, there), newHeads(pageBefore, gone, here)];
  for (const line of heads) lines.set(line, "added");
  return { objects: objects.size, count: marked + heads.size + gone.size + headsGone.size + renamed, lines };
}

function placeKey({ object, path }: Pick<FieldChange, "object" | "path">): string {
  return `${objectId(object)}${keyText(path)}`;
}

/** The numbers of the lines of each place; once for the same page, because the one from before stays while a person types. */
const linesByPlace = memo(({ lines }: ObjectsPage): ReadonlyMap<string, readonly number[]> => {
  const numbers = lines.flatMap((place, line) =>
    place === undefined ? [] : [{ key: placeKey(place), line }],
  );
  const groups = groupBy(numbers, ({ key }) => key);
  return new Map([...groups].map(([key, some]) => [key, some.map(({ line }) => line)]));
});

/** The lines of a field that differ: a text of several lines is compared line by line. */
function differing(lines: readonly number[], { before, after }: FieldChange): readonly number[] {
  if (lines.length < 2 || typeof before !== "string" || typeof after !== "string") return lines;
  const [now, then] = [before.split("\n"), after.split("\n")];
  const first = now.findIndex((text, index) => text !== then[index]);
  const last = now.findLastIndex((text, index) => text !== then[index - now.length + then.length]);
  // Its first line has only the key.
  const changed = lines.slice(1).slice(first, last + 1);
  return first < 0 || changed.length === 0 ? lines.slice(0, 1) : changed;
}

/** The line of the nearest key above a field that is gone; items of lists do not have the numbers that they had. */
function nearestAbove(
  numbers: ReadonlyMap<string, readonly number[]>,
  { object, path }: FieldChange,
): number | undefined {
  const item = path.findIndex((part) => typeof part === "number");
  for (let depth = item < 0 ? path.length - 1 : item; depth > 0; depth--) {
    const [line] = numbers.get(placeKey({ object, path: path.slice(0, depth) })) ?? [];
    if (line !== undefined) return line;
  }
  return undefined;
}

/** The lines of keys that the other page does not have, and below which everything is new. */
function newHeads(
  { lines }: ObjectsPage,
  changes: ReadonlyMap<number, LineChange>,
  other: ReadonlyMap<string, unknown>,
): ReadonlySet<number> {
  const heads = new Set<number>();
  const isNew = (line: number) => changes.get(line) === "added" || heads.has(line);
  // Inner lines come first.
  for (let line = lines.length - 1; line >= 0; line--) {
    const place = lines[line];
    if (place === undefined || isNew(line) || other.has(placeKey(place))) continue;
    let next = line + 1;
    while (isBelow(lines[next], place) && isNew(next)) next += 1;
    if (next > line + 1 && !isBelow(lines[next], place)) heads.add(line);
  }
  return heads;
}

function isBelow(place: LinePlace | undefined, { object, path }: LinePlace): boolean {
  return place?.object === object && place.path.length > path.length && isAtOrBelow(place.path, path);
}
