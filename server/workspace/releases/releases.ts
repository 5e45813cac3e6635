import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { ChartReference, NamedChart } from "../../core/chart/chart.ts";
import type { EmbeddedChart } from "../../core/embedded/chart-named.ts";
import type { StackProblem } from "../../core/semantics/release-values.ts";
import type { Release } from "../../core/settings.ts";
import type { HelmMajor } from "../../core/values/refusal.ts";
import {
  filesIn,
  isSameStack,
  modelineChart,
  NO_SOURCES,
  type ReleaseFile,
  type ReleaseStack,
  type StackChart,
  umbrellaIn,
} from "../../core/values/release-stack.ts";
import { findProperty } from "../../core/yaml/lookup.ts";
import { regionOf } from "../../core/yaml/region.ts";
import type { YamlFile } from "../../core/yaml/tree.ts";
import type { LocalCharts } from "../charts/local-charts.ts";
import type { OpenText } from "../files/open-texts.ts";
import { addressesOf, candidatesBeside, candidatesOf, sameSpelling } from "../files/release-paths.ts";
import { ReleaseFiles, type ReleaseFilesPorts, valuesAtPlace } from "./release-files.ts";
import { contradictions, type KnownRelease, knownReleases, setsOf, severalOf } from "./release-identity.ts";

/** The services by which releases are put together. */
export interface ReleasesPorts extends ReleaseFilesPorts {
  /** The folders that relative paths in the settings for a file may begin in; without one, in those of the editor. */
  readonly folders: (uri?: string) => readonly string[];
  readonly charts: LocalCharts;
  readonly problems: (stack: ReleaseStack) => readonly StackProblem[];
  readonly warn: (message: string) => void;
  /** The generation of Helm that installs what a file belongs to. */
  readonly helm: (uri?: string) => HelmMajor;
  /** The content of a file that `--set-file` names; absent in a host that has no such entries. */
  readonly readSetFile?: (path: string) => string | undefined;
  /** Paths that a person gave, which are read wherever they are, with what the person wrote. */
  readonly given?: ReadonlyMap<string, string>;
}

/** The stacks that take a file as a whole, and those that take values at a place inside. */
export interface StacksOfFile {
  readonly whole: readonly ReleaseStack[];
  readonly inside: readonly ReleaseStack[];
}

/** The releases of the settings, with the current state of their values files: from open documents, else from disk. */
export class Releases {
  readonly #ports: ReleasesPorts;
  readonly #files: ReleaseFiles;
  readonly #stacks = new Map<string, ReleaseStack>();
  readonly #logged = new Map<string, ReadonlySet<string>>();
  #known:
    | {
        readonly releases: readonly Release[];
        readonly all: readonly KnownRelease[];
        readonly areSeveral: (release: Release) => boolean;
      }
    | undefined;
  #named:
    | {
        readonly releases: readonly KnownRelease[];
        readonly within: string;
        readonly byAddress: ReadonlyMap<string, readonly KnownRelease[]>;
      }
    | undefined;

  constructor(ports: ReleasesPorts) {
    this.#ports = ports;
    this.#files = new ReleaseFiles(ports);
  }

  /** The releases that are used. */
  get all(): readonly KnownRelease[] {
    return this.#inSettings.all;
  }

  get #inSettings() {
    const { releases } = this.#ports.settings();
    if (this.#known?.releases !== releases)
      this.#known = { releases, all: knownReleases(releases), areSeveral: severalOf(releases) };
    return this.#known;
  }

  /** The generation of Helm that installs what a file belongs to. */
  helm(uri?: string): HelmMajor {
    return this.#ports.helm(uri);
  }

  /** The chart of the settings, for releases without a chart of their own, and the chart that a file names itself. */
  async chart(text?: OpenText): Promise<StackChart> {
    const [setting, modeline] = await Promise.all([
      this.#setting(text?.uri),
      this.#inFiles(text ? [text] : []),
    ]);
    return { setting, modeline };
  }

  /** The stack without any values files: the defaults of the settings' chart, and the values that a chart around it sets. */
  async defaults(): Promise<ReleaseStack> {
    const chart = await this.chart();
    const umbrella = umbrellaIn(chart);
    const files = filesIn(umbrella, []);
    return { ...NO_SOURCES, files, helm: this.helm(), chart: { ...chart, ...(umbrella && { umbrella }) } };
  }

  /** The chart of the settings for a file. */
  async #setting(uri: string | undefined): Promise<NamedChart> {
    const { chart, chartVersion, isChartOption: isOption } = this.#ports.settings(uri);
    const named = await this.#reference({ chart, version: chartVersion }, this.#ports.folders(uri));
    return isOption ? { ...named, isOption, ...(chartVersion !== "" && { asked: chartVersion }) } : named;
  }

  /** The chart that the first file with a chart comment names. A folder is looked for from that file on. */
  async #inFiles(files: readonly Pick<ReleaseFile, "uri" | "file">[]): Promise<NamedChart | undefined> {
    const first = files.find((file) => modelineChart([file]) !== undefined);
    const named = first && modelineChart([first]);
    return named && this.#reference(named, this.#ports.folders(first.uri), first.uri);
  }

  /** The chart that documents with values of a release name, by the first document that names one. */
  async #inDocuments(files: readonly ReleaseFile[]): Promise<NamedChart | undefined> {
    for (const file of files) {
      const { chart } = valuesAtPlace(file, this.#ports.names()) ?? {};
      const named = chart && (await this.inDocument(chart, file.uri ?? ""));
      if (named) return named;
    }
    return undefined;
  }

  /** The operator's chart that a document at an address names, or the one that brings it along. A folder counts only if it has such a chart. */
  async inDocument(chart: EmbeddedChart, uri: string): Promise<NamedChart | undefined> {
    const { charts } = this.#ports;
    const { by: source } = chart;
    if (!chart.isFolder) return { ...(await charts.named(referenceOf(chart), [])), by: source };
    const named = await this.#reference({ chart: `./${chart.chart}` }, this.#ports.folders(uri));
    const isOurs = named.umbrella !== undefined || (named.atHand && charts.isOperators(named.atHand));
    return isOurs ? { ...named, by: source } : undefined;
  }

  /** The chart of a reference. As in Helm, a folder on disk comes first, whose files then tell more than its name. */
  async #reference(
    { chart = "", version = "" }: ChartReference,
    folders: readonly string[],
    inFile?: string,
  ): Promise<NamedChart> {
    const named = { ...(chart !== "" && { chart }), ...(version !== "" && { version }) };
    if (chart === "") return named;
    const given = this.#ports.given?.get(chart);
    if (given !== undefined) {
      const shown = { ...named, chart: given };
      return this.#ports.charts.named(named, [URI.file(chart).toString()], shown);
    }
    const { addresses, isOutside } = this.#chartAddresses(chart, inFile, folders);
    return this.#ports.charts.named(named, addresses, named, isOutside);
  }

  /** The addresses of a chart that is named as a folder or an archive: from the file that names it on, then from the workspace on. */
  #chartAddresses(chart: string, inFile: string | undefined, folders: readonly string[]) {
    const bounds = this.#bounds(folders);
    const beside = inFile === undefined ? [] : [candidatesBeside(inFile, chart, bounds)];
    const all = [...beside, candidatesOf(chart, folders, bounds)];
    const named = all.flatMap(({ uris, problem }) => (problem === undefined ? uris : []));
    const addresses = named.filter((uri) => this.#files.holds(uri, bounds));
    const isOutside =
      addresses.length < named.length || (named.length === 0 && all.some(({ uris }) => uris.length > 0));
    return { addresses, isOutside };
  }

  /** The folders in which everything may be read that the settings of some folders name. */
  #bounds(folders: readonly string[]): readonly string[] {
    const { reach } = this.#ports;
    return reach ? [...new Set(folders.map((folder) => reach.around(folder)))] : folders;
  }

  /**
   * The operator's chart that the chart around the first of some files brings along, if one of the files has its key: for a release
   * without a chart, or with one that has the name of that around the files.
   */
  async #umbrellaAround(
    files: readonly ReleaseFile[],
    { chart }: NamedChart,
  ): Promise<NamedChart | undefined> {
    const [first] = files;
    if (first?.uri === undefined) return undefined;
    const { brings, name } = (await this.#ports.charts.nearest(first.uri, undefined)) ?? {};
    const key = brings?.umbrella?.key;
    if (key === undefined || (chart !== undefined && chart.split("/").at(-1) !== name)) return undefined;
    const hasKey = files.some(({ file }) =>
      file?.documents.some(({ root }) => findProperty(root, key) !== undefined),
    );
    return hasKey ? brings : undefined;
  }

  /** The releases that may name a file. */
  naming(uri: string): readonly KnownRelease[] {
    return this.all.length === 0 ? [] : (this.#byAddress().get(sameSpelling(uri)) ?? []);
  }

  /** The releases by the files that they may name: computed once for all files, as long as releases, folders and bounds are the same. */
  #byAddress(): ReadonlyMap<string, readonly KnownRelease[]> {
    const { all } = this;
    const folders = this.#ports.folders();
    const within = JSON.stringify([folders, this.#bounds(folders)]);
    if (this.#named?.releases === all && this.#named.within === within) return this.#named.byAddress;
    const byAddress = new Map<string, KnownRelease[]>();
    for (const release of all)
      for (const address of new Set(this.addresses(release))) {
        const others = byAddress.get(address);
        if (others) others.push(release);
        else byAddress.set(address, [release]);
      }
    this.#named = { releases: all, within, byAddress };
    return byAddress;
  }

  /** The addresses where the values files of a release may be. */
  addresses(release: Release): string[] {
    const folders = this.#foldersOf(release);
    return addressesOf(release, folders, this.#bounds(folders));
  }

  #foldersOf({ root }: Release): readonly string[] {
    return root === undefined ? this.#ports.folders() : [root];
  }

  /** The stacks of the releases that name a file, or a place inside. The file is passed as it was read. */
  async stacksOf(text: OpenText): Promise<StacksOfFile> {
    const stacks = await Promise.all(this.naming(text.uri).map((release) => this.stack(release, text)));
    const having = (holds: (file: YamlFile) => boolean) =>
      stacks.filter(({ files }) => files.some(({ file }) => file && holds(file)));
    return {
      whole: having((file) => regionOf(file).top === text.file),
      inside: having((file) => regionOf(file).around === text.file),
    };
  }

  /** The stack of a release; the same object as long as nothing in it changes. */
  async stack(release: KnownRelease, text?: OpenText): Promise<ReleaseStack> {
    const folders = this.#foldersOf(release);
    const bounds = this.#bounds(folders);
    const located = await Promise.all(
      release.values.map((name) => this.#files.locate(name, folders, bounds)),
    );
    const base = release.root ?? located.find(({ uri }) => uri !== undefined)?.uri;
    const [setting, ofRelease] = await Promise.all([
      this.#setting(base),
      this.#reference(referenceOf(release), folders),
    ]);
    const { isOption, asked } = setting;
    const isNamed = ofRelease.chart !== undefined || ofRelease.atHand !== undefined;
    const unplaced = this.#files.contents(located, text).files;
    const modeline = isNamed ? undefined : await this.#inFiles(unplaced);
    const around = isNamed || modeline ? undefined : await this.#inDocuments(unplaced);
    const named = around ? { ...around, ...ofRelease } : ofRelease;
    // Only a name of no file may mean the chart around the files as well.
    const beside = (named.atHand ?? named.umbrella) ? undefined : await this.#umbrellaAround(unplaced, named);
    const isKnown = beside === undefined;
    const chart: StackChart = {
      setting,
      modeline,
      beside,
      release: isNamed && isOption ? { ...named, isOption, ...(asked && { asked }) } : named,
    };
    const umbrella = umbrellaIn(isKnown ? chart : { ...chart, release: {} });
    // Nothing is awaited any more, so that all texts are from the same moment.
    const { files, problems } = this.#files.contents(located, text, umbrella?.key);
    const { id, name, namespace } = release;
    const made: ReleaseStack = {
      release: id,
      // An id that is more than the name contains the namespace itself.
      ...(namespace === undefined || id !== name ? {} : { namespace }),
      files: filesIn(umbrella, files),
      sets: setsOf(release),
      ...(this.#ports.readSetFile && { readFile: this.#ports.readSetFile }),
      helm: this.helm(base),
      chart: { ...chart, ...(umbrella && { umbrella }) },
      problems: [...contradictions(release, this.#inSettings.areSeveral(release)), ...problems],
    };
    const known = this.#stacks.get(id);
    if (known && isSameStack(known, made)) return known;
    this.#stacks.set(id, made);
    this.#warn(made);
    return made;
  }

  /** The problems of a stack that the user does not see elsewhere: in an open file, or at an entry. */
  problems(stack: ReleaseStack): string[] {
    return this.#unseen(stack, (problem) => problem.set === undefined);
  }

  #unseen(stack: ReleaseStack, wants: (problem: StackProblem) => boolean): string[] {
    return (
      this.#ports
        .problems(stack)
        // The problems of the files name the chart that they cannot be checked against.
        .filter((problem) => wants(problem) && problem.chart === undefined)
        .filter(({ file }) => {
          const uri = file === undefined ? undefined : stack.files[file]?.uri;
          return uri === undefined || this.#ports.texts.get(uri) === undefined;
        })
        .map(({ message }) => l10n.t("Release {0}: {1}", stack.release ?? "", message))
    );
  }

  /** A file that no editor has open, or the end of a sentence on why it is not read. */
  read(uri: string): Promise<{ readonly file: YamlFile } | { readonly problem: string }> {
    return this.#files.read(uri, this.#bounds(this.#ports.folders(uri)));
  }

  /** Each problem is logged once, and again when it comes back. */
  #warn(stack: ReleaseStack): void {
    const name = stack.release ?? "";
    const logged = this.#logged.get(name);
    const problems = this.#unseen(stack, () => true);
    for (const problem of problems) if (!logged?.has(problem)) this.#ports.warn(problem);
    this.#logged.set(name, new Set(problems));
  }
}

function referenceOf({ chart, version }: Pick<Release, "chart" | "version">): ChartReference {
  return { ...(chart !== undefined && { chart }), ...(version !== undefined && { version }) };
}
