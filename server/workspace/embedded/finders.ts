import { URI, Utils } from "vscode-uri";
import { sourcesIn } from "../../core/embedded/chart-named.ts";
import { embeddedFile, substituted } from "../../core/embedded/embedded-file.ts";
import type { FindData, FindFile, FoundData } from "../../core/embedded/embedded-stack.ts";
import type { EmbeddedValues } from "../../core/embedded/find.ts";
import { builtOn, type GeneratedObject, generatedIn } from "../../core/embedded/generators.ts";
import { dataIn, type EmbeddedReference, isNamed, isObject } from "../../core/embedded/references.ts";
import { fileName } from "../../core/values/release-stack.ts";
import { embeddedText } from "../../core/yaml/narrow.ts";
import type { OpenText } from "../files/open-texts.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";

/** What is generated, and the file that says so. */
export interface Generated {
  readonly one: OpenText;
  readonly object: GeneratedObject;
}

/** Files, the nearest first: the file itself, those of its folder, and those with which it has ever fewer folders in common. */
export function nearest(from: OpenText, all: readonly OpenText[]): readonly (readonly OpenText[])[] {
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

/** Finds what references name: `given` comes over what is generated elsewhere. */
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
      const generated = some.flatMap((one) =>
        generatedIn(one.file, pathOf(one)).flatMap((object) =>
          isObject(reference, object) && isBelow(last, { one, object }) ? [{ one, object }] : [],
        ),
      );
      if (objects.length + generated.length > 1) return "several";
      const [made] = generated;
      if (made) over ??= generatedText(made, reference, read, contents);
      last = made ?? last;
      if (made?.object.behavior === "create") return over ?? "unread";
      if (objects.length === 0) continue;
      if (over) return over;
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

/** Whether the last object that was found comes over another one: over one that is made, or is merged in a Kustomization that it is built on. */
function isBelow(last: Generated | undefined, { one, object }: Generated): boolean {
  if (last === undefined || object.behavior === "create") return true;
  const { uri, file } = last.one;
  return builtOn(file).some((path) => addressFrom(uri, path) === folderOf(one.uri));
}

/** What is generated for a reference; `undefined` if that is left to what it is merged with (https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/). */
function generatedText(
  { one: { uri, file: around }, object: { texts, behavior } }: Generated,
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

/** The path in the address of a file. */
export function pathOf({ uri }: OpenText): string {
  return URI.parse(uri).path;
}
