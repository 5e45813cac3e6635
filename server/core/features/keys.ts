import { absenceText } from "../rules/topics/absence-text.ts";
import type { Knowledge } from "../schema/knowledge.ts";
import { documentation, pathText, summary, typeText } from "../schema/markdown.ts";
import { isOpen, type SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import { otherWord } from "../schema/vocabulary.ts";
import type { DocumentKind } from "../wire/documents.ts";
import { readPath } from "../yaml/key-path.ts";
import type { Path } from "../yaml/tree.ts";

/** A key in a few words. */
export interface FoundKey {
  /** As people write it: `controller.volumes[0].name`. */
  readonly key: string;
  /** Its types, and its default or whether it must be set. */
  readonly summary: string;
  /** The first sentence of the description. */
  readonly description: string;
}

/** The full explanation of a key. */
export interface ExplainedKey extends FoundKey {
  /** The chart whose key this is. */
  readonly chart: string;
  readonly type: string;
  /** Absent if there is none. */
  readonly default?: unknown;
  readonly isRequired: boolean;
  readonly allowed?: readonly unknown[];
  readonly examples: readonly unknown[];
  /** The first version of the chart that has it, if not all have. */
  readonly since?: string;
  /** The keys in it, or in an item of it. */
  readonly keys: readonly string[];
  /** The same as the hover of an editor, as Markdown. */
  readonly documentation: string;
}

/** The explanation of a key; `undefined` if the chart has no such key. */
export function explainKey(schemas: Schemas, kind: DocumentKind, path: Path): ExplainedKey | undefined {
  const model = schemas.model(kind);
  const node = model.at(path);
  if (!node || isOpen(node)) return undefined;
  const { since } = node.annotations;
  const link = schemas.docsLink(kind, path);
  return {
    ...foundKey(path, node),
    chart: schemas.chart.name,
    type: typeText(node),
    ...(node.hasDefault && { default: node.default }),
    isRequired: node.annotations.requiredForInstall !== undefined,
    ...(node.allowed && { allowed: node.allowed }),
    examples: node.examples,
    ...(since !== undefined && { since }),
    keys: [...node.properties.keys(), ...(node.items?.properties.keys() ?? [])],
    documentation: documentation(path, node, model.root, link, schemas.commentOn(kind, path)),
  };
}

/** The explanation of a key of one of several charts. */
export interface KeyOfChart extends ExplainedKey {
  /** The first version of the chart that no longer has it, if it was removed. */
  readonly removed?: string;
}

/** The explanations of a key for each chart: for the newest version of the published chart that has it, and for the specification's chart. */
export function explainInAll(knowledge: Knowledge, kind: DocumentKind, key: string): readonly KeyOfChart[] {
  const path = readPath(key);
  if (path === undefined) return [];
  const { versions } = knowledge.charts;
  const found: KeyOfChart[] = [];
  for (let index = versions.length - 1; index >= 0 && found.length === 0; index--) {
    const explained = explainKey(knowledge.schemasOfVersion(versions[index] ?? ""), kind, path);
    const removed = versions[index + 1];
    if (explained) found.push({ ...explained, removed });
  }
  const specified = explainKey(knowledge.specification, kind, path);
  return specified ? [...found, specified] : found;
}

/** The reason why a chart lacks a key, as a sentence, if a version of the published chart has it; `undefined` if none has. */
export function absentKey({ chart }: Schemas, path: Path): string | undefined {
  const absence = chart.absence(path);
  return absence && absenceText(chart, path, absence);
}

/** The first version of the published chart with a key. */
export interface PublishedSince {
  readonly chart: string;
  readonly version: string;
  /** The name of the key there. */
  readonly key: string;
}

/** The first version of the published chart that has a key of some chart; `undefined` if none has it, and for what is in a list. */
export function publishedSince(
  { published, words }: Knowledge,
  schemas: Schemas,
  path: Path,
): PublishedSince | undefined {
  const { vocabulary } = schemas.chart;
  const named = path.map((part) =>
    vocabulary === "specification" ? (otherWord(words.keys, String(part)) ?? part) : part,
  );
  const key = named.join(".");
  const version = path.some((part) => typeof part === "number") ? undefined : published?.since(key);
  return version === undefined || !published ? undefined : { chart: published.facts.chart, version, key };
}

/** The depth of the search for keys: below that are only the types of Kubernetes. */
const DEEPEST_SEARCH = 8;

/**
 * The keys that fit all words, those first that have them in their names, of these the shallowest: `most` of them, with the number of all.
 * Without words, the keys of the top level.
 */
export function searchKeys(
  schemas: Schemas,
  kind: DocumentKind,
  query: string,
  most: number,
): { readonly keys: readonly FoundKey[]; readonly count: number } {
  const words = query
    .toLowerCase()
    .split(/[\s.,;:/]+/)
    .filter(Boolean);
  const hits: { readonly rank: number; readonly path: Path; readonly node: SchemaNode }[] = [];
  for (const { path, node } of keysIn(schemas.model(kind).root, words.length === 0 ? 1 : DEEPEST_SEARCH)) {
    const rank = rankOf(path, node, words);
    if (rank !== undefined) hits.push({ rank, path, node });
  }
  hits.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length);
  return { keys: hits.slice(0, most).map(({ path, node }) => foundKey(path, node)), count: hits.length };
}

/** The names of all keys of the newest published chart and of the specification's, as people write them. */
export function keyNames(knowledge: Knowledge, kind: DocumentKind): string[] {
  const newest = knowledge.charts.versions.at(-1) ?? "";
  const all = [knowledge.schemasOfVersion(newest), knowledge.specification];
  return [
    ...new Set(
      all.flatMap((schemas) =>
        [...keysIn(schemas.model(kind).root, DEEPEST_SEARCH)].map(({ path }) => pathText(path)),
      ),
    ),
  ];
}

function foundKey(path: Path, node: SchemaNode): FoundKey {
  const [description = ""] = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(node.description ?? "") ?? [];
  return { key: pathText(path), summary: summary(node), description };
}

/** All keys, each followed by those in it, of lists by those of their items. Schemas that contain themselves are not entered again. */
function* keysIn(
  node: SchemaNode,
  depth: number,
  above: readonly SchemaNode[] = [],
  path: Path = [],
): Generator<{ readonly path: Path; readonly node: SchemaNode }> {
  if (depth === 0 || above.includes(node)) return;
  for (const [key, child] of node.properties) {
    const inner = [...path, key];
    yield { path: inner, node: child };
    const inside = [...above, node];
    yield* keysIn(child, depth - 1, inside, inner);
    if (child.items) yield* keysIn(child.items, depth - 1, inside, [...inner, 0]);
  }
}

/** The rank of a key in the search: less is better; `undefined` if a word is nowhere. */
function rankOf(path: Path, node: SchemaNode, words: readonly string[]): number | undefined {
  const name = String(path.at(-1)).toLowerCase();
  const whole = pathText(path).toLowerCase();
  const text = node.description?.toLowerCase() ?? "";
  let rank = 0;
  for (const word of words) {
    if (name === word) continue;
    if (name.includes(word)) rank += 1;
    else if (whole.includes(word)) rank += 2;
    else if (text.includes(word)) rank += 10;
    else return undefined;
  }
  return rank;
}
