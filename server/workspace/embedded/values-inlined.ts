import * as l10n from "@vscode/l10n";
import { isSameJson } from "../../core/chart/same-json.ts";
import { hasNull, movedIn, withoutItem } from "../../core/embedded/apart.ts";
import { embeddedFile } from "../../core/embedded/embedded-file.ts";
import { embeddedStack, type Finders } from "../../core/embedded/embedded-stack.ts";
import { isOpaque } from "../../core/embedded/entries.ts";
import { type EmbeddedValues, listBeside } from "../../core/embedded/find.ts";
import { joinedIn } from "../../core/embedded/joined.ts";
import { textAt } from "../../core/embedded/paths.ts";
import { givenValues } from "../../core/values/effective.ts";
import { emptyMap, toJson } from "../../core/values/helm-tree.ts";
import { fileName } from "../../core/values/release-stack.ts";
import type { Edit } from "../../core/yaml/edits/edit.ts";
import { applied } from "../../core/yaml/edits/edits.ts";
import { Lines } from "../../core/yaml/lines.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import type { ArrayNode, YamlNode } from "../../core/yaml/tree.ts";
import type { OpenText } from "../files/open-texts.ts";
import { folderOf, sameSpelling } from "../files/release-paths.ts";
import type { ValuesFiles } from "../files/values-files.ts";
import { embeddedAround } from "./embedded-around.ts";
import type { EmbeddedPartsPorts } from "./embedded-parts.ts";
import type { NamingDocuments } from "./naming-documents.ts";
import type { ValuesInFile } from "./referring.ts";

/** Has Argo CD not take a file for a manifest: https://argo-cd.readthedocs.io/en/stable/user-guide/directory/#skipping-file-rendering */
export const SKIPPED = "# +argocd:skip-file-rendering";

/** The services by which a values file is moved into a document. */
export interface InlinePorts extends Pick<EmbeddedPartsPorts, "releases" | "keys" | "neighbours"> {
  readonly valuesFiles: ValuesFiles;
  readonly naming: Pick<NamingDocuments, "of">;
}

/** The values of a document among all in its file, and what they refer to. */
export interface Inlining extends ValuesInFile {
  readonly all: readonly EmbeddedValues[];
  readonly finder: (document: OpenText) => Finders;
  /** The place in the document at which a file was selected. */
  readonly offset: number;
}

/** The edits of a document, and the values file that is in it then. */
interface Inlined {
  readonly edits: readonly Edit[];
  readonly uri: string;
  readonly name: string;
}

/**
 * Moves the values in a file of the repository into the document of Argo CD that names the file: the one at an offset, otherwise the last. A sentence
 * says why that could change or lose something; `undefined` if the document names none.
 */
export async function fileInlined(
  inlining: Inlining,
  ports: InlinePorts,
): Promise<Inlined | string | undefined> {
  const { origin, values, finder, offset } = inlining;
  const { apart, chart, form, files, interpolation } = values;
  const list = listBeside(values);
  if (list?.valueNode.type !== "array" || list.valueNode.items.length === 0) return undefined;
  const { items } = list.valueNode;
  const index = itemAt(origin, list.valueNode, offset);
  const [item] = items.slice(index);
  const written = item?.type === "string" ? item.value : list.key;
  const read = items.map((_, position) => {
    const reference = files.find((named) => named.at.endsWith(`[${position}]`));
    return reference && finder(origin).file(reference);
  });
  const { uri, file } = read[index] ?? {};
  const [ref, ...others] = refsAround(list);
  const isOfRef = ref !== undefined && others.length === 0 && written.startsWith(`$${ref}/`);
  const isHere = written.startsWith("$") ? isOfRef : chart?.isFolder === true;
  if (!isHere || uri === undefined || file === undefined)
    return l10n.t("{0} is not known to be a file of this repository.", written);
  const name = fileName(uri);
  if (read.slice(index).includes(undefined))
    return l10n.t("The values that override {0} are not known.", name);
  // A null is dropped there: https://github.com/argoproj/argo-cd/issues/16312
  if (form !== "text" && hasNull(file))
    return l10n.t("{0} has a null, which Argo CD does not keep in {1}.", name, apart?.values ?? "");
  if (interpolation && file.text.includes("{{"))
    return l10n.t("{0} has templates, which an ApplicationSet would replace.", name);
  const user = await otherUser(inlining, uri, ports);
  if (user !== undefined) return l10n.t("{0} is used in {1}, too.", name, user);
  const content = file.text.startsWith(SKIPPED) ? file.text.slice(file.text.indexOf("\n") + 1) : file.text;
  const joined = form === "none" ? undefined : joinedIn(origin.file, values, content);
  const edits =
    form === "none"
      ? movedIn(origin.file, list, index, apart?.values ?? "", content)
      : joined && withoutItem(origin.file, list, index, joined, [values.holder.key]);
  if (edits === undefined || file.documents.length > 1)
    return l10n.t('"{0}" is written in a way that makes it unsafe to move. Move it by hand.', list.key);
  const isSame = await isSameAfter(inlining, edits, ports);
  return isSame
    ? { edits, uri, name }
    : l10n.t("A value would change, because other files override {0}.", name);
}

/** The sources of files that the source around a key can refer to. */
export function refsAround(property: YamlNode | undefined): readonly string[] {
  let node = property;
  while (node !== undefined && node.type !== "array") node = node.parent;
  return node?.items.flatMap((node) => textAt(node, "ref") ?? []) ?? [];
}

/** The item at an offset, or on its line if each has its own; otherwise the last. */
function itemAt({ file }: OpenText, { items, flow }: ArrayNode, cursor: number): number {
  const lines = new Lines(file);
  const found = items.findIndex(({ offset, length }) =>
    flow ? offset <= cursor && cursor <= offset + length : lines.lineAt(offset) === lines.lineAt(cursor),
  );
  return found < 0 ? items.length - 1 : found;
}

/** The name of another user of a file, certain or possible: another document, a release of the settings, or a chart whose defaults the file has. */
async function otherUser(
  { origin, all, finder }: Inlining,
  uri: string,
  { releases, naming, neighbours, valuesFiles }: InlinePorts,
): Promise<string | undefined> {
  const [name, folder] = [fileName(uri), folderOf(uri)];
  const takes = all
    .flatMap(({ files }) => files)
    .filter((reference) => {
      const address = finder(origin).file(reference)?.uri;
      return address !== undefined && sameSpelling(address) === sameSpelling(uri);
    });
  if (takes.length > 1) return fileName(origin.uri);
  const [release] = releases.naming(uri);
  if (release) return release.id;
  const names = (await valuesFiles.entries(folder)).map((entry) => entry.name);
  if (name === "values.yaml" && names.includes("Chart.yaml")) return "Chart.yaml";
  const named = await naming.of(uri, false);
  if (named) return fileName(named.uri);
  const others = [
    ...(await neighbours.beside({ ...origin, uri })),
    ...(await neighbours.having(origin, [name])),
  ];
  const mentioning = others.find(({ uri: other, file: { text } }) => {
    const isNear = folderOf(other) === folder || text.includes(fileName(folder)) || isOpaque(text);
    return sameSpelling(other) !== sameSpelling(origin.uri) && isNear && text.includes(name);
  });
  return mentioning && fileName(mentioning.uri);
}

/** True if a document sets the same with edits: all that it takes from elsewhere counts. */
async function isSameAfter(
  { origin, values, all, finder }: Inlining,
  edits: readonly Edit[],
  { keys, neighbours, releases }: InlinePorts,
): Promise<boolean> {
  const after = { uri: origin.uri, file: parseYaml(applied(origin.file.text, edits)) };
  const around = await embeddedAround(after, keys, neighbours);
  const there = around.values[all.indexOf(values)];
  if (there === undefined || around.values.length !== all.length) return false;
  const helm = releases.helm(origin.uri);
  const [before, now] = [
    { from: origin, values, find: finder(origin) },
    { from: after, values: there, find: around.finder(after) },
  ].map(({ from, values, find }) => {
    const { file } = embeddedFile(from.file, values);
    const stack = embeddedStack({ ...from, around: from.file, file, values }, {}, helm, find);
    const files = stack.files.flatMap(({ name, file: parsed }) => (parsed ? [{ name, file: parsed }] : []));
    const defaults = emptyMap({ kind: "chart-default", chart: "" });
    const chart = { name: "", defaults, dependencies: [] };
    const given = givenValues({ helm, chart, files, sets: stack.sets });
    return given.refused.length > 0 ? undefined : toJson(given.values);
  });
  return before !== undefined && now !== undefined && isSameJson(before, now);
}
