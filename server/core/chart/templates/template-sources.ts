import { groupBy } from "../../yaml/group-by.ts";
import { findProperty, rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import { parseYaml } from "../../yaml/reader/parse.ts";
import type { ValueNode, YamlFile } from "../../yaml/tree.ts";
import { type ChartTexts, DESCRIPTION_FILE, SCHEMA_FILE, VALUES_FILE } from "../chart.ts";
import type { ChartPlace } from "../chart-place.ts";
import type { ImportedValues, Subchart } from "../subchart.ts";
import { isInRange } from "../version-range.ts";
import { ANY_KEY, type Branch } from "./template-reads.ts";

/** A text of the values that may be a template. */
interface ValueText {
  readonly text: string;
  readonly path: readonly string[];
  readonly place: ChartPlace;
}

/** One chart whose templates are read: the local one, or one below it under a key of its values. */
export interface ChartSource extends Subchart {
  /** The prefix of the names of its templates: `parent/charts/name`. */
  readonly path: string;
  readonly isLibrary: boolean;
  /** The branch of its values. */
  readonly branch: Branch;
  /** The files of its templates, each with the name of the template. */
  readonly templates: ReadonlyMap<string, string>;
  /** The texts in its values that contain templates, with their paths from `branch`. */
  readonly valueTexts: () => readonly ValueText[];
}

/** A chart that is used more often than this by others is taken to read everything. */
const MOST_CHARTS = 100;

/** Longer lists of dependencies, and more charts of one name, were not written by a person. */
const MOST_DEPENDENCIES = 1000;
const MOST_VERSIONS = 20;
const MOST_IMPORTS = 20;

/** Characters of the values and schemas of all charts below, each as often as it is used. The keys of charts beyond that are not known. */
const MOST_VALUES = 1_000_000;

/**
 * The chart of some files and those below it, with what Helm itself reads of the values to put them together: their own values, `global`,
 * conditions and `tags` (https://helm.sh/docs/topics/charts/#chart-dependencies). A chart below that is declared and not there may read
 * anything of its values.
 */
export function chartSources(texts: ChartTexts, root: Branch): readonly [ChartSource, ...ChartSource[]] {
  const files = filesByChart(texts);
  const all: ChartSource[] = [];
  let size = 0;
  const fileOf = memo((file: string) => parseYaml(texts.get(file) ?? ""), new Map<string, YamlFile>());
  const rootOf = (file: string) => resolved(fileOf(file).documents[0]?.root);
  const nameOf = (folder: string) => textAt(rootOf(folder + DESCRIPTION_FILE), "name") ?? "";
  const versionOf = (folder: string) => textAt(rootOf(folder + DESCRIPTION_FILE), "version") ?? "";
  const add = (folder: string, branch: Branch, around: string, listed: Partial<Dependency>): ChartSource => {
    const [name, version] = [nameOf(folder), versionOf(folder)];
    const path = around + name;
    const { templates = [], charts = [] } = files.get(folder) ?? {};
    const { key = name, condition = "", tags = [], imports = [] } = listed;
    const [file, below]: [string, ChartSource[]] = [folder + VALUES_FILE, []];
    const schema = texts.get(folder + SCHEMA_FILE);
    if (folder !== "") size += (texts.get(file)?.length ?? 0) + (schema?.length ?? 0);
    const values = texts.has(file) && size <= MOST_VALUES ? { name: file, file: fileOf(file) } : undefined;
    const source: ChartSource = {
      ...{
        name,
        version,
        key,
        condition,
        tags,
        imports,
        path,
        branch,
        below,
        isListed: listed.key !== undefined,
      },
      values,
      ...(schema !== undefined && size <= MOST_VALUES && { schema }),
      isOpen: size > MOST_VALUES,
      isLibrary: textAt(rootOf(folder + DESCRIPTION_FILE), "type") === "library",
      templates: new Map(templates.map((file) => [file, `${path}/${file.slice(folder.length)}`])),
      valueTexts: () => valueTexts(file, texts, rootOf),
    };
    all.push(source);
    const enter = (
      key: string,
      chart: string | undefined,
      place: ChartPlace,
      dependency: Partial<Dependency>,
    ) => {
      const inside = branch.child(key);
      inside.isChart = true;
      if (branch !== inside) inside.below.set("global", root.child("global"));
      inside.read(place, chart === undefined || all.length >= MOST_CHARTS);
      if (chart !== undefined && all.length < MOST_CHARTS)
        below.push(add(chart, inside, `${path}/charts/`, dependency));
    };
    const used = new Set<string>();
    const named = groupBy(charts, nameOf);
    for (const dependency of dependenciesIn(folder, rootOf)) {
      const { key, name, range, conditions, tags, place } = dependency;
      for (const condition of conditions) readSwitch(condition, branch, place);
      for (const tag of tags) readSwitch(["tags", tag], root, place);
      const versions = named.get(name)?.slice(0, MOST_VERSIONS) ?? [];
      const meant = versions.filter((candidate) => isInRange(versionOf(candidate), range));
      for (const folder of meant) used.add(folder);
      enter(key, meant[0], place, dependency);
    }
    for (const folder of charts) {
      const place = { file: folder + DESCRIPTION_FILE, start: 0, end: 0 };
      if (!used.has(folder)) enter(nameOf(folder), folder, place, {});
    }
    return source;
  };
  const main = add("", root, "", {});
  return [main, ...all.slice(1)];
}

/** Longer paths of conditions are cut. */
const MOST_KEYS = 50;

function readSwitch(path: readonly string[], from: Branch, place: ChartPlace): void {
  const branch = path.reduce((above, key) => above.child(key), from);
  branch.read(place, false);
  branch.types.add("boolean");
}

interface Dependency {
  readonly name: string;
  readonly range: string;
  readonly key: string;
  readonly condition: string;
  readonly conditions: readonly (readonly string[])[];
  readonly tags: readonly string[];
  readonly imports: readonly ImportedValues[];
  readonly place: ChartPlace;
}

function dependenciesIn(
  folder: string,
  rootOf: (file: string) => ValueNode | undefined,
): readonly Dependency[] {
  return [folder + DESCRIPTION_FILE, `${folder}requirements.yaml`].flatMap((file) =>
    itemsAt(rootOf(file), "dependencies")
      .slice(0, MOST_DEPENDENCIES)
      .flatMap((item) => {
        const name = textAt(item, "name");
        if (name === undefined) return [];
        const condition = textAt(item, "condition") ?? "";
        return {
          name,
          range: textAt(item, "version") ?? "",
          // Helm takes an empty alias for none.
          key: textAt(item, "alias") || name,
          condition,
          conditions: condition
            .split(",")
            .map((path) => path.trim())
            .filter(Boolean)
            .map((path) => path.split(".", MOST_KEYS)),
          tags: itemsAt(item, "tags").flatMap((tag) => (tag.type === "string" ? tag.value : [])),
          imports: itemsAt(item, "import-values").slice(0, MOST_IMPORTS).flatMap(importedBy),
          place: { file, ...rangeOf(item) },
        };
      }),
  );
}

/** A single word imports the mapping under that key of the subchart's `exports`. */
function importedBy(item: ValueNode): ImportedValues[] {
  if (item.type === "string") return [{ child: `exports.${item.value}`, parent: "." }];
  const [child, parent] = [textAt(item, "child"), textAt(item, "parent")];
  return child === undefined || parent === undefined ? [] : [{ child, parent }];
}

/** The files of each chart, by the folder of the chart: empty, or with a slash at the end. */
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
    if (node?.type === "array") for (const item of node.items) visit(item, [...path, ANY_KEY]);
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
  return value && "value" in value && value.value !== null ? String(value.value) : undefined;
}
