import * as l10n from "@vscode/l10n";
import { CHART_IN_USE, FILE_STATUS, RELEASES, type ValuesOf } from "../../server/lsp/protocol.ts";
import { fileAt, ownFileChoices } from "../files/command-file.ts";
import { nameOfValues } from "../files/effective-values-address.ts";
import { choicesOf, findLocalCharts } from "../files/local-charts.ts";
import { releaseChoices } from "../files/release-choices.ts";
import { chosenValues, shownValues } from "../files/select-values.ts";
import type { CommandContext, Operation } from "../operation/operation.ts";
import { answered } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";
import { type CommandOffers, EFFECTIVE_VALUES, OURS_ALONE } from "./offer.ts";

/** Shows values beside others, and takes the title of the comparison from their names. */
export type Comparing = (operation: Operation, values: ValuesOf) => Promise<void>;

/** The title of the command's questions. */
export const compareTitle = () => l10n.t("CAP Operator: Compare Values");

export const offers: CommandOffers = {
  compareValues: {
    title: "Compare Values...",
    does: "Compares the effective values with the defaults of the chart, with another release, with another values file of the workspace, with the values under another version of the chart, or with a revision of a release in the cluster.",
    section: "Effective values",
    order: 80,
    icon: "$(diff)",
    menus: [
      ["editor/title", "navigation@20", OURS_ALONE],
      ["editor/title", "navigation@20", EFFECTIVE_VALUES],
      ["editor/context", "7_capOperator@4", OURS_ALONE],
    ],
  },
};

/**
 * Compares the effective values of a release or file with what the person picks: the defaults of the chart, another release or file,
 * another chart, or one of `elsewhere`. An operator resource is compared with the default one. All sides are written in the same
 * way, so that only changed values differ.
 */
export const compareValuesOf = (elsewhere: () => readonly Choice<Comparing>[]) =>
  operation({
    id: "capOperator.compareValues",
    async run(operation, target) {
      const resource = await operatorResource(operation, target);
      if (resource !== undefined) {
        const title = l10n.t("Default operator resource ↔ {0}", resource.name);
        return operation.editor.compareWithDefaultResource(resource.uri, title);
      }
      const values = await chosenValues(operation, target, compareTitle());
      const choices = [...withDefaults(), ...(await withReleases(operation, values))];
      const files = await withFiles(operation, values);
      const all = [...choices, ...files, ...elsewhere(), ...(await withCharts(operation, values))];
      const placeholder = l10n.t("Select what to compare {0} with", nameOfValues(values));
      const compare = answered(await operation.prompts.pick(all, compareTitle(), placeholder));
      await compare(operation, values);
    },
  });

async function operatorResource(
  context: CommandContext,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  if (shownValues(context, target) !== undefined) return undefined;
  const file = fileAt(context, target);
  const status = file?.isYaml ? await context.server.ask(FILE_STATUS, { uri: file.uri }) : undefined;
  return status?.kind === "operator" ? file : undefined;
}

export function comparisonTitle(other: string, values: ValuesOf): string {
  return l10n.t("{0} ↔ {1} (effective values)", other, nameOfValues(values));
}

function withDefaults(): readonly Choice<Comparing>[] {
  const name = l10n.t("Chart defaults");
  return [
    {
      label: name,
      value: ({ editor }, values) =>
        editor.compareValues(
          { of: values, form: "defaults" },
          { of: values, form: "plain" },
          comparisonTitle(name, values),
        ),
    },
  ];
}

async function withReleases(
  context: CommandContext,
  values: ValuesOf,
): Promise<readonly Choice<Comparing>[]> {
  const releases = await context.server.ask(RELEASES, {});
  const others = releases.filter(({ id }) => !("release" in values && values.release === id));
  return releaseChoices(others).map(({ value: release, ...choice }) => ({
    ...choice,
    group: l10n.t("Another release"),
    value: ({ editor }, values) =>
      editor.compareValues(
        { of: { release }, form: "plain" },
        { of: values, form: "plain" },
        comparisonTitle(release, values),
      ),
  }));
}

/** The other values files of the workspace, each alone over the defaults of its chart. */
async function withFiles(context: CommandContext, values: ValuesOf): Promise<readonly Choice<Comparing>[]> {
  const files = await ownFileChoices(context, ["values"]);
  const others = files.filter(({ value: uri }) => !("uri" in values && values.uri === uri));
  return others.map(({ value: uri, ...choice }) => ({
    ...choice,
    group: l10n.t("Another values file"),
    value: ({ editor }, values) =>
      editor.compareValues(
        { of: { uri }, form: "plain" },
        { of: values, form: "plain" },
        comparisonTitle(nameBeside(uri, values), values),
      ),
  }));
}

/** The name of a file, with its folder if the values beside it have the same name. */
function nameBeside(uri: string, values: ValuesOf): string {
  const name = fileName(uri);
  return name === nameOfValues(values) ? `${fileName(uri.replace(/\/[^/]*$/, ""))}/${name}` : name;
}

async function withCharts(context: CommandContext, values: ValuesOf): Promise<readonly Choice<Comparing>[]> {
  const [{ available, builtIn }, used] = await Promise.all([
    findLocalCharts(context),
    context.server.ask(CHART_IN_USE, { of: values }),
  ]);
  const others = [...available, ...builtIn].filter((chart) => !chart.isThat(used));
  const comparing =
    (chart: (typeof others)[number]): Comparing =>
    ({ editor }, values) =>
      editor.compareValues(
        { of: values, form: "plain", chart: chart.target() },
        { of: values, form: "plain" },
        comparisonTitle(`${nameOfValues(values)}, ${chart.label}`, values),
      );
  return choicesOf(others, comparing);
}
