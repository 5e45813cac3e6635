import { findProperty, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import { parseYaml } from "../../yaml/reader/parse.ts";
import type { ValueNode } from "../../yaml/tree.ts";
import type { ChartPlace, ChartTexts } from "../chart.ts";
import { ANY, type Branch } from "./template-reads.ts";

/** A text of the values that may be a template of its own. */
export interface ValueText {
  readonly text: string;
  readonly path: readonly string[];
  readonly place: ChartPlace;
}

/** One chart whose templates are read: that at hand, or one below it under a key of its values. */
export interface ChartSource {
  readonly name: string;
  /** As it is called in the names of templates: `parent/charts/name`. */
  readonly path: string;
  readonly isLibrary: boolean;
  /** Where its values are. */
  readonly at: Branch;
  /** The files of its templates, each with the name of the template. */
  readonly templates: ReadonlyMap<string, string>;
  /** The texts in its values that contain templates, with their paths from `at`. */
  readonly valueTexts: () => readonly ValueText[];
}

/** A chart that is used more often than this by others is taken to read everything. */
const MOST_CHARTS = 100;

/**
 * The chart of some files and those below it, with what Helm itself reads of the values to put them together: their own values, `global`,
 * conditions and `tags` (https://helm.sh/docs/topics/charts/#chart-dependencies). A chart below that is declared and not there may read
 * anything of its values.
 */
export function chartSources(texts: ChartTexts, root: Branch): readonly ChartSource[] {
  const files = filesByChart(texts);
  const found: ChartSource[] = [];
  const rootOf = memo(
    (file: string) => resolved(parseYaml(texts.get(file) ?? "").documents[0]?.root),
    new Map<string, ValueNode | undefined>(),
  );
  const nameOf = (folder: string) => textAt(rootOf(`${folder}Chart.yaml`), "name") ?? "";
  const add = (folder: string, at: Branch, around: string): void => {
    const manifest = rootOf(`${folder}Chart.yaml`);
    const path = around + nameOf(folder);
    const { templates = [], charts = [] } = files.get(folder) ?? {};
    found.push({
      name: nameOf(folder),
      path,
      isLibrary: textAt(manifest, "type") === "library",
      at,
      templates: new Map(templates.map((file) => [file, `${path}/${file.slice(folder.length)}`])),
      valueTexts: () => valueTexts(`${folder}values.yaml`, texts, rootOf),
    });
    const rest = new Map(charts.map((below) => [nameOf(below), below]));
    const used = new Set<string>();
    const enter = (key: string, below: string | undefined, place: ChartPlace): void => {
      const values = at.at(key);
      values.isChart = true;
      if (at !== values) values.below.set("global", root.at("global"));
      values.read(place, below === undefined || found.length >= MOST_CHARTS);
      if (below !== undefined && found.length < MOST_CHARTS) add(below, values, `${path}/charts/`);
    };
    for (const dependency of dependenciesIn(folder, rootOf)) {
      const { name, alias, conditions, tags, place, imports } = dependency;
      const key = alias || name;
      for (const condition of conditions) readSwitch(condition, at, place);
      for (const tag of tags) readSwitch(["tags", tag], root, place);
      used.add(name);
      enter(key, rest.get(name), place);
      if (imports) at.at(key).read(place, true);
    }
    for (const [name, below] of rest) {
      if (!used.has(name)) enter(name, below, { file: `${below}Chart.yaml`, start: 0, end: 0 });
    }
  };
  add("", root, "");
  return found;
}

/** Longer paths of conditions are cut. */
const MOST_KEYS = 50;

function readSwitch(path: readonly string[], from: Branch, place: ChartPlace): void {
  const at = path.reduce((above, key) => above.at(key), from);
  at.read(place, false);
  at.types.add("boolean");
}

interface Dependency {
  readonly name: string;
  readonly alias: string;
  readonly conditions: readonly (readonly string[])[];
  readonly tags: readonly string[];
  readonly imports: boolean;
  readonly place: ChartPlace;
}

function dependenciesIn(
  folder: string,
  rootOf: (file: string) => ValueNode | undefined,
): readonly Dependency[] {
  return [`${folder}Chart.yaml`, `${folder}requirements.yaml`].flatMap((file) =>
    itemsAt(rootOf(file), "dependencies").flatMap((item) => {
      const name = textAt(item, "name");
      if (name === undefined) return [];
      const conditions = textAt(item, "condition")?.split(",") ?? [];
      return {
        name,
        alias: textAt(item, "alias") ?? "",
        conditions: conditions.map((condition) => condition.trim().split(".", MOST_KEYS)),
        tags: itemsAt(item, "tags").flatMap((tag) => (tag.type === "string" ? tag.value : [])),
        imports: itemsAt(item, "import-values").length > 0,
        place: { file, ...rangeOf(item) },
      };
    }),
  );
}

/** Which files belong to which chart, by the folders of these: empty, or with a slash at the end. */
function filesByChart(texts: ChartTexts) {
  const charts = new Map<string, { readonly templates: string[]; readonly charts: string[] }>();
  const chartIn = (folder: string) => {
    const known = charts.get(folder) ?? { templates: [], charts: [] };
    charts.set(folder, known);
    return known;
  };
  for (const file of texts.keys()) {
    const [folder = ""] = /^(?:charts\/[^/]+\/)*/.exec(file) ?? [];
    if (file.startsWith(`${folder}templates/`)) chartIn(folder).templates.push(file);
    const above = folder.slice(0, folder.slice(0, -1).lastIndexOf("charts/"));
    if (folder !== "" && file === `${folder}Chart.yaml`) chartIn(above).charts.push(folder);
  }
  return charts;
}

function valueTexts(
  file: string,
  texts: ChartTexts,
  rootOf: (file: string) => ValueNode | undefined,
): readonly ValueText[] {
  const found: ValueText[] = [];
  const visit = (node: ValueNode | undefined, path: readonly string[]): void => {
    if (node?.type === "string" && node.value.includes("{{"))
      found.push({ text: node.value, path, place: { file, ...rangeOf(node) } });
    if (node?.type === "array") for (const item of node.items) visit(item, [...path, ANY]);
    if (node?.type === "object")
      for (const { key, valueNode } of node.properties) visit(valueNode, [...path, key]);
  };
  if (texts.get(file)?.includes("{{")) visit(rootOf(file), []);
  return found;
}

function itemsAt(node: ValueNode | undefined, key: string): readonly ValueNode[] {
  const list = resolved(findProperty(node, key)?.valueNode);
  return list?.type === "array" ? list.items.map(resolveAlias) : [];
}

function resolved(node: ValueNode | undefined): ValueNode | undefined {
  return node && resolveAlias(node);
}

function textAt(node: ValueNode | undefined, key: string): string | undefined {
  const value = resolved(findProperty(node, key)?.valueNode);
  return value?.type === "string" ? value.value : undefined;
}
