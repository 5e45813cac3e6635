import type { ClusterDocument, ClusterRelease } from "../wire/documents.ts";
import { mappingOf } from "../yaml/edits/property-lines.ts";
import { findProperty, walk } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import { regionOf } from "../yaml/region.ts";
import type { PropertyNode, ValueNode, YamlDocument, YamlFile } from "../yaml/tree.ts";
import {
  type ChartSources,
  chartIn,
  chartOfPatched,
  type EmbeddedChart,
  isNamedElsewhere,
  isSourceMissing,
  sourcesIn,
} from "./chart-named.ts";
import { type EmbeddedPlace, embeddedFile } from "./embedded-file.ts";
import { type EmbeddedEntry, entriesIn } from "./entries.ts";
import { type FileReference, filesIn } from "./file-references.ts";
import { inClusterOf } from "./in-cluster.ts";
import { type HeldObject, isOfGroup, objectsIn } from "./objects.ts";
import { keysPatched, type Patch, type PatchedKeys, patchesIn, targeted } from "./patches.ts";
import { type FoundValue, first, foundAt, textAt } from "./paths.ts";
import type { EmbeddedForm, Product } from "./product.ts";
import { namesProduct, PRODUCTS } from "./products.ts";
import { type EmbeddedReference, referencesIn } from "./references.ts";

/** Values of the operator's chart inside a document of another product. */
export interface EmbeddedValues extends EmbeddedPlace {
  readonly product: string;
  /** Their dotted path: `spec.sources[1].helm.values`. */
  readonly at: string;
  readonly document: YamlDocument;
  /** Absent if no document names the chart. */
  readonly chart?: EmbeddedChart;
  /** The name of the release, if the document gives it one. */
  readonly release?: string;
  readonly namespace?: string;
  /** The Helm release in the cluster, or the document if the product only renders the chart with Helm; absent if that is not known. */
  readonly inCluster?: ClusterRelease | ClusterDocument | "rendered";
  /** The list next to them that names values in other places, the kind of these places, and the key of values in the document. */
  readonly apart?: NonNullable<Product["apart"]> & { readonly values: string };
  /** The ConfigMaps and Secrets with values that these override. */
  readonly references: readonly EmbeddedReference[];
  /** The values files that it names. */
  readonly files: readonly FileReference[];
  /** Other values of the same document that these override, each over the one before. */
  readonly under?: readonly EmbeddedLayer[];
  /** Other values of the same document that override these, each over the one before. */
  readonly over?: readonly EmbeddedLayer[];
  /** The single keys that the document sets over these values. */
  readonly entries: readonly EmbeddedEntry[];
  /** True if other values count that are not known here, so that keys that are not set here may be set there. */
  readonly isPartial: boolean;
  /** The paths of keys that give the values that are not known. */
  readonly unknown: readonly string[];
  /** The reason for not analysing these values. */
  readonly unread?: Unread;
}

/** Values that are merged with others of the same document, with the files that are merged with them first. */
export type EmbeddedLayer = EmbeddedPlace & Pick<EmbeddedValues, "files">;

/**
 * The reasons for not analysing values: the product takes those at another path instead, they use an anchor outside of them, or the file has too
 * many values before them.
 */
export type Unread =
  | { readonly is: "not-in-effect"; readonly instead: string }
  | { readonly is: "outer-anchor" }
  | typeof TOO_MANY;

/** The most values in one file that are analysed, because each is parsed as a separate file. */
export const MOST_EMBEDDED = 50;

/** The reason for the first values beyond that number. */
export const TOO_MANY = { is: "too-many" } as const;

/**
 * The values of the operator's chart inside the documents of other products, in the order of the text. `names` are those of the operator's charts, and
 * `path` is that of the file, from which some products are recognized. Other charts are left alone. `patches` is the file itself, if another one names it as a patch, and
 * `isOurs` decides about values whose chart is named in a document that is not found.
 */
export function embeddedIn(
  file: YamlFile,
  names: readonly string[],
  path: string,
  elsewhere: ChartSources = () => [],
  patches: readonly Patch[] = [],
  isOurs: IsOurs = () => false,
): readonly EmbeddedValues[] {
  if (patches.length === 0 && !namesProduct(file.text)) return [];
  const found: EmbeddedValues[] = [];
  for (const values of everyIn(file, names, path, { elsewhere, patches, isOurs })) {
    if (found.some(({ holder, item }) => holder === values.holder && item === values.item)) continue;
    const isTooMany = found.length === MOST_EMBEDDED;
    found.push(isTooMany ? { ...values, unread: TOO_MANY } : values);
    if (isTooMany) break;
  }
  return found.sort((a, b) => startOf(a) - startOf(b));
}

/** Tells if values are those of the operator's chart by their keys alone. */
type IsOurs = (root: ValueNode | undefined) => boolean;

/** All around a file that decides which values in it are the operator's. */
interface Around {
  readonly elsewhere: ChartSources;
  readonly patches: readonly Patch[];
  readonly isOurs: IsOurs;
}

/** The mappings at the places of values, without those that are not read. */
function rootsIn({ product, scope }: InstalledChart): readonly (ValueNode | undefined)[] {
  return product.values.flatMap(([path, form]) =>
    foundAt(scope, path).map(({ node }) =>
      form === "text" && node?.type === "string" ? parseYaml(node.value).documents[0]?.root : node,
    ),
  );
}

/** The same without a limit; values that a patch changes may occur twice. */
function* everyIn(
  file: YamlFile,
  names: readonly string[],
  path: string,
  { elsewhere, patches, isOurs }: Around,
): Iterable<EmbeddedValues> {
  for (const installed of installedIn(file, names, path, elsewhere)) {
    const { product, object, chart } = installed;
    if (chart === undefined && !(rootsIn(installed).some(isOurs) && installed.isMissing?.())) continue;
    for (const values of valuesIn(installed, file.text))
      yield product.text === undefined ? values : { ...values, at: within(object, product.text, values.at) };
    yield* patchOf(installed, file);
  }
  for (const patch of [...(file.text.includes("patches") ? patchesIn(file) : []), ...patches]) {
    const sources = targeted(patch, elsewhere);
    const outer = patch.at === "" ? "" : `${patch.at}.`;
    if (namesProduct(patch.text))
      for (const installed of installedIn(patch.file, names, path, sources))
        for (const values of installed.chart ? valuesIn(installed, file.text) : [])
          yield { ...values, at: outer + values.at };
    for (const patched of keysPatched(patch, names, sources)) yield ofKeys(patch, patched);
  }
}

/** The values in a text of a document that is merged over it. None if the text has templates other than values of keys. */
function patchOf(installed: InstalledChart, file: YamlFile): readonly EmbeddedValues[] {
  const { product, object, chart } = installed;
  const { patch } = product;
  const inner = patch && textIn(object, file, patch.at, product);
  if (patch === undefined || inner === undefined || chart === undefined) return [];
  return foundAt(inner, patch.scope).flatMap((scope) => {
    const part = { ...installed, scope, top: inner, chart: { ...chart, isPatch: true as const } };
    return valuesIn(part, file.text).map((values) => ({
      ...values,
      at: within(object, patch.at, values.at),
    }));
  });
}

/** The path of a place in a text of an object. */
function within({ path }: HeldObject, text: string, place: string): string {
  return [path, text, place].filter((part) => part !== "").join(".");
}

/** The content of a text of an object as a tree. `undefined` if the text has templates other than values of keys. */
const textIn = memo(
  (object: HeldObject, file: YamlFile, path: string, product: Product): FoundValue | undefined => {
    const [{ property: holder } = {}] = foundAt(object, path);
    const { interpolation } = product;
    if (holder?.valueNode.type !== "string" || holder.valueNode.alias !== undefined) return undefined;
    const made = embeddedFile(file, { holder, form: "text", interpolation }).file;
    if (!regionOf(made).isWritten || made.refused !== undefined || made.problems.length > 0) return undefined;
    return { node: made.documents[0]?.root, path: "" };
  },
);

/** Embedded values that consist only of the keys that a patch sets. */
function ofKeys(
  { holder, document }: Patch,
  { product: { name, interpolation }, ...patched }: PatchedKeys,
): EmbeddedValues {
  const nothing = {
    references: [],
    files: [],
    unknown: [],
    isPartial: true,
    interpolation,
  };
  return { ...nothing, ...patched, product: name, form: "none", holder, document };
}

/** The operator's chart as a document of a product installs it: in the mapping `scope` of the document `top`. */
export interface InstalledChart {
  readonly product: Product;
  readonly scope: FoundValue;
  readonly top: FoundValue;
  readonly document: YamlDocument;
  /** The object that is or has `top`. */
  readonly object: HeldObject;
  /** Absent if another document names it, which is not the operator's chart or is missing. */
  readonly chart?: EmbeddedChart;
  /** Tells if that document is not found. */
  readonly isMissing?: () => boolean;
  /** The path of values that take effect in place of all values there. */
  readonly instead?: string;
}

/** The installations of the operator's chart in the documents of a file; the sources of charts that they refer to are in the file itself, or elsewhere. */
export function* installedIn(
  file: YamlFile,
  names: readonly string[],
  path: string,
  elsewhere: ChartSources = () => [],
): Iterable<InstalledChart> {
  if (file.refused !== undefined) return;
  const sources: ChartSources = (kind, name, namespace, has) => {
    const local = typeof name === "string" ? sourcesIn(file.documents, kind, name, namespace, has) : [];
    return local.length > 0 ? local.slice(0, 1) : elsewhere(kind, name, namespace, has);
  };
  for (const document of file.documents) {
    for (const object of objectsIn(document)) {
      for (const product of PRODUCTS) {
        if (!isOf(product, object, path)) continue;
        const { text, replacedBy } = product;
        const top = text === undefined ? object : textIn(object, file, text, product);
        if (top === undefined) continue;
        const patch = replacedBy && textIn(object, file, replacedBy.text, product);
        const isReplaced = replacedBy && patch && foundAt(patch, replacedBy.at).length > 0;
        const instead = isReplaced ? within(object, replacedBy.text, replacedBy.at) : undefined;
        for (const scope of foundAt(top, product.scope)) {
          if (!isOfType(product, scope, top)) continue;
          const chart =
            chartIn(product, scope, top, names, sources) ??
            chartOfPatched(product, scope, top, names, sources);
          const installed = { product, scope, top, document, object, chart, ...(instead && { instead }) };
          if (chart) yield installed;
          else if (isNamedElsewhere(product, scope, top))
            yield { ...installed, isMissing: () => isSourceMissing(product, scope, top, sources) };
        }
      }
    }
  }
}

/** The list next to values that names those in other places. */
export function listBeside({
  holder,
  apart,
}: Pick<EmbeddedValues, "holder" | "apart">): PropertyNode | undefined {
  return apart && findProperty(mappingOf(holder), apart.list);
}

/** The offset at which values begin. */
export function startOf({ holder, item }: EmbeddedValues): number {
  return item?.offset ?? holder.offset;
}

/** True if a product keeps values in an object, by its kind or the name of its file. */
function isOf({ group, kind, files }: Product, { node: root }: HeldObject, path: string): boolean {
  const named = textAt(root, "kind");
  if (files !== undefined) return named === kind && files.some((name) => isNamed(path, name));
  const version = textAt(root, "apiVersion");
  if (named !== kind || version === undefined || group === undefined) return false;
  return isOfGroup(version, group);
}

function isOfType({ type }: Product, scope: FoundValue, top: FoundValue): boolean {
  return type === undefined || first([type.at], scope, top)?.text.startsWith(type.begins) === true;
}

/** The syntax of references that the product of a document replaces, for any chart. */
export function interpolationOf(document: YamlDocument, path: string): Product["interpolation"] {
  const objects = objectsIn(document);
  const product = PRODUCTS.find((row) => objects.some((object) => isOf(row, object, path)));
  return objects[0]?.container?.interpolation ?? product?.interpolation;
}

function isNamed(path: string, name: string): boolean {
  if (name.startsWith("*")) return path.endsWith(name.slice(1));
  const [folder, pattern] = name.includes("/*") ? name.split("/*") : [];
  if (folder === undefined || pattern === undefined) return path === name || path.endsWith(`/${name}`);
  const parts = path.split("/");
  return parts.at(-2) === folder && (parts.at(-1) ?? "").endsWith(pattern);
}

function valuesIn(installed: InstalledChart, text: string): readonly EmbeddedValues[] {
  const { product, scope, top, document, object, chart, instead } = installed;
  const { container } = object;
  const interpolation = container?.interpolation ?? product.interpolation;
  const release = first(product.release, scope, top)?.text;
  const namespace = first(product.namespace, scope, top)?.text;
  const inCluster = chart?.isPatch ? undefined : inClusterOf(product, scope, top);
  const found: EmbeddedValues[] = [];
  let winner = instead;
  const { entries, ...ofEntries } = entriesIn(product, scope, text);
  const { references, ...ofReferences } = referencesIn(product, scope, top);
  const holder = ofEntries.holder ?? ofReferences.holder ?? filesIn(product, scope, top, undefined).holder;
  const common = {
    product: product.name,
    document,
    chart,
    references,
    entries,
    release,
    namespace,
    inCluster,
    ...(product.apart &&
      !chart?.isPatch &&
      !container && {
        apart: { ...product.apart, values: product.values[0]?.[0].split(".").at(-1) ?? "" },
      }),
    ...(interpolation && { interpolation }),
  };
  const base = baseIn(installed, text);
  const partial = (item?: ValueNode) => {
    const { files, unknown: ofFiles } = filesIn(product, scope, top, item);
    const others = othersIn(product.others, scope, top);
    const unknown = [...ofReferences.unknown, ...ofEntries.unknown, ...ofFiles, ...others, ...base.unknown];
    const isPart = product.isPartial === true || chart?.isPatch === true || container?.isPartial === true;
    const isCompleted = othersIn(product.overriddenBy, scope, top).length > 0;
    return { files, unknown, isPartial: isPart || isCompleted || unknown.length > 0, ...base.layers };
  };
  for (const [path, form] of product.values) {
    const here = foundAt(scope, path).slice(0, MOST_EMBEDDED + 1);
    for (const { node, path: place, property } of here) {
      if (property === undefined || node === undefined || !isForm(node, form)) continue;
      const item = path.endsWith("*") ? node : undefined;
      const list = property.valueNode;
      // The name of a file is no values, and neither is an item that is not written yet.
      if (item && (item.type !== "object" || (list.type === "array" && list.flow))) continue;
      const unread: Unread | undefined =
        winner === undefined
          ? usesOuterAnchor(node)
            ? { is: "outer-anchor" }
            : undefined
          : { is: "not-in-effect", instead: winner };
      found.push({
        ...common,
        ...partial(item),
        at: place,
        form,
        holder: property,
        item,
        unread,
      });
    }
    if (product.joined === undefined) winner ??= isSet(here) ? here[0]?.path : undefined;
  }
  if (product.joined && found.length > 1) return joined(found);
  if (found.length > 0 || holder?.property === undefined) return found;
  const unread = instead === undefined ? {} : ({ unread: { is: "not-in-effect", instead } } as const);
  return [{ ...common, ...partial(), ...unread, at: holder.path, form: "none", holder: holder.property }];
}

/** Values of one document, each over the one before. */
function joined(found: readonly EmbeddedValues[]): readonly EmbeddedValues[] {
  const layers = found.map(({ holder, form, interpolation, unread }): EmbeddedLayer | undefined =>
    unread ? undefined : { holder, form, files: [], ...(interpolation && { interpolation }) },
  );
  const known = (some: typeof layers) => some.filter((layer) => layer !== undefined);
  return found.map((values, index) => ({
    ...values,
    isPartial: values.isPartial || layers.includes(undefined),
    under: known(layers.slice(0, index)),
    over: known(layers.slice(index + 1)),
  }));
}

/** The values of a document that others in it override, and the paths of those that are not known. */
function baseIn(installed: InstalledChart, text: string) {
  const { product, top } = installed;
  const { base, ...inner } = product;
  const [scope] = base ? foundAt(top, base.scope) : [];
  const [values] = scope ? valuesIn({ ...installed, product: inner, scope }, text) : [];
  const unread = values?.unread ? [values.at] : [];
  const isKnown = values !== undefined && unread.length === 0;
  return {
    unknown: [...(values?.unknown ?? []), ...unread],
    ...(isKnown && { layers: { under: [values] } }),
  };
}

/** The paths of other keys that give values. */
function othersIn(others: readonly string[] = [], scope: FoundValue, top: FoundValue): readonly string[] {
  return others.flatMap((path) => {
    const found = path.startsWith("/") ? foundAt(top, path.slice(1)) : foundAt(scope, path);
    return isSet(found) ? [found[0]?.path ?? path] : [];
  });
}

/** True if a value contains an alias of an anchor outside of it. */
export function usesOuterAnchor(root: ValueNode): boolean {
  let found = false;
  walk(root, ({ target }) => {
    found ||=
      target !== undefined && (target.offset < root.offset || target.offset >= root.offset + root.length);
  });
  return found;
}

function isSet(found: readonly FoundValue[]): boolean {
  return found.some(({ node }) => node !== undefined && node.type !== "null");
}

/** True if a node can hold values in a form: a mapping, or a text with one in it. A missing value may become either. */
function isForm(node: ValueNode, form: EmbeddedForm): boolean {
  if (node.alias !== undefined) return false;
  return node.type === "null" || node.type === (form === "mapping" ? "object" : "string");
}
