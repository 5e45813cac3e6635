import * as l10n from "@vscode/l10n";
import type { Range } from "vscode-languageserver-types";
import type { NamedChart } from "../../core/chart/chart.ts";
import { belowUmbrella } from "../../core/embedded/below-umbrella.ts";
import type { EmbeddedChart } from "../../core/embedded/chart-named.ts";
import { embeddedFile } from "../../core/embedded/embedded-file.ts";
import { embeddedStack } from "../../core/embedded/embedded-stack.ts";
import { type EmbeddedValues, listBeside, startOf } from "../../core/embedded/find.ts";
import { placesOf } from "../../core/embedded/place.ts";
import { KINDS, rootOf } from "../../core/kinds.ts";
import type { ChartKeys } from "../../core/ownership/chart-keys.ts";
import { type Ownership, ours } from "../../core/ownership/claims.ts";
import { Analysis } from "../../core/semantics/analysis.ts";
import type { HelmMajor } from "../../core/values/refusal.ts";
import type { ReleaseStack, StackChart } from "../../core/values/release-stack.ts";
import type { OwnershipReason } from "../../core/wire/documents.ts";
import { memo } from "../../core/yaml/memo.ts";
import { regionOf } from "../../core/yaml/region.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { LocalCharts } from "../charts/local-charts.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenText } from "../files/open-texts.ts";
import { valuesAtPlace } from "../releases/release-files.ts";
import type { Releases } from "../releases/releases.ts";
import { embeddedAround } from "./embedded-around.ts";
import { EmbeddedLocation } from "./location.ts";
import type { Referring, ValuesInFile } from "./referring.ts";

/** The services by which values in documents of other products are found. */
export interface EmbeddedPartsPorts {
  readonly charts: LocalCharts;
  readonly releases: Releases;
  readonly keys: ChartKeys;
  readonly neighbours: Neighbours;
}

/** One reading of a text. */
export interface Reading {
  readonly version: number;
  readonly resultId: string;
}

/** Values in a document of another product: an open file of their own, with the offsets of the file around them. */
export interface EmbeddedPart extends Reading {
  readonly analysis: Analysis;
  readonly ownership: Ownership;
  readonly values: Pick<EmbeddedValues, "product" | "unread" | "inCluster" | "apart"> &
    Partial<Pick<EmbeddedValues, "at">>;
  /** The path of the values in the file, with the release's name before it if another release has the same path. */
  readonly place: string;
  /** The stack with the entries of their document, if a release of the settings takes the values without it. */
  readonly entries?: ReleaseStack;
  /** The location of the values in the text. */
  readonly location: EmbeddedLocation;
}

/** Reasons for the owner of a file that may nevertheless have the operator's values inside. */
const MAY_EMBED: readonly OwnershipReason[] = [
  "no-evidence",
  "foreign-keys",
  "other-chart",
  "operator-chart",
  "well-known-file",
  "file-name",
];

/** The values of the operator's chart in a file of another product, in the order of the text. */
export async function embeddedParts(
  reading: Reading,
  { reason }: Pick<Ownership, "reason">,
  outer: OpenText,
  ports: EmbeddedPartsPorts,
  inSettings: readonly ReleaseStack[] = [],
): Promise<readonly EmbeddedPart[]> {
  const { releases, keys, neighbours } = ports;
  if (!MAY_EMBED.includes(reason)) return [];
  const { uri, file: around } = outer;
  const { values: found, data, finder } = await embeddedAround(outer, keys, neighbours);
  const sources = sourcesAt(outer, inSettings, keys);
  if (found.length + data.length + sources.size === 0) return [];
  const read = await Promise.all(found.map((values) => withChart({ origin: outer, values }, ports)));
  const charted = new Map(read.flatMap((placed) => (placed ? [[placed.values, placed]] : [])));
  const named = await releases.chart(outer);
  const helm = releases.helm(uri);
  const taken = new Map(data.map((entry) => [entry.values, entry]));
  const ofProducts = new Map([...charted.keys(), ...taken.keys()].map((values) => [heldBy(values), values]));
  const others = [...sources].flatMap(([held, { values }]) => (ofProducts.has(held) ? [] : [values]));
  const all = [...ofProducts.values(), ...others].sort((a, b) => startOf(a) - startOf(b));
  const places = placesOf(all);
  const madeOf = memo((values: EmbeddedValues) => embeddedFile(around, values));
  // All that a document takes is in one stack, whose values are merged once.
  const stackOf = memo((values: EmbeddedValues) =>
    stackIn(charted.get(values) ?? { origin: outer, values }, finder, named, helm, madeOf(values).file),
  );
  const elsewhere = memo((values: EmbeddedValues, from: OpenText) =>
    takerStacks([{ origin: from, values }], finder, named, helm, ports),
  );
  const ofTaker = async ({ origin: from, values }: ValuesInFile): Promise<readonly ReleaseStack[]> => {
    if (from !== outer) return elsewhere(values, from);
    const placed = read[found.indexOf(values)];
    return placed ? [stackOf(placed.values)] : [];
  };
  const parts = all.map(async (values, index): Promise<EmbeddedPart | undefined> => {
    const { takers = [], found: given } = taken.get(values) ?? {};
    const source = sources.get(heldBy(values));
    const made = madeOf(values);
    const { start, end } = made;
    const file = source?.file ?? given?.file ?? made.file;
    const [document] = file.documents;
    const roots = document ? [rootOf(document, KINDS.values)] : [];
    const itself = () =>
      file === made.file
        ? stackOf(values)
        : stackIn(charted.get(values) ?? { origin: outer, values }, finder, named, helm, file);
    const ofProduct = takers.length > 0 ? (await Promise.all(takers.map(ofTaker))).flat() : [itself()];
    const stacks = source?.stacks ?? ofProduct;
    const chart = stacks[0]?.chart;
    if (chart === undefined) return undefined;
    const analysis = new Analysis(uri, reading.version, file, roots, stacks, helm, chart);
    const ownership = ours(roots, "embedded", explanationOf(values));
    const place = places[index] ?? values.at;
    const key = values.holder.keyNode;
    const list = listBeside(values);
    const location = new EmbeddedLocation({ key, list, start, end });
    const part = { ...reading, analysis, ownership, place, location };
    const { apart, ...fixed } = values;
    // A release of the settings names the values by this place, so they are not moved out of it.
    return source ? { ...part, values: fixed, entries: ofProduct[0] } : { ...part, values };
  });
  return (await Promise.all(parts)).flatMap((part) => part ?? []);
}

/** The key of values in maps: the item or the property. */
function heldBy({ item, holder }: EmbeddedValues): object {
  return item ?? holder;
}

/** Values that releases of the settings name as a source, with these releases. */
interface NamedSource {
  readonly values: EmbeddedValues;
  readonly file: YamlFile;
  readonly stacks: ReleaseStack[];
}

/** The sources of releases of the settings in a file, by what holds them. */
function sourcesAt(
  outer: OpenText,
  stacks: readonly ReleaseStack[],
  { charts }: ChartKeys,
): ReadonlyMap<object, NamedSource> {
  const sources = new Map<object, NamedSource>();
  for (const stack of stacks) {
    for (const valuesFile of stack.files) {
      const { file } = valuesFile;
      const values = valuesAtPlace(valuesFile, charts, stack.chart?.umbrella?.key);
      if (!values || !file || regionOf(file).around !== outer.file) continue;
      const source = sources.get(heldBy(values)) ?? { values, file, stacks: [] };
      sources.set(heldBy(values), source);
      source.stacks.push(stack);
    }
  }
  return sources;
}

/** The stacks of the documents that take a text. */
export async function takerStacks(
  takers: readonly ValuesInFile[],
  finder: Referring["finder"],
  named: StackChart,
  helm: HelmMajor,
  ports: Pick<EmbeddedPartsPorts, "releases">,
): Promise<readonly ReleaseStack[]> {
  const charted = await Promise.all(takers.map((taker) => withChart(taker, ports)));
  return charted.flatMap((placed) => (placed ? [stackIn(placed, finder, named, helm)] : []));
}

/** Values in a document, with the chart that it names. */
interface ChartedValues extends ValuesInFile {
  readonly release?: NamedChart;
}

/**
 * Values in a document with their chart; of an umbrella chart, those below the key of the operator's chart. `undefined` if the chart is another one.
 */
async function withChart(
  { origin, values }: ValuesInFile,
  ports: Pick<EmbeddedPartsPorts, "releases">,
): Promise<ChartedValues | undefined> {
  const release = values.chart && (await ports.releases.inDocument(values.chart, origin.uri));
  if (values.chart && release === undefined) return undefined;
  const ours = release?.umbrella ? belowUmbrella(origin.file, values, release.umbrella.key) : values;
  return ours && { origin, values: ours, release };
}

/** The stack of values in a document of another product, which are in a `file` of their own. */
function stackIn(
  { origin: from, values, release }: ChartedValues,
  finder: Referring["finder"],
  named: StackChart,
  helm: HelmMajor,
  file = embeddedFile(from.file, values).file,
): ReleaseStack {
  const umbrella = release?.umbrella;
  const chart = { ...named, ...(release && { release }), ...(umbrella && { umbrella }) };
  return embeddedStack({ ...from, around: from.file, file, values }, chart, helm, finder(from));
}

/** The operator's chart that a document at an address names itself. */
export async function chartNamed(
  chart: EmbeddedChart,
  uri: string,
  { releases }: Pick<EmbeddedPartsPorts, "releases">,
): Promise<NamedChart | undefined> {
  const release = await releases.inDocument(chart, uri);
  return release?.umbrella ? undefined : release;
}

/** The address of a place in a file. */
export function placeAddress(uri: string, place: string): string {
  return `${uri}#${encodeURIComponent(place)}`;
}

/** The address of the file and the place in it that such an address names; without a place, the file is meant. */
export function partedAddress(address: string): { readonly uri: string; readonly place?: string } {
  const hash = address.indexOf("#");
  if (hash < 0) return { uri: address };
  try {
    return { uri: address.slice(0, hash), place: decodeURIComponent(address.slice(hash + 1)) };
  } catch {
    return { uri: address };
  }
}

function explanationOf({ product, at: path }: EmbeddedValues): string {
  if (product === "") return l10n.t("The settings name {0} in this file as values of CAP Operator.", path);
  return l10n.t("This {0} document has values of CAP Operator in {1}.", product, path);
}

/** Values in a document of another product, if a file is such a part. */
export function embeddedIn(file: object): EmbeddedPart | undefined {
  return "place" in file ? (file as EmbeddedPart) : undefined;
}

/** True if values can be read and edited where they are. */
export function isReadable({ analysis, values }: EmbeddedPart): boolean {
  return analysis.region.isWritten && values.unread === undefined;
}

/** The parts of a file that can be read and edited: the file itself, or the values in it if it belongs to another product. */
export function partsOf<F extends object>(
  file: F & { readonly embedded?: readonly EmbeddedPart[] },
): readonly (F | EmbeddedPart)[] {
  return file.embedded?.filter(isReadable) ?? [file];
}

/** The parts of a file that a range meets; all without a range. With `atKeys`, also those whose key or list it meets, even if they cannot be read. */
export function partsIn<
  F extends { readonly analysis: Analysis; readonly embedded?: readonly EmbeddedPart[] },
>(file: F, range?: Range, atKeys = false): readonly (F | EmbeddedPart)[] {
  const parts = (atKeys && file.embedded) || partsOf(file);
  if (range === undefined) return parts;
  const { text } = file.analysis;
  const [from, to] = [text.offsetAt(range.start), text.offsetAt(range.end)];
  return parts.filter((part) => {
    const { location } = embeddedIn(part) ?? {};
    if (location === undefined) return true;
    return (atKeys && location.isMetAtKeys(from, to)) || location.isEntered(from, to, text.getText().length);
  });
}
