import { accepts, type SchemaNode } from "../../schema/model.ts";
import type { PlaceGroup } from "../../semantics/places.ts";
import { memo } from "../../yaml/memo.ts";
import {
  commaSlip,
  entrySlip,
  hasInvisible,
  invisibleSlip,
  itemSlip,
  moved,
  noDashSlip,
  quoteSlip,
  type Slip,
  withoutInvisible,
} from "../../yaml/slips.ts";
import type { ObjectNode, Path, PropertyNode, StringNode, ValueNode, YamlNode } from "../../yaml/tree.ts";
import { keyMeaning } from "./meanings.ts";
import type { Place, RuleContext } from "./rule.ts";

/** An entry or item that YAML reads as something else than was meant, because of a slip. */
export interface MisreadEntry {
  /** The key or value with the slip. */
  readonly node: YamlNode;
  /** The value that the slip makes of the entry. */
  readonly about: ValueNode;
  /** The mapping that the entries are meant for, and their keys as far as they can be read. */
  readonly path: Path;
  readonly keys: readonly string[];
  /** Offsets of their edits are offsets in the file. */
  readonly slips: readonly [Slip, ...Slip[]];
  /** True if the text may also be right as it is. */
  readonly isPossible: boolean;
}

/** The entries of a document that YAML reads as something else than was meant, in the order of the text. */
export const misreadEntries = memo((context: RuleContext): readonly MisreadEntry[] => {
  const { groups, analysis } = context;
  const checkInvisible = mayHaveInvisible(analysis);
  const found = groups.flatMap((group): MisreadEntry[] => [
    ...(checkInvisible ? invisibleIn(context, group) : []),
    ...misreadTexts(context, group),
    ...misreadKeys(context, group),
  ]);
  const first = new Map<YamlNode, MisreadEntry>();
  for (const entry of found) if (!first.has(entry.node)) first.set(entry.node, entry);
  return [...first.values()].sort((entry, other) => entry.node.offset - other.node.offset);
});

/** True if a text has invisible characters; searched once for all rules. */
export const mayHaveInvisible = memo(({ file }: RuleContext["analysis"]) => hasInvisible(file.text));

const misreadNodes = memo(
  (context: RuleContext): ReadonlySet<YamlNode> =>
    new Set(
      misreadEntries(context)
        .filter(({ isPossible }) => !isPossible)
        .flatMap(({ node, about }) => [node, about]),
    ),
);

/** True for a misread key or value: nothing else is known about it until the slip is corrected. */
export function isMisread(context: RuleContext, node: YamlNode): boolean {
  return misreadNodes(context).has(node);
}

/** Plain texts where only keys, items or numbers can be. */
function misreadTexts(context: RuleContext, group: PlaceGroup): MisreadEntry[] {
  const { schemas, nodes } = group;
  if (nodes.string.length === 0 || schemas.length === 0) return [];
  if (schemas.some((schema) => accepts(schema, "string"))) return [];
  return nodes.string.filter(isPlain).flatMap((node): MisreadEntry[] => {
    const place = group.place(node);
    const [head, ...others] = slipsInLines(context, place, node) ?? [];
    if (!head) return [];
    const keys = [head, ...others].flatMap(({ key }) => key ?? []);
    return [{ node, about: node, path: place.path, keys, slips: [head, ...others], isPossible: false }];
  });
}

function isPlain({ style, alias, tag }: StringNode): boolean {
  return style === "plain" && alias === undefined && tag === undefined;
}

/** The slips in the lines of a text; `undefined` if a line has none and is no item by itself. */
function slipsInLines({ analysis }: RuleContext, place: Place, node: StringNode): Slip[] | undefined {
  const { lines } = analysis;
  const isList = place.schemas.some((schema) => accepts(schema, "array"));
  const isMapping = place.schemas.some((schema) => accepts(schema, "object"));
  const isBesideKey =
    place.property !== undefined && lines.lineAt(place.property.offset) === lines.lineAt(node.offset);
  const parts = linesOf(analysis, node);
  const isItem = ({ source }: { source: string }) => isList && !isBesideKey && source.startsWith("- ");
  const item = parts.find(isItem);
  const column = item && lines.columnOf(item.start);
  const slips: Slip[] = [];
  for (const part of parts) {
    if (isItem(part)) continue;
    const { start, source } = part;
    const slip =
      (isList ? itemSlip(source) : undefined) ??
      (isMapping ? entryIn(place, source, isBesideKey) : undefined) ??
      (column === undefined ? undefined : noDashSlip(lines.columnOf(start), column)) ??
      quoteSlip(source) ??
      commaSlip(source);
    if (!slip) return undefined;
    slips.push(moved(slip, start));
  }
  return slips;
}

/** The lines of a text that are not blank, without their indentation. */
function linesOf(
  { file, lines }: RuleContext["analysis"],
  node: StringNode,
): { start: number; source: string }[] {
  const end = node.offset + node.length;
  const first = lines.lineAt(node.offset);
  const count = lines.lineAt(end) - first + 1;
  return Array.from({ length: count }, (_, index) => first + index).flatMap((line) => {
    const start = Math.max(node.offset, lines.start(line) + lines.indentation(line));
    const source = file.text.slice(start, Math.min(end, lines.start(line + 1))).trimEnd();
    return source === "" ? [] : [{ start, source }];
  });
}

/** The slip of an entry in a text where a mapping is expected; not in an image reference or other words. */
function entryIn({ schemas }: Place, source: string, isBesideKey: boolean): Slip | undefined {
  const slip = entrySlip(source);
  if (!slip) return undefined;
  const meant = isBesideKey ? inBraces(slip, source) : slip;
  if (isKnownIn(schemas, slip)) return meant;
  const isImage = schemas.some((schema) =>
    (["image-repository", "image-tag"] as const).some((meaning) => keyMeaning(schema, meaning) !== undefined),
  );
  const isPlainWord =
    slip.fault.code === "missing-colon" || (isBesideKey && slip.fault.code !== "missing-space");
  return isImage || isPlainWord ? undefined : meant;
}

function isKnownIn(schemas: readonly SchemaNode[], { key = "" }: Slip): boolean {
  return schemas.some(({ properties }) => properties.has(key));
}

/** An entry on the line of its key is a mapping only in braces. */
function inBraces(slip: Slip, source: string): Slip {
  const open = { start: 0, end: 0, text: "{" };
  return { ...slip, edits: [open, ...slip.edits, { start: source.length, end: source.length, text: "}" }] };
}

/** Keys that are entries as a whole, such as `replicas:2` in braces; or items, such as `-name`, where a list is expected. */
function misreadKeys(context: RuleContext, group: PlaceGroup): MisreadEntry[] {
  const { schemas, nodes } = group;
  const isList = schemas.length > 0 && !schemas.some((schema) => accepts(schema, "object"));
  return nodes.object.flatMap((node) => {
    const odd = node.properties.filter(({ key }) => !USUAL_KEY.test(key) && ODD_KEY.test(key));
    return odd.flatMap((property): MisreadEntry[] => {
      const { keyNode, valueNode } = property;
      const slip = isPlain(keyNode) ? keySlip(context, { schemas, isList }, node, property) : undefined;
      if (!slip) return [];
      const about = isList && !node.flow ? node : valueNode;
      const slips = [moved(slip, keyNode.offset)] as const;
      const keys = slip.key === undefined ? [] : [slip.key];
      return [{ node: keyNode, about, path: group.place(node).path, keys, slips, isPossible: false }];
    });
  });
}

/** Matches nearly all keys, those without odd characters. */
const USUAL_KEY = /^\w[\w./-]*$/;

/** Matches keys with a character that no valid key has. */
const ODD_KEY = /^[^\w"'<.$]|[:=;{[]|[\w"'] ["'\w]|["']$/;

function keySlip(
  { analysis }: RuleContext,
  { schemas, isList }: { readonly schemas: readonly SchemaNode[]; readonly isList: boolean },
  { flow }: ObjectNode,
  { keyNode, colonOffset }: PropertyNode,
): Slip | undefined {
  const source = analysis.source(keyNode);
  if (flow && colonOffset === undefined) {
    const slip = entrySlip(source);
    const isOpen = schemas.some(({ closed }) => !closed);
    return slip?.fault.code !== "missing-colon" || isOpen || isKnownIn(schemas, slip) ? slip : undefined;
  }
  if (isList) return flow ? undefined : itemSlip(source);
  return quoteSlip(source) ?? (flow ? undefined : bracketEntrySlip(analysis, schemas, keyNode));
}

/** The slip in a line whose value is in brackets, of which YAML takes the part up to the first colon for the key: `labels; {a` of `labels; {a: b}`. */
function bracketEntrySlip(
  { file, lines }: RuleContext["analysis"],
  schemas: readonly SchemaNode[],
  { offset, value }: StringNode,
): Slip | undefined {
  if (!/[{[]/.test(value)) return undefined;
  const line = lines.lineAt(offset);
  const slip = entrySlip(file.text.slice(offset, lines.start(line) + lines.text(line).length).trimEnd());
  return slip && isKnownIn(schemas, slip) ? slip : undefined;
}

/** Plain keys and values with characters that cannot be seen where YAML would have a space or nothing. */
function invisibleIn({ analysis }: RuleContext, group: PlaceGroup): MisreadEntry[] {
  const entryOf = (scalar: StringNode, about: ValueNode, holder: ValueNode): MisreadEntry[] => {
    const slip = isPlain(scalar) ? invisibleSlip(analysis.source(scalar)) : undefined;
    if (!slip) return [];
    const isKey = scalar !== about;
    const isPossible = !isKey && group.schemas.every((schema) => accepts(schema, "string"));
    const keys = isKey ? [withoutInvisible(scalar.value)] : [];
    const slips = [moved(slip, scalar.offset)] as const;
    return [{ node: scalar, about, path: group.place(holder).path, keys, slips, isPossible }];
  };
  const { string, object } = group.nodes;
  return [
    ...string.flatMap((node) => entryOf(node, node, node)),
    ...object.flatMap((node) =>
      node.properties
        .filter(({ key }) => hasInvisible(key))
        .flatMap(({ keyNode, valueNode }) => entryOf(keyNode, valueNode, node)),
    ),
  ];
}
