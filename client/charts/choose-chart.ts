import * as l10n from "@vscode/l10n";
import type { ChartRef } from "../helm/release.ts";
import { chartKind } from "../helm/release.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext } from "../operation/operation.ts";
import { agreed, answered, refuse } from "../operation/outcome.ts";
import type { Choice } from "../ports/editor.ts";
import type { Question } from "../ports/installation.ts";
import { plainLabel } from "../texts/plain-label.ts";
import { redactText } from "../texts/redact.ts";
import { isUnprotected } from "./plain-http.ts";

/** The name under which the answer is stored for this workspace. */
const REMEMBERED = "chart";

// Not translated: a name in the code
const ANOTHER = Symbol("another chart");

const OCI_FORM = "oci://<chart_registry>/cap-operator-chart";

export interface ChosenChart {
  readonly chart: ChartRef;
  /** What the person just answered, to be remembered once the chart was found. */
  readonly answer?: string;
}

/** A chart as a release gives it. */
interface WrittenChart {
  readonly chart?: string;
  readonly version?: string;
  /** The values files that it is installed with: a relative path starts in the workspace folder of the first one. */
  readonly values: readonly string[];
}

/**
 * The chart. Its location is taken from the release, else from the settings of the editor or the project, else from an earlier answer that the person
 * confirms, else the person is asked. Its version is taken from the release, else from the settings, wherever the chart is. A
 * path is made absolute, because Helm does not run in the workspace.
 */
export async function chooseChart(
  context: CommandContext,
  title: string,
  written: WrittenChart,
): Promise<ChosenChart> {
  const [beside] = written.values;
  const settings = context.installationSettings();
  const project = await context.server.projectSettings(beside);
  const version = written.version ?? (settings.chartVersion || (project.chartVersion ?? ""));
  const chart = (ref: string): ChartRef => ({ ref, ...(version !== "" && { version }) });
  const known = written.chart ?? (settings.chart || project.chart);
  if (known !== undefined) return { chart: await located(context, chart(known), beside) };
  const remembered = context.memory.recall(REMEMBERED);
  const answer =
    remembered === undefined
      ? await ask(context, { title, ...forWorkspace() })
      : await keepOrChange(context, title, remembered);
  const found = await located(context, chart(answer), beside);
  return { chart: found, ...(answer !== remembered && { answer }) };
}

/** The chart that was used before, if the person confirms it with Enter, or another one. */
async function keepOrChange(context: CommandContext, title: string, remembered: string): Promise<string> {
  const choices: Choice<string | typeof ANOTHER>[] = [
    { label: remembered, description: l10n.t("used before"), value: remembered },
    {
      label: `$(edit) ${l10n.t("Change...")}`,
      detail: l10n.t("Enter another chart, which is remembered for this workspace"),
      value: ANOTHER,
    },
  ];
  const picked = answered(await context.prompts.pick(choices, title, l10n.t("Select the chart")));
  return picked === ANOTHER ? ask(context, { title, ...forWorkspace(), value: remembered }) : picked;
}

export async function rememberChart(context: CommandContext, { answer }: ChosenChart): Promise<void> {
  if (answer !== undefined) await context.memory.remember(REMEMBERED, answer);
}

function chartProblem(ref: string): string | undefined {
  if (ref.trim() === "") return l10n.t("A chart is required.");
  if (ref !== ref.trim()) return l10n.t("The chart must not begin or end with a space.");
  if (ref.startsWith("-")) return l10n.t("The chart must not begin with a hyphen.");
  if (/^oci:/i.test(ref) && !/^oci:\/\/[^/\s]+\/[^/\s].*$/i.test(ref)) {
    return l10n.t("A registry address has the form {0}.", OCI_FORM);
  }
  return undefined;
}

function forWorkspace(): Pick<Question, "prompt"> {
  return {
    prompt: l10n.t(
      "The chart: {0}, a folder, or an archive. The answer is remembered for this workspace",
      OCI_FORM,
    ),
  };
}

async function ask(
  context: CommandContext,
  question: Pick<Question, "title" | "prompt" | "value">,
): Promise<string> {
  const typed = await context.dialogs.input({
    ...question,
    placeholder: OCI_FORM,
    problemOf: chartProblem,
  });
  return answered(typed);
}

/**
 * Asks for a chart that is fetched: in a registry, in a repository or at an address. `problemOf` says what else is wrong with an
 * answer, and `version` is proposed.
 */
export async function askRemoteChart(
  context: CommandContext,
  title: string,
  problemOf: (ref: string) => string | undefined,
  version?: string,
): Promise<ChartRef> {
  const ref = await context.dialogs.input({
    title,
    prompt: l10n.t("The chart: {0}, repository/name, or the address of an archive", OCI_FORM),
    placeholder: OCI_FORM,
    problemOf: (text) => chartProblem(text) ?? localProblem(text) ?? problemOf(text),
  });
  const named = answered(ref);
  const wanted = await context.dialogs.input({
    title,
    prompt: l10n.t("The version. Leave it empty for the newest that is not a pre-release"),
    ...(version !== undefined && { value: version }),
  });
  const trimmed = answered(wanted).trim();
  const chart = await located(
    context,
    { ref: named, ...(trimmed !== "" && { version: trimmed }) },
    undefined,
  );
  if (chart.ref === named) return chart;
  return refuse(
    l10n.t("{0} is a local folder or file, which Helm uses as the chart.", plainLabel(named)),
    localCharts(),
    { tone: "warning" },
  );
}

function localProblem(ref: string): string | undefined {
  if (chartKind(ref) !== "path") return undefined;
  return `${l10n.t("Folders and archives are not fetched.")} ${localCharts()}`;
}

function localCharts(): string {
  return l10n.t("Charts of the workspace are in the list before this question.");
}

async function located(
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
