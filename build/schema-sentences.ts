import { readFileSync } from "node:fs";
import { buildPublished } from "../schemas/build.ts";
import { inlineDefinitions } from "../schemas/inline.ts";
import { readKubernetesFacts } from "../schemas/kubernetes-facts.ts";
import { readBeside, type SchemaNode } from "../schemas/schema-node.ts";
import { docsIn } from "../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../server/core/schema/knowledge.ts";
import { readSnippets } from "../server/core/schema/snippet-catalog.ts";

/**
 * The sentences of schemas and snippets, as they are shown: in the words of the specification, of each published chart and of
 * each version of the operator resource. The descriptions of Kubernetes types are in English everywhere; only additions to them
 * are translated.
 */
export function schemaSentences(root: string): readonly string[] {
  const schemas = {
    values: inlineDefinitions(readBeside<SchemaNode>("values.schema.json")),
    operator: inlineDefinitions(readBeside<SchemaNode>("operator.schema.json")),
  };
  const published = buildPublished(schemas);
  const knowledge = new Knowledge({ schemas, published }, docsIn(""));
  const { specification, charts } = knowledge;
  const { apiVersion, others } = readBeside<ResourceVersions>("published-resource.json");
  const { described, added } = readKubernetesFacts();
  const snippets = [
    ...["values", "operator"].map((kind) =>
      JSON.parse(readFileSync(`${root}/snippets/${kind}.json`, "utf8")),
    ),
    knowledge.publishedSnippets,
  ].flatMap(readSnippets);
  const shown = [
    specification.json("values"),
    specification.json("operator"),
    knowledge.publishedValues(),
    knowledge.publishedResource(),
    ...charts.versions.flatMap((version) => [
      knowledge.schemasOfVersion(version).json("values"),
      knowledge.schemasOfResource(apiVersion, version).json("operator"),
    ]),
    ...Object.keys(others).map((version) =>
      knowledge.schemasOfResource(apiVersion, version).json("operator"),
    ),
    added,
  ];
  const sentences = [
    ...shown.flatMap(sentencesIn),
    ...Object.values(described),
    ...snippets.flatMap(({ name, description }) => [name, description]),
  ];
  return [...new Set(sentences)];
}

interface ResourceVersions {
  readonly apiVersion: string;
  readonly others: Readonly<Record<string, object>>;
}

/** The keywords of a schema that people read as sentences. */
const SHOWN = ["description", "chartDefault", "atZero"];

/** All sentences of a schema. A key of the chart may be called like a keyword, but is no text. */
export function sentencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([keyword, inner]) =>
    typeof inner === "string" ? (SHOWN.includes(keyword) ? [inner] : []) : sentencesIn(inner),
  );
}
