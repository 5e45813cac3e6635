import * as l10n from "@vscode/l10n";
import { isChartPath, type NamedChart } from "../chart/chart.ts";
import type { Naming } from "../wire/charts.ts";
import { shown } from "../yaml/shown.ts";

/** The names of the charts that are known without their files. */
export interface ChartNames {
  readonly specification: string;
  readonly published: string;
}

/** The clue that names a chart, as a sentence. */
export function namingText(
  naming: Naming,
  { umbrella, isOption, by: namedBy }: NamedChart,
  chart: string,
): string {
  const isDependency = umbrella !== undefined;
  if (namedBy !== undefined) return l10n.t("{0} names the chart {1}.", shown(namedBy), chart);
  if (isOption) {
    return isDependency
      ? l10n.t("The chart on the command line depends on the chart {0}.", chart)
      : l10n.t("The command line names the chart {0}.", chart);
  }
  switch (naming) {
    case "release":
      return isDependency
        ? l10n.t("The release that lists this file depends on the chart {0}.", chart)
        : l10n.t("The release that lists this file names the chart {0}.", chart);
    case "modeline":
      return isDependency
        ? l10n.t("The chart in the comment at the top of this file depends on the chart {0}.", chart)
        : l10n.t("The comment at the top of this file names the chart {0}.", chart);
    case "beside":
      return isDependency
        ? l10n.t("The Chart.yaml next to or above this file depends on the chart {0}.", chart)
        : l10n.t("The Chart.yaml next to or above this file names the chart {0}.", chart);
    case "setting":
      return isDependency
        ? l10n.t('The chart in the setting "chart" depends on the chart {0}.', chart)
        : l10n.t('The setting "chart" names the chart {0}.', chart);
  }
}

/** The reason why the chart of a clue is not used, as a sentence around the problem. */
export function refusalText(naming: Naming, problem: string): string {
  switch (naming) {
    case "release":
      return l10n.t("The chart of the release is not used: {0}", problem);
    case "modeline":
      return l10n.t("The chart of the comment at the top is not used: {0}", problem);
    case "beside":
      return l10n.t("The chart next to or above this file is not used: {0}", problem);
    case "setting":
      return l10n.t("The chart of the setting is not used: {0}", problem);
  }
}

/**
 * The known chart that a reference names: by its last part, without the version of an archive or a tag. A path names none: any chart may
 * be there.
 */
export function nameIn(reference: string, { specification, published }: ChartNames): string | undefined {
  if (isChartPath(reference)) return undefined;
  const last = reference.split(/[\\/]/).findLast((part) => part !== "") ?? "";
  return [specification, published].find((name) => {
    const rest = last.startsWith(name) ? last.slice(name.length) : undefined;
    return rest !== undefined && /^($|[:@]|-v?\d[\w.+-]*\.tgz$)/.test(rest);
  });
}
