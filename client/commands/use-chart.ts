import * as l10n from "@vscode/l10n";
import { FILE_STATUS } from "../../server/lsp/protocol.ts";
import type { fetchChoices, NamingChart } from "../charts/remote-chart-choices.ts";
import { commandYamlFile } from "../files/command-file.ts";
import { chartsToName, choicesOf, type LocalChart, refuseUnnamed, usedFirst } from "../files/local-charts.ts";
import { writeModeline } from "../files/write-modeline.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { ActiveFile } from "../ports/editor.ts";
import type { CommandOffers } from "./offer.ts";

export const offers: CommandOffers = {
  useChart: {
    title: "Use Chart...",
    does: "Writes the chart and the version that a values file is for into its first line.",
    section: "Files and values",
    order: 220,
  },
};

/**
 * Writes into a values file which chart it is for. The list has the local charts; a cluster or a registry is only asked
 * when the person picks that, and only in a trusted workspace. `elsewhere` are the choices that fetch one.
 */
export const useChartOf = (elsewhere: typeof fetchChoices) =>
  operation({
    id: "capOperator.useChart",
    async run(operation, target) {
      const file = await commandYamlFile(operation, target);
      const status = await operation.server.ask(FILE_STATUS, { uri: file.uri });
      if (status.kind === "operator") {
        const sentence = l10n.t(
          "{0} is an operator resource: the manager decides which chart is installed.",
          file.name,
        );
        refuse(sentence, "", { tone: "info" });
      }
      if (status.chart?.reason === "release") return toRelease(operation, file);
      const charts = await chartsToName(operation);
      const naming =
        (chart: LocalChart): NamingChart =>
        async () =>
          chart.words(file) ?? refuseUnnamed(operation, chart.label);
      // Of the built-in charts, the one without a version comes before the many with one.
      const builtIn = [...charts.builtIn].sort((a, b) => versions(a) - versions(b));
      const known = usedFirst([...charts.available, ...builtIn], status.chart);
      const isUndecided = status.chart?.isDecided === false;
      // Enter takes the first one, which asks no cluster: where nothing decides the chart, one of the workspace, or the newest that is published.
      const [first] = isUndecided && charts.available.length === 0 ? charts.builtIn : known;
      const others = known.filter((chart) => chart !== first);
      const isOwn = (chart: LocalChart) => charts.available.includes(chart);
      const all = [
        ...choicesOf([...(first ? [first] : []), ...others.filter(isOwn)], naming, status.chart),
        ...elsewhere(charts, naming),
        ...choicesOf(
          others.filter((chart) => !isOwn(chart)),
          naming,
          status.chart,
        ),
      ];
      const placeholder = isUndecided
        ? l10n.t("No chart is named yet. Select the one that the values are for")
        : (status.chart?.explanation ?? "");
      const named = await operation.prompts.pick(all, file.name, placeholder);
      const words = await answered(named)(operation, file);
      // Fetching may take a while, during which the person may edit the file.
      const now = operation.editor.opened(file.uri) ?? file;
      await writeModeline(operation, now, "values", words);
    },
  });

/** Sort key: charts with a version come after those without. */
const versions = ({ label }: LocalChart) => (label.includes(" ") ? 1 : 0);

async function toRelease(context: CommandContext, file: ActiveFile): Promise<void> {
  const openSettings = l10n.t("Open Settings");
  const message = l10n.t("{0} belongs to a release, which names the chart. Change it there.", file.name);
  if ((await context.prompts.info(message, openSettings)) === openSettings) {
    await context.settings.show("capOperator.releases");
  }
}
