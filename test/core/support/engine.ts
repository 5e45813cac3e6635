import { readFileSync } from "node:fs";
import { buildPublished, buildSchemas } from "../../../schemas/build.ts";
import { buildProjectSchema } from "../../../schemas/project-schema.ts";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { createLanguageService } from "../../../server/core/create-language-service.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import type { LanguageService } from "../../../server/core/language-service.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../server/core/settings.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { DEFAULT_HELM } from "../../../server/core/values/release-stack.ts";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import type { ClusterNames } from "../../../server/core/wire/values.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

const snippetFile = (kind: DocumentKind): object =>
  JSON.parse(readFileSync(new URL(`../../../snippets/${kind}.json`, import.meta.url), "utf8"));

/** The engine with the project's own schemas and snippets. */
export async function createEngine(
  settings: Settings = DEFAULT_SETTINGS,
  names: () => readonly ClusterNames[] = () => [],
): Promise<LanguageService> {
  const schemas = await buildSchemas();
  return createLanguageService(
    {
      schemas,
      published: buildPublished(schemas),
      project: buildProjectSchema(RULES),
      snippets: { values: snippetFile("values"), operator: snippetFile("operator") },
      docsUrl: "https://docs.example/",
    },
    () => settings,
    names,
  );
}

/** One engine for all checks of a test file, with the default settings. */
export const engine: LanguageService = await createEngine();

/** Names the chart of the specification, which tests are about unless they name another one. */
export const SPECIFICATION: ChartReference = { chart: "cap-operator-chart" };

/** A reference without a chart: nothing decides which chart applies. */
export const UNDECIDED: ChartReference = {};

/** An analysis in which every document of the text is of one kind; `chart` is what the settings say about the chart. */
export function analyse(
  text: string,
  kind: DocumentKind = "values",
  chart: ChartReference = SPECIFICATION,
  helm: HelmMajor = DEFAULT_HELM,
): Analysis {
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS[kind]);
  return new Analysis("file:///values.yaml", 1, file, roots, [], helm, { setting: chart });
}

/** A text without its cursor mark `$0`, and the offset where that was. */
export function withCursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf("$0");
  if (offset < 0) throw new Error("The text has no cursor mark $0.");
  return { text: marked.slice(0, offset) + marked.slice(offset + 2), offset };
}

/** A text with the cursor mark inserted. */
export function markCursor(text: string, offset: number): string {
  return `${text.slice(0, offset)}$0${text.slice(offset)}`;
}
