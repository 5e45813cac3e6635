import path from "node:path";
import * as l10n from "@vscode/l10n";
import { URI, Utils } from "vscode-uri";
import { added, hasNull, movedIn, movedOut, removed } from "../../core/embedded/apart.ts";
import { embeddedFile } from "../../core/embedded/embedded-file.ts";
import { isOpaque } from "../../core/embedded/entries.ts";
import { type EmbeddedValues, embeddedIn } from "../../core/embedded/find.ts";
import { type Patch, patchesIn, patchFilesIn, targetName } from "../../core/embedded/patches.ts";
import { textAt } from "../../core/embedded/paths.ts";
import { dataIn } from "../../core/embedded/references.ts";
import type { Edit } from "../../core/yaml/edits/edit.ts";
import { findProperty } from "../../core/yaml/lookup.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import type { ValueNode } from "../../core/yaml/tree.ts";
import type { OpenText, OpenTexts } from "../files/open-texts.ts";
import { folderOf } from "../files/release-paths.ts";
import { pathInside } from "../files/workspace-folders.ts";
import { type EmbeddedAround, embeddedAround } from "./embedded-around.ts";
import { fileInlined, type InlinePorts, refsAround, SKIPPED } from "./values-inlined.ts";

/** Edits of a file. */
export interface EditedFile extends OpenText {
  readonly edits: readonly Edit[];
}

/** A move of values out of a document, or back: edits of files, and a file that is created with a text, or deleted. */
export interface ValuesMove {
  readonly files: readonly EditedFile[];
  /** The file that is made or goes. */
  readonly uri: string;
  readonly name: string;
  /** The text of the file that is made. */
  readonly text?: string;
}

interface MovePorts extends InlinePorts {
  readonly texts: OpenTexts;
}

/** Out of the document, or back into it: then of the values file at an offset, if it names several. */
export type MoveWay = { readonly way: "extract" } | { readonly way: "inline"; readonly offset: number };

/** Moves values, if that is possible. */
export type ValuesMover = typeof valuesMove;

/**
 * Moves the values of a document at a path to a new file or ConfigMap next to it, or back from one that only it takes; `undefined` where that could change anything, or a
 * sentence that says why.
 */
export async function valuesMove(
  origin: OpenText,
  path: string,
  move: MoveWay,
  ports: MovePorts,
): Promise<ValuesMove | string | undefined> {
  const { keys, neighbours, valuesFiles } = ports;
  const { values, finder } = await embeddedAround(origin, keys, neighbours);
  const moved = values.find((each) => each.at === path);
  if (moved?.apart === undefined || !valuesFiles.reads(origin.uri)) return undefined;
  const isFile = moved.apart.as === "file";
  // Others of the document would take effect in their place.
  const isAlone = !values.some(({ unread }) => unread?.is === "not-in-effect" && unread.instead === path);
  if (!isAlone || moved.unread) return undefined;
  const isChanged = await isPatched(origin, moved, ports);
  if (move.way === "extract")
    return isChanged || moved.form === "none" ? undefined : movedApart(origin, moved, ports);
  if (!isFile)
    return isChanged || moved.form !== "none" ? undefined : movedBack(origin, moved, finder, ports);
  const { offset } = move;
  const inlined = await fileInlined({ origin, values: moved, all: values, finder, offset }, ports);
  if (inlined === undefined || typeof inlined === "string") return inlined;
  if (isChanged) return l10n.t("A patch changes this document.");
  return { files: [{ ...origin, edits: inlined.edits }], uri: inlined.uri, name: inlined.name };
}

/** True if a patch changes a document: a null in a patch means another thing for values that are not in the document. */
async function isPatched(
  origin: OpenText,
  { document, apart }: EmbeddedValues,
  { keys, neighbours }: MovePorts,
): Promise<boolean> {
  const { root } = document;
  const name = textAt(findProperty(root, "metadata")?.valueNode, "name") ?? "";
  const kind = textAt(root, "kind");
  const spec = findProperty(root, "spec")?.valueNode;
  const { offset = 0, length = 0 } = findProperty(spec, "generators")?.valueNode ?? {};
  // Both come over the template of an ApplicationSet: https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/
  if (origin.file.text.slice(offset, offset + length).includes("template:")) return true;
  if (textAt(spec, "templatePatch")?.includes("source")) return true;
  const others = [origin, ...(await neighbours.beside(origin)), ...(await neighbours.having(origin, [name]))];
  const isSame = (node: ValueNode | undefined) => {
    const metadata = findProperty(node, "metadata")?.valueNode;
    return node !== root && textAt(node, "kind") === kind && textAt(metadata, "name") === name;
  };
  const mayBe = (named: ReturnType<typeof targetName>) => typeof named !== "string" || named === name;
  const isOf = ({ target }: Pick<Patch, "target">) =>
    target !== undefined && mayBe(targetName(target)) && [kind, undefined].includes(textAt(target, "kind"));
  return others.some(({ uri, file }) => {
    if (patchFilesIn(file).some(isOf)) return true;
    if (apart?.as !== "file")
      return embeddedIn(file, keys.charts, URI.parse(uri).path, (otherKind, otherName) =>
        mayBe(otherName) && kind === otherKind && root ? [root] : [],
      ).some(({ chart }) => chart?.isPatch === true && chart.by.endsWith(` ${name}`));
    const isPart = (node: ValueNode | undefined) => {
      const patched = findProperty(node, "spec")?.valueNode;
      return isSame(node) && !WHOLE.some((key) => findProperty(patched, key) !== undefined);
    };
    return (
      file.documents.some((other) => isPart(other.root)) ||
      patchesIn(file).some((patch) => isOf(patch) || patch.file.documents.some((other) => isSame(other.root)))
    );
  });
}

/** Keys that every Application or ApplicationSet has one of, and that a patch does not need. */
const WHOLE = ["destination", "generators"];

async function movedApart(
  origin: OpenText,
  values: EmbeddedValues,
  ports: MovePorts,
): Promise<ValuesMove | undefined> {
  const metadata = findProperty(values.document.root, "metadata")?.valueNode;
  const [release, namespace] = [textAt(metadata, "name"), textAt(metadata, "namespace")];
  const object = `${release}-values`;
  const name = `${object}.yaml`;
  const isFile = values.apart?.as === "file";
  // Argo CD replaces no templates in a file, and drops a null that a file would keep.
  if (
    isFile &&
    (values.interpolation || (values.form === "mapping" && hasNull(embeddedFile(origin.file, values).file)))
  )
    return undefined;
  const entry = isFile ? [fileEntry(origin, values, name, ports)] : ["kind: ConfigMap", `name: ${object}`];
  const moved = movedOut(
    origin.file,
    values,
    entry.flatMap((line) => line ?? []),
  );
  if (!moved || release === undefined || !NAME.test(object) || entry.includes(undefined)) return undefined;
  const list = await listing(origin, name, isFile ? undefined : added, ports);
  if (list === "unclear" || list.names.includes(name)) return undefined;
  const around = isFile ? [origin] : [origin, ...list.files, ...(await ports.neighbours.beside(origin))];
  if (around.some(({ file }) => file.text.includes(object))) return undefined;
  const content = moved.text.trimEnd().split("\n");
  const lines = isFile ? [SKIPPED, ...content, ""] : configMap(object, namespace, content);
  const text = lines.join(origin.file.text.includes("\r\n") ? "\r\n" : "\n");
  const [made] = dataIn(parseYaml(text));
  const isKept = made?.property.valueNode.type === "string" && made.property.valueNode.value === moved.text;
  const uri = Utils.joinPath(URI.parse(folderOf(origin.uri)), name).toString();
  const files = [{ ...origin, edits: moved.edits }, ...list.files];
  return isFile || isKept ? { files, uri, name, text } : undefined;
}

function configMap(
  name: string,
  namespace: string | undefined,
  content: readonly string[],
): readonly string[] {
  return [
    "apiVersion: v1",
    "kind: ConfigMap",
    "metadata:",
    `  name: ${name}`,
    ...(namespace === undefined ? [] : [`  namespace: ${namespace}`]),
    // With this label, Flux reads a change at once: https://fluxcd.io/flux/components/helm/helmreleases/#values-references
    "  labels:",
    "    reconcile.fluxcd.io/watch: Enabled",
    "data:",
    "  values.yaml: |",
    ...content.map((line) => (line === "" ? "" : `    ${line}`)),
    "",
  ];
}

/**
 * The entry by which a document names a file next to it: from the folder of the chart in the same repository, or from the only source that other
 * sources can refer to.
 */
function fileEntry(
  origin: OpenText,
  { chart, holder }: EmbeddedValues,
  name: string,
  { neighbours }: MovePorts,
): string | undefined {
  const top = neighbours.roots(origin.uri).at(-1);
  const inside = top === undefined ? undefined : pathInside(top, origin.uri);
  if (inside === undefined) return undefined;
  const target = path.posix.join(path.posix.dirname(inside), name);
  const [ref, ...others] = refsAround(holder);
  const entry = chart?.isFolder
    ? path.posix.relative(chart.chart, target)
    : ref !== undefined && others.length === 0
      ? `$${ref}/${target}`
      : undefined;
  return entry !== undefined && /^[$\w./-]+$/.test(entry) ? entry : undefined;
}

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?$/;

async function movedBack(
  origin: OpenText,
  values: EmbeddedValues,
  finder: EmbeddedAround["finder"],
  ports: MovePorts,
): Promise<ValuesMove | undefined> {
  const last = values.references.at(-1);
  const found =
    last && last.targetPath === undefined && values.unknown.length === 0
      ? finder(origin).data(last)
      : "unread";
  if (typeof found === "string" || found.uri === origin.uri || isOpaque(last?.name ?? "")) return undefined;
  const { uri, around: file, text } = found;
  const [data, ...others] = dataIn(file);
  const parent = data?.property.parent;
  const isAlone =
    file.documents.length === 1 &&
    others.length === 0 &&
    parent?.type === "object" &&
    parent.properties.length === 1;
  if (data?.kind !== "ConfigMap" || data.property !== found.holder || !isAlone) return undefined;
  const seen = await embeddedAround({ uri, file }, ports.keys, ports.neighbours);
  const takers = seen.data.flatMap(({ takers }) => takers);
  const { holder, apart, references } = values;
  const edits =
    takers.length === 1
      ? movedIn(origin.file, holder, references.length - 1, apart?.values ?? "", text)
      : undefined;
  const name = baseNameOf(uri);
  const list = await listing({ uri, file }, name, removed, ports);
  if (!edits || list === "unclear") return undefined;
  return { files: [{ ...origin, edits }, ...list.files], uri, name };
}

/**
 * The names in the folder of a file, and the edit of the kustomization there that lists it; `unclear` if it does not list the file, or changes names.
 */
async function listing(
  { uri }: OpenText,
  name: string,
  edit: typeof added | undefined,
  { valuesFiles, texts, releases }: MovePorts,
): Promise<{ readonly names: readonly string[]; readonly files: readonly EditedFile[] } | "unclear"> {
  const folder = folderOf(uri);
  const names = (await valuesFiles.entries(folder)).map((entry) => entry.name);
  const kustomization = names.find((entry) => /^(?:kustomization\.ya?ml|Kustomization)$/.test(entry));
  if (kustomization === undefined || edit === undefined) return { names, files: [] };
  const address = Utils.joinPath(URI.parse(folder), kustomization).toString();
  const read = texts.get(address) ?? (await releases.read(address));
  if (!("file" in read)) return "unclear";
  const { file } = read;
  const root = file.documents[0]?.root;
  const resources = findProperty(root, "resources");
  const items = resources?.valueNode.type === "array" ? resources.valueNode.items : [];
  const isListed = items.some(
    (item) => item.type === "string" && item.value.replace(/^\.\//, "") === baseNameOf(uri),
  );
  const isRenamed = ["namePrefix", "nameSuffix"].some((key) => findProperty(root, key) !== undefined);
  const made = resources && isListed && !isRenamed ? edit(file, resources, name) : undefined;
  return made ? { names, files: [{ uri: address, file, edits: [made] }] } : "unclear";
}

function baseNameOf(uri: string): string {
  return Utils.basename(URI.parse(uri));
}
