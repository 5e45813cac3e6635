import { type ChartSources, sourcesIn } from "../../core/embedded/chart-named.ts";
import type { Finders, FoundData } from "../../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, embeddedIn } from "../../core/embedded/find.ts";
import { filePatch, isJsonPatch, type Patch, patchFilesIn } from "../../core/embedded/patches.ts";
import { type ChartKeys, decidingKey } from "../../core/ownership/chart-keys.ts";
import { fileName } from "../../core/values/release-stack.ts";
import type { ValueNode } from "../../core/yaml/tree.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText } from "../files/open-texts.ts";
import { sameSpelling } from "../files/release-paths.ts";
import {
  addressFrom,
  fileFinder,
  finderIn,
  foundIn,
  type Generated,
  nearest,
  pathOfText,
} from "./finders.ts";

/** Values in a document, and the file that has the document. */
export interface ValuesInFile {
  readonly origin: OpenText;
  readonly values: EmbeddedValues;
}

/** A text that documents may take: its key for maps, the name of its object, and `isSearched` if a search for the documents is worth it. */
export interface TakeableText {
  readonly holder: object;
  readonly name: string;
  readonly isSearched: boolean;
  /**
   * The object that a Kustomization generates from it, if that comes over an object of another one and counts for those who take the other object.
   */
  readonly over?: Generated;
}

/** The values in a file, and the documents and texts to which they are related. */
export interface Referring {
  /** The values in the file. */
  readonly values: readonly EmbeddedValues[];
  /** The documents that take a text. */
  readonly takers: (holder: object) => readonly ValuesInFile[];
  /** Finds the files and objects that a document refers to. */
  readonly finder: (document: OpenText) => Finders;
  /** A text of a ConfigMap or Secret in a file. */
  readonly textOf: (document: OpenText, holder: EmbeddedValues["holder"]) => FoundData;
}

/** Rounds in which documents are looked for: a ConfigMap, the release that takes it, the source of the chart of that, and a file. */
const MOST_ROUNDS = 4;

/**
 * The values in a file, with the documents that refer to texts in it and the texts to which the values refer: in the file itself, else in its folder,
 * else in the rest of the workspace. `asker` is the file that depends on the answer.
 */
export async function referring(
  origin: OpenText,
  wanted: readonly TakeableText[],
  keys: ChartKeys,
  neighbours: Neighbours,
  asker = origin.uri,
): Promise<Referring> {
  const read = new Map<object, FoundData>();
  const contents = new Map<string, OpenText | undefined>();
  let all: readonly OpenText[] = [origin];
  const finder = (from: OpenText): Finders => ({
    data: finderIn(nearest(from, all), read, contents, wanted[0]?.over),
    file: fileFinder(from, neighbours.roots(from.uri), contents),
  });
  const patterns = new Map<string, NameTest | undefined>();
  const embeddedOf = (text: OpenText, missing: Set<string>): readonly ValuesInFile[] => {
    const [, ...others] = nearest(text, all);
    const elsewhere: ChartSources = (kind, name, namespace, has) => {
      if (typeof name !== "string") {
        const test = patterns.get(name.pattern);
        if (test === undefined) patterns.set(name.pattern, undefined);
        return test ? all.flatMap(({ file }) => sourcesIn(file.documents, kind, test, namespace, has)) : [];
      }
      const found = others.map((some) =>
        some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace, has)),
      );
      const first = found.find((some) => some.length > 0);
      if (first === undefined) missing.add(name);
      return first?.length === 1 ? first : [];
    };
    const patches = text === origin ? patchOf(origin, all) : [];
    if (patches.length === 0 && text === origin && isJsonPatch(origin.file))
      missing.add(fileName(origin.uri));
    const isOurs = (root: ValueNode | undefined) =>
      root?.type === "object" && decidingKey(root, keys) !== undefined;
    const found = embeddedIn(text.file, keys.charts, pathOfText(text), elsewhere, patches, isOurs);
    const find = finder(text);
    for (const reference of found.flatMap(({ references }) => references))
      if (find.data(reference) === "not-found") missing.add(reference.name);
    for (const file of found.flatMap(({ files }) => files)) find.file(file);
    return found.map((values) => ({ origin: text, values }));
  };
  const takenBy = (takers: readonly ValuesInFile[]): ReadonlyMap<object, readonly ValuesInFile[]> => {
    const taken = new Map<object, Set<ValuesInFile>>();
    for (const taker of takers) {
      const { references, unread, chart } = taker.values;
      if (unread !== undefined || chart === undefined) continue;
      const find = finder(taker.origin);
      for (const reference of references) {
        const found = reference.targetPath === undefined ? find.data(reference) : "not-found";
        if (typeof found === "string") continue;
        taken.set(found.holder, (taken.get(found.holder) ?? new Set()).add(taker));
      }
    }
    return new Map([...taken].map(([holder, placed]) => [holder, [...placed]]));
  };
  const look = () => {
    const missing = new Set<string>();
    const values = embeddedOf(origin, missing);
    const others = wanted.length > 0 ? all.filter((text) => text !== origin) : [];
    const takers = [...values, ...others.flatMap((text) => embeddedOf(text, missing))];
    const taken = takenBy(wanted.length > 0 ? takers : []);
    for (const { holder, name, isSearched } of wanted)
      if (isSearched && !taken.has(holder)) missing.add(name);
    return { values: values.map((placed) => placed.values), taken, missing };
  };
  let seen = look();
  if (seen.missing.size > 0 || wanted.length > 0) {
    all = [origin, ...(await neighbours.beside(origin, asker))];
    seen = look();
  }
  // Documents that are found elsewhere may refer to more.
  const asked = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const unread = [...contents].flatMap(([address, content]) =>
      content || asked.has(address) ? [] : [address],
    );
    const matching = await namesOf(patterns, origin, neighbours);
    const names = [...seen.missing, ...matching].filter((name) => !asked.has(name));
    if (names.length + unread.length === 0) break;
    for (const entry of [...names, ...unread]) asked.add(entry);
    for (const address of unread) contents.set(address, await neighbours.named(address, asker));
    const known = new Set(all.map(({ uri }) => sameSpelling(uri)));
    const more = names.length > 0 ? await neighbours.having(origin, names, asker) : [];
    all = [...all, ...more.filter(({ uri }) => !known.has(sameSpelling(uri)))];
    seen = look();
  }
  return {
    values: seen.values,
    takers: (holder) => seen.taken.get(holder) ?? [],
    finder,
    textOf: (text, holder) => foundIn(text, holder, read),
  };
}

/** All names in a workspace are compared with a pattern: longer ones, and more of them, are not read. */
const LONGEST_PATTERN = 250;
const MOST_STATES = 250;
const MOST_PATTERNS = 10;

type NameTest = (name: string) => boolean;

/**
 * The names in the workspace that match patterns of targets, each of which is read now; RE2 reads them, as Kustomize does
 * (https://github.com/kubernetes-sigs/kustomize/blob/master/api/types/selector.go).
 */
async function namesOf(
  patterns: Map<string, NameTest | undefined>,
  origin: OpenText,
  neighbours: Neighbours,
): Promise<readonly string[]> {
  let all: readonly string[] = [];
  for (const [pattern, known] of patterns) {
    if (known !== undefined) continue;
    const { goPattern } = await import("../../core/schema/go-pattern.ts");
    const compiled = pattern.length > LONGEST_PATTERN ? undefined : goPattern(`^(?:${pattern})$`);
    const isRead = compiled !== undefined && compiled.states <= MOST_STATES && patterns.size <= MOST_PATTERNS;
    const names = isRead
      ? await neighbours.matching(origin, (name) => compiled.test(name) === true)
      : new Set<string>();
    patterns.set(pattern, (name) => names.has(name));
    all = [...all, ...names];
  }
  return all;
}

/** A file as the patches that Kustomizations make of it. */
function patchOf(origin: OpenText, all: readonly OpenText[]): readonly Patch[] {
  const address = sameSpelling(origin.uri);
  return all.flatMap(({ uri, file }) =>
    (file.text.includes("patches") ? patchFilesIn(file) : []).flatMap(({ path, target }) =>
      addressFrom(uri, path) === address ? filePatch(origin.file, target) : [],
    ),
  );
}
