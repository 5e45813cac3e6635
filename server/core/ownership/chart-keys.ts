import { editDistance } from "../yaml/edit-distance.ts";
import type { ObjectNode, ValueNode, YamlDocument } from "../yaml/tree.ts";

/** The keys of the operator's chart as evidence for a file. Keys are dotted; `.*` at the end means any known key there. */
export interface ChartKeys {
  /** Tells if the operator's chart has a value at a path; everything under an open mapping counts as known. */
  readonly knows: (path: readonly string[]) => boolean;
  /** The names of the operator's charts. */
  readonly charts: readonly string[];
  /** The top-level keys of components. */
  readonly components: readonly string[];
  /** Each of them is enough to tell a file of this chart from other products' values. */
  readonly certain: readonly string[];
  /** Each of them is enough together with another component that has a known key. */
  readonly certainWithAnotherComponent: readonly string[];
}

/** The number of a document's keys that are this chart's, on all levels. */
interface KeyCount {
  readonly known: number;
  /** Dotted keys that are not this chart's; keys below them are not counted. */
  readonly unknown: readonly string[];
}

/** Counts a mapping's keys. Keys that are still being typed (no colon yet) and merge keys are not counted. */
export function countKeys(root: ObjectNode, { knows }: ChartKeys): KeyCount {
  const unknown: string[] = [];
  let known = 0;
  const pending = [{ node: root, path: [] as readonly string[] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { key, valueNode, colonOffset } of next.node.properties) {
      if (colonOffset === undefined || key === "<<") continue;
      const path = [...next.path, key];
      if (!knows(path)) {
        unknown.push(path.join("."));
        continue;
      }
      known++;
      if (valueNode.type === "object") pending.push({ node: valueNode, path });
    }
  }
  return { known, unknown };
}

/** True if so few keys are known that the document must be another product's. */
export function isMostlyForeign({ known, unknown }: KeyCount): boolean {
  return unknown.length >= 2 && known < unknown.length;
}

/** The key that makes it certain that a document holds values of this chart, typed in full; `undefined` if there is none. */
export function decidingKey(root: ObjectNode, keys: ChartKeys): string | undefined {
  const isSet = (key: string) => setsKey(root, key.split("."), [], keys);
  const alone = keys.certain.find(isSet);
  if (alone !== undefined) return withoutStar(alone);
  const together = keys.certainWithAnotherComponent.find((key) => {
    const others = keys.components.filter((component) => !key.startsWith(`${component}.`));
    return isSet(key) && others.some((component) => setsKnownKey(root, component, keys));
  });
  return together && withoutStar(together);
}

/** Fewer letters are too few to recognize a misspelled key by: at the top level, and where all around it is known. */
const LONG_ENOUGH = { atTop: 12, nested: 9 };

/** The path of a key that is a deciding key except for its case or one letter, with keys of this chart in it or around it. */
export function misspelledKey(root: ObjectNode, keys: ChartKeys): string | undefined {
  const wanted = keys.certain.flatMap((key) => /^([^.]+)\.\*$/.exec(key)?.[1] ?? []);
  const atTop = root.properties.find(
    ({ key, valueNode, colonOffset }) =>
      colonOffset !== undefined &&
      valueNode.type === "object" &&
      wanted.some((right) => isNearly(key, right, LONG_ENOUGH.atTop) && isMeant(key, right, valueNode, keys)),
  )?.key;
  return atTop ?? nestedMisspelling(root, keys);
}

/** True if most keys of a mapping are known below the key that may be meant, and its own key is no other word, such as a plural. */
function isMeant(key: string, right: string, { properties }: ObjectNode, keys: ChartKeys): boolean {
  const known = properties.filter((property) => keys.knows([right, property.key]));
  if (known.length <= properties.length - known.length) return false;
  const others = keys.components.filter((component) => component !== right);
  const isOwn = known.some((property) => !others.some((component) => keys.knows([component, property.key])));
  return known.length >= 2 || isSameWord(key, right) || (isOwn && !isPlural(key, right));
}

/** The only unknown key of a document, if it is nearly a deciding key of its mapping, and other keys are known. */
function nestedMisspelling(root: ObjectNode, keys: ChartKeys): string | undefined {
  const { unknown, known } = countKeys(root, keys);
  const [only = ""] = unknown;
  const [holder, key] = parted(only);
  if (unknown.length !== 1 || known <= holder.split(".").length) return undefined;
  const isMeantThere = keys.certain.some((certain) => {
    const [above, right] = parted(withoutStar(certain));
    return (
      above !== "" && above === holder && isNearly(key, right, LONG_ENOUGH.nested) && !isPlural(key, right)
    );
  });
  return isMeantThere ? only : undefined;
}

function parted(path: string): readonly [holder: string, key: string] {
  const dot = path.lastIndexOf(".");
  return [path.slice(0, Math.max(0, dot)), path.slice(dot + 1)];
}

function isNearly(key: string, right: string, least: number): boolean {
  return right.length >= least && Math.abs(key.length - right.length) <= 1 && editDistance(key, right) <= 1;
}

function isSameWord(key: string, right: string): boolean {
  return key.toLowerCase() === right.toLowerCase();
}

function isPlural(key: string, right: string): boolean {
  return isSameWord(key, `${right}s`);
}

/** True if a mapping has a component with a key that is known there. */
export function setsKnownKey(root: ObjectNode, component: string, keys: ChartKeys): boolean {
  return setsKey(root, [component, "*"], [], keys);
}

function setsKey(
  node: ObjectNode,
  [wanted, ...rest]: readonly string[],
  above: readonly string[],
  keys: ChartKeys,
): boolean {
  return node.properties.some(({ key, valueNode, colonOffset }) => {
    if (colonOffset === undefined) return false;
    if (wanted === "*") return keys.knows([...above, key]);
    if (key !== wanted) return false;
    if (rest.length === 0) return true;
    return valueNode.type === "object" && setsKey(valueNode, rest, [...above, key], keys);
  });
}

function withoutStar(key: string): string {
  return key.replace(/\.\*$/, "");
}

/** The mapping at the top of a document; `nothing` if the document is empty or its first key is being typed. */
export function topMapping(document: YamlDocument): ObjectNode | "nothing" | "something-else" {
  const { root } = document;
  if (root === undefined) return "nothing";
  if (root.type === "object") return root;
  return isBegun(root) ? "nothing" : "something-else";
}

/** True if a value may be the beginning of `---`, or of a key, which can be read as a boolean (`n`). */
function isBegun(root: Exclude<ValueNode, ObjectNode>): boolean {
  if (root.type !== "array") return root.type !== "string" || !/\s/.test(root.value);
  const [item, ...others] = root.items;
  return !root.flow && others.length === 0 && item?.type === "null" && item.style === "empty";
}
