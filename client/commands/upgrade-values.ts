import * as l10n from "@vscode/l10n";
import {
  CHART_IN_USE,
  type FileChart,
  UPGRADE_VALUES,
  type UpgradedFile,
  type ValuesOf,
  type ValuesUpgrade,
} from "../../server/lsp/protocol.ts";
import { nameOfValues } from "../files/effective-values-address.ts";
import { choicesOf, findLocalCharts, type LocalChart, type NamingFile } from "../files/local-charts.ts";
import { chosenValues } from "../files/select-values.ts";
import { upgradePage } from "../files/upgrade-page.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext, Operation } from "../operation/operation.ts";
import { answered, type Done, type MessageAction, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { Choice } from "../ports/editor.ts";
import { type CommandOffers, VALUES_FILE } from "./offer.ts";

const upgradeTitle = () => l10n.t("CAP Operator: Upgrade Values to Chart Version");

export const offers: CommandOffers = {
  upgradeValues: {
    title: "Upgrade Values to Chart Version...",
    does: "Shows what another version of the chart changes for these values, and migrates the files if you agree.",
    section: "Files and values",
    order: 230,
    menus: [["editor/context", "7_capOperator@6", VALUES_FILE]],
  },
};

/**
 * Shows what another version of the chart, or another local chart, does to the values of a release or of a file, as a page and as a diff with all safe
 * migrations. They are applied when the person agrees, to the open editors, where they can be undone.
 */
export const upgradeValues = operation({
  id: "capOperator.upgradeValues",
  async run(context, target) {
    const values = await chosenValues(context, target, upgradeTitle());
    const chart = await context.server.ask(CHART_IN_USE, { of: values });
    const other = await otherChart(context, values, chart);
    const found = await context.server.ask(UPGRADE_VALUES, {
      of: values,
      to: other.target(namingFile(values)),
    });
    // The same name as in the list: a chart may call itself anything.
    const upgrade = { ...found, to: other.label };
    const name = nameOfValues(values);
    const page = {
      name: l10n.t("Upgrade of {0} to {1}", name, other.label),
      text: upgradePage(name, upgrade),
      isBehindQuestion: true,
    } as const;
    await context.pages.showMarkdown(page);
    const files = await agreedFiles(context, name, upgrade, () => context.pages.showMarkdown(page));
    await apply(context, files);
    return ending(context, values, chart, other, files);
  },
});

/** One of the local charts that the values can be for. */
async function otherChart(context: CommandContext, values: ValuesOf, chart: FileChart): Promise<LocalChart> {
  const { available, builtIn } = await findLocalCharts(context);
  const choices = choicesOf([...available, ...builtIn], (choice) => choice, chart);
  const placeholder = `${nameOfValues(values)}: ${chart.explanation}`;
  const to = answered(await context.prompts.pick(choices, upgradeTitle(), placeholder));
  if (to.isThat(chart)) {
    refuse(l10n.t("{0} is already for {1}.", nameOfValues(values), to.label), "", { tone: "info" });
  }
  return to;
}

/** The file whose comment may name the chart; a release has its chart in the settings. */
function namingFile(values: ValuesOf): NamingFile | undefined {
  return "uri" in values ? { uri: values.uri, isUntitled: values.uri.startsWith("untitled:") } : undefined;
}

/**
 * The files that are to be changed: the person has seen the diff of exactly these. None if there is nothing to change. The questions
 * stay until they are answered, while the diff can be read.
 */
async function agreedFiles(
  context: Operation,
  name: string,
  { to, files, keepingDefaults = [], withoutIgnored = [] }: ValuesUpgrade,
  readPage: () => Promise<void>,
): Promise<readonly UpgradedFile[]> {
  const title = `${name} ↔ ${to}`;
  const { pages, prompts } = context;
  const agreed = (changed: readonly UpgradedFile[]) => ({
    label: l10n.t("Apply"),
    detail: stepText(changed),
    value: async () => changed,
  });
  const choices = [
    ...(files.length > 0 ? [agreed(files)] : []),
    ...WAYS.flatMap(({ label, detail, named }) => {
      const changed = named === "withoutIgnored" ? withoutIgnored : keepingDefaults;
      const value = async () => {
        const way = label().replace("...", "");
        await pages.compare(`${title}: ${way}`, pairs(changed));
        return answered(await prompts.pick([agreed(changed)], upgradeTitle(), way))();
      };
      return changed.length > 0 ? [{ label: label(), detail: detail(to), value }] : [];
    }),
  ];
  if (choices.length === 0) return [];
  const compare = () => pages.compare(title, pairs(files));
  if (files.length > 0) await compare();
  const what =
    files.length > 0
      ? l10n.t("Apply the migrations to {0}?", fileNames(files))
      : l10n.t("No migration is needed.");
  // The list may cover the tabs, so it also opens what is behind them.
  const [page, changes] = [
    { label: l10n.t("Read Details"), value: () => readPage().then(() => undefined) },
    { label: l10n.t("Preview Changes"), value: () => compare().then(() => undefined) },
  ];
  for (let look = page; ; look = look === page && files.length > 0 ? changes : page) {
    const rows: readonly Choice<() => Promise<readonly UpgradedFile[] | undefined>>[] = [...choices, look];
    const changed = await answered(await prompts.pick(rows, upgradeTitle(), what))();
    if (changed) return changed;
  }
}

/** Optional changes in the same step. */
const WAYS = [
  {
    named: "withoutIgnored",
    label: () => l10n.t("Remove Ignored Keys..."),
    detail: (to: string) => l10n.t("Also removes what {0} does not have.", to),
  },
  {
    named: "keepingDefaults",
    label: () => l10n.t("Keep Old Defaults..."),
    detail: (to: string) => l10n.t("Also writes the old defaults that {0} changes.", to),
  },
] as const;

function stepText(files: readonly UpgradedFile[]): string {
  return files.length === 1
    ? l10n.t("The file changes in the editor. Save it when you are satisfied.")
    : l10n.t("The files change in the editor. Save them when you are satisfied.");
}

function pairs(files: readonly UpgradedFile[]) {
  return files.map(({ name, before, after }) => ({ name: name.replace(/\.ya?ml$/, ""), before, after }));
}

function fileNames(files: readonly UpgradedFile[]): string {
  return files.map(({ name }) => name).join(", ");
}

/** Changes the files in their editors: all of them, or none if one is no longer what was shown. */
async function apply(context: CommandContext, files: readonly UpgradedFile[]): Promise<void> {
  const opened = [];
  for (const { uri, before, edits } of files) {
    if (context.editor.opened(uri) === undefined) await context.editor.openAt(uri);
    const file = context.editor.opened(uri);
    if (file === undefined || file.text !== before) changedMeanwhile(file?.name ?? uri);
    opened.push({ file, edits });
  }
  for (const { file, edits } of opened) {
    if (!(await context.editor.applyEdits(file.uri, file.version, edits))) changedMeanwhile(file.name);
  }
  const [first] = files;
  if (first) await context.editor.openAt(first.uri);
}

function changedMeanwhile(name: string): never {
  refuse(
    l10n.t("{0} changed in the meantime, so it was not migrated.", name),
    l10n.t("Run the command again."),
    { tone: "warning" },
  );
}

/** The result, with the step that is left: the place that names the chart has to name the new one. */
function ending(
  context: CommandContext,
  values: ValuesOf,
  { reason }: FileChart,
  other: LocalChart,
  files: readonly UpgradedFile[],
): Done {
  const to = other.label;
  const done =
    files.length > 0
      ? l10n.t("{0} migrated to {1}. Save when you are satisfied.", fileNames(files), to)
      : l10n.t("No migration to {0} is needed.", to);
  // The version tells built-in charts apart; any other chart has a place.
  const isVersion = "name" in other.target();
  const withStep = (step: string, ...actions: readonly MessageAction[]): Done => ({
    message: `${done} ${step}`,
    ...(actions.length > 0 && { actions }),
  });
  const settings = (query: string) => openSettings(context, query);
  switch (reason) {
    case "modeline":
      return modelineEnding(done, values, other, files, settings("capOperator.chart"));
    case "release":
      return withStep(
        isVersion
          ? l10n.t("Now change the version of the release in the settings.")
          : l10n.t("Now change the chart of the release in the settings."),
        settings("capOperator.releases"),
      );
    case "setting":
      return isVersion
        ? withStep(
            l10n.t("Now change the chart's version in the settings."),
            settings("capOperator.chartVersion"),
          )
        : withStep(l10n.t("Now change the chart in the settings."), settings("capOperator.chart"));
    case "beside":
      return withStep(
        isVersion
          ? l10n.t("Now change the Chart.yaml that names the version.")
          : l10n.t("Now change the Chart.yaml that names the chart."),
      );
    default: {
      const lack = isVersion
        ? l10n.t("Nothing names the version of the chart yet.")
        : l10n.t("Nothing names the chart yet.");
      if ("release" in values) return withStep(lack, settings("capOperator.releases"));
      return withStep(lack, {
        button: l10n.t("Use Chart..."),
        go: () => context.editor.runCommand("capOperator.useChart", values.uri),
      });
    }
  }
}

/** The comment was changed with the rest of the file, if it can name the chart. */
function modelineEnding(
  done: string,
  values: ValuesOf,
  other: LocalChart,
  files: readonly UpgradedFile[],
  settings: MessageAction,
): Done {
  const file = namingFile(values);
  const target = other.target(file);
  if ("name" in target || target.modeline !== undefined) {
    return { message: files.length > 0 ? `${done} ${l10n.t("The comment at the top names it.")}` : done };
  }
  // From each file of a release, the path is another one.
  if (file === undefined) {
    return { message: `${done} ${l10n.t("Now change the chart in the comment at the top.")}` };
  }
  const step = l10n.t(
    "The comment at the top cannot contain its address. Remove the chart there, and name it in the settings.",
  );
  return { message: `${done} ${step}`, actions: [settings] };
}
