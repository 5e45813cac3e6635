import { URI, Utils } from "vscode-uri";
import { type ChartSources, sourcesIn } from "../core/embedded/chart-named.ts";
import { embeddedFile, substituted } from "../core/embedded/embedded-file.ts";
import type { FindData, Finders, FindFile, FoundData } from "../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, embeddedIn } from "../core/embedded/find.ts";
import { type GeneratedObject, generatedIn } from "../core/embedded/generators.ts";
import { dataIn, type EmbeddedReference, isNamed, isObject } from "../core/embedded/references.ts";
import type { ChartKeys } from "../core/ownership/chart-keys.ts";
import { fileName } from "../core/values/release-stack.ts";
import { embeddedText } from "../core/yaml/narrow.ts";
import type { Neighbours } from "./neighbours.ts";
import type { OpenText } from "./open-texts.ts";
import { folderOf, sameSpelling } from "./release-paths.ts";

/** Values in a document, and the file that it is in. */
export interface Placed {
  readonly own: OpenText;
  readonly values: EmbeddedValues;
}

/** A text that documents may take: what tells it from others, the name of its object, and whether it is worth a search. */
export interface Wanted {
  readonly holder: object;
  readonly name: string;
  readonly isSearched: boolean;
}

/** What is found of a file and around it. */
export interface Referring {
  /** The values in the file. */
  readonly values: readonly EmbeddedValues[];
  /** The documents that take a text. */
  readonly takers: (holder: object) => readonly Placed[];
  /** What a document in a file refers to. */
  readonly finder: (own: OpenText) => Finders;
  /** A text of a ConfigMap or Secret in a file. */
  readonly textOf: (own: OpenText, holder: EmbeddedValues["holder"]) => FoundData;
}

/** Rounds in which documents are looked for: a ConfigMap, the release that takes it, the source of the chart of that, and a file. */
const MOST_ROUNDS = 4;

/**
 * The values in a file, with what refers to texts in it and what they refer to: in the file itself, else in its folder, else in the rest of the workspace. `asker` is the file
 * that depends on it.
 */
export async function referring(
  own: OpenText,
  wanted: readonly Wanted[],
  keys: ChartKeys,
  neighbours: Neighbours,
  asker = own.uri,
): Promise<Referring> {
  const read = new Map<object, FoundData>();
  const contents = new Map<string, OpenText | undefined>();
  let all: readonly OpenText[] = [own];
  const finder = (from: OpenText): Finders => ({
    data: finderIn(nearest(from, all), read, contents),
    file: fileFinder(from, neighbours.roots(from.uri), contents),
  });
  const embeddedOf = (one: OpenText, missing: Set<string>): readonly Placed[] => {
    const [, ...others] = nearest(one, all);
    const elsewhere: ChartSources = (kind, name, namespace, has) => {
      const found = others.map((some) =>
        some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace, has)),
      );
      const first = found.find((some) => some.length > 0);
      if (first === undefined) missing.add(name);
      return first?.length === 1 ? first[0] : undefined;
    };
    const found = embeddedIn(one.file, keys.charts, pathOf(one), elsewhere);
    const find = finder(one);
    for (const reference of found.flatMap(({ references }) => references))
      if (find.data(reference) === "not-found") missing.add(reference.name);
    for (const file of found.flatMap(({ files }) => files)) find.file(file);
    return found.map((values) => ({ own: one, values }));
  };
  const takersOf = (holder: object, takers: readonly Placed[]) =>
    takers.filter(({ own: from, values: { references, unread, chart } }) => {
      if (unread !== undefined || chart === undefined) return false;
      const find = finder(from);
      return references.some((reference) => {
        const found = reference.targetPath === undefined ? find.data(reference) : "not-found";
        return typeof found !== "string" && found.holder === holder;
      });
    });
  const look = () => {
    const missing = new Set<string>();
    const values = embeddedOf(own, missing);
    const others = wanted.length > 0 ? all.filter((one) => one !== own) : [];
    const takers = [...values, ...others.flatMap((one) => embeddedOf(one, missing))];
    const taken = new Map(wanted.map(({ holder }) => [holder, takersOf(holder, takers)]));
    for (const { holder, name, isSearched } of wanted)
      if (isSearched && taken.get(holder)?.length === 0) missing.add(name);
    return { values: values.map((one) => one.values), taken, missing };
  };
  let seen = look();
  if (seen.missing.size > 0 || wanted.length > 0) {
    all = [own, ...(await neighbours.beside(own, asker))];
    seen = look();
  }
  // What is found elsewhere may refer to more.
  const asked = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const unread = [...contents].flatMap(([address, content]) =>
      content || asked.has(address) ? [] : [address],
    );
    const names = [...seen.missing].filter((name) => !asked.has(name));
    if (names.length + unread.length === 0) break;
    for (const one of [...names, ...unread]) asked.add(one);
    for (const address of unread) contents.set(address, await neighbours.named(address, asker));
    const known = new Set(all.map(({ uri }) => sameSpelling(uri)));
    const more = names.length > 0 ? await neighbours.having(own, names, asker) : [];
    all = [...all, ...more.filter(({ uri }) => !known.has(sameSpelling(uri)))];
    seen = look();
  }
  return {
    values: seen.values,
    takers: (holder) => seen.taken.get(holder) ?? [],
    finder,
    textOf: (one, holder) => foundIn(one, holder, read),
  };
}

/** Files, the nearest first: the file itself, those of its folder, and those with which it has ever fewer folders in common. */
function nearest(from: OpenText, all: readonly OpenText[]): readonly (readonly OpenText[])[] {
  const folder = folderOf(from.uri).split("/");
  const distance = (one: OpenText) => {
    const other = folderOf(one.uri).split("/");
    const differs = folder.findIndex((part, index) => part !== other[index]);
    const above = differs < 0 ? 0 : folder.length - differs;
    return other.length === folder.length && above === 0 ? 0 : above + 1;
  };
  const others = all.filter((one) => one !== from).map((one) => ({ one, at: distance(one) }));
  const distances = [...new Set(others.map(({ at }) => at))].sort((a, b) => a - b);
  return [[from], ...distances.map((at) => others.flatMap((each) => (each.at === at ? [each.one] : [])))];
}

function finderIn(
  files: readonly (readonly OpenText[])[],
  read: Map<object, FoundData>,
  contents: Map<string, OpenText | undefined>,
): FindData {
  return (reference) => {
    const { kind, name, namespace } = reference;
    for (const some of files) {
      const objects = some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace));
      const generated = some.flatMap((one) =>
        generatedIn(one.file, pathOf(one)).flatMap((object) =>
          isObject(reference, object) ? [{ one, object }] : [],
        ),
      );
      if (objects.length + generated.length > 1) return "several";
      for (const { one, object } of generated) return generatedText(one, object, reference, read, contents);
      if (objects.length === 0) continue;
      for (const one of some) {
        const data = dataIn(one.file).find((each) => isNamed(reference, each));
        if (data) return foundIn(one, data.property, read);
      }
      return "unread";
    }
    return "not-found";
  };
}

/** Finds the files that a document names. */
function fileFinder(
  from: OpenText,
  roots: readonly string[],
  contents: Map<string, OpenText | undefined>,
): FindFile {
  return (reference) => {
    const starts = reference.from === "document" ? [from.uri] : roots.map((root) => `${root}/file`);
    for (const start of starts) {
      const content = contentOf(addressFrom(start, reference.path), contents);
      if (content) return { ...content, name: fileName(content.uri) };
    }
    return undefined;
  };
}

/** What is at an address, if it was read and can be. What was not read yet is read next. */
function contentOf(
  address: string | undefined,
  contents: Map<string, OpenText | undefined>,
): OpenText | undefined {
  if (address === undefined) return undefined;
  const content = contents.get(address);
  if (content === undefined) contents.set(address, undefined);
  return content?.file.refused === undefined ? content : undefined;
}

/** A text as values of its own, the same object for the same text. */
function foundIn(
  { uri, file: around }: OpenText,
  holder: EmbeddedValues["holder"],
  read: Map<object, FoundData>,
): FoundData {
  const known = read.get(holder);
  if (known) return known;
  const { file } = embeddedFile(around, { holder, form: "text", interpolation: "envsubst" });
  const { offset, length } = holder.keyNode;
  const text = holder.valueNode.type === "string" ? holder.valueNode.value : "";
  const found: FoundData = { holder, text, uri, around, file, offset, length };
  read.set(holder, found);
  return found;
}

function generatedText(
  { uri, file: around }: OpenText,
  { texts, isPartial }: GeneratedObject,
  { key }: EmbeddedReference,
  read: Map<object, FoundData>,
  contents: Map<string, OpenText | undefined>,
): FoundData | "unread" {
  const holder = texts.find((one) => one.key === key);
  if (holder === undefined || isPartial) return "unread";
  const known = read.get(holder);
  if (known) return known;
  const { path, node, text = "" } = holder;
  const content = path === undefined ? undefined : contentOf(addressFrom(uri, path), contents);
  if (path !== undefined && content === undefined) return "unread";
  const { offset, length } = node;
  const found: FoundData = content
    ? {
        holder,
        text: content.file.text,
        name: fileName(content.uri),
        uri: content.uri,
        around: content.file,
        file: substituted(content.file),
        offset: 0,
        length: 0,
      }
    : {
        holder,
        text,
        uri,
        around,
        file: embeddedText(text, { interpolation: "envsubst", key: { of: around, offset, length } }),
        offset,
        length,
      };
  read.set(holder, found);
  return found;
}

/** The address of what a file names by a path from its folder on; `undefined` if it is not such a path. */
export function addressFrom(uri: string, path: string): string | undefined {
  if (path.length > 1000 || path.startsWith("/") || path.includes("\0") || path.includes("://"))
    return undefined;
  return sameSpelling(Utils.resolvePath(URI.parse(folderOf(uri)), path).toString());
}

function pathOf({ uri }: OpenText): string {
  return URI.parse(uri).path;
}
