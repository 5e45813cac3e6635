import { type Engine, SPECIFICATION } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { quoted, Refused } from "../refused.ts";
import { KIND, textOfAtMost, tool, VERSION } from "../tool.ts";

interface KeyArguments {
  readonly kind?: "values" | "operator";
  readonly chart_version?: string;
}

/** Answers that are offered for a key that does not exist. */
const SIMILAR = 5;

export const explainKey = tool<KeyArguments & { readonly key: string }>({
  name: "explain_key",
  title: "Explain a key",
  description:
    "Describes a key of the chart's values or of the operator resource: documentation, type, default, allowed values, examples, since which version, and the keys in it. Without a version, the answer is for the newest published chart that has the key, and `charts` lists what differs by chart.",
  arguments: {
    key: textOfAtMost(
      LIMITS.key,
      "The key with its path, such as controller.volumes[0].name; a backslash escapes a dot in a key.",
    ),
    kind: KIND,
    chart_version: VERSION,
  },
  required: ["key"],
  run: async ({ key, kind = "values", chart_version }, { engine }) => {
    const { service } = engine;
    if (chart_version === undefined) {
      const all = service.explainKeyInAll(kind, key);
      const charts = all.map(({ documentation: _, description: __, keys: ___, ...one }) => one);
      if (all[0]) return { ...all[0], charts };
    }
    const version = versionOf(chart_version, engine);
    const found = service.explainKey(kind, key, version);
    if (found) return found;
    const [last = ""] = key
      .split(/[.[\]]+/)
      .filter(Boolean)
      .slice(-1);
    const similar = service.searchKeys(kind, last, version, SIMILAR) ?? NOTHING;
    const others = similar.keys.map((one) => one.key);
    const hint = others.length === 0 ? "Find keys with search_keys." : `Similar keys: ${others.join(", ")}.`;
    throw new Refused(`Key not found: ${quoted(key)}. ${hint}`);
  },
});

export const searchKeys = tool<KeyArguments & { readonly query: string; readonly limit?: number }>({
  name: "search_keys",
  title: "Search keys",
  description:
    "Finds keys of the chart's values or of the operator resource by words in their paths and descriptions. An empty query lists the keys of the top level.",
  arguments: {
    query: textOfAtMost(LIMITS.query, "Words that must all fit."),
    kind: KIND,
    chart_version: VERSION,
    limit: {
      type: "integer",
      minimum: 1,
      maximum: LIMITS.answers,
      description: "How many keys at most; 20 by default.",
    },
  },
  required: ["query"],
  run: async ({ query, kind = "values", chart_version, limit = 20 }, { engine }) =>
    chart_version === undefined
      ? inAllCharts(kind, query, limit, engine)
      : (engine.service.searchKeys(kind, query, versionOf(chart_version, engine), limit) ?? NOTHING),
});

const NOTHING = { keys: [], count: 0 };

/** The keys of the newest published chart and of the specification's, each with the charts that have it. */
function inAllCharts(kind: "values" | "operator", query: string, limit: number, engine: Engine) {
  const keys = new Map<string, { readonly key: string; readonly charts: string[] }>();
  const [newest = SPECIFICATION] = engine.versions.keys();
  for (const version of new Set([newest, SPECIFICATION])) {
    const found = engine.service.searchKeys(kind, query, versionOf(version, engine), Number.MAX_SAFE_INTEGER);
    for (const one of found?.keys ?? []) {
      const known = keys.get(one.key) ?? { ...one, charts: [] };
      known.charts.push(engine.nameOf(version));
      keys.set(one.key, known);
    }
  }
  return { keys: [...keys.values()].slice(0, limit), count: keys.size };
}

/** What the engine calls a version: the specification has no name there, and is what counts where nothing says another one. */
export function versionOf(asked: string | undefined, engine: Engine): string {
  if (asked === undefined || asked === SPECIFICATION) return "";
  engine.nameOf(asked);
  return asked;
}
