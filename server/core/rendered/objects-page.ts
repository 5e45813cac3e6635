import { isAtOrBelow } from "../yaml/key-path.ts";
import { memo } from "../yaml/memo.ts";
import type { Path } from "../yaml/tree.ts";
import { objectLines } from "./object-lines.ts";
import type { RenderedObject } from "./rendered-object.ts";

/** The objects of a rendering as one text, for people. */
export interface ObjectsPage {
  readonly text: string;
  /** The place that each line shows; `undefined` for lines between the objects. */
  readonly lines: readonly (LinePlace | undefined)[];
}

/** A key or item of an object. */
export interface LinePlace {
  readonly object: RenderedObject;
  readonly path: Path;
}

/** The line of a field; if it is not there, that of the nearest key above it. */
export function lineOf({ lines }: ObjectsPage, { object, path }: LinePlace): number {
  const depths = lines.map((place) =>
    place?.object === object && isAtOrBelow(path, place.path) ? place.path.length : -1,
  );
  return depths.indexOf(depths.reduce((most, depth) => Math.max(most, depth), 0));
}

/** Writes objects one after the other, each below the name of its template, as Helm does; once for the same list. */
export const objectsPage = memo((objects: readonly RenderedObject[]): ObjectsPage => {
  const texts: string[] = [];
  const lines: (LinePlace | undefined)[] = [];
  for (const object of objects) {
    texts.push("---", `# Source: ${object.source}`);
    lines.push(undefined, undefined);
    for (const { text, path } of objectLines(object.shown)) {
      texts.push(text);
      lines.push({ object, path });
    }
  }
  return { text: texts.map((line) => `${line}\n`).join(""), lines };
});
