import { Comparison, isReadAs } from "./around.ts";
import type { Edit } from "./edits/edit.ts";
import { applied } from "./edits/edits.ts";
import { lineChanges } from "./edits/line-edits.ts";
import { Lines } from "./lines.ts";
import { memo } from "./memo.ts";
import { narrowed } from "./narrow.ts";
import { parseYaml } from "./reader/parse.ts";
import { isInside, regionOf } from "./region.ts";
import type { PropertyNode, Region, YamlDocument, YamlFile, YamlNode } from "./tree.ts";

/**
 * The only way to change a file. The edits are in the order of the text, and do not overlap. If only a part of the file has values, the edits stay in the regions of that part, and the text around
 * keeps its meaning: otherwise `undefined`. The result has the same part.
 */
export function editedFile(file: YamlFile, edits: readonly Edit[]): YamlFile | undefined {
  const { part } = file;
  if (part?.embedded) return part.embedded.inPlace?.edited(edits);
  if (part?.below === undefined) return parseYaml(applied(file.text, edits));
  return editedBelow(file, part.of, part.below, edits);
}

/** The regions of a file; `undefined` if all of its text is one. */
export const regionsOf = memo((file: YamlFile): readonly Region[] | undefined => {
  const { part } = file;
  if (part === undefined) return undefined;
  if (part.embedded) {
    const { inPlace } = part.embedded;
    if (inPlace === undefined) return [];
    return inPlace.region && [inPlace.region];
  }
  const lines = new Lines(file);
  return file.documents.map((document) => regionBelow(lines, document));
});

/** The edits that turn a file into a version that edits have led to, line by line. They stay in its regions. */
export function editsBetween(before: YamlFile, after: YamlFile): Edit[] {
  const all = ({ text }: YamlFile) => [{ start: 0, end: text.length }];
  const now = regionsOf(after) ?? all(after);
  let moved = 0;
  return (regionsOf(before) ?? all(before)).flatMap(({ start, end }, index) => {
    // A region may begin with the key that holds it, where there was none.
    const [from, to] = [start + moved, now[index]?.end ?? end + moved];
    moved = to - end;
    const changes = lineChanges(before.text.slice(start, end), after.text.slice(from, to));
    return changes.map((edit) => ({ ...edit, start: start + edit.start, end: start + edit.end }));
  });
}

/** The part of a document below a key of the top level, or the place where the key can be added. */
function regionBelow(lines: Lines, { root, end }: YamlDocument): Region {
  return root?.holder ? regionOf(lines, root.holder) : { start: end, end, column: -1 };
}

function editedBelow(
  file: YamlFile,
  whole: YamlFile,
  key: string,
  edits: readonly Edit[],
): YamlFile | undefined {
  const regions = regionsOf(file) ?? [];
  if (!edits.every((edit) => regions.some((region) => isInside(region, edit)))) return undefined;
  const after = parseYaml(applied(file.text, edits));
  if (!isReadAs(whole, after)) return undefined;
  const read = narrowed(after, key);
  const isKept = whole.documents.every((document, index) => {
    const [region, now, holder] = [
      regions[index],
      after.documents[index],
      file.documents[index]?.root?.holder,
    ];
    if (!region || !now) return false;
    const [old, found] = [holderIn(document, key), holderIn(now, key)];
    const but = holder ? [old?.valueNode, found?.valueNode] : [found];
    const compared = new Comparison(whole, after, region, but);
    if (!compared.isSame(without(document, but), without(now, but))) return false;
    return holder === undefined || isAt(regionsOf(read)?.[index], movedBy(edits, region));
  });
  return isKept ? read : undefined;
}

function holderIn({ root }: YamlDocument, key: string): PropertyNode | undefined {
  return root?.type === "object" ? root.properties.findLast((property) => property.key === key) : undefined;
}

/** A document; without a root, if that has only a key that is not compared. */
function without(document: YamlDocument, but: readonly (YamlNode | undefined)[]): readonly YamlDocument[] {
  const { root } = document;
  const isLeftOut = root?.type === "object" && root.properties.every((property) => but.includes(property));
  return [isLeftOut ? { ...document, root: undefined } : document];
}

/** The range of a region after edits. */
function movedBy(edits: readonly Edit[], region: Region): Pick<Region, "start" | "end"> {
  const growth = (some: readonly Edit[]) =>
    some.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  const inside = edits.filter((edit) => isInside(region, edit));
  const start =
    region.start + growth(edits.filter((edit) => edit.start < region.start && !inside.includes(edit)));
  return { start, end: start + region.end - region.start + growth(inside) };
}

function isAt(region: Region | undefined, { start, end }: Pick<Region, "start" | "end">): boolean {
  return region?.start === start && region.end === end;
}
