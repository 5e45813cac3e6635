import type { Ports } from "../../client/operation/command.ts";
import type { ActiveFile, Choice, Place } from "../../client/ports/editor.ts";
import type { NextStep } from "../../client/ports/installation.ts";
import type { Achievement } from "../../client/ports/walkthrough.ts";
import { fileName } from "../../client/texts/file-name.ts";
import { createViewReadings, type ViewReadings } from "../../client/views/view-readings.ts";
import {
  CHART_IN_USE,
  CHART_TEXT,
  CHARTS_AT,
  type ChartAt,
  type CheckedWorkspace,
  CLUSTER_NAMES,
  COMPARE_RENDERED,
  DEFAULTS_DOCUMENT,
  type DocumentKind,
  EFFECTIVE_ORIGIN,
  EFFECTIVE_VALUES,
  FIELD_KEYS,
  FILE_KINDS,
  FILE_STATUS,
  type FieldKeys,
  type FileChart,
  type FileKind,
  type FileStatus,
  KEY_FIELDS,
  type KeptChart,
  KNOWN_CHARTS,
  MISSING_DEFAULTS,
  type ObjectsOf,
  type ParamsOf,
  PROBLEMS,
  PROJECT_FILE_TEXT,
  PROJECT_SETTINGS,
  type ProjectSettings,
  RELEASES,
  RENDERED_OBJECTS,
  RESOURCE_DEFINITION,
  type ReleaseSummary,
  SET_VALUES,
  SNIPPETS,
  type SnippetOffer,
  type TextEdit,
  UPGRADE_VALUES,
  VALUE_ORIGINS,
  VALUES_FACTS,
  VALUES_FILE,
  type ValueOrigin,
  type ValuesFacts,
  type ValuesFile,
  type ValuesOf,
  type ValuesProblem,
  type ValuesUpgrade,
} from "../../server/lsp/protocol.ts";
import { fakeInstallation, type InstallationWorld } from "./fake-installation.ts";
import { answerTo, askFake } from "./fake-server.ts";

/** The world as a test describes it; everything else is empty. */
export interface World extends InstallationWorld {
  /** The text of all effective values. */
  readonly effective?: string;
  /** The keys of those with a default that is known in words only. */
  readonly described?: readonly (readonly string[])[];
  readonly file?: Partial<ActiveFile> | undefined;
  readonly status?: FileStatus;
  /** The YAML files that have a tab, the last used one first, with what they are. */
  readonly recent?: Readonly<Record<string, FakeKind>>;
  /** The YAML files of the workspace by path, with what they are. */
  readonly workspace?: Readonly<Record<string, FakeKind>>;
  readonly offers?: readonly SnippetOffer[];
  readonly defaults?: readonly TextEdit[];
  readonly releases?: readonly ReleaseSummary[];
  /** The settings of the project file. */
  readonly project?: ProjectSettings;
  /** The names of the workspace's folders. */
  readonly folders?: readonly string[];
  /** The settings of the workspace, as nested objects. */
  readonly ofWorkspace?: Readonly<Record<string, unknown>>;
  /** The addresses of files that are there already. */
  readonly written?: readonly string[];
  readonly problems?: readonly ValuesProblem[];
  readonly facts?: Partial<ValuesFacts>;
  /** The chart that values are for. */
  readonly chart?: FileChart;
  /** The places in the workspace that may be charts, by path, each with the server's reading of it. */
  readonly chartPlaces?: Readonly<Record<string, ChartAt | null>>;
  /** The server's readings of archives by path; other fetched archives are charts of the operator. */
  readonly archives?: Readonly<Record<string, ChartAt | null>>;
  /** The effects of another chart on values. */
  readonly upgrade?: Partial<ValuesUpgrade>;
  /** The file with the values of an installed release. */
  readonly installedFile?: ValuesFile;
  /** The origins of values, by dotted path. */
  readonly origins?: Readonly<Record<string, ValueOrigin>>;
  /** The keys that make the field that is asked about, or why there are none. */
  readonly fieldKeys?: FieldKeys;
  /** The button that is pressed on a message, if the message has it. */
  readonly press?: string;
  /** Picks the choice whose label contains this; of several, one in each list that is shown. */
  readonly pick?: string | readonly string[];
  /** Edits and snippets are refused because the document changed. */
  readonly stale?: boolean;
  readonly serverError?: Error;
  /** The result of a check of the workspace. */
  readonly checked?: CheckedWorkspace;
}

/** The kind of a file; `likely` is a values file by its name only. */
export type FakeKind = DocumentKind | "likely" | null;

/** Ports for a world, with everything that a person would notice noted in `seen`. */
export interface FakePorts extends Ports {
  readonly seen: string[];
  /** The achievements that tick steps of the walkthrough. */
  readonly achieved: Achievement[];
  /** The major versions of Helm that were sent to the server. */
  readonly helmsFound: number[];
  readonly definitionsTold: ParamsOf<typeof RESOURCE_DEFINITION>[];
  /** The next steps offered after each comparison. */
  readonly nextSteps: NextStep[];
  readonly compared: ObjectsOf[];
  /** The addresses in which the server looked for charts. */
  readonly chartsAsked: string[];
  /** The charts that were sent to the server, each time. */
  readonly chartsKept: (readonly KeptChart[])[];
  readonly choices: Choice<unknown>[];
  /** The view's own memory, so that a test reads what is shown. */
  readonly view: ViewReadings;
}

/** The chart that values are for where nothing says it. */
export const NO_CHART_NAMED: FileChart = {
  name: "cap-operator 0.34.0 or cap-operator-chart",
  isDecided: false,
  reason: "nothing",
  explanation: "Nothing says it.",
  keys: 80,
  source: { from: "built-in" },
};

export const OURS: FileStatus = {
  kind: "values",
  strength: "certain",
  reason: "content",
  explanation: "It sets subscriptionServer.",
};
/** A values file by its name only. */
export const LIKELY: FileStatus = {
  kind: "values",
  strength: "likely",
  reason: "file-name",
  explanation: "It is called values.yaml.",
};
/** An operator resource. */
export const OPERATOR: FileStatus = {
  kind: "operator",
  strength: "certain",
  reason: "operator-resource",
  explanation: "Its kind says so.",
};
export const FOREIGN: FileStatus = {
  kind: null,
  strength: null,
  reason: "other-chart",
  explanation: "It belongs to the chart web-shop.",
};

const NO_FACTS: ValuesFacts = {
  required: [],
  ingressGatewayLabels: {},
  certificates: [],
  certificateManagers: ["Platform", "CertController", "Default"],
  monitoringEnabled: false,
  keys: { meshSystemNamespace: "meshSystemNamespace" },
};

/** An open file that is not the active one. */
export const OTHER_FILE = { uri: "file:///home/me/deploy/values-b.yaml", name: "values-b.yaml" };

/** Makes fakes; `world.file` left out means the usual values file, `undefined` means no editor. */
export function fakePorts(world: World): FakePorts {
  const seen: string[] = [];
  const achieved: Achievement[] = [];
  const helmsFound: number[] = [];
  const definitionsTold: ParamsOf<typeof RESOURCE_DEFINITION>[] = [];
  const nextSteps: NextStep[] = [];
  const compared: ObjectsOf[] = [];
  const chartsAsked: string[] = [];
  const chartsKept: (readonly KeptChart[])[] = [];
  const choices: Choice<unknown>[] = [];
  const file: ActiveFile | undefined =
    "file" in world && world.file === undefined ? undefined : fileOf({ ...world.file });

  let untitled: ActiveFile | undefined;
  const shown = new Set<string>();
  const kinds = new Map([
    ...Object.entries(world.recent ?? {}),
    ...Object.entries(world.workspace ?? {}).map(([path, kind]) => [uriOf(path), kind] as const),
  ]);
  const message =
    (kind: string) =>
    async (text: string, ...buttons: string[]) => {
      seen.push(`${kind}: ${text}${buttons.map((button) => ` [${button}]`).join("")}`);
      return buttons.find((button) => button === world.press);
    };
  const toPick = [world.pick ?? []].flat();
  const place = ({ line, character }: Place) => `${line}:${character}`;
  const answer = async <T>(value: T): Promise<T> => {
    if (world.serverError) throw world.serverError;
    return value;
  };

  const atPlaces = new Map([
    ...Object.entries(world.chartPlaces ?? {}).map(([path, chart]) => [uriOf(path), chart] as const),
    ...(world.fetched ?? []).map((chart) => [`file://${chart.path}`, chart] as const),
    ...Object.entries(world.archives ?? {}).map(([path, chart]) => [`file://${path}`, chart] as const),
  ]);
  const chartAt = (uri: string): ChartAt | null => atPlaces.get(uri) ?? null;

  return {
    ...fakeInstallation(world, seen, nextSteps, compared),
    seen,
    achieved,
    helmsFound,
    definitionsTold,
    nextSteps,
    compared,
    chartsAsked,
    chartsKept,
    choices,
    prompts: {
      info: message("info"),
      warn: message("warn"),
      error: message("error"),
      async pick<T>(offered: readonly Choice<T>[], title: string, placeholder: string) {
        seen.push(`pick: ${title} | ${placeholder}`);
        choices.push(...offered);
        const wanted = toPick.length > 1 ? toPick.shift() : toPick[0];
        return offered.find(({ label }) => wanted !== undefined && label.includes(wanted))?.value;
      },
    },
    editor: {
      active: () => file,
      recent: () => Object.keys(world.recent ?? {}),
      yamlFiles: async () => Object.keys(world.workspace ?? {}).map((path) => ({ uri: uriOf(path), path })),
      charts: async () => Object.keys(world.chartPlaces ?? {}).map((path) => ({ uri: uriOf(path), path })),
      opened: (uri) => {
        if (uri === OTHER_FILE.uri) return fileOf(OTHER_FILE);
        const known = [untitled, file].find((open) => open?.uri === uri);
        return known ?? (shown.has(uri) ? fileOf({ uri, name: fileName(uri) }) : undefined);
      },
      async openUntitled(text) {
        seen.push(`open: ${JSON.stringify(text)}`);
        const line = text.split("\n").length - 1;
        untitled = fileOf({
          uri: "untitled:Untitled-1",
          text,
          isUntitled: true,
          cursor: { line, character: 0 },
        });
        return untitled;
      },
      async insertSnippet(uri, _version, range, body) {
        if (world.stale) return false;
        seen.push(`snippet: ${uri} at ${place(range.start)}: ${JSON.stringify(body)}`);
        return true;
      },
      async applyEdits(uri, version, edits) {
        if (world.stale) return false;
        for (const { range, newText } of edits) {
          const span = `${place(range.start)}-${place(range.end)}`;
          seen.push(`edit: ${uri}@${version} ${span} ${JSON.stringify(newText)}`);
        }
        return true;
      },
      async compareWithDefaultResource(uri, title) {
        seen.push(`diff: operator ${uri} "${title}"`);
      },
      async showRenderedObjects(values) {
        seen.push(`rendered: ${JSON.stringify(values)}`);
      },
      async showEffectiveValues(values, form) {
        seen.push(`effective: ${named(values)}${form === undefined ? "" : ` (${form})`}`);
      },
      folders: () =>
        (world.folders ?? ["deploy"]).map((name) => ({ uri: `file:///home/me/${name}`, path: name })),
      async writeFile(uri, text, mayReplace) {
        if (world.written?.includes(uri) && !(await mayReplace())) return false;
        seen.push(`write: ${uri} ${JSON.stringify(text)}`);
        return true;
      },
      async openAt(uri, range) {
        shown.add(uri);
        seen.push(`opened: ${uri}${range ? ` at ${place(range.start)}` : ""}`);
      },
      async showDefaults(range) {
        seen.push(`defaults at ${place(range.start)}`);
      },
      async typeInTerminal(line) {
        seen.push(`terminal: ${line}`);
      },
      async runCommand(id, target) {
        seen.push(`command: ${[id, ...(target === undefined ? [] : [target])].join(" ")}`);
      },
      async runCodeAction(kind) {
        seen.push(`code action: ${kind}`);
      },
      async openDocumentation() {
        seen.push("documentation shown");
      },
      async showProblems() {
        seen.push("problems shown");
      },
      async compareValues(left, right, title) {
        const [before, after] = [left, right].map(({ of: values, form, chart }) =>
          [
            form === "defaults" ? "defaults" : named(values),
            ...(chart ? [`@${"name" in chart ? chart.name : chart.uri}`] : []),
          ].join(" "),
        );
        seen.push(`diff: ${before} | ${after} | ${title}`);
      },
    },
    settings: {
      async addGlob(list, glob) {
        seen.push(`add to ${list}: ${glob}`);
      },
      async removeGlob(list, glob) {
        seen.push(`remove from ${list}: ${glob}`);
        return true;
      },
      ofWorkspace: () => world.ofWorkspace ?? {},
      async show(query) {
        seen.push(`settings: ${query}`);
      },
      async showEntry(name, entry) {
        seen.push(`settings entry: ${name} ${entry}`);
      },
    },
    output: {
      info: ({ text }) => seen.push(`log info: ${text}`),
      warn: ({ text }) => seen.push(`log warn: ${text}`),
      error: ({ text }) => seen.push(`log error: ${text}`),
      show: () => seen.push("output shown"),
    },
    server: {
      ask: askFake([
        answerTo(KNOWN_CHARTS, () => [
          { name: "cap-operator 0.34.0", modeline: "version=0.34.0" },
          { name: "cap-operator-chart", modeline: "chart=cap-operator-chart" },
        ]),
        answerTo(RENDERED_OBJECTS, () => ({ text: "" })),
        answerTo(COMPARE_RENDERED, ({ revision }) => {
          seen.push(`compare objects: ${revision.name}, ${revision.release} in ${revision.namespace}`);
          return null;
        }),
        answerTo(KEY_FIELDS, () => null),
        answerTo(FIELD_KEYS, (params) => {
          seen.push(`ask keys: ${JSON.stringify(params)}`);
          return answer(world.fieldKeys ?? { keys: [] });
        }),
        answerTo(CHART_IN_USE, () => answer(world.chart ?? NO_CHART_NAMED)),
        answerTo(VALUES_FILE, (params) => {
          seen.push(`ask values file: ${JSON.stringify(params)}`);
          return answer(world.installedFile ?? { text: "# values\n", remarks: [] });
        }),
        answerTo(UPGRADE_VALUES, ({ of, to }) => {
          const [target, name] =
            "name" in to ? [to.name, to.name] : [`${to.uri} (${to.modeline})`, nameOf(chartAt(to.uri))];
          seen.push(`upgrade: ${named(of)} to ${target}`);
          return answer({ from: "cap-operator-chart", to: name, notes: [], files: [], ...world.upgrade });
        }),
        answerTo(CHARTS_AT, ({ uris }) => {
          chartsAsked.push(...uris);
          return answer(uris.map(chartAt));
        }),
        answerTo(CHART_TEXT, () => answer(null)),
        answerTo(FILE_STATUS, ({ uri }) => {
          const kind = kinds.get(uri);
          if (kind === undefined) return answer(world.status ?? OURS);
          if (kind === "likely") return answer(LIKELY);
          return answer({ ...OURS, kind, strength: kind && "certain" });
        }),
        answerTo(FILE_KINDS, ({ uris }) => answer(uris.map((uri) => fileKind(kinds.get(uri) ?? null)))),
        answerTo(SNIPPETS, ({ uri, position }) => {
          seen.push(`ask snippets: ${uri} at ${place(position)}`);
          return answer(world.offers ?? []);
        }),
        answerTo(MISSING_DEFAULTS, () => answer(world.defaults ?? [])),
        answerTo(PROJECT_SETTINGS, () => answer(world.project ?? {})),
        answerTo(PROJECT_FILE_TEXT, ({ settings }) =>
          answer({
            name: ".cap-operator.yaml",
            text: JSON.stringify(settings),
            settings: Object.keys(settings),
          }),
        ),
        answerTo(RELEASES, ({ uri }) => {
          const all = world.releases ?? [];
          return answer(uri === undefined ? all : all.filter(({ values }) => values.includes(uri)));
        }),
        answerTo(EFFECTIVE_VALUES, ({ of, live }) => {
          if (live !== undefined) seen.push(`live: ${live}`);
          const text = world.effective ?? `# ${of ? named(of) : "defaults"}\n`;
          return answer({ text, origins: [], ...(world.described && { described: world.described }) });
        }),
        answerTo(EFFECTIVE_ORIGIN, () => answer(null)),
        answerTo(DEFAULTS_DOCUMENT, ({ kind }) => answer(`# ${kind}\n`)),
        answerTo(PROBLEMS, () => answer(world.problems ?? [])),
        answerTo(VALUES_FACTS, () => answer({ ...NO_FACTS, ...world.facts })),
        answerTo(VALUE_ORIGINS, ({ paths }) =>
          answer(paths.map((path) => world.origins?.[path.join(".")] ?? { text: "" })),
        ),
        answerTo(SET_VALUES, ({ uri, values }) => {
          for (const { path, value } of values) seen.push(`set: ${uri} ${path}=${value}`);
          return answer(world.defaults ?? []);
        }),
        answerTo(CLUSTER_NAMES, (names) => {
          seen.push(`suggest: ${JSON.stringify(names)}`);
          return null;
        }),
        answerTo(RESOURCE_DEFINITION, (definition) => {
          definitionsTold.push(definition);
          return null;
        }),
      ]),
      async chartsKept(charts) {
        chartsKept.push(charts);
      },
      checkWorkspace: (report) => {
        report("0 / 3");
        return answer(world.checked ?? { files: 0, problems: 0, withProblems: 0 });
      },
      clearWorkspaceCheck: async () => void seen.push("workspace check cleared"),
      async helmFound(major) {
        helmsFound.push(major);
      },
      async restart() {
        seen.push("restarted");
      },
    },
    walkthrough: {
      async open() {
        seen.push("walkthrough shown");
      },
      achieved: (what) => achieved.push(what),
    },
    view: createViewReadings(
      () => undefined,
      () => "10:00",
    ),
  };
}

function fileKind(kind: FakeKind): FileKind | null {
  if (kind === "likely") return { kind: "values", strength: "likely" };
  return kind && { kind, strength: "certain" };
}

/** The address of a file of the workspace. */
export function uriOf(path: string): string {
  return `file:///home/me/${encodeURI(path)}`;
}

function nameOf(chart: ChartAt | null): string {
  return chart ? `${chart.name} ${chart.version}` : "nothing";
}

function named(values: ValuesOf): string {
  return "release" in values ? `release ${values.release}` : values.uri;
}

function fileOf(part: Partial<ActiveFile>): ActiveFile {
  return {
    uri: "file:///home/me/deploy/values.yaml",
    name: "values.yaml",
    isYaml: true,
    isUntitled: false,
    version: 3,
    text: "controller:\n  replicas: 2\n",
    cursor: { line: 1, character: 2 },
    path: "deploy/values.yaml",
    ...part,
  };
}

/** An offer at the start of a line. */
export function offer(name: string, fits: boolean, line = 0, prefix = name): SnippetOffer {
  const position = { line, character: 0 };
  return {
    name,
    prefix,
    description: `About ${name}`,
    fits,
    range: { start: position, end: position },
    body: `${name}: $1\n`,
  };
}
