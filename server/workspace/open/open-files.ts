import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { Umbrella } from "../../core/chart/chart.ts";
import { substituted } from "../../core/embedded/embedded-file.ts";
import { mayEmbed } from "../../core/embedded/products.ts";
import { KINDS } from "../../core/kinds.ts";
import type { ChartKeys } from "../../core/ownership/chart-keys.ts";
import { claim, notOurs, type Ownership } from "../../core/ownership/claims.ts";
import type { ChartEvidence, OwnershipEvidence } from "../../core/ownership/evidence.ts";
import { mayBeOurs, ownership } from "../../core/ownership/ownership.ts";
import { Analysis } from "../../core/semantics/analysis.ts";
import type { SettingsFor } from "../../core/settings.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import {
  aloneStack,
  fileName,
  type ReleaseStack,
  type StackChart,
  umbrellaIn,
} from "../../core/values/release-stack.ts";
import type { OwnershipReason } from "../../core/wire/documents.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { LocalCharts } from "../charts/local-charts.ts";
import {
  chartNamed,
  type EmbeddedPart,
  embeddedParts,
  type Reading,
  takerStacks,
} from "../embedded/embedded-parts.ts";
import type { NamingDocument, NamingDocuments } from "../embedded/naming-documents.ts";
import { besideOf, partOf } from "../embedded/part-of-file.ts";
import { textFile, textReleases } from "../embedded/text-releases.ts";
import type { Neighbours } from "../files/neighbours.ts";
import type { OpenDocument, OpenDocuments, OpenText, OpenTexts } from "../files/open-texts.ts";
import { sameSpelling } from "../files/release-paths.ts";
import { textForm } from "../files/text-files.ts";
import { pathInside } from "../files/workspace-folders.ts";
import type { Releases, StacksOfFile } from "../releases/releases.ts";

/** One version of an open document, read and judged. */
export interface OpenFile {
  readonly version: number;
  readonly analysis: Analysis;
  readonly ownership: Ownership;
  /** Unique to this reading of this document for ever: a client may send one from before a restart of the server. */
  readonly resultId: string;
  /** The values in a document of another product, each as a file of its own with the same offsets; the file itself then belongs to that product. */
  readonly embedded?: readonly EmbeddedPart[];
  /** The releases that its commands install, or for which a file that is not YAML sets values. */
  readonly releases?: readonly ReleaseStack[];
  /** The text as it may be printed, if there are secrets in it. */
  readonly shown?: Analysis;
}

/** The services by which a document is read and judged. */
export interface OpenFilesPorts {
  readonly documents: OpenDocuments;
  readonly charts: LocalCharts;
  readonly settings: SettingsFor;
  readonly texts: OpenTexts;
  readonly releases: Releases;
  readonly neighbours: Neighbours;
  readonly naming: NamingDocuments;
  readonly keys: () => ChartKeys;
  /** The workspace folder that holds a file. */
  readonly folderOf: (uri: string) => string | undefined;
  /** The folder of the project that it belongs to; where this is left out, the workspace folder is the project's. */
  readonly rootOf?: (uri: string) => string | undefined;
  /** Helm's complaints about exactly these values; absent if Helm is not asked. */
  readonly complaints?: (stack: ReleaseStack) => readonly HelmComplaint[];
  /** True if commands of Helm are looked for in scripts and pipelines. */
  readonly readsCommands?: boolean;
  /** Tells if a person named a file as one of the operator; no file is if it is absent. */
  readonly isNamed?: (uri: string) => boolean;
  /** Tells if a file has the settings of a project; no file has if it is absent. */
  readonly isProject?: (uri: string) => boolean;
  /** True if a text without any sign of the operator is not even read as YAML. */
  readonly skims?: boolean;
}

interface KnownFile {
  readonly version: number;
  readonly file: Promise<OpenFile>;
}

/** The open documents. Each version is parsed once, when it is first asked for. */
export class OpenFiles {
  readonly #ports: OpenFilesPorts;
  readonly #entries = new Map<string, KnownFile>();
  readonly #was = new Map<string, OwnershipEvidence["was"]>();
  /** Identifies this server process. Its start time is not enough, because several may start at once. */
  readonly #life = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
  #reads = 0;

  constructor(ports: OpenFilesPorts) {
    this.#ports = ports;
  }

  /** The current version of an open document; `undefined` when it is not open. */
  get(uri: string): Promise<OpenFile | undefined> {
    const document = this.#ports.documents.get(uri);
    if (document === undefined) return Promise.resolve(undefined);
    const known = this.#entries.get(uri);
    if (known?.version === document.version) return known.file;
    const entry = { version: document.version, file: this.#read(document) };
    this.#entries.set(uri, entry);
    return entry.file;
  }

  /** Drops what is known about a document that was closed. */
  forget(uri: string): void {
    this.#entries.delete(uri);
    this.#ports.texts.forget(uri);
    this.#was.delete(uri);
  }

  /** Has every document judged again, because something that affects all of them has changed, such as the settings or a chart. */
  invalidate(): void {
    this.#ports.naming.forget();
    this.#entries.clear();
  }

  /** Has one document judged again, because another file of its release has changed. */
  touch(uri: string): void {
    this.#entries.delete(uri);
  }

  /** The number of documents that are kept. */
  get size(): number {
    return this.#entries.size;
  }

  #nearestChart(uri: string): Promise<ChartEvidence | undefined> {
    const { charts, folderOf } = this.#ports;
    return charts.nearest(uri, this.#rootOf(uri) ?? folderOf(uri));
  }

  #rootOf(uri: string): string | undefined {
    return this.#ports.rootOf?.(uri);
  }

  // The text is read before anything is awaited: the document changes in place when an edit arrives.
  async #read(document: OpenDocument): Promise<OpenFile> {
    const { documents, readsCommands = false, texts, releases } = this.#ports;
    const { uri, version } = document;
    const resultId = `${this.#life}.${++this.#reads}`;
    const reading: Reading = { version, resultId };
    const ports = { ...this.#ports, keys: this.#ports.keys() };
    const form = textForm(URI.parse(uri).path);
    if (form !== undefined) return textFile(form, texts.of(document), reading, ports, readsCommands);
    // The disk is asked first, so that the text is parsed while it answers.
    const chart = this.#nearestChart(uri);
    const foreign = this.#ports.skims && (await this.#foreign(document, chart, reading));
    if (foreign) return foreign;
    const text = texts.of(document);
    const asked = this.#ask(text, chart);
    const judged = await this.#judge(text, asked);
    if (documents.get(uri) !== undefined) {
      const { kind, strength, reason } = judged;
      this.#was.set(uri, kind === null || strength === null ? undefined : { strength, reason });
    }
    const { file, chart: stackChart } = partOf(text, judged, await asked.named, await chart);
    const { whole, inside } = await asked.stacks;
    const stacks = whole.filter(({ files }) => files.some((source) => source.file === file));
    const naming =
      stacks.length + inside.length === 0 &&
      MAY_BE_NAMED.has(judged.reason) &&
      (await this.#ports.naming.of(uri, judged.kind !== null));
    const named = naming && (await chartNamed(naming.chart, naming.uri, ports));
    if (naming && named) {
      const release = { ...named, by: fileName(naming.uri) };
      return this.#named(reading, text, { ...stackChart, release }, naming);
    }
    const umbrella = stacks.length + inside.length === 0 ? judged.part?.umbrella : undefined;
    const installed = umbrella ? await this.#installed({ uri, file }, umbrella, stackChart) : [];
    const all = [...stacks, ...installed];
    const made = new Analysis(uri, version, file, judged.roots, all, releases.helm(uri), stackChart);
    const analysis = made.stack ? made.withComplaints(this.#ports.complaints?.(made.stack) ?? []) : made;
    const embedded = await embeddedParts(reading, judged, text, ports, inside);
    const [first] = embedded;
    if (first === undefined) {
      const mayRun = readsCommands && judged.kind === null && text.file.text.includes(COMMAND);
      const ofCommands = mayRun ? await textReleases("pipeline", text, reading, ports) : undefined;
      return { ...reading, analysis, ownership: judged, ...ofCommands };
    }
    const { reason, explanation } = first.ownership;
    const ownership: Ownership = { ...notOurs(reason, explanation), strength: "certain" };
    return { ...reading, analysis: new Analysis(uri, version, text.file, []), ownership, embedded };
  }

  /**
   * The stacks of the documents that install an umbrella chart, with a values file of that chart in them. If a document does not take the file, or what it sets is not
   * known, it may set what the file lacks.
   */
  async #installed(
    { uri, file }: OpenText,
    umbrella: Umbrella,
    chart: StackChart,
  ): Promise<readonly ReleaseStack[]> {
    const { naming, releases } = this.#ports;
    const helm = releases.helm(uri);
    const found = (await naming.installing(uri, umbrella)) ?? [];
    const alone: ReleaseStack = { ...aloneStack(uri, file, helm, chart), isPartial: true };
    const stacks = await Promise.all(
      found.map(async ({ takers, finder }) => {
        const [made] = await takerStacks(takers, finder, chart, helm, this.#ports);
        const files = made?.files.map((source) =>
          source.uri !== undefined && sameSpelling(source.uri) === sameSpelling(uri)
            ? { ...source, uri, file }
            : source,
        );
        return made && files?.some((source) => source.file === file) ? { ...made, files } : alone;
      }),
    );
    return stacks.includes(alone) ? [...stacks.filter((stack) => stack !== alone), alone] : stacks;
  }

  /**
   * A file of other tools, which is not parsed: nothing in its text is the operator's, and no setting, chart or other file makes it so. `undefined`
   * for any other file.
   */
  async #foreign(
    document: OpenDocument,
    chart: OwnershipClues["nearest"],
    reading: Reading,
  ): Promise<OpenFile | undefined> {
    const text = document.getText();
    if (mayBeOurs(text, this.#ports.keys()) || mayEmbed(text) || text.includes(COMMAND)) return undefined;
    const unread = this.#ports.texts.unread(document);
    // A place that a release names is only found in a text that was read.
    if (this.#ports.releases.naming(unread.uri).length > 0) return undefined;
    const asked = this.#ask(unread, chart);
    const umbrella = umbrellaIn({ ...(await asked.named), ...besideOf(await chart) });
    if (umbrella !== undefined) return undefined;
    const judged = await this.#judge(unread, asked);
    const isNamed = MAY_BE_NAMED.has(judged.reason) && (await this.#ports.naming.of(unread.uri, false));
    if (judged.kind !== null || isNamed) return undefined;
    return {
      ...reading,
      analysis: new Analysis(unread.uri, reading.version, unread.file, []),
      ownership: judged,
    };
  }

  /**
   * A values file that a document of another product names, for its chart. The other values that count are not known, unless a release takes the
   * file.
   */
  async #named(
    reading: Reading,
    { uri, file: whole }: OpenText,
    chart: StackChart,
    { product, uri: document, takers, finder }: NamingDocument,
  ): Promise<OpenFile> {
    const helm = this.#ports.releases.helm(uri);
    const made = await takerStacks(takers, finder, chart, helm, this.#ports);
    const taking = (file: YamlFile) =>
      made.filter(({ files }) => files.some((source) => source.file === file));
    const file = taking(whole).length > 0 ? whole : substituted(whole);
    const said = l10n.t(
      "{0} of {1} names this file as one with values of CAP Operator.",
      fileName(document),
      product,
    );
    const ownership = claim(file, KINDS.values, "named", said);
    const stacks = taking(file);
    const alone: ReleaseStack = { ...aloneStack(uri, file, helm, chart), isPartial: true };
    const all = stacks.length > 0 ? stacks : [alone];
    const analysis = new Analysis(uri, reading.version, file, ownership.roots, all, helm, chart);
    return { ...reading, analysis, ownership };
  }

  /** The owner of a file, open or not, and the places of the operator's values in it. */
  judge(text: OpenText): Promise<Ownership> {
    return this.#judge(text, this.#ask(text));
  }

  /** The values in a document of another product that has another text than the file. */
  embedded(text: OpenText): Promise<readonly EmbeddedPart[]> {
    return embeddedParts(ONCE, { reason: "no-evidence" }, text, { ...this.#ports, keys: this.#ports.keys() });
  }

  /** A file that is not open, alone over the defaults of the chart that it is for. */
  async alone(text: OpenText): Promise<ReleaseStack> {
    const asked = this.#ask(text);
    const judged = await this.#judge(text, { ...asked, stacks: Promise.resolve({ whole: [], inside: [] }) });
    const { file, chart } = partOf(text, judged, await asked.named, await asked.nearest);
    return aloneStack(text.uri, file, this.#ports.releases.helm(text.uri), chart);
  }

  #ask(text: OpenText, nearest = this.#nearestChart(text.uri)): OwnershipClues {
    const { releases } = this.#ports;
    return { stacks: releases.stacksOf(text), named: releases.chart(text), nearest };
  }

  async #judge({ uri, file }: OpenText, { stacks, named, nearest }: OwnershipClues): Promise<Ownership> {
    const { settings, folderOf, keys } = this.#ports;
    const { files, excludeFiles } = settings(uri);
    const folder = folderOf(uri);
    const [chart, { whole }, ofFile] = await Promise.all([nearest, stacks, named]);
    const [first] = whole;
    const { path } = URI.parse(uri);
    const root = this.#rootOf(uri);
    const workspacePath = folder === undefined ? undefined : pathInside(folder, uri);
    const projectPath = root === undefined ? undefined : pathInside(root, uri);
    const umbrella = first ? first.chart?.umbrella : umbrellaIn({ ...ofFile, ...besideOf(chart) });
    return ownership(file, {
      path,
      workspacePath,
      projectPath,
      files,
      excludeFiles,
      // A chart whose name may not be read is not another product's for certain.
      chart: chart?.name === "" && chart.problem !== undefined ? undefined : chart,
      release: first?.release,
      isNamed: this.#ports.isNamed?.(uri),
      isProject: this.#ports.isProject?.(uri),
      umbrella,
      keys: keys(),
      was: this.#was.get(uri),
    });
  }
}

/** Reasons for the owner of a file that a document which names the file overrules. */
const MAY_BE_NAMED = new Set<OwnershipReason>([
  "no-evidence",
  "foreign-keys",
  "file-name",
  "misspelled-key",
  "content",
  "named",
]);

/** A text that is in every script that installs a chart with Helm. */
const COMMAND = "helm ";

const ONCE: Reading = { version: 0, resultId: "" };

/** The answers about a file on which its owner depends. */
interface OwnershipClues {
  readonly stacks: Promise<StacksOfFile>;
  readonly named: Promise<StackChart>;
  readonly nearest: Promise<ChartEvidence | undefined>;
}
