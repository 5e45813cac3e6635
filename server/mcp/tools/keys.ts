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
    "Describes a key of the chart's values or of the operator resource: documentation, type, default, allowed values, examples, since which version, and the keys in it.",
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
    engine.service.searchKeys(kind, query, versionOf(chart_version, engine), limit) ?? NOTHING,
});

const NOTHING = { keys: [], count: 0 };

/** What the engine calls a version: the specification has no name there, and is what counts where nothing says another one. */
export function versionOf(asked: string | undefined, engine: Engine): string {
  if (asked === undefined || asked === SPECIFICATION) return "";
  engine.nameOf(asked);
  return asked;
}
