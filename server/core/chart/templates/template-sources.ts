import { findProperty, rangeOf, resolveAlias, walk } from "../../yaml/lookup.ts";
import { memo } from "../../yaml/memo.ts";
import { parseYaml } from "../../yaml/reader/parse.ts";
import type { ValueNode, YamlNode } from "../../yaml/tree.ts";
import type { ChartPlace, ChartTexts } from "../chart.ts";
import type { Library, PlacedDefinition } from "./template-interpreter.ts";
import { parseTemplate } from "./template-parse.ts";

/** What a chart has that decides what its templates read. */
export interface TemplateSources {
  readonly name: string;
  /** The templates that Helm renders one by one. */
  readonly rendered: readonly PlacedDefinition[];
  readonly library: Library;
  /** The names under which values of other charts stand in those of this one. */
  readonly dependencies: ReadonlySet<string>;
  /** What Helm itself reads to put charts together. */
  readonly readByHelm: readonly { readonly path: readonly string[]; readonly place: ChartPlace }[];
}

/**
 * Reads the templates of a chart: all files in `templates`. Files whose names begin with `_`, and all of a library chart, are
 * not rendered on their own (Helm: pkg/engine/engine.go). Of a library chart every definition is taken as called.
 */
export function templateSources(texts: ChartTexts): TemplateSources {
  const manifest = rootOf(texts, "Chart.yaml");
  const name = textAt(manifest, "name") ?? "";
  const definitions = new Map<string, PlacedDefinition[]>();
  const rendered: PlacedDefinition[] = [];
  let isBroken = false;
  const add = (definition: PlacedDefinition) => {
    const known = definitions.get(definition.name);
    if (known) known.push(definition);
    else definitions.set(definition.name, [definition]);
  };
  const isLibrary = textAt(manifest, "type") === "library";
  const called: PlacedDefinition[] = [];
  for (const [file, text] of texts) {
    if (!file.startsWith("templates/")) continue;
    const placeOf: PlacedDefinition["placeOf"] = ({ start, end }) => ({ file, start, end });
    const template = parseTemplate(text);
    isBroken ||= template.isBroken;
    const whole: PlacedDefinition = { name: `${name}/${file}`, body: template.body, placeOf };
    add(whole);
    if (!isLibrary && !file.slice(file.lastIndexOf("/") + 1).startsWith("_")) rendered.push(whole);
    for (const definition of template.definitions) {
      const placed = { ...definition, placeOf };
      add(placed);
      called.push(placed);
    }
  }
  // Nobody can say what is called by a template that is broken.
  if (isLibrary || isBroken) rendered.push(...called);
  const { names, reads } = dependenciesOf(texts, manifest);
  const given = memo((path: string) => textsBelow(texts, path === "" ? [] : JSON.parse(path)), new Map());
  const library: Library = {
    definitions,
    hasOthers: names.size > 0,
    read: readInner,
    given: (path) => given(path ? JSON.stringify(path) : ""),
  };
  return { name, rendered, library, dependencies: names, readByHelm: reads };
}

/** A text that is a template of its own. All that it reads is read at one place. */
function readInner(text: string, place: ChartPlace): PlacedDefinition {
  const { body, definitions } = parseTemplate(text);
  const all = [...body, ...definitions.flatMap((definition) => definition.body)];
  return { name: "", body: all, placeOf: () => place };
}

/** The texts with templates in them that the chart's own values have at or below a path. */
function textsBelow(texts: ChartTexts, path: readonly string[]): readonly PlacedDefinition[] {
  const file = "values.yaml";
  let node = rootOf(texts, file);
  for (const key of path) node = resolved(findProperty(node, key)?.valueNode);
  const found: PlacedDefinition[] = [];
  walk(node, (one: YamlNode) => {
    if (one.type !== "string" || !one.value.includes("{{")) return;
    found.push(readInner(one.value, { file, ...rangeOf(one) }));
  });
  return found;
}

function rootOf(texts: ChartTexts, file: string): ValueNode | undefined {
  const text = texts.get(file);
  return text === undefined ? undefined : resolved(parseYaml(text).documents[0]?.root);
}

function resolved(node: ValueNode | undefined): ValueNode | undefined {
  return node && resolveAlias(node);
}

function textAt(node: ValueNode | undefined, key: string): string | undefined {
  const value = resolved(findProperty(node, key)?.valueNode);
  return value?.type === "string" ? value.value : undefined;
}

/** Longer paths of conditions are cut, which makes more of the values count as read. */
const MAX_KEYS = 50;

/**
 * Which charts are below, and what Helm reads of the values for them: their own values, `global`, their conditions and `tags`
 * (https://helm.sh/docs/topics/charts/#chart-dependencies).
 */
function dependenciesOf(texts: ChartTexts, manifest: ValueNode | undefined) {
  const names = new Set<string>();
  const reads: { path: readonly string[]; place: ChartPlace }[] = [];
  const add = (name: string, place: ChartPlace) => {
    names.add(name);
    for (const path of [[name], ["global"]]) reads.push({ path, place });
  };
  const lists = [
    ["Chart.yaml", manifest] as const,
    ["requirements.yaml", rootOf(texts, "requirements.yaml")] as const,
  ];
  for (const [file, root] of lists) {
    const list = resolved(findProperty(root, "dependencies")?.valueNode);
    for (const item of list?.type === "array" ? list.items : []) {
      const dependency = resolved(item);
      const name = textAt(dependency, "alias") ?? textAt(dependency, "name");
      if (!dependency || name === undefined) continue;
      const place = { file, ...rangeOf(dependency) };
      add(name, place);
      for (const condition of textAt(dependency, "condition")?.split(",") ?? []) {
        reads.push({ path: condition.trim().split(".", MAX_KEYS), place });
      }
      if (findProperty(dependency, "tags")) reads.push({ path: ["tags"], place });
    }
  }
  for (const file of texts.keys()) {
    if (!file.startsWith("charts/")) continue;
    const [first = ""] = file.slice("charts/".length).split("/", 1);
    // A folder, or an archive with a version in its name.
    const version = /-\d+\.\d+\.\d/.exec(first);
    const name = first.endsWith(".tgz") && version ? first.slice(0, version.index) : first;
    if (!names.has(name)) add(name, { file, start: 0, end: 0 });
  }
  return { names, reads };
}
