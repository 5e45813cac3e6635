import { fileURLToPath } from "node:url";
import { readManifest, withoutSettingLinks } from "../build/readable-manifest.ts";
import type { Rule } from "../server/core/rules/engine/rule.ts";
import { PROJECT_SETTINGS } from "../server/workspace/settings/project.ts";
import { buildSeveritySchema } from "./severity-schema.ts";

interface Setting {
  readonly [keyword: string]: unknown;
}

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

/** The setting with the severities, for which the manifest does not list the rules. */
const SEVERITIES = "capOperator.diagnostics.severity";

/** The keywords that only settings of an editor have. */
const OF_EDITORS = ["order", "scope", "tags", "markdownEnumDescriptions", "ignoreSync"];

/**
 * The JSON Schema of `.cap-operator.yaml`, made of the settings in package.json: those that a project decides. In English without a
 * language, as the documentation of the rules always is.
 */
export function buildProjectSchema(rules: readonly Rule[], language?: string): object {
  const { contributes } = readManifest<Manifest>(fileURLToPath(new URL("..", import.meta.url)), language);
  const sections = contributes.configuration;
  const settings: Record<string, Setting> = Object.assign(
    {},
    ...sections.map((section) => section.properties),
  );
  const properties: Record<string, object> = {};
  for (const name of PROJECT_SETTINGS) {
    const declared = settings[`capOperator.${name}`];
    const inner = Object.entries(settings).flatMap(([key, setting]) => {
      const prefix = `capOperator.${name}.`;
      if (!key.startsWith(prefix)) return [];
      const schema =
        key === SEVERITIES ? { ...described(setting), ...buildSeveritySchema(rules) } : described(setting);
      return [[key.slice(prefix.length), schema] as const];
    });
    properties[name] = declared
      ? described(declared)
      : { type: "object", additionalProperties: false, properties: Object.fromEntries(inner) };
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "CAP Operator project",
    description:
      "The settings of a project, which editors and the command line read: what is installed, and what is checked.",
    type: "object",
    additionalProperties: false,
    properties,
  };
}

/** A setting, with all that is in it, without what only an editor needs, and with descriptions that every tool reads. */
function described({ markdownDescription, ...rest }: Setting): object {
  const kept = Object.fromEntries(
    Object.entries(rest)
      .filter(([keyword]) => !OF_EDITORS.includes(keyword))
      .map(([keyword, value]) => [keyword, inside(keyword, value)]),
  );
  const description = kept.description ?? markdownDescription;
  if (typeof description !== "string") return kept;
  return { ...kept, description: withoutSettingLinks(description) };
}

/** The schemas inside a keyword. */
function inside(keyword: string, value: unknown): unknown {
  if (keyword === "items") return described(value as Setting);
  if (keyword !== "properties") return value;
  return Object.fromEntries(
    Object.entries(value as Setting).map(([name, inner]) => [name, described(inner as Setting)]),
  );
}
