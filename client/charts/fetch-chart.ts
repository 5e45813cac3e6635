import * as l10n from "@vscode/l10n";
import { announceFetched } from "../files/local-charts.ts";
import { type HelmCapabilities, tooOldFor } from "../helm/capabilities.ts";
import type { Failure } from "../helm/failures/row.ts";
import { setting } from "../helm/recovery.ts";
import { type ChartRef, chartKind } from "../helm/release.ts";
import { findHelm } from "../operation/find-helm.ts";
import type { Step } from "../operation/operation.ts";
import { Refused } from "../operation/outcome.ts";
import type { ChartArchive } from "../ports/installation.ts";
import { messageOf } from "../texts/error-message.ts";
import { log } from "../texts/log-line.ts";
import { type ChartFacts, isVersionWanted, pinChart, showChart } from "./chart.ts";

interface StoredChart {
  /** The archive that every call reads as the chart. */
  readonly archive: ChartArchive;
  readonly facts: ChartFacts;
  readonly can: HelmCapabilities;
}

/**
 * Stores a chart as an archive that nothing else changes, and remembers where it was fetched from. Refuses if this Helm is too old
 * for that, or if it is not the version that was asked for. Throws the error of Helm if it cannot get the chart.
 */
export async function fetchChart(step: Step, chart: ChartRef): Promise<StoredChart> {
  const can = await findHelm(step);
  const tooOld = tooOldFor(can.version, chart);
  if (tooOld !== undefined) throw new Refused(helmTooOld(tooOld));
  const archive = await pinChart(step, chart);
  const facts = await step.call(showChart({ ref: archive.path }));
  if (chart.version !== undefined && !isVersionWanted(facts.version, chart.version)) {
    throw new Refused(otherVersion(chart, facts));
  }
  // Without it, the editor knows less of the chart; that is no reason to stop.
  await remember(step, chart, { archive, facts }).catch((error) =>
    step.output.warn(log`${messageOf(error)}`),
  );
  return { archive, facts, can };
}

/** A folder or an archive that a path names is not remembered: the server reads it as it is. */
async function remember(
  step: Step,
  { ref, version }: ChartRef,
  { archive, facts }: Pick<StoredChart, "archive" | "facts">,
): Promise<void> {
  if (chartKind(ref) === "path") return;
  await step.charts.remember({
    chart: ref,
    name: facts.name,
    version: facts.version,
    digest: archive.digest,
    wanted: version,
  });
  await announceFetched(step);
}

function helmTooOld(sentence: string): Failure {
  return {
    kind: "helm-too-old",
    sentence,
    next: l10n.t("Update Helm, or set capOperator.helmPath to another version."),
    recovery: [setting("helmPath")],
  };
}

function otherVersion({ ref, version }: ChartRef, found: ChartFacts): Failure {
  return {
    kind: "chart-not-found",
    sentence: l10n.t("The chart has version {0}, not {1}.", found.version, version ?? ""),
    next: l10n.t("Correct capOperator.chartVersion, or the version of the release in the settings."),
    details: [l10n.t("Chart: {0} at {1}", found.name, ref)],
    recovery: [setting("chart")],
  };
}
