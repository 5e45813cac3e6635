import { URI, Utils } from "vscode-uri";
import { sourcesIn } from "../../core/embedded/chart-named.ts";
import { embeddedFile, substituted, unplacedText } from "../../core/embedded/embedded-file.ts";
import type { FindData, FindFile, FoundData } from "../../core/embedded/embedded-stack.ts";
import type { EmbeddedValues } from "../../core/embedded/find.ts";
import { builtOn, type GeneratedObject, generatedIn } from "../../core/embedded/generators.ts";
import { dataIn, type EmbeddedReference, isNamed, isObject } from "../../core/embedded/references.ts";
import { fileName } from "../../core/values/release-stack.ts";
import type { OpenText } from "../files/open-texts.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";

/** A generated object, and the file that has its generator. */
export interface Generated {
  readonly source: OpenText;
  readonly object: GeneratedObject;
}

/** Files, the nearest first: the file itself, those of its folder, and those with which it has ever fewer folders in common. */
export function nearest(from: OpenText, all: readonly OpenText[]): readonly (readonly OpenText[])[] {
  const folder = folderOf(from.uri).split("/");
  const distanceTo = (text: OpenText) => {
    const other = folderOf(text.uri).split("/");
    const differs = folder.findIndex((part, index) => part !== other[index]);
    const above = differs < 0 ? 0 : folder.length - differs;
    return other.length === folder.length && above === 0 ? 0 : above + 1;
  };
  const others = all.filter((text) => text !== from).map((text) => ({ text, distance: distanceTo(text) }));
  const distances = [...new Set(others.map(({ distance }) => distance))].sort((a, b) => a - b);
  return [
    [from],
    ...distances.map((distance) => others.flatMap((each) => (each.distance === distance ? [each.text] : []))),
  ];
}

/** Finds the texts that references name; the generated object `given` wins over others. */
export function finderIn(
  files: readonly (readonly OpenText[])[],
  read: Map<object, FoundData>,
  contents: Map<string, OpenText | undefined>,
  given?: Generated,
): FindData {
  return (reference) => {
    const { kind, name, namespace } = reference;
    let last = given && isObject(reference, given.object) ? given : undefined;
    let over = last && generatedText(last, reference, read, contents);
    for (const some of files) {
      const objects = some.flatMap(({ file }) => sourcesIn(file.documents, kind, name, namespace));
      const generated = some.flatMap((source) =>
        generatedIn(source.file, pathOfText(source)).flatMap((object) =>
          isObject(reference, object) && isBelow(last, { source, object }) ? [{ source, object }] : [],
        ),
      );
      if (objects.length + generated.length > 1) return "several";
      const [made] = generated;
      if (made) over ??= generatedText(made, reference, read, contents);
      last = made ?? last;
      if (made?.object.behavior === "create") return over ?? "unread";
      if (objects.length === 0) continue;
      if (over) return over;
      for (const text of some) {
        const data = dataIn(text.file).find((each) => isNamed(reference, each));
        if (data) return foundIn(text, data.property, read);
      }
      return "unread";
    }
    return "not-found";
  };
}

/** Finds the files that a document names. */
export function fileFinder(
  from: OpenText,
  roots: readonly string[],
  contents: Map<string, OpenText | undefined>,
): FindFile {
  return (reference) => {
    const starts = reference.from === "document" ? [from.uri] : roots.map((root) => `${root}/file`);
    for (const start of starts) {
      const content = contentOf(addressFrom(start, reference.path), contents);
      if (!content) continue;
      const file = reference.isSubstituted ? substituted(content.file) : content.file;
      return { ...content, file, name: fileName(content.uri) };
    }
    return undefined;
  };
}

/** The text at an address, if it was read and can be parsed. An address that was not read yet is noted, to be read next. */
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
export function foundIn(
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

/**
 * True if the last object comes over another generated one: over one that is created, or over one of a Kustomization that the last object's file
 * builds on.
 */
function isBelow(last: Generated | undefined, { source, object }: Generated): boolean {
  if (last === undefined || object.behavior === "create") return true;
  const { uri, file } = last.source;
  return builtOn(file).some((path) => addressFrom(uri, path) === folderOf(source.uri));
}

/**
 * The text that is generated for a reference; `undefined` if a generator leaves it to the object with which it is merged
 * (https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/).
 */
function generatedText(
  { source: { uri, file: around }, object: { texts, behavior } }: Generated,
  { key }: EmbeddedReference,
  read: Map<object, FoundData>,
  contents: Map<string, OpenText | undefined>,
): FoundData | "unread" | undefined {
  const holder = texts.find((each) => each.key === key);
  if (holder === undefined) return behavior === "merge" ? undefined : "unread";
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
        file: unplacedText(around, text, node, "envsubst"),
        offset,
        length,
      };
  read.set(holder, found);
  return found;
}

/** The address of a path that a file names, relative to its folder; `undefined` for anything but such a path. */
export function addressFrom(uri: string, path: string): string | undefined {
  if (path.length > 1000 || path.startsWith("/") || path.includes("\0") || path.includes("://"))
    return undefined;
  return sameSpelling(Utils.resolvePath(URI.parse(folderOf(uri)), path).toString());
}

/** The path in the address of a file. */
export function pathOfText({ uri }: OpenText): string {
  return URI.parse(uri).path;
}
