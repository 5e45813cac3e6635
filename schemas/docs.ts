import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { KINDS } from "../server/core/kinds.ts";
import { docsAnchor, docsIn } from "../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../server/core/schema/knowledge.ts";
import { MEANINGS } from "../server/core/schema/meanings.ts";
import { type BuiltSchemas, buildPublished, buildSchemas } from "./build.ts";
import type { Json, SchemaNode } from "./schema-node.ts";

const NOTICE = "<!-- Generated from schemas/ by schemas/docs.ts; change the descriptions there. -->";

/** The pages of the reference, by their file names in `docs/`. */
export function renderDocs({ values, operator }: BuiltSchemas): Record<string, string> {
  const knowledge = new Knowledge(
    { schemas: { values, operator }, published: buildPublished({ values, operator }) },
    docsIn(""),
  );
  const { published } = knowledge.charts;
  return {
    [KINDS.values.page]: renderValues("Values of the chart in the specification", values, SPECIFICATION),
    [KINDS.values.publishedPage]: renderValues(
      `Values of the published chart \`${published}\``,
      knowledge.publishedValues() as SchemaNode,
    ),
    [KINDS.operator.page]: renderOperator(operator),
    [KINDS.operator.publishedPage]: renderPublishedResource(knowledge.publishedResource() as SchemaNode),
  };
}

/** An explanation of the word "specification" for the page on which readers meet it first. */
const SPECIFICATION =
  "The specification is a description of the operator with other words than the published chart. Its chart is `cap-operator-chart`; what can be set in the published chart is on [a page of its own](values-published.md).";

function renderValues(title: string, schema: SchemaNode, explanation?: string): string {
  const sections = Object.entries(schema.properties ?? {}).filter(([, node]) => isLargeGroup(node));
  const top = Object.entries(schema.properties ?? {}).filter(([, node]) => !isLargeGroup(node));
  return page(
    title,
    explanation,
    schema.description,
    "Dotted keys are nested: `image.tag` is the key `tag` in the mapping `image`. If a component has a key of the top level, its value overrides the top-level value for this component. Labels and annotations are merged.",
    section(
      "All components",
      "Defaults for all three components.",
      top.flatMap(([key, node]) => rows(node, [key])),
    ),
    ...sections.map(([key, node]) => section(`\`${key}\``, node.description ?? "", rows(node, [key]))),
  );
}

function renderOperator(schema: SchemaNode): string {
  const keys = Object.entries(schema.properties ?? {});
  return page(
    "Operator resource",
    schema.description,
    "Other fields are allowed and not checked.",
    section(
      "Fields",
      "",
      keys.flatMap(([key, node]) => rows(node, [key])),
    ),
  );
}

function renderPublishedResource(schema: SchemaNode): string {
  const { spec, ...others } = schema.properties ?? {};
  const fields = spec ? Object.entries(spec.properties ?? {}) : [];
  return page(
    "Operator resource of the published manager",
    schema.description,
    "The fields of the custom resource definition (CRD) in all versions of CAP Operator Manager. A file is checked against the version in its first line (`# cap-operator: operator version=0.25.0`). Without a version, it is checked against the CRD in the manifest that the setting `capOperator.managerReleaseUrl` names, if it is a file or folder of the workspace, otherwise against the CRD that a command has downloaded or read from a cluster, otherwise against the newest known version. In the oldest version for Helm, `0.0.1-helm`, the labels of the ingress gateway are a mapping.",
    "Validation rules of the CRD are checked if they count fields: exactly one, at most one or at least one of several fields is set. The API server checks all other rules.",
    section(
      "Resource",
      "",
      Object.entries(others).flatMap(([key, node]) => rows(node, [key])),
    ),
    section("`spec`", "", spec ? rows({ ...spec, properties: {} }, ["spec"]) : []),
    ...fields.map(([key, node]) => section(`\`spec.${key}\``, "", rows(node, ["spec", key]))),
  );
}

function isLargeGroup(node: SchemaNode): boolean {
  return Object.values(node.properties ?? {}).some((child) => child.properties !== undefined);
}

function page(title: string, ...parts: readonly (string | undefined)[]): string {
  const texts = [`# ${title}`, NOTICE, ...parts].filter((part) => part !== undefined && part !== "");
  return `${texts.join("\n\n")}\n`;
}

function section(title: string, introduction: string, lines: readonly string[]): string {
  const head = ["| Key | Default | Description |", "|---|---|---|"];
  return [`## ${title}`, ...(introduction === "" ? [] : [introduction]), [...head, ...lines].join("\n")].join(
    "\n\n",
  );
}

function rows(node: SchemaNode, path: readonly string[], written = path.join(".")): string[] {
  const anchor = written.includes("[]") ? "" : `<a id="${docsAnchor(path)}"></a>`;
  const cells = [
    `${anchor}\`${written}\`<br>${typeText(node)}`,
    defaultOf(node),
    [descriptionOf(node), allowedOf(node), overridesOf(node)].filter((part) => part !== "").join(" "),
  ];
  const entries = (parent: SchemaNode, prefix: string) =>
    Object.entries(parent.properties ?? {}).flatMap(([key, child]) =>
      rows(child, [...path, key], `${prefix}.${key}`),
    );
  return [
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`,
    ...entries(node, written),
    ...(node.items ? entries(node.items, `${written}[]`) : []),
  ];
}

function typeText(node: SchemaNode): string {
  if (node.$ref !== undefined) return `mapping, Kubernetes \`${kubernetesName(node.$ref)}\``;
  if (node.items?.$ref !== undefined) return `list of Kubernetes \`${kubernetesName(node.items.$ref)}\``;
  const names = [node.type ?? []].flat().map((type) => WORDS[type] ?? type);
  return names.join(" or ");
}

/** The words of hovers and messages for the types of JSON Schema. */
const WORDS: Readonly<Record<string, string>> = {
  array: "list",
  integer: "whole number",
  object: "mapping",
  string: "text",
};

function kubernetesName(reference: string): string {
  return reference.replace("#/definitions/", "");
}

function defaultOf(node: SchemaNode): string {
  const chartDefault = node["x-cap-operator"]?.chartDefault;
  if (chartDefault !== undefined) return chartDefault;
  if (node.default === undefined || node.properties !== undefined) return "";
  return `\`${flow(node.default)}\``;
}

/** A value as one would write it on one line of YAML. */
function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${key}: ${flow(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function allowedOf({ pattern, minItems, minimum, maximum, enum: values }: SchemaNode): string {
  if (values !== undefined)
    return `Allowed: ${values.map((value) => (value === "" ? "empty" : `\`${value}\``)).join(", ")}.`;
  if (pattern !== undefined) return `Must match \`${pattern}\`.`;
  if (minItems !== undefined) return `Allowed: ${minItems} or more entries.`;
  if (minimum === undefined) return "";
  return maximum === undefined ? `Allowed: ${minimum} or more.` : `Allowed: ${minimum} to ${maximum}.`;
}

function overridesOf(node: SchemaNode): string {
  const { componentLevel, topLevel } = node["x-cap-operator"] ?? {};
  if (componentLevel === "replace") return "Overridden by the same key of a component.";
  if (componentLevel === "merge") return "Merged with the same key of a component.";
  if (componentLevel === "merge-top-wins") return "Merged with the same key of a component, and wins.";
  if (topLevel === undefined) return "";
  const link = `[\`${topLevel.key}\`](#${docsAnchor(topLevel.key.split("."))})`;
  if (topLevel.how === "replace") return `Overrides ${link}.`;
  return topLevel.how === "merge" ? `Merged over ${link}.` : `Merged with ${link}, which wins.`;
}

function descriptionOf(node: SchemaNode): string {
  const { placeholder, requiredForInstall, since, removed, sinceManager } = node["x-cap-operator"] ?? {};
  const rules = (node["x-kubernetes-validations"] ?? []).map(({ message }) => `Rule: ${message}.`);
  const required = requiredForInstall ? "**Required.**" : "";
  const form = placeholder === undefined ? "" : `Form: \`${placeholder}\`.`;
  const when = (since ?? sinceManager) === undefined ? "" : `Since ${since ?? sinceManager}.`;
  const gone = removed === undefined ? "" : `Removed in ${removed}.`;
  return [required, node.description ?? "", ...rules, form, when, gone]
    .filter((part) => part !== "")
    .join(" ");
}

/** The table of meanings for those who write schemas and rules, each with a key that has it. */
export function renderMeanings({ values, operator }: BuiltSchemas): string {
  const keys = new Map<string, string>();
  const search = (node: SchemaNode, path: string): void => {
    const { meaning } = node["x-cap-operator"] ?? {};
    if (meaning !== undefined && !keys.has(meaning)) keys.set(meaning, path);
    for (const [name, child] of Object.entries(node.properties ?? {}))
      search(child, path === "" ? name : `${path}.${name}`);
    if (node.items) search(node.items, `${path}[]`);
  };
  search(values, "");
  search(operator, "");
  // The types of Kubernetes have names, such as `Toleration`.
  for (const [name, type] of Object.entries(values.definitions ?? {})) search(type, name);
  const rows = Object.entries(MEANINGS).map(([meaning, text]) => {
    const key = keys.get(meaning);
    return `| \`${meaning}\` | ${text} | ${key === undefined ? "" : `\`${key}\``} |`;
  });
  const intro =
    "The annotation `meaning` of a key is the only way in which a rule knows what the key is about. `npm run docs` writes this table.";
  return `# Meanings\n\n${intro}\n\n| meaning | the value is | for example |\n|---|---|---|\n${rows.join("\n")}\n`;
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../docs", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const built = await buildSchemas();
  for (const [name, text] of Object.entries(renderDocs(built))) writeFileSync(`${folder}/${name}`, text);
  writeFileSync(fileURLToPath(new URL("meanings.md", import.meta.url)), renderMeanings(built));
}
