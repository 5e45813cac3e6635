import type { ChartTexts } from "../chart/chart.ts";
import type { Path } from "../yaml/tree.ts";

/** A complaint of Helm about a rendering. All texts are those of a chart or of Helm: one line, bounded, without control characters. */
export interface HelmComplaint {
  /** The part of rendering that failed: `other` is whatever is not recognized. Kubernetes rejects a `rejected-object`, and `words` are a sentence. */
  readonly kind:
    | "values"
    | "schema"
    | "template"
    | "broken-template"
    | "object"
    | "dependencies"
    | "rejected-object"
    | "other";
  readonly words: string;
  /** The template, and the line in it, if Helm names one. */
  readonly template?: string;
  readonly line?: number;
  /** The keys that it may be about, from the top of the values that Helm was given; the first that is written is meant. */
  readonly paths: readonly Path[];
}

/** The chart that Helm was asked to render: its name, and its texts by their paths in it. */
interface RenderedChart {
  readonly name: string;
  readonly texts: ChartTexts;
}

/** The most characters that are read of an answer; Helm's own errors are far shorter. */
const MOST_READ = 40_000;
const MOST_COMPLAINTS = 50;
const LONGEST_WORDS = 200;

/** An error of Helm about values and templates of the chart, or about something else, in its words. */
export type HelmError = { readonly error: string } | { readonly other: string };

/** The error in the output of Helm when it failed; `undefined` if there is none. */
export function helmError(written: string): HelmError | undefined {
  const error = errorIn(written);
  if (error === undefined || error === "") return undefined;
  return NOT_ABOUT_VALUES.test(error) ? { other: plainWords(error) } : { error };
}

/** A version of Kubernetes that was not asked for, or entries and files that Helm could not read. */
const NOT_ABOUT_VALUES =
  /^(?:chart requires kubeVersion|failed parsing --set|failed to parse |unknown (?:short)?(?:hand )?flag|open |read |path ")/;

/** The complaints about values or the chart in an error of Helm (`helmError`); at least one. */
export function helmComplaints(error: string, chart: RenderedChart): readonly HelmComplaint[] {
  return (
    schemaComplaints(error, chart) ??
    asList(ownError(error, chart)) ??
    asList(executionError(error, chart)) ??
    asList(otherError(error, chart)) ?? [{ kind: "other", words: plainWords(error), paths: [] }]
  );
}

function asList(complaint: HelmComplaint | undefined): readonly HelmComplaint[] | undefined {
  return complaint && [complaint];
}

function errorIn(output: string): string | undefined {
  const start = /^Error: ?/m.exec(output);
  if (!start) return undefined;
  const text = output.slice(start.index + start[0].length, start.index + start[0].length + MOST_READ);
  return text.replace(/\n[^\S\n]*Use --debug flag[\s\S]*$/, "").trim();
}

/** A foreign text as one line: without control characters, signs that turn the direction of a text, and colours. */
export function plainWords(text: string): string {
  const line = text
    .slice(0, LONGEST_WORDS * 10)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what is taken out.
    .replace(/\u001b\[[0-9;:?]*[ -/]*[@-~]/g, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const letters = [...line];
  return letters.length > LONGEST_WORDS ? `${letters.slice(0, LONGEST_WORDS).join("")}...` : line;
}

/** The complaints of the schemas of the chart and of its dependencies. */
function schemaComplaints(text: string, { name }: RenderedChart): readonly HelmComplaint[] | undefined {
  const [, errors] =
    /^values don't meet the specifications of the schema\(s\) in the following chart\(s\):\n([\s\S]*)$/.exec(
      text,
    ) ?? [];
  if (errors === undefined) return undefined;
  const found: HelmComplaint[] = [];
  let above: Path = [];
  for (const line of errors.split("\n")) {
    const [, chartName] = /^([\w.-]+):\s*$/.exec(line) ?? [];
    if (chartName !== undefined) above = chartName === name ? [] : [chartName];
    const place = schemaPlace(line);
    if (!place || found.length === MOST_COMPLAINTS) continue;
    found.push({ kind: "schema", words: plainWords(place.words), paths: [[...above, ...place.path]] });
  }
  return found.length > 0 ? found : undefined;
}

/** A line of Helm 4 and of late Helm 3, `- at '/a/0': ...`, or of an early one, `- a.0: ...`. */
function schemaPlace(line: string): { readonly path: Path; readonly words: string } | undefined {
  const [, pointer, words] = /^- at '([^']*)': (.*)$/.exec(line) ?? [];
  if (pointer !== undefined && words !== undefined) {
    const parts = pointer.split("/").slice(1);
    return { path: parts.map((part) => keyOrIndex(part.replaceAll("~1", "/").replaceAll("~0", "~"))), words };
  }
  const [, dotted, said] = /^- ([^\s:]+): (.*)$/.exec(line) ?? [];
  if (dotted === undefined || said === undefined) return undefined;
  return { path: dotted === "(root)" ? [] : dotted.split(".").map(keyOrIndex), words: said };
}

function keyOrIndex(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

/** The message of `required` or `fail` in a template of the chart. */
function ownError(text: string, chart: RenderedChart): HelmComplaint | undefined {
  const [, position = "", message] = /^execution error at \(([^)\n]*)\): ([\s\S]*)$/.exec(text) ?? [];
  if (message === undefined) return undefined;
  const place = placeOf(position);
  const texts = [...chart.texts].filter(([file]) => /(^|\/)templates\//.test(file));
  const said = texts.flatMap(([file, template]) => {
    const start = template.indexOf(`"${message.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
    return start < 0 ? [] : [valuesAround(template, start, scopeOf(file))];
  });
  const there = place ? valuesAtLine(chart, place) : [];
  return { ...located("values", message, place), paths: [...said.flat(), ...there] };
}

/** A template that could not be executed: an expression about a value that is not there, or of another kind. */
function executionError(text: string, chart: RenderedChart): HelmComplaint | undefined {
  const frames = [
    ...text.matchAll(/(?<![^\s:])([^\s:]+):(\d+):(\d+):?\s+executing "[^"\n]*" at <([^\n]{0,2000}?)>:/g),
  ];
  const last = frames.at(-1);
  if (!last) return undefined;
  const why = text.slice(last.index + last[0].length);
  const [, missing] = /(?:nil pointer evaluating \S+? ?\{?\}?\.|can't evaluate field )(\w+)/.exec(why) ?? [];
  const paths = frames.toReversed().flatMap(([, file = "", line = "", column = "", expression = ""]) => {
    const place = { file, line: Number(line), column: Number(column) };
    const named = pathsIn(expression, scopeOf(file));
    const all = named.length > 0 ? named : valuesAtLine(chart, place);
    return all.map((path) => untilMissing(path, missing));
  });
  const [, file = "", line = ""] = last;
  return { ...located("template", why, { file, line: Number(line) }), paths };
}

/** The path of the missing value: all before the field that a template accessed in it. */
function untilMissing(path: Path, missing: string | undefined): Path {
  const index = missing === undefined ? -1 : path.indexOf(missing);
  return index > 0 ? path.slice(0, index) : path;
}

function otherError(text: string, chart: RenderedChart): HelmComplaint | undefined {
  const [, broken, why = ""] = /^parse error at \(([^)\n]*)\): ([\s\S]*)$/.exec(text) ?? [];
  if (broken !== undefined) return { ...located("broken-template", why, placeOf(broken)), paths: [] };
  const [, object, fault = ""] = /^YAML parse error on (\S+): ([\s\S]*)$/.exec(text) ?? [];
  if (object !== undefined) {
    const template = chart.texts.get(inChart(object)) ?? "";
    return {
      ...located("object", fault.replace(/^error converting YAML to JSON: (?:yaml: )?/, ""), {
        file: object,
      }),
      paths: pathsIn(template, scopeOf(object)),
    };
  }
  const [, missing] = /found in Chart\.yaml, but missing in charts\/ directory: ([^\n]*)/.exec(text) ?? [];
  return missing === undefined ? undefined : { kind: "dependencies", words: plainWords(missing), paths: [] };
}

interface TemplatePlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

function placeOf(position: string): TemplatePlace | undefined {
  const [, file, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(position) ?? [];
  if (file === undefined) return undefined;
  return { file, line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}

function located(kind: HelmComplaint["kind"], words: string, place: TemplatePlace | undefined) {
  return {
    kind,
    words: plainWords(words),
    ...(place && { template: plainWords(inChart(place.file)) }),
    ...(place?.line !== undefined && { line: place.line }),
  };
}

/** The path of a template in the chart that is rendered: Helm puts the name of the chart in front. */
function inChart(file: string): string {
  return file.slice(file.indexOf("/") + 1);
}

/** The keys below which a subchart has its values: Helm names its folder by its alias. */
function scopeOf(file: string): Path {
  return Array.from(file.matchAll(/(?:^|\/)charts\/([^/]+)(?=\/)/g), ([, name = ""]) => name);
}

/** Paths of values that a part of a template names. */
function pathsIn(text: string, scope: Path): readonly Path[] {
  const found = Array.from(text.matchAll(/(?<![\w.])\$?\.Values((?:\.\w+)+)/g), ([, fields = ""]) =>
    fields.slice(1).split("."),
  );
  return found.slice(0, MOST_COMPLAINTS).map((path) => (path[0] === "global" ? path : [...scope, ...path]));
}

function valuesAtLine(chart: RenderedChart, { file, line = 0, column = 0 }: TemplatePlace): readonly Path[] {
  const text = chart.texts.get(inChart(file)) ?? "";
  const lines = text.split("\n");
  if (line < 1 || line > lines.length) return [];
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return valuesAround(text, start + column, scopeOf(file));
}

/** The values that the action around an offset names, else those of the nearest block around it that names any. */
function valuesAround(text: string, offset: number, scope: Path): readonly Path[] {
  const open: string[] = [];
  for (
    let start = text.indexOf("{{"), end = 0;
    start >= 0 && start <= offset;
    start = text.indexOf("{{", end)
  ) {
    end = text.indexOf("}}", start + 2) + 2;
    if (end < 2) break;
    const action = text.slice(start, end);
    if (end > offset) {
      const named = pathsIn(action, scope);
      if (named.length > 0) return named;
      break;
    }
    const [, word] = /^\{\{-?\s*(\w+)/.exec(action) ?? [];
    if (/^(?:if|with|range|define|block)$/.test(word ?? "")) open.push(action);
    else if (word === "end") open.pop();
    else if (word === "else" && /^\{\{-?\s*else\s+\w/.test(action)) open.push(open.pop() + action);
  }
  for (const action of open.reverse()) {
    const named = pathsIn(action, scope);
    if (named.length > 0) return named;
  }
  return [];
}
