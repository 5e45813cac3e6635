import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { RULES } from "../server/core/rules/table.ts";
import { docsIn } from "../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../server/core/schema/knowledge.ts";
import { SchemaModel } from "../server/core/schema/model.ts";
import type { Words } from "../server/core/schema/vocabulary.ts";
import { inlineDefinitions, overlaid, spreadDefaults } from "./inline.ts";
import { kubernetesDefinitions } from "./kubernetes-types.ts";
import { buildObjects } from "./objects.ts";
import { buildProjectSchema } from "./project-schema.ts";
import { buildRuleExamples } from "./rule-examples.ts";
import { children, inKeywordOrder, readBeside, type SchemaNode } from "./schema-node.ts";
import { buildSettingsSchema } from "./severity-schema.ts";
import { tellingKeys } from "./telling-keys.ts";
import { type SnippetFile, translatedSchema, translatedSnippets } from "./vocabulary.ts";

/** The built schemas: self-contained, and valid for any draft-07 validator, Helm's included. */
export interface BuiltSchemas {
  readonly values: SchemaNode;
  readonly operator: SchemaNode;
}

/**
 * The knowledge about the published charts, in their words: the facts, the schemas with the keys of all charts and of the
 * specification's resource, the snippets, and the keys whose words differ. The Kubernetes types are those of the specification's
 * schema.
 */
export function buildPublished({ values, operator }: BuiltSchemas): object {
  const { about: _about, ...facts } = readBeside<{ readonly about: string; readonly words: Words }>(
    "published-chart.json",
  );
  const { words } = facts;
  const additions = inlineDefinitions(readBeside<SchemaNode>("published.schema.json"));
  const { definitions: _types, ...schema } = overlaid(translatedSchema(values, words), additions);
  const published = {
    ...facts,
    schema: inKeywordOrder(schema),
    resource: readBeside<object>("published-resource.json"),
    // The resource lists labels, so that their keys are values there.
    operator: translatedSchema(operator, { keys: words.keys, values: { ...words.keys, ...words.values } }),
    snippets: translatedSnippets(readBeside<SnippetFile>("../snippets/values.json"), words),
  };
  const knowledge = new Knowledge({ schemas: { values, operator }, published }, docsIn(""));
  const all = new SchemaModel(knowledge.publishedValues());
  return { ...published, telling: tellingKeys(knowledge.specification.model("values").root, all.root) };
}

/** Builds both schemas from their sources; writes nothing. */
export async function buildSchemas(): Promise<BuiltSchemas> {
  return {
    values: await build(readBeside<SchemaNode>("values.schema.json")),
    operator: await build(readBeside<SchemaNode>("operator.schema.json")),
  };
}

async function build(source: SchemaNode): Promise<SchemaNode> {
  const inlined = spreadDefaults(inlineDefinitions(source));
  const types = [...referencedTypes(inlined)].sort();
  if (types.length === 0) return inKeywordOrder(inlined);
  return inKeywordOrder({ ...inlined, definitions: await kubernetesDefinitions(types) });
}

function referencedTypes(node: SchemaNode): Set<string> {
  const below = children(node).flatMap((child) => [...referencedTypes(child)]);
  return new Set(node.$ref === undefined ? below : [node.$ref.replace("#/definitions/", ""), ...below]);
}

/** Writes the built schemas into `folder` and prints how large they are. */
export async function writeSchemas(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const built = await buildSchemas();
  const files = {
    "values.schema.json": built.values,
    "operator.schema.json": built.operator,
    "published-chart.json": buildPublished(built),
    "objects.schema.json": await buildObjects(),
    "project.schema.json": buildProjectSchema(RULES),
    "settings.schema.json": buildSettingsSchema(RULES),
    "rule-examples.json": buildRuleExamples(RULES.map(({ code }) => code)),
    "output.schema.json": readBeside<object>("output.schema.json"),
  };
  return Object.entries(files).map(([file, schema]) => {
    const text = `${JSON.stringify(schema)}\n`;
    writeFileSync(`${folder}/${file}`, text);
    return `${file}: ${kilobytes(text.length)}, ${kilobytes(gzipSync(text).length)} compressed`;
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../dist/schemas", import.meta.url));
  const chart = fileURLToPath(new URL("../examples/chart", import.meta.url));
  const report = await writeSchemas(folder);
  copyFileSync(`${folder}/values.schema.json`, `${chart}/values.schema.json`);
  console.log(report.join("\n"));
}
