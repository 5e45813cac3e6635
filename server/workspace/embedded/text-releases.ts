import * as l10n from "@vscode/l10n";
import { notKnown } from "../../core/embedded/embedded-stack.ts";
import { MOST_EMBEDDED, TOO_MANY } from "../../core/embedded/find.ts";
import {
  type EntryInText,
  fileInText,
  MOST_RELEASES,
  type ReleaseInText,
  type TextSpan,
  type ValuesInText,
  withoutSecrets,
} from "../../core/embedded/release-in-text.ts";
import { KINDS, rootOf } from "../../core/kinds.ts";
import { notOurs, type Ownership, ours } from "../../core/ownership/claims.ts";
import { Analysis } from "../../core/semantics/analysis.ts";
import type { Span } from "../../core/values/helm-tree.ts";
import type { ReleaseFile, ReleaseStack } from "../../core/values/release-stack.ts";
import type { SetEntry } from "../../core/values/set-entry.ts";
import { blankOf } from "../../core/yaml/opaque-text.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { OpenText } from "../files/open-texts.ts";
import type { TextForm } from "../files/text-files.ts";
import { chartNamed, type EmbeddedPart, type EmbeddedPartsPorts, type Reading } from "./embedded-parts.ts";
import { EmbeddedLocation } from "./location.ts";

/** The releases that a text installs which is not YAML, or has commands in it. */
export interface TextReleases {
  /** The text as it may be printed, with the same offsets. */
  readonly shown: Analysis;
  readonly ownership: Ownership;
  readonly embedded: readonly EmbeddedPart[];
  /** Of each release, what is known of it, and its entries of which only the keys are. Each has its place. */
  readonly releases: readonly ReleaseStack[];
}

/** A file that is not YAML. Only the values that it sets for releases of the operator's chart are checked. */
export async function textFile(
  form: TextForm,
  outer: OpenText,
  reading: Reading,
  ports: EmbeddedPartsPorts,
  readsCommands: boolean,
): Promise<Reading & { readonly analysis: Analysis; readonly ownership: Ownership } & Partial<TextReleases>> {
  const isAsked = form === "terraform" || readsCommands;
  const found = isAsked ? await textReleases(form, outer, reading, ports) : undefined;
  const explanation = namesChart(outer, ports)
    ? l10n.t("This file names the chart of CAP Operator, and sets no values that can be checked here.")
    : l10n.t("This file does not install the chart of CAP Operator.");
  const ownership = notOurs("no-evidence", explanation);
  const analysis = new Analysis(outer.uri, reading.version, outer.file, []);
  return { ...reading, analysis, ownership, ...found };
}

/** True if a text has the name of one of the operator's charts in it. */
function namesChart({ file }: OpenText, { keys }: EmbeddedPartsPorts): boolean {
  return keys.charts.some((name) => file.text.includes(name));
}

/** Finds the releases of the operator's chart in a text, and what they set; `undefined` if there are none. */
export async function textReleases(
  form: TextForm | "pipeline",
  outer: OpenText,
  reading: Reading,
  ports: EmbeddedPartsPorts,
): Promise<TextReleases | undefined> {
  const { releases } = ports;
  const names = ports.keys.charts;
  const { uri, file: around } = outer;
  const find = namesChart(outer, ports) ? await FINDERS[form]() : undefined;
  const found = find?.(around, names) ?? [];
  if (find === undefined || found.length === 0) return undefined;
  const named = await releases.chart(outer);
  const helm = releases.helm(uri);
  const embedded: EmbeddedPart[] = [];
  const read: ReleaseStack[] = [];
  const blanked = blankOf(around);
  let left = MOST_EMBEDDED;
  let isFull = false;
  for (const [position, release] of found.entries()) {
    const ofRelease = await chartNamed(release.chart, uri, ports);
    if (ofRelease === undefined) continue;
    const chart = { ...named, release: ofRelease };
    const isTooMany = position === MOST_RELEASES;
    const fileOf = (values: ValuesInText, index: number) => {
      const again = (text: string) => find({ ...around, text }, names)[position]?.values[index];
      return {
        name: `${release.at}.values[${index}]`,
        uri,
        file: fileInText({ text: around.text, blanked }, values, again),
      };
    };
    const files = release.values.slice(0, isTooMany ? 0 : left).map(fileOf);
    left -= files.length;
    const next = release.values[files.length] ?? (isTooMany ? release.entries[0]?.value : undefined);
    const setsOf = (isKeyOnly: boolean) =>
      release.entries
        .filter((entry) => (entry.isKeyOnly === true) === isKeyOnly)
        .map((entry) => entryInFile(entry, outer, release));
    const problems = release.files.map(notKnown);
    if (next) problems.push(notKnown(`${release.at}.values[${files.length}...]`));
    const isPartial = (release.isPartial || next !== undefined) && { isPartial: true as const };
    // All values of a release are in one stack, and are merged once.
    const stack: ReleaseStack = { files, sets: setsOf(false), helm, chart, problems, ...isPartial };
    for (const [index, file] of files.entries()) {
      const values = release.values[index];
      if (values) embedded.push(partOf(release, values, file, stack, reading));
    }
    if (next && !isFull) {
      const part = partOf(release, next, fileOf(next, files.length), stack, reading);
      embedded.push({ ...part, values: { ...part.values, unread: TOO_MANY } });
      isFull = true;
    }
    if (isTooMany) break;
    read.push(stack, { ...stack, files: [], sets: setsOf(true), isPartial: true });
  }
  const text = withoutSecrets(around.text, found);
  const shown = new Analysis(uri, reading.version, { ...around, text }, []);
  return { shown, ownership: ownershipOf(found), embedded, releases: read };
}

type Find = (file: YamlFile, names: readonly string[]) => readonly ReleaseInText[];

/** The code for each is loaded when it is first needed. */
const FINDERS: Readonly<Record<TextForm | "pipeline", () => Promise<Find>>> = {
  terraform: async () => {
    const { terraformReleases } = await import("../../core/embedded/terraform.ts");
    return ({ text }, names) => terraformReleases(text, names);
  },
  script: async () => {
    const { commandsInScript } = await import("../../core/embedded/helm-commands.ts");
    return ({ text }, names) => commandsInScript(text, names);
  },
  pipeline: async () => (await import("../../core/embedded/helm-commands.ts")).commandsInPipeline,
};

function ownershipOf(found: readonly ReleaseInText[]): Ownership {
  const places = [...new Set(found.map(({ at: path }) => path))].join(", ");
  const explanation = l10n.t("This file sets values of CAP Operator in {0}.", places);
  return { ...notOurs("embedded", explanation), strength: "certain" };
}

function entryInFile(
  { entry, key, value, isKeyOnly }: EntryInText,
  { uri, file }: OpenText,
  { at: path }: ReleaseInText,
): SetEntry {
  const isOpaque = isKeyOnly && { isOpaque: true as const };
  return { ...entry, place: { ...spanOf(value), key: spanOf(key), name: path, uri, file, ...isOpaque } };
}

function spanOf({ start, end }: TextSpan): Span {
  return { offset: start, length: end - start };
}

function partOf(
  { product, at: path }: ReleaseInText,
  { start, end }: ValuesInText,
  { name, uri, file }: Required<Pick<ReleaseFile, "name" | "uri" | "file">>,
  stack: ReleaseStack,
  reading: Reading,
): EmbeddedPart {
  const roots = file.documents.slice(0, 1).map((document) => rootOf(document, KINDS.values));
  const analysis = new Analysis(uri, reading.version, file, roots, [stack], stack.helm, stack.chart);
  const ownership = ours(roots, "embedded", l10n.t("This file sets values of CAP Operator in {0}.", path));
  const key = { offset: start, length: end - start };
  const location = new EmbeddedLocation({ key, start, end });
  return {
    ...reading,
    analysis,
    ownership,
    values: { product },
    place: name,
    location,
  };
}
