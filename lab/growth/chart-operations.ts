// Operations on charts and on definitions of the operator resource.

import path from "node:path";
import { openWorkspace } from "../../server/cli/values/open-workspace.ts";
import { readChart } from "../../server/core/chart/read-chart.ts";
import { createLanguageService } from "../../server/core/create-language-service.ts";
import { KINDS, rootsOf } from "../../server/core/kinds.ts";
import { readResourceDefinitions } from "../../server/core/schema/resource/resource-definition.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { DEFAULT_HELM } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { readChartArchive } from "../../server/workspace/charts/chart-archive.ts";
import { readSources } from "../../server/workspace/charts/read-sources.ts";
import { addressOf } from "../../server/workspace/open/disk-workspace.ts";
import { readProjectSettings } from "../../server/workspace/settings/project.ts";
import { filesIn } from "../../test/core/support/chart-shapes.ts";
import { repository } from "../../test/support/repository.ts";
import { entriesOf, packed } from "../../test/workspace/tar-bytes.ts";
import { atEveryPlace, CHART_SETTINGS, fill, folder, type Operation, report } from "./operation.ts";
import type { Shape } from "./shapes.ts";

const { sources } = readSources(repository);
const { settings } = readProjectSettings(CHART_SETTINGS);

/** A file of the folder, read and checked in a workspace that has read nothing before. */
async function checked(name: string) {
  const workspace = openWorkspace(
    {
      packageFolder: repository,
      cwd: folder,
      folders: [folder],
      settings: { ...DEFAULT_SETTINGS, ...settings },
      files: [path.join(folder, name)],
      mayLookAt: () => true,
      showsReleases: false,
    },
    () => undefined,
  );
  const looked = await workspace.file(addressOf(path.join(folder, name)));
  if ("problem" in looked) throw new Error(looked.problem);
  await workspace.problems.of(looked.file);
  return { analysis: looked.file.analysis, engine: workspace.service };
}

const openedIn = (name: string) => (text: string, shape: Shape) => {
  fill(text, shape);
  return checked(name);
};

function checking(name: string, file: string): Operation {
  return {
    name,
    prepare: async (text, shape) => {
      fill(text, shape);
      return () => checked(file);
    },
  };
}

const INSIDE = "chart/values.yaml";

/** Operations on a chart and the values for it. */
export const OF_CHARTS: readonly Operation[] = [
  {
    name: "read",
    prepare: async (text) => () => readChart(filesIn(text), "file:///chart", text),
  },
  {
    name: "read an archive",
    prepare: async (text) => {
      const files = [...filesIn(text)].map(([name, body]) => [`cap-operator/${name}`, body]);
      const bytes = packed(entriesOf(Object.fromEntries(files)));
      return async () => {
        const { problem } = await readChartArchive(bytes);
        if (problem) throw new Error(problem);
      };
    },
  },
  checking("open values for it", "values.yaml"),
  ...atEveryPlace(openedIn("values.yaml")),
  {
    name: "effective values",
    prepare: async (text, shape) => {
      const { analysis, engine } = await openedIn("values.yaml")(text, shape);
      return () => {
        engine.effectiveDocument(analysis.stack, "plain");
        engine.effectiveData(analysis.stack);
      };
    },
  },
  {
    name: "upgrade to it",
    prepare: async (text) => {
      const engine = createLanguageService(sources, () => DEFAULT_SETTINGS);
      const { stack } = analysed("values", "controller:\n  replicas: 2\n");
      const atHand = readChart(filesIn(text), "file:///chart", text);
      return async () => {
        const upgraded = stack && (await engine.upgradeValues(stack, { atHand }));
        if (!upgraded) throw new Error("This is not a chart of the operator.");
      };
    },
  },
  checking("open its own values", INSIDE),
  ...atEveryPlace(openedIn(INSIDE), " in its own values"),
  report("text report", []),
];

const RESOURCE =
  "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n  key1: 1\n  a: {a: 1}\n";

function analysed(kind: "values" | "operator", text: string): Analysis {
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS[kind]);
  return new Analysis("file:///a.yaml", 1, file, roots, [], DEFAULT_HELM, { setting: {} });
}

/** A resource that was checked against a definition. */
async function checkedAgainst(text: string) {
  const definitions = readResourceDefinitions(text, "a.yaml");
  if (definitions.length === 0) throw new Error("There is no definition.");
  const engine = createLanguageService(
    sources,
    () => DEFAULT_SETTINGS,
    () => [],
    undefined,
    () => definitions,
  );
  const analysis = analysed("operator", RESOURCE);
  await engine.diagnostics(analysis);
  return { analysis, engine };
}

/** Operations on a definition and a resource. */
export const OF_DEFINITIONS: readonly Operation[] = [
  { name: "read", prepare: async (text) => () => readResourceDefinitions(text, "a.yaml") },
  { name: "open a resource", prepare: async (text) => () => checkedAgainst(text) },
  ...atEveryPlace(checkedAgainst),
];
