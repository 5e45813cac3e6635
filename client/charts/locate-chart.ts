import * as l10n from "@vscode/l10n";
import type { ChartRef } from "../helm/release.ts";
import { chartKind } from "../helm/release.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext } from "../operation/operation.ts";
import { agreed, refuse } from "../operation/outcome.ts";
import { redactText } from "../texts/redact.ts";
import { isUnprotected } from "./plain-http.ts";

// Not translated: an address
export const OCI_FORM = "oci://<chart_registry>/cap-operator-chart";

/** The problem of a chart reference, judged by its text alone; undefined if it is well formed. */
export function chartProblem(ref: string): string | undefined {
  if (ref.trim() === "") return l10n.t("A chart is required.");
  if (ref !== ref.trim()) return l10n.t("The chart reference must not begin or end with a space.");
  if (ref.startsWith("-")) return l10n.t("The chart reference must not begin with a hyphen.");
  if (/^oci:/i.test(ref) && !/^oci:\/\/[^/\s]+\/[^/\s].*$/i.test(ref)) {
    return l10n.t("A registry address has the form {0}.", OCI_FORM);
  }
  return undefined;
}

/**
 * A chart as Helm is to find it: with an absolute path, or in the way in which its registry is reached. Refuses references that
 * cannot be one.
 */
export async function located(
  context: CommandContext,
  chart: ChartRef,
  beside: string | undefined,
): Promise<ChartRef> {
  const { ref } = chart;
  const problem = chartProblem(ref);
  if (problem !== undefined) refuseChart(context, `${l10n.t('"{0}" is not a valid chart.', ref)} ${problem}`);
  const kind = chartKind(ref);
  if (kind === "address") {
    const about = { what: l10n.t("the chart"), shown: redactText(ref), risk: l10n.t("what is installed") };
    await agreeToPlainHttp(context, ref, about);
    return chart;
  }
  if (kind === "oci") {
    return context.installationSettings().plainHttp ? { ...chart, plainHttp: true } : chart;
  }
  const path = context.files.resolve(ref, beside);
  if ((await context.files.kind(path)) !== undefined) return { ...chart, ref: path };
  return kind === "repository" ? chart : refuseChart(context, l10n.t("No chart found at {0}.", path));
}

function refuseChart(context: CommandContext, sentence: string): never {
  const next = l10n.t("Check the setting capOperator.chart, or the chart of the release.");
  return refuse(sentence, next, { actions: [openSettings(context, "capOperator.chart")] });
}

/**
 * Lets something be fetched from an address. Without TLS, this has to be from this machine, or the person has to agree. `shown`
 * is the address for people, and `risk` what an attacker in between could change.
 */
export async function agreeToPlainHttp(
  context: CommandContext,
  address: string,
  { what, shown, risk }: { readonly what: string; readonly shown: string; readonly risk: string },
): Promise<void> {
  if (!isUnprotected(address)) return;
  const detail = `${shown}\n${l10n.t("Without TLS, anyone in between can change {0}.", risk)}`;
  const question = l10n.t("Fetch {0} without TLS?", what);
  agreed(await context.dialogs.confirm(question, detail, l10n.t("Fetch Without TLS")));
}
