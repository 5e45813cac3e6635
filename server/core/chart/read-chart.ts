import * as l10n from "@vscode/l10n";
import { findProperty } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { ObjectNode, ValueNode } from "../yaml/tree.ts";
import {
  type ChartDependency,
  type ChartDescription,
  type ChartTexts,
  DESCRIPTION_FILE,
  type ReadChart,
  SCHEMA_FILE,
  VALUES_FILE,
} from "./chart.ts";
import { declaredKeys, mappingOf } from "./declared-keys.ts";
import { readKeys } from "./read-keys.ts";
import { schemaKeys } from "./schema-keys.ts";
import { withSubcharts } from "./subchart-keys.ts";
import type { TemplateReads } from "./templates/template-reads.ts";
import { templateReads } from "./templates/template-scan.ts";

/**
 * Reads a chart from its files. Never throws: unreadable parts are missing. `digest` tells its content from that of others. The scan
 * of the templates takes most of the time, so a caller that must be quick passes `pending`, or the reads of an earlier scan.
 */
export function readChart(
  texts: ChartTexts,
  uri: string,
  digest: string,
  reads: ReadChart["reads"] = readsOf(texts),
): ReadChart {
  const description = readDescription(texts.get(DESCRIPTION_FILE) ?? "");
  const text = texts.get(VALUES_FILE);
  const values = text === undefined ? undefined : parseYaml(text);
  const declared = values ? declaredKeys(values, VALUES_FILE) : new Map();
  const isFollowed = reads !== undefined && reads !== "pending";
  const keys = schemaKeys(
    isFollowed ? withSubcharts(declared, reads.charts) : declared,
    texts.get(SCHEMA_FILE),
  );
  return {
    name: description.name,
    version: description.version ?? "",
    digest,
    uri,
    description,
    texts,
    keys: isFollowed ? readKeys(keys, reads) : keys,
    reads,
    values,
  };
}

/** Scans the templates of a chart and of its subcharts for the values that they read; `undefined` without any templates. */
export function readsOf(texts: ChartTexts): TemplateReads | undefined {
  for (const name of texts.keys()) if (/^(?:templates|charts)\//.test(name)) return templateReads(texts);
  return undefined;
}

/** Reads a `Chart.yaml`. */
export function readDescription(text: string): ChartDescription {
  const root = mappingOf(parseYaml(text));
  const version = textAt(root, "version");
  const appVersion = textAt(root, "appVersion");
  const listed = root && findProperty(root, "dependencies")?.valueNode;
  return {
    name: textAt(root, "name") ?? "",
    version,
    appVersion,
    deprecated: textAt(root, "deprecated") === "true",
    isLibrary: textAt(root, "type") === "library",
    dependencies: listed?.type === "array" ? listed.items.flatMap(dependencyOf) : [],
  };
}

/** The reason why the `values.yaml` of a chart declares no keys, as a sentence; `undefined` if it is a mapping, empty or missing. */
export function brokenValues({ values }: ReadChart): string | undefined {
  const [root] = values?.documents.map((document) => document.root) ?? [];
  if (!root || root.type === "object" || root.type === "null") return undefined;
  const line = values?.text.slice(0, root.offset).split("\n").length ?? 1;
  return l10n.t(
    "Helm rejects the chart: line {0} of its values.yaml must be the beginning of a mapping.",
    line,
  );
}

function dependencyOf(node: ValueNode): ChartDependency[] {
  if (node.type !== "object") return [];
  const name = textAt(node, "name");
  if (name === undefined) return [];
  const [version, repository, alias, condition] = ["version", "repository", "alias", "condition"].map((key) =>
    textAt(node, key),
  );
  const listed = findProperty(node, "tags")?.valueNode;
  const tags = listed?.type === "array" ? listed.items.flatMap((tag) => trimmedText(tag) ?? []) : [];
  return [
    {
      name,
      version,
      repository,
      alias,
      condition,
      ...(tags.length > 0 && { tags }),
    },
  ];
}

/** The text of a scalar of any type: versions are often written without quotes. */
function textAt(root: ObjectNode | undefined, key: string): string | undefined {
  const node = root && findProperty(root, key)?.valueNode;
  return node && trimmedText(node);
}

function trimmedText(node: ValueNode): string | undefined {
  return "value" in node && node.value !== null ? String(node.value).trim() : undefined;
}
