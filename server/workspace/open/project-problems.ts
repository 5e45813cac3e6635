import { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver-types";
import { type LanguageService, SEVERITIES } from "../../core/language-service.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import { NO_SOURCES, type ReleaseStack } from "../../core/values/release-stack.ts";
import type { SetEntry } from "../../core/values/set-entry.ts";
import { Lines } from "../../core/yaml/lines.ts";
import { findProperty, valueAt } from "../../core/yaml/lookup.ts";
import { memo } from "../../core/yaml/memo.ts";
import { parseYaml } from "../../core/yaml/reader/parse.ts";
import type { ArrayNode, Path, ValueNode } from "../../core/yaml/tree.ts";
import type { SettingProblem } from "../files/setting-types.ts";
import type { KnownRelease } from "../releases/release-identity.ts";
import type { Releases } from "../releases/releases.ts";
import { readProjectSettings } from "../settings/project.ts";
import { UnreadableProject } from "../settings/project-reader.ts";
import { entryReports } from "./entry-reports.ts";
import { UNUSABLE } from "./release-faults.ts";

/** The dependencies of the check of the file with the settings of a project. */
export interface ProjectProblemsPorts {
  readonly service: LanguageService;
  readonly releases: Releases;
  /** Helm's complaints about a release. */
  readonly complaints: (stack: ReleaseStack) => readonly HelmComplaint[];
}

/** The settings of a release that hold the entries of a flag. */
const LISTS: Readonly<Record<SetEntry["flag"], string | undefined>> = {
  set: "set",
  "set-string": "setString",
  "set-json": "setJson",
  "set-file": undefined,
  "set-literal": undefined,
};

/** Reports what is wrong with the settings of a project, in the sentences of the command line, and where in their file. */
export class ProjectProblems {
  readonly #ports: ProjectProblemsPorts;

  constructor(ports: ProjectProblemsPorts) {
    this.#ports = ports;
  }

  /** The problems of the file and of the releases in it, in the order of the text. `root` is the address of its folder. */
  async of(analysis: Analysis, root: string): Promise<Diagnostic[]> {
    let problems: readonly SettingProblem[];
    try {
      ({ problems } = readProjectSettings(analysis.file.text));
    } catch (error) {
      const { message } = error as Error;
      return [about(message, lineRange(analysis, error instanceof UnreadableProject ? error.line : 0))];
    }
    const own = problems.map((problem) => about(problem.message, rangeOf(analysis, problem)));
    const places = placesOf(analysis);
    const ofReleases = this.#ports.releases.all
      .filter((release) => release.root === root)
      .map((release) => this.#ofRelease(analysis, places, release));
    const ofSetting = await this.#ofSetting(analysis);
    const all = [...own, ...ofSetting, ...(await Promise.all(ofReleases)).flat()];
    return all.sort((one, other) => one.range.start.line - other.range.start.line);
  }

  /** Diagnoses the chart of the settings, which applies to everything without a chart of its own. */
  async #ofSetting(analysis: Analysis): Promise<Diagnostic[]> {
    const { service, releases } = this.#ports;
    const { setting } = await releases.chart({ uri: analysis.text.uri, file: analysis.file });
    if (setting?.chart === undefined) return [];
    const { doubt } = service.chartOfStack({ ...NO_SOURCES, chart: { setting } });
    if (doubt === undefined || valueAt(rootOf(analysis), ["chart"]) === undefined) return [];
    const severity = SEVERITIES[doubt.kind === "unusable" ? "error" : "information"];
    return [{ ...this.#ofChart(analysis, [], doubt.message, "chartVersion"), severity }];
  }

  /** A problem with a chart, at what names it; one with a version that is written there is about that. */
  #ofChart(analysis: Analysis, at: Path, message: string, versionKey = "version"): Diagnostic {
    const version = valueAt(rootOf(analysis), [...at, versionKey]);
    const isAboutVersion = version?.type === "string" && message.includes(version.value);
    const path = [...at, isAboutVersion ? versionKey : "chart"];
    return { ...about(message, rangeOf(analysis, { path })), code: UNUSABLE };
  }

  async #ofRelease(
    analysis: Analysis,
    places: ReadonlyMap<string, number>,
    release: KnownRelease,
  ): Promise<Diagnostic[]> {
    const { service, releases, complaints } = this.#ports;
    const { name, namespace = "", kubeContext = "" } = release;
    const index = places.get(JSON.stringify([name, namespace, kubeContext]));
    if (index === undefined) return [];
    const at: Path = ["releases", index];
    const stack = await releases.stack(release);
    const unread = new Set(release.unread);
    const problems = service
      .stackProblems(stack)
      // Problems of its unreadable parts were reported with the settings, and problems in a file are reported there.
      .filter(({ message, file, set }) => file === undefined && set === undefined && !unread.has(message))
      .filter(({ chart }) => chart === undefined || chart === "release")
      .map(({ message, severity, name, chart }) => {
        if (chart !== undefined)
          return { ...this.#ofChart(analysis, at, message), severity: SEVERITIES[severity] };
        const path = name === undefined ? [...at, "name"] : itemPath(analysis, [...at, "values"], name);
        return { ...about(message, rangeOf(analysis, { path })), severity: SEVERITIES[severity] };
      });
    const entries = await entryReports(service, stack, complaints(stack));
    return [
      ...problems,
      ...entries.flatMap(({ set, severity, code, href, message }): Diagnostic[] => {
        const entry = stack.sets[set];
        const key = entry && LISTS[entry.flag];
        if (!entry || !key) return [];
        return [
          {
            ...about(message, rangeOf(analysis, { path: itemPath(analysis, [...at, key], entry.text) })),
            severity: SEVERITIES[severity],
            code,
            codeDescription: { href },
          },
        ];
      }),
    ];
  }
}

function rootOf({ file }: Pick<Analysis, "file">): ValueNode | undefined {
  return file.documents[0]?.root;
}

/** The index of each release in the list, by its name, namespace and context; the first of several that are the same counts. */
function placesOf(analysis: Analysis): ReadonlyMap<string, number> {
  const list = valueAt(rootOf(analysis), ["releases"]);
  const places = new Map<string, number>();
  for (const [index, item] of (list?.type === "array" ? list.items : []).entries()) {
    const texts = ["name", "namespace", "kubeContext"].map((key) => {
      const value = valueAt(item, [key]);
      return value?.type === "string" ? value.value : "";
    });
    const key = JSON.stringify(texts);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

/** The last index of each text in a list. */
const textsOf = memo(
  ({ items }: ArrayNode) =>
    new Map(items.flatMap((item, index) => (item.type === "string" ? [[item.value, index] as const] : []))),
);

/** The path of an item of a list of texts: of the last one that is written like this. */
function itemPath(analysis: Analysis, list: Path, text: string): Path {
  const node = valueAt(rootOf(analysis), list);
  const index = node?.type === "array" ? textsOf(node).get(text) : undefined;
  return index === undefined ? list : [...list, index];
}

/** A text with its tree, of which places are asked. */
type ParsedText = Pick<Analysis, "file" | "lines" | "range">;

/** The range of each problem in the text of the file with the settings. */
export function settingPlaces(text: string, problems: readonly SettingProblem[]): Diagnostic["range"][] {
  const file = parseYaml(text);
  const document = TextDocument.create("", "yaml", 0, text);
  const range = (from: number, to: number) => ({
    start: document.positionAt(from),
    end: document.positionAt(to),
  });
  const placed = { file, lines: new Lines(file), range };
  return problems.map((problem) =>
    problem.line === undefined ? rangeOf(placed, problem) : lineRange(placed, problem.line),
  );
}

/** The range of a setting: its key if that is unknown, else its value, or the nearest node around it. */
function rangeOf(
  analysis: ParsedText,
  { path, isAboutKey }: Pick<SettingProblem, "path" | "isAboutKey">,
): Diagnostic["range"] {
  const root = rootOf(analysis);
  const key = path.at(-1);
  const holder = valueAt(root, path.slice(0, -1));
  const named = isAboutKey && typeof key === "string" ? findProperty(holder, key)?.keyNode : undefined;
  if (named) return analysis.range(named.offset, named.offset + named.length);
  for (let length = path.length; length >= 0; length -= 1) {
    const node = valueAt(root, path.slice(0, length));
    if (!node || node.length === 0) continue;
    const { text } = analysis.file;
    const end = node.offset + node.length;
    const newline = text.indexOf("\n", node.offset);
    // Of what spans several lines, the first is enough.
    const shown =
      newline >= 0 && newline < end ? text.slice(node.offset, newline).trimEnd().length : node.length;
    return analysis.range(node.offset, node.offset + shown);
  }
  return lineRange(analysis, 0);
}

function lineRange({ lines }: ParsedText, named: number): Diagnostic["range"] {
  const line = Math.min(named, lines.count - 1);
  return { start: { line, character: 0 }, end: { line, character: lines.text(line).length } };
}

function about(message: string, range: Diagnostic["range"]): Diagnostic {
  return { range, severity: DiagnosticSeverity.Error, source: "cap-operator", message };
}
