import { OPERATOR_KINDS } from "../../core/kinds.ts";
import type { ExplainedKey, LanguageService } from "../../core/language-service.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import type { DocumentKind } from "../../core/wire/documents.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import { type Engine, SPECIFICATION } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { filled } from "../places.ts";
import { KIND, type ToolContext, textOfAtMost, tool, VERSION } from "../tool.ts";
import { quotedWord, ToolError } from "../tool-error.ts";

interface KeyArguments {
  readonly kind?: "values" | "operator";
  readonly chart_version?: string;
  readonly path?: string;
}

const WHERE = {
  kind: KIND,
  chart_version: VERSION,
  path: textOfAtMost(LIMITS.path),
};

/** Answers that are offered for a key that does not exist. */
const SIMILAR = 5;

export const explainKey = tool<KeyArguments & { readonly key: string }>({
  name: "explain_key",
  title: "Explain a key",
  description: "Describes a key of values or of the operator resource, in each chart or in that of a file.",
  arguments: {
    key: textOfAtMost(LIMITS.key, "Such as controller.volumes[0].name; a backslash escapes a dot."),
    ...WHERE,
  },
  required: ["key"],
  answer: { chart: "string", documentation: "string" },
  always: ["chart", "documentation"],
  run: async ({ key, ...source }, context) => {
    const asked = await chartOf(source, context);
    const { service, kind } = asked;
    if (asked.scope === undefined) {
      const all = service.explainKeyInAll(kind, key);
      const charts = all.map(({ key: _, documentation, description, keys, ...rest }) => filled(rest));
      if (all[0]) return { ...answered(all[0]), ...(charts.length > 1 && { charts }) };
    }
    const scope = asked.scope ?? "";
    const found = service.explainKey(kind, key, scope);
    if (found) return answered(found);
    const [last = ""] = key
      .split(/[.[\]]+/)
      .filter(Boolean)
      .slice(-1);
    const similar = service.searchKeys(kind, last, scope, SIMILAR) ?? NOTHING;
    const others = similar.keys.map((match) => match.key);
    const other = OPERATOR_KINDS.find(({ name }) => name !== kind && service.keyNames(name).includes(key));
    const hint = other
      ? `It is a key of the kind ${other.name}.`
      : others.length > 0
        ? `Similar keys: ${others.join(", ")}.`
        : nearest(key, service.keyNames(kind)).trim() || "Find keys with search_keys.";
    const chart = asked.chart === undefined ? "" : ` The chart of the file is ${asked.chart}.`;
    throw new ToolError(`Key not found: ${quotedWord(key)}.${chart} ${hint}`);
  },
});

export const searchKeys = tool<KeyArguments & { readonly query: string; readonly limit?: number }>({
  name: "search_keys",
  title: "Search keys",
  description: "Finds keys of values or of the operator resource by words in their paths and descriptions.",
  arguments: {
    query: textOfAtMost(LIMITS.query, "Words that all fit; none for the top level."),
    ...WHERE,
    limit: {
      type: "integer",
      minimum: 1,
      maximum: LIMITS.answers,
    },
  },
  required: ["query"],
  answer: { keys: "array", count: "integer" },
  always: ["keys", "count"],
  run: async ({ query, limit = 20, ...source }, context) => {
    const { service, kind, scope, chart } = await chartOf(source, context);
    if (scope === undefined) return inAllCharts(kind, query, limit, context.engine);
    const found = service.searchKeys(kind, query, scope, limit) ?? NOTHING;
    return { chart, ...found };
  },
});

/** A key without the link to a page that only a person can follow, and without what its documentation repeats. */
function answered({ description, documentation, isRequired, ...key }: ExplainedKey) {
  const text = documentation.replace(/\n*\[Documentation\]\([^)\n]*\)\s*$/, "");
  return { ...filled(key), isRequired, documentation: text };
}

/** The service, the version or text, and the kind whose keys a call is about; the keys of every chart if `scope` is absent. */
interface AskedChart {
  readonly service: LanguageService;
  readonly kind: DocumentKind;
  readonly scope?: string | Analysis;
  /** The name of the chart of a file. */
  readonly chart?: string;
}

/** The chart that a call is about: the version that it names, else the chart of the file. */
async function chartOf(
  { kind, chart_version, path }: KeyArguments,
  { engine, folders }: ToolContext,
): Promise<AskedChart> {
  const { service } = engine;
  if (chart_version !== undefined) {
    return { service, kind: kind ?? "values", scope: versionOf(chart_version, engine) };
  }
  if (path === undefined) return { service, kind: kind ?? "values" };
  const { workspace, file } = await engine.analyze({ path }, folders);
  const fileKind = file.analysis.roots[0]?.kind;
  if (!fileKind?.isOfOperator)
    throw new ToolError(`Not a file of the operator. ${file.ownership.explanation}`);
  const chart = workspace.service.chartOf(file.analysis);
  if (chart?.doubt?.kind === "unusable") throw new ToolError(chart.explanation);
  const asked = { service: workspace.service, kind: kind ?? fileKind.name };
  if (chart && !chart.isDecided) return asked;
  return { ...asked, scope: file.analysis, ...(chart && { chart: chart.name }) };
}

const NOTHING = { keys: [], count: 0 };

/** The keys of the newest published chart and of the specification's, each with the charts that have it. */
function inAllCharts(kind: "values" | "operator", query: string, limit: number, engine: Engine) {
  const keys = new Map<string, { readonly key: string; readonly charts: string[] }>();
  const [newest = SPECIFICATION] = engine.versions.keys();
  for (const version of new Set([newest, SPECIFICATION])) {
    const found = engine.service.searchKeys(kind, query, versionOf(version, engine), Number.MAX_SAFE_INTEGER);
    for (const match of found?.keys ?? []) {
      const known = keys.get(match.key) ?? { ...match, charts: [] };
      known.charts.push(engine.nameOf(version));
      keys.set(match.key, known);
    }
  }
  return { keys: [...keys.values()].slice(0, limit), count: keys.size };
}

/** The name of a version in the engine: empty for the specification, which also counts if no version is named. */
function versionOf(asked: string | undefined, engine: Engine): string {
  if (asked === undefined || asked === SPECIFICATION) return "";
  engine.nameOf(asked);
  return asked;
}
