import { existsSync } from "node:fs";
import path from "node:path";
import { URI } from "vscode-uri";
import { versionMeant } from "../core/chart/version-range.ts";
import { createLanguageService } from "../core/create-language-service.ts";
import type { LanguageService, Sources } from "../core/language-service.ts";
import type { RuleExamples } from "../core/rules/engine/rule.ts";
import { DEFAULT_SETTINGS, type Settings } from "../core/settings.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { readRuleExamples, readSources } from "../workspace/charts/read-sources.ts";
import { TRUSTED_REACH } from "../workspace/files/disk-reach.ts";
import { chartReach, nothing } from "../workspace/files/reach.ts";
import { shownFile } from "../workspace/files/release-paths.ts";
import { nearest } from "../workspace/files/similar-words.ts";
import type { KnownText } from "../workspace/files/values-files.ts";
import type { AskHelm } from "../workspace/helm/render-question.ts";
import { addressOf, DiskWorkspace } from "../workspace/open/disk-workspace.ts";
import type { OpenFile } from "../workspace/open/open-files.ts";
import { findRelease, isSameRelease, type KnownRelease } from "../workspace/releases/release-identity.ts";
import { findProject } from "../workspace/settings/disk-projects.ts";
import type { Project } from "../workspace/settings/project.ts";
import { readText } from "./files.ts";
import type { Folders } from "./folders.ts";
import { quotedWord, ToolError } from "./tool-error.ts";

/** The text that a call is about: a file, a text, or a text that stands for a file. */
export interface TextSource {
  readonly path?: string;
  readonly text?: string;
  readonly chart_version?: string;
}

/** The values that a call is about: those of a text, of a release of the project's settings, or the defaults of a chart. */
export interface ValuesSource extends TextSource {
  readonly release?: string;
}

/** A text that was read, with the engine that knows everything around it. */
export interface AnalyzedFile extends KnownText {
  readonly workspace: DiskWorkspace;
  readonly file: OpenFile;
  /** Its absolute path, if it is a file. */
  readonly path?: string;
}

/** A release, with the engine that knows everything around it. */
export interface AnalyzedRelease {
  readonly workspace: DiskWorkspace;
  readonly release: KnownRelease;
  /** The values files that may be read, in the order in which Helm gets them. */
  readonly files: readonly AnalyzedFile[];
}

/** The name that the chart of the specification has where a version is expected. */
export const SPECIFICATION = "specification";
/** A text without a file is in none of the folders. By its name, it is the operator's. */
const NO_FILE = "untitled:/cap-operator-values.yaml";

/** Looks at texts, files and releases for one call after the other. */
export class Engine {
  readonly #packageFolder: string;
  readonly #sources: Sources;
  /** Read when a code is explained for the first time. */
  #ruleExamples: ReturnType<typeof readRuleExamples> | undefined;
  /** The engine without any file. */
  readonly service: LanguageService;

  /** `packageFolder` has the engine's data. Throws a sentence if that cannot be used. */
  constructor(packageFolder: string) {
    const { sources, problems } = readSources(packageFolder);
    if (problems.length > 0) throw new Error(problems.join(" "));
    this.#packageFolder = packageFolder;
    this.#sources = sources;
    this.service = createLanguageService(sources, () => DEFAULT_SETTINGS);
  }

  /** The examples of a rule. Throws a sentence if the package does not have them. */
  ruleExamples(code: string): RuleExamples {
    this.#ruleExamples ??= readRuleExamples(this.#packageFolder);
    return this.#ruleExamples(code);
  }

  /** The charts that are known by what `chart_version` calls them, the newest first. */
  get versions(): ReadonlyMap<string, string> {
    const names = this.service.knownCharts().map(({ name }) => name);
    return new Map(names.map((name, index) => [versionIn(name, index === names.length - 1), name]));
  }

  /** Looks at a text. Throws a sentence if there is none. */
  async analyze(source: TextSource, folders: Folders, askHelm?: AskHelm): Promise<AnalyzedFile> {
    if (source.path === undefined) {
      if (source.text === undefined) throw new ToolError('"path" or "text" is required.');
      const settings = this.#withChart(DEFAULT_SETTINGS, source.chart_version);
      const text = ownText(NO_FILE, { text: source.text });
      const workspace = this.#open([], settings, folders, { given: [text], askHelm });
      return this.#analyzed(workspace, text);
    }
    const file = folders.find(source.path);
    const read = source.text === undefined ? readText(file, folders) : { text: source.text };
    const project = projectOf(path.dirname(file), folders);
    const text = ownText(addressOf(file), read);
    const settings = this.#withChart(project.settings, source.chart_version);
    const workspace = this.#open([addressOf(project.root)], settings, folders, { given: [text], askHelm });
    return { ...(await this.#analyzed(workspace, text)), path: file };
  }

  /** The values that are meant, put together; Helm is asked about them if that is given. Throws a sentence if there are none. */
  async stack(
    source: ValuesSource,
    folders: Folders,
    askHelm?: AskHelm,
  ): Promise<{ workspace: DiskWorkspace; stack: ReleaseStack }> {
    if (source.release !== undefined) return this.#release(source, source.release, folders, askHelm);
    if (source.path === undefined && source.text === undefined)
      return this.#defaults(source.chart_version, askHelm);
    const { workspace, file } = await this.analyze(source, folders, askHelm);
    const embedded = file.embedded?.[0]?.analysis.stack;
    if (embedded) return { workspace, stack: embedded };
    const root = file.analysis.firstValues;
    if (!root) throw new ToolError(`Not values of the operator's chart. ${file.ownership.explanation}`);
    return { workspace, stack: file.analysis.aloneStackOf(root) };
  }

  /** Looks at all values files of a release together. Throws a sentence if there is no such release. */
  async analyzeRelease(source: ValuesSource, name: string, folders: Folders): Promise<AnalyzedRelease> {
    const { release, stack, root, settings: all } = await this.#release(source, name, folders);
    // Of the releases that name these files, only this one counts.
    const releases = all.releases.filter((candidate) => isSameRelease(candidate, release));
    const settings = { ...all, releases };
    const texts: OwnText[] = [];
    for (const uri of new Set(stack.files.map((file) => file.uri))) {
      const read = uri === undefined ? undefined : readIfPossible(shownFile(uri), folders);
      if (uri !== undefined && read) texts.push(ownText(uri, read));
    }
    const workspace = this.#open([addressOf(root)], settings, folders, { given: texts, showsReleases: true });
    await workspace.prepare();
    const files: AnalyzedFile[] = [];
    for (const { uri, text } of texts) {
      const analyzed = await workspace.file(uri);
      if ("file" in analyzed) files.push({ text, path: shownFile(uri), workspace, file: analyzed.file });
    }
    const [only = release] = workspace.releases.all;
    return { workspace, release: only, files };
  }

  async #release(source: ValuesSource, name: string, folders: Folders, askHelm?: AskHelm) {
    const from = source.path === undefined ? folders.all : [path.dirname(existing(source.path, folders))];
    const problems: string[] = [];
    for (const folder of from) {
      const { root, settings: written } = projectOf(folder, folders);
      const settings = this.#withChart(written, source.chart_version);
      const workspace = this.#open([addressOf(root)], settings, folders, { askHelm });
      await workspace.prepare();
      const found = findRelease(workspace.releases.all, name);
      if ("problem" in found) {
        const { all } = workspace.releases;
        const names = all.some((known) => known.name === name) ? [] : all.map(({ id }) => id);
        problems.push(`${found.problem}${nearest(name, names)}`);
        continue;
      }
      const { release } = found;
      const stack = await workspace.settled(() => workspace.releases.stack(release));
      return { workspace, release, stack, root, settings };
    }
    throw new ToolError(problems[0] ?? "No folder to search for releases was given.");
  }

  async #defaults(version: string | undefined, askHelm?: AskHelm) {
    const workspace = this.#open([], this.#withChart(DEFAULT_SETTINGS, version), undefined, { askHelm });
    return { workspace, stack: await workspace.releases.defaults() };
  }

  #withChart(settings: Settings, version: string | undefined): Settings {
    if (version === undefined) return settings;
    const name = this.nameOf(version);
    const [chart = "", chartVersion = ""] = version === SPECIFICATION ? [name] : name.split(" ");
    return { ...settings, chart, chartVersion };
  }

  /** The name of the chart of a version. Throws a sentence if the version is not known. */
  nameOf(version: string): string {
    const { versions } = this;
    const published = [...versions.keys()].filter((known) => known !== SPECIFICATION).reverse();
    const name = versions.get(version) ?? versions.get(versionMeant(version, published) ?? "");
    if (name !== undefined) return name;
    throw new ToolError(
      `Unknown chart version: ${quotedWord(version)}. Known versions: ${[...versions.keys()].join(", ")}.`,
    );
  }

  #open(
    roots: readonly string[],
    settings: Settings,
    folders: Folders | undefined,
    { given = [], askHelm, showsReleases = false }: Opening,
  ): DiskWorkspace {
    const texts = new Map(given.map((text) => [text.uri, text]));
    const mayRead = folders?.mayRead ?? nothing;
    const holds = chartReach(TRUSTED_REACH, () => roots);
    return new DiskWorkspace({
      sources: this.#sources,
      settings,
      folders: roots,
      looksAt: (uri) => texts.has(uri),
      texts,
      showsReleases,
      askHelm,
      mayLookAt: mayRead,
      mayRead,
      holds: (uri, chart) => mayRead(URI.parse(uri).fsPath) && holds(uri, chart),
      warn: () => undefined,
    });
  }

  async #analyzed(workspace: DiskWorkspace, { uri, text }: OwnText): Promise<AnalyzedFile> {
    await workspace.prepare();
    const analyzed = await workspace.file(uri);
    if ("problem" in analyzed) throw new ToolError("This text cannot be read.");
    return { text, workspace, file: analyzed.file };
  }
}

/** A text that a call is about, which counts instead of what is on the disk. */
interface OwnText extends KnownText {
  readonly uri: string;
}

/** Options of a workspace besides its folders. */
interface Opening {
  readonly given?: readonly OwnText[];
  readonly askHelm?: AskHelm;
  readonly showsReleases?: boolean;
}

/** Without a byte order mark, which an editor does not count. */
function ownText(uri: string, { text, helm4Reads }: KnownText): OwnText {
  return { uri, text: text.replace(/^\uFEFF/, ""), helm4Reads };
}

/** The text of a file, if it can be read and may be; a file that cannot is reported with its release. */
function readIfPossible(file: string, folders: Folders): KnownText | undefined {
  try {
    return readText(file, folders);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function existing(name: string, folders: Folders): string {
  const found = folders.find(name);
  if (existsSync(found)) return found;
  throw new ToolError(`File not found: ${quotedWord(found)}.`);
}

/** The last word of `cap-operator 0.34.0`; the chart of the specification, which is the last of all, has no versions. */
function versionIn(name: string, isSpecification: boolean): string {
  return isSpecification ? SPECIFICATION : (name.split(" ").at(-1) ?? name);
}

function projectOf(folder: string, folders: Folders): Project {
  let project: Project;
  try {
    project = findProject(folder, folders.topOf(folder), folders.mayRead);
  } catch (error) {
    throw new ToolError(error instanceof Error ? error.message : String(error));
  }
  if (project.problems.length === 0) return project;
  throw new ToolError(
    `The settings in ${quotedWord(project.file ?? "")} cannot be used: ${project.problems.map(({ message }) => message).join(" ")}`,
  );
}
