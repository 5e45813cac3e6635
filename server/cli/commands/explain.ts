import type { Command } from "commander";
import type { KeyOfChart, PublishedSince } from "../../core/features/keys.ts";
import type { Rule, RuleExamples } from "../../core/rules/engine/rule.ts";
import { exampleTitles } from "../../core/rules/rule-page.ts";
import { RULES } from "../../core/rules/table.ts";
import { SchemaModel, type SchemaNode } from "../../core/schema/model.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { readRuleExamples } from "../../workspace/charts/read-sources.ts";
import { nothing } from "../../workspace/files/reach.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { addressOf, type DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { exampleText, exampleValues } from "../help/key-example.ts";
import { readKeyPath } from "../options/key-path.ts";
import { type OutputForm, outputOption } from "../options/output-option.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { givenCharts, type ValuesOptions, withChart } from "../options/values-options.ts";
import { EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { plainLines } from "../output/terminal-text.ts";
import { openWorkspace, requireChart, type WorkspaceChoice } from "../values/open-workspace.ts";

interface ExplainOptions extends ProjectOptions, Pick<ValuesOptions, "chart" | "chartVersion"> {
  readonly output: OutputForm;
}

/** The facts about a key. */
interface ExplainedKey {
  readonly kind: "values" | "operator";
  /** As Markdown. */
  readonly page: string;
  /** The key in each chart, or in the one that was named. */
  readonly charts: readonly KeyOfChart[];
  readonly isOfOne: boolean;
  readonly since?: PublishedSince;
  readonly example?: Example;
}

/** `explain`: the meaning of a code or a key. */
export function addExplain(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("explain")
    .summary("explain a code of a finding, or a key")
    .description(
      "Explains the code of a finding (unknown-key), a key of the values (controller.replicas), or a key of the operator resource (spec.ingressGatewayLabels): its documentation, type and default, the version that added it, and an example.",
    )
    .argument("<code-or-key>", "the code or the key")
    .option("--chart <chart>", "the chart whose key it is: a folder, an archive or a name")
    .option("--chart-version <version>", "its version")
    .addOption(outputOption());
  withProject(command).action(async (asked: string, options: ExplainOptions) => {
    const rule = RULES.find(({ code }) => code === asked);
    const isJson = options.output === "json";
    if (rule) {
      const examples = readRuleExamples(io.packageFolder)(asked);
      io.out(isJson ? jsonText(ruleJson(rule, examples)) : plainLines(`${ruleText(rule, examples)}\n`));
    } else {
      const path = readKeyPath(asked);
      const known = await explained(asked, path, options, io);
      io.out(isJson ? jsonText(keyJson(asked, known)) : plainLines(`${keyPage(path, known)}\n`));
    }
    end(EXIT.clean);
  });
}

function ruleText({ code, severity, docs }: Rule, examples: RuleExamples): string {
  const [wrong, right] = exampleTitles(severity);
  return [
    `${code} (${severity})`,
    docs.what,
    `Why: ${docs.why}`,
    wrong,
    indented(examples.wrong),
    right,
    indented(examples.right),
    ...(examples.later === undefined ? [] : ["The later values file of both:", indented(examples.later)]),
    ...(docs.fix === undefined ? [] : [`Quick fix: ${docs.fix}`]),
  ].join("\n\n");
}

function ruleJson(
  { code, severity, docs: { what, why, fix } }: Rule,
  { wrong, right, later }: RuleExamples,
): object {
  return { code, severity, what, why, wrong, right, later, fix };
}

/** The editor's hover for a key, the first version that has it, and an example. */
function keyPage(path: Path, { page, charts, isOfOne, since, example }: ExplainedKey): string {
  const isNew = since !== undefined && !page.includes("Since chart version");
  const facts = isOfOne ? (isNew ? [sinceText(since, path)] : []) : [chartsText(charts, since)];
  const suffix = example?.chart === undefined ? "" : ` for ${example.chart}`;
  return [
    fromMarkdown(page),
    ...facts,
    ...(example === undefined ? [] : [`Example${suffix}:\n\n${indented(example.text)}`]),
  ].join("\n\n");
}

function keyJson(key: string, { kind, page, charts, since, example }: ExplainedKey): object {
  const inCharts = charts.map((entry) => {
    const { key: _, summary, documentation, isRequired, ...rest } = entry;
    return { ...rest, required: isRequired, since: firstOf(entry, since) };
  });
  return { key, kind, documentation: fromMarkdown(page), charts: inCharts, published: since, example };
}

async function explained(asked: string, path: Path, options: ExplainOptions, io: Io): Promise<ExplainedKey> {
  const project = openProject(options, io);
  const settings = withChart(options, { ...project.settings, files: [`**/${NAME}*-values.yaml`] }, io);
  const place = {
    packageFolder: io.packageFolder,
    cwd: io.cwd,
    folders: [project.root],
    settings,
    given: givenCharts(options, io),
  };
  const file = `${project.root}/${NAME}-values.yaml`;
  const { text, position } = written(path);
  const workspace = openTexts(place, new Map([[file, text]]));
  await requireChart(workspace);
  const looked = await workspace.file(addressOf(file));
  const analysis = "file" in looked ? looked.file.analysis : undefined;
  const hover = analysis ? workspace.service.hover(analysis, position) : null;
  const page =
    hover && typeof hover.contents === "object" && "value" in hover.contents ? hover.contents.value : "";
  const { service } = workspace;
  const stack = analysis?.stack;
  // The key itself may be a word of one chart; that is no reason to be silent about the other.
  const isNamed = stack !== undefined && !["nothing", "words"].includes(service.chartOfStack(stack).reason);
  const all = isNamed ? [] : service.explainKeyInAll("values", asked);
  const since = stack && service.publishedSince(stack, path);
  const [first] = all;
  if (page === "" && first)
    return { kind: "values", page: first.documentation, charts: all, isOfOne: false, since };
  if (page === "" || analysis === undefined || stack === undefined) {
    const absent = isNamed ? service.absentKey(stack, path) : undefined;
    if (absent !== undefined) throw wrongUse(absent);
    return resourceKey(asked, service);
  }
  const node = new SchemaModel(service.jsonSchema("values", stack)).at(path);
  const found = node && (await exampleOf(path, node, place));
  const example = found && isNamed ? { text: found.text } : found;
  const ofOne = service.explainKey("values", asked, analysis);
  const charts = first || !ofOne ? all : [ofOne];
  return { kind: "values", page, charts, isOfOne: !first, since, example };
}

/** A key of the operator resource, if the values have no such key. */
function resourceKey(asked: string, service: DiskWorkspace["service"]): ExplainedKey {
  const all = service.explainKeyInAll("operator", asked);
  const [first] = all;
  if (first) return { kind: "operator", page: first.documentation, charts: all, isOfOne: false };
  const known = [
    ...RULES.map(({ code }) => code),
    ...service.keyNames("values"),
    ...service.keyNames("operator"),
  ];
  const hint = nearest(asked, known) || " All codes are listed by: cap-operator rules";
  throw wrongUse(`No code or key found: ${asked}.${hint}`);
}

/** The facts about a key in each chart, a line each; also its name in the published chart, if that has another word. */
function chartsText(all: readonly KeyOfChart[], since: PublishedSince | undefined): string {
  const other =
    since === undefined || all.some((entry) => isPublished(entry, since))
      ? []
      : [`In ${since.chart}: called ${since.key}; since ${since.version}.`];
  const lines = all.map((entry) => {
    const first = firstOf(entry, since);
    const facts = [
      ...("default" in entry ? [`default ${JSON.stringify(entry.default)}`] : []),
      ...(entry.allowed
        ? [`allowed: ${entry.allowed.map((value) => JSON.stringify(value)).join(", ")}`]
        : []),
      ...(first === undefined ? [] : [`since ${first}`]),
      ...(entry.removed === undefined ? [] : [`removed in ${entry.removed}`]),
    ];
    return `In ${entry.chart}: ${facts.length === 0 ? entry.type : facts.join("; ")}.`;
  });
  return [...other, ...lines].join("\n");
}

function isPublished({ chart }: KeyOfChart, since: PublishedSince): boolean {
  return chart.startsWith(`${since.chart} `);
}

/** The first version of its chart that has a key. */
function firstOf(entry: KeyOfChart, since: PublishedSince | undefined): string | undefined {
  return entry.since ?? (since && isPublished(entry, since) ? since.version : undefined);
}

/** The names of files that exist only while a key is explained begin with this. */
const NAME = "cap-operator-explain";

type WorkspaceOfKeys = Pick<WorkspaceChoice, "packageFolder" | "cwd" | "folders" | "settings" | "given">;

function openTexts(place: WorkspaceOfKeys, texts: ReadonlyMap<string, string>): DiskWorkspace {
  const files = { files: [...texts.keys()], texts, mayLookAt: nothing };
  return openWorkspace({ ...place, ...files, showsReleases: true }, () => undefined);
}

function sinceText({ chart, version, key }: PublishedSince, path: Path): string {
  const other = key === keyText(path) ? "" : `, where it is called ${key}`;
  return `Since version ${version} of the chart ${chart}${other}.`;
}

/** A text with an example, and the chart that its words are of, if only one has them. */
interface Example {
  readonly text: string;
  readonly chart?: string;
}

/** The first of the values that facts know for a key in which our own check finds nothing. */
async function exampleOf(path: Path, node: SchemaNode, place: WorkspaceOfKeys): Promise<Example | undefined> {
  const file = (name: string) => `${place.folders[0]}/${NAME}-${name}-values.yaml`;
  const empty = "# cap-operator: values\n";
  const start = openTexts(place, new Map([[file("empty"), empty]]));
  const blank = await start.file(addressOf(file("empty")));
  const offers =
    "file" in blank ? start.service.snippets(blank.file.analysis, { line: 1, character: 0 }) : [];
  const values = exampleValues(
    node,
    path,
    offers.map(({ body }) => body),
  );
  const texts = new Map(values.map((value, index) => [file(String(index)), exampleText(path, value)]));
  const workspace = openTexts(place, texts);
  for (const [name, text] of texts) {
    const looked = await workspace.file(addressOf(name));
    if (!("file" in looked)) continue;
    const found = await workspace.problems.of(looked.file);
    if (found.every(({ severity, code }) => (severity ?? 1) > WARNING || code === UNFINISHED)) {
      const chart = workspace.service.chartOf(looked.file.analysis);
      return { text, ...(chart?.isDecided && { chart: chart.name }) };
    }
  }
  return undefined;
}

const WARNING = 2;
/** An example is not all that an installation needs. */
const UNFINISHED = "required-for-install";

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}

/** The words of a page. Links point to the files of the editor's documentation, so they are left out. */
function fromMarkdown(page: string): string {
  return page
    .replaceAll(/\[Documentation\]\([^()]*\)( · )?/g, "")
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trimEnd();
}

/** A text in which only a key is written, and the position of the key. */
function written(path: Path) {
  const lines: string[] = [];
  let indent = "";
  let dash = "";
  for (const part of path) {
    if (typeof part === "number") dash += "- ";
    else {
      lines.push(`${indent}${dash}${JSON.stringify(part)}:`);
      indent += " ".repeat(dash.length + 2);
      dash = "";
    }
  }
  if (dash !== "") lines.push(`${indent}${dash}`);
  const line = lines.length - 1;
  const character = (lines[line] ?? "").search(/[^ -]/);
  return { text: `${lines.join("\n")}\n`, position: { line, character: Math.max(0, character) } };
}
