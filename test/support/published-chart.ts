// Charts made here in the words of the published ones: the keys and defaults of a version from the facts, the templates from examples/chart.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dump } from "js-yaml";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import { publishedTemplates } from "./published-chart/templates.ts";
import { publishedValues } from "./published-chart/values-file.ts";
import { repository } from "./repository.ts";

const schemas = await buildSchemas();
const knowledge = new Knowledge({ schemas, published: buildPublished(schemas) }, docsIn(""));

/** The API by which the templates see that the cluster has the certificates of the default manager, as Helm's `--api-versions` takes it. */
export const GARDENER_CERTIFICATES = "cert.gardener.cloud/v1alpha1";

/**
 * Writes a chart that takes the values of a published version into a folder, which is made if it is missing. Its templates are made here; they do all
 * that is known of the real ones (`test/chart/published-charts.test.ts` lists that).
 */
export function writePublishedChart(version: string, folder: string): void {
  const chart = knowledge.published?.of(version);
  if (!chart || !knowledge.published) throw new Error(`No chart ${version} was published.`);
  const example = path.join(repository, "examples/chart");
  mkdirSync(path.join(folder, "templates"), { recursive: true });
  const about = {
    apiVersion: "v2",
    name: chart.name,
    description: "Stands for the published chart in the tests: its keys and defaults, templates of our own.",
    type: "application",
    version,
    appVersion: version,
  };
  writeFileSync(path.join(folder, "Chart.yaml"), dump(about));
  const model = knowledge.schemasOfVersion(version).model("values");
  writeFileSync(path.join(folder, "values.yaml"), publishedValues(chart, model));
  for (const part of ["crds", "dashboards"])
    cpSync(path.join(example, part), path.join(folder, part), { recursive: true });
  const templates = publishedTemplates(chart, knowledge.published.union, knowledge.words);
  for (const [name, text] of templates) writeFileSync(path.join(folder, "templates", name), text);
}
