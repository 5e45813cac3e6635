import * as l10n from "@vscode/l10n";
import { CHARTS_AT } from "../../server/lsp/protocol.ts";
import type { Failure } from "../helm/failures/row.ts";
import type { ChartRef } from "../helm/release.ts";
import { chartKind } from "../helm/release.ts";
import { NO_CLUSTER } from "../kubectl/target.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Operation } from "../operation/operation.ts";
import { answered, Cancelled, Refused, refuse } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import { plainLabel } from "../texts/plain-label.ts";
import type { ChartFacts } from "./chart.ts";
import { fetchChart } from "./fetch-chart.ts";
import { chartProblem, located, OCI_FORM } from "./locate-chart.ts";

/** A fetched chart, with the facts of its `Chart.yaml`. */
export interface RemoteChart {
  readonly chart: ChartRef;
  readonly facts: ChartFacts;
}

/** The entry of lists that fetches a chart. */
export function fetchLabel(): string {
  return `$(cloud-download) ${l10n.t("Fetch from a Registry...")}`;
}

interface ChartQuestion {
  /** Another check of an address: a sentence, or undefined if it passes. */
  readonly problemOf?: (ref: string) => string | undefined;
  /** The version that is proposed. */
  readonly proposed?: string;
  /** The version if it is settled, so that it is not asked for. */
  readonly settled?: string;
}

/**
 * Asks for a chart in a registry, in a repository or at an address, and fetches it before the question closes: if the chart
 * cannot be used, the question stays open with the reason. Dismissing the question about the version returns to the question
 * about the address.
 */
export async function askRemoteChart(
  operation: Operation,
  title: string,
  { problemOf = () => undefined, proposed, settled }: ChartQuestion,
): Promise<RemoteChart> {
  await operation.needTrust();
  let found: RemoteChart | undefined;
  const check = (ref: string) => async (version: string, signal: AbortSignal) => {
    const wanted = version.trim();
    const tried = await tryChart(operation, { ref, ...(wanted !== "" && { version: wanted }) }, signal);
    if (typeof tried === "string") return tried;
    if (!signal.aborted) found = tried;
    return undefined;
  };
  for (let typed: string | undefined; ; ) {
    typed = answered(
      await operation.dialogs.input({
        title,
        prompt: l10n.t("The chart: {0}, repository/name, or the address of an archive", OCI_FORM),
        placeholder: OCI_FORM,
        value: typed,
        problemOf: (text) => chartProblem(text) ?? localProblem(text) ?? problemOf(text),
        ...(settled !== undefined && { check: (text, signal) => check(text)(settled, signal) }),
      }),
    );
    if (found === undefined) {
      await operation.dialogs.input({
        title,
        prompt: l10n.t("The version. Leave it empty for the newest that is not a pre-release"),
        value: proposed,
        check: check(typed),
      });
    }
    if (found !== undefined) return found;
  }
}

/** Fetches a chart without a message. Returns why it cannot be used, if so. */
async function tryChart(
  operation: Operation,
  named: ChartRef,
  signal: AbortSignal,
): Promise<RemoteChart | string> {
  try {
    const chart = await located(operation, named, undefined);
    if (chart.ref !== named.ref) {
      refuse(
        l10n.t("{0} is a local folder or file, which Helm uses as the chart.", plainLabel(named.ref)),
        localCharts(),
      );
    }
    const { archive, facts } = await operation.quietly(signal, (step) => fetchChart(step, chart));
    const [known] = await operation.server.ask(CHARTS_AT, {
      uris: [operation.files.addressOf(archive.path)],
    });
    return known ? { chart, facts } : notOfTheOperator(`${facts.name} ${facts.version}`);
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return failureText(adapt(explained(error, named)));
  }
}

function explained(error: unknown, chart: ChartRef): Failure {
  if (error instanceof Refused) return error.failure;
  return explainError(error, { ...NO_CLUSTER, namespace: "" }, l10n.t("fetching the chart"), "", chart);
}

/** Advises another answer instead of a changed setting. */
function adapt(failure: Failure): Failure {
  if (failure.kind !== "chart-not-found" && failure.kind !== "chart-broken") return failure;
  return { ...failure, next: l10n.t("Try again with another chart or version.") };
}

/** The refusal of another product's chart. */
export function notOfTheOperator(name: string): string {
  return l10n.t("{0} is not a chart of CAP Operator.", plainLabel(name));
}

function localProblem(ref: string): string | undefined {
  if (chartKind(ref) !== "path") return undefined;
  return `${l10n.t("Folders and archives are not fetched.")} ${localCharts()}`;
}

function localCharts(): string {
  return l10n.t("Charts of the workspace are in the list before this question.");
}
