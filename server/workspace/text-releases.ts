import * as l10n from "@vscode/l10n";
import { notKnown } from "../core/embedded/embedded-stack.ts";
import {
  type EntryInText,
  fileInText,
  type ReleaseInText,
  type TextSpan,
  type ValuesInText,
  withoutSecrets,
} from "../core/embedded/release-in-text.ts";
import { notOurs, type Ownership, ours } from "../core/ownership/claims.ts";
import { Analysis } from "../core/semantics/analysis.ts";
import type { Span } from "../core/values/helm-tree.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { SetEntry } from "../core/values/set-entry.ts";
import type { YamlFile } from "../core/yaml/tree.ts";
import {
  chartNamed,
  type EmbeddedPart,
  type EmbeddedPartsPorts,
  placeAddress,
  type Reading,
} from "./embedded-parts.ts";
import type { OpenText } from "./open-texts.ts";
import type { TextForm } from "./text-files.ts";

/** What a text installs that is not YAML, or has commands in it. */
export interface TextReleases {
  /** The text as it may be printed, with the same offsets. */
  readonly shown: Analysis;
  readonly ownership: Ownership;
  readonly embedded: readonly EmbeddedPart[];
  /** Of each release, what is known of it, and its entries of which only the keys are. Each has its place. */
  readonly releases: readonly ReleaseStack[];
}

/** A file that is not YAML: nothing of it is ours but what it sets for a release of the operator's chart. */
export async function textFile(
  form: TextForm,
  own: OpenText,
  reading: Reading,
  ports: EmbeddedPartsPorts,
  readsCommands: boolean,
): Promise<Reading & { readonly analysis: Analysis; readonly ownership: Ownership } & Partial<TextReleases>> {
  const isAsked = form === "terraform" || readsCommands;
  const found = isAsked ? await textReleases(form, own, reading, ports) : undefined;
  const explanation = namesChart(own, ports)
    ? l10n.t("This file names the chart of CAP Operator, and sets no values that can be checked here.")
    : l10n.t("This file does not install the chart of CAP Operator.");
  const ownership = notOurs("no-evidence", explanation);
  const analysis = new Analysis(own.uri, reading.version, own.file, []);
  return { ...reading, analysis, ownership, ...found };
}

/** Whether a text has the name of one of the operator's charts in it. */
function namesChart({ file }: OpenText, { keys }: EmbeddedPartsPorts): boolean {
  return keys.charts.some((name) => file.text.includes(name));
}

/** Finds the releases of the operator's chart in a text, and what they set; `undefined` if there are none. */
export async function textReleases(
  form: TextForm | "pipeline",
  own: OpenText,
  reading: Reading,
  ports: EmbeddedPartsPorts,
): Promise<TextReleases | undefined> {
  const { releases } = ports;
  const names = ports.keys.charts;
  const { uri, file: around } = own;
  const find = namesChart(own, ports) ? await FINDERS[form]() : undefined;
  const found = find?.(around, names) ?? [];
  if (find === undefined || found.length === 0) return undefined;
  const named = await releases.chart(own);
  const helm = releases.helm(uri);
  const embedded: EmbeddedPart[] = [];
  const read: ReleaseStack[] = [];
  for (const [at, release] of found.entries()) {
    const ofRelease = await chartNamed(release.chart, uri, ports);
    if (ofRelease === undefined) continue;
    const chart = { ...named, release: ofRelease };
    const files = release.values.map((one, index) => {
      const place = `${release.at}.values[${index}]`;
      const again = (text: string) => find({ ...around, text }, names)[at]?.values[index];
      const file = fileInText(around.text, one, again);
      return { name: place, uri: placeAddress(uri, place), file };
    });
    const setsOf = (isKeyOnly: boolean) =>
      release.entries
        .filter((one) => (one.isKeyOnly === true) === isKeyOnly)
        .map((one) => placed(one, own, release));
    const problems = release.files.map(notKnown);
    const isPartial = release.isPartial && { isPartial: true as const };
    const stack: ReleaseStack = { files, sets: setsOf(false), helm, chart, problems, ...isPartial };
    for (const [index, values] of release.values.entries()) {
      const one = files[index];
      if (one) embedded.push(partOf(release, values, one, { ...stack, uri }, reading));
    }
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
    const { terraformReleases } = await import("../core/embedded/terraform.ts");
    return ({ text }, names) => terraformReleases(text, names);
  },
  script: async () => {
    const { commandsInScript } = await import("../core/embedded/helm-commands.ts");
    return ({ text }, names) => commandsInScript(text, names);
  },
  pipeline: async () => (await import("../core/embedded/helm-commands.ts")).commandsInPipeline,
};

function ownershipOf(found: readonly ReleaseInText[]): Ownership {
  const places = [...new Set(found.map(({ at }) => at))].join(", ");
  const explanation = l10n.t("This file sets values of CAP Operator in {0}.", places);
  return { ...notOurs("embedded", explanation), strength: "certain" };
}

function placed(
  { entry, key, value, isKeyOnly }: EntryInText,
  { uri, file }: OpenText,
  { at }: ReleaseInText,
): SetEntry {
  const isOpaque = isKeyOnly && { isOpaque: true as const };
  return { ...entry, place: { ...spanOf(value), key: spanOf(key), name: at, uri, file, ...isOpaque } };
}

function spanOf({ start, end }: TextSpan): Span {
  return { offset: start, length: end - start };
}

function partOf(
  { product, at }: ReleaseInText,
  { start, end, plain }: ValuesInText,
  own: ReleaseStack["files"][number] & { readonly file: YamlFile },
  { uri, ...stack }: ReleaseStack & { readonly uri: string },
  reading: Reading,
): EmbeddedPart {
  const { file } = own;
  const roots = file.documents.slice(0, 1).map((document) => ({
    kind: "values" as const,
    document,
    node: document.root,
  }));
  const files = stack.files.map((one) => (one === own ? { ...one, uri } : one));
  const analysis = new Analysis(
    uri,
    reading.version,
    file,
    roots,
    [{ ...stack, files }],
    stack.helm,
    stack.chart,
  );
  const ownership = ours(roots, "embedded", l10n.t("This file sets values of CAP Operator in {0}.", at));
  const isAtKey = plain === undefined && { isAtKey: true as const };
  const key = { offset: start, length: end - start };
  return {
    ...reading,
    analysis,
    ownership,
    values: { product },
    key,
    place: own.name,
    ...isAtKey,
    start,
    end,
  };
}
