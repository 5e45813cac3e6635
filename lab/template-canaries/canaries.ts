import { load } from "js-yaml";
import type { ChartTexts } from "../../server/core/chart/chart.ts";
import { templateReads } from "../../server/core/chart/templates/template-scan.ts";
import { type Rendering, renderAll } from "../../test/helm/render.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly string[];

/** A chart, and values with which it is rendered before and after. */
export interface CanaryChart {
  readonly texts: ChartTexts;
  /** The values that are set, one after the other; without variants, none are. */
  readonly variants?: readonly object[];
  /** Makes those parts of a rendering the same that differ each time. */
  readonly steady?: (text: string) => string;
}

/** The effects of the canaries in a chart. */
export interface Findings {
  /** Changes of values that are called unread, and that Helm's rendering shows. There must be none. */
  readonly unreadWithEffect: readonly string[];
  /** Keys that are called read, and that no change of the rendering shows. */
  readonly readWithoutEffect: readonly string[];
  /** The keys that are called unread. */
  readonly unread: readonly string[];
  /** Variants that Helm rejects before anything is changed. */
  readonly refused: readonly string[];
}

interface Canary {
  readonly path: Path;
  readonly value: Json;
  /** It only adds something beside the keys of a mapping. */
  readonly isStranger: boolean;
}

/** Changes each value of each chart, renders with the real Helm before and after, and compares that with what is called read. */
export async function findings(
  program: string,
  charts: readonly CanaryChart[],
): Promise<readonly Findings[]> {
  const asked = charts.map(({ texts, variants = [{}] }) => {
    const values = (load(texts.get("values.yaml") ?? "") ?? {}) as Json;
    const all = canaries(values, []);
    // The schema of a chart would refuse canaries.
    const files = Object.fromEntries([...texts].filter(([file]) => file !== "values.schema.json"));
    const given = variants.flatMap((variant) => [
      variant,
      ...all.map(({ path, value }) => withValue(variant as Json, path, value) as object),
    ]);
    return { all, variants, question: { files, values: given } };
  });
  const answers = await renderAll(
    program,
    asked.map(({ question }) => question),
  );
  return charts.map(({ texts, steady = (text) => text }, chart) => {
    const { all, variants } = asked[chart] ?? { all: [], variants: [] };
    const renderings = answers[chart] ?? [];
    const reads = templateReads(texts);
    const effects = new Map<string, boolean>();
    const unreadWithEffect: string[] = [];
    const refused: string[] = [];
    const shown = ({ text, error }: Rendering) => (error === undefined ? steady(text) : "refused");
    for (const [number, variant] of variants.entries()) {
      const start = number * (all.length + 1);
      const before = renderings[start];
      if (!before || before.error !== undefined) refused.push(`${JSON.stringify(variant)}: ${before?.error}`);
      for (const [index, { path, value, isStranger }] of all.entries()) {
        const after = renderings[start + 1 + index];
        const hasEffect = before !== undefined && after !== undefined && shown(before) !== shown(after);
        const name = path.join(".");
        if (!isStranger) effects.set(name, (effects.get(name) ?? false) || hasEffect);
        if (hasEffect && !reads.isRead(path)) unreadWithEffect.push(`${name}: ${JSON.stringify(value)}`);
      }
    }
    const keys = [
      ...new Map(all.filter(({ isStranger }) => !isStranger).map(({ path }) => [path.join("."), path])),
    ];
    return {
      unreadWithEffect,
      refused,
      readWithoutEffect: keys.flatMap(([key, path]) =>
        reads.isRead(path) && !effects.get(key) ? [key] : [],
      ),
      unread: keys.flatMap(([key, path]) => (reads.isRead(path) ? [] : [key])),
    };
  });
}

/** Other values for each leaf of some values, and a key more for each mapping. */
function canaries(value: Json, path: Path): readonly Canary[] {
  const change = (other: Json): Canary => ({ path, value: other, isStranger: false });
  if (typeof value === "string") return [change(`canary-${path.join("-")}`), change("")];
  if (typeof value === "number") return [change(value + 1), change(0)];
  if (typeof value === "boolean") return [change(!value)];
  if (value === null) return [change("canary")];
  if (Array.isArray(value)) return [change([...value, { canary: "canary" }]), change([...value, "canary"])];
  const entries = Object.entries(value);
  if (entries.length === 0) return [change({ canary: "canary" })];
  const stranger: Canary = { path: [...path, "canary"], value: "canary", isStranger: true };
  return [stranger, ...entries.flatMap(([key, below]) => canaries(below, [...path, key]))];
}

function withValue(values: Json, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  const known = typeof values === "object" && values !== null && !Array.isArray(values) ? values : {};
  const below = (known as Readonly<Record<string, Json>>)[key] ?? {};
  return { ...(known as object), [key]: withValue(below, rest, value) };
}
