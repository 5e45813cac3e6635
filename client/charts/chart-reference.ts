import { redactText } from "../cli/redact.ts";
import type { ChartRef } from "../cli/release.ts";
import type { Wanted } from "../install/wanted.ts";
import type { Choice, Ports } from "../ports.ts";
import { agreesToPlainHttp } from "./agree-to-plain-http.ts";
import { chartKind } from "./chart-kind.ts";

/** Under which name the answer is kept for this workspace. */
const REMEMBERED = "chart";

const ANOTHER = Symbol("another chart");

const OCI_FORM = "oci://<chart_registry>/cap-operator-chart";

/** A chart that a person named. */
export interface ChosenChart {
  readonly chart: ChartRef;
  /** What was answered just now, to be remembered once the chart was found. */
  readonly answer?: string;
}

/**
 * The chart, part by part. Where it is: what the release says, else the settings, else what the person answers now, or was
 * answered before and is kept. Its version: what the release says, else the settings, wherever the chart is. A path is made
 * absolute, as Helm does not run in the workspace. Nothing when there is none.
 */
export async function chooseChart(
  ports: Ports,
  title: string,
  wanted: Pick<Wanted, "chart" | "version">,
): Promise<ChosenChart | undefined> {
  const settings = ports.installationSettings();
  const version = wanted.version ?? settings.chartVersion;
  const chart = (ref: string): ChartRef => ({ ref, ...(version !== "" && { version }) });
  const known = wanted.chart ?? (settings.chart || undefined);
  if (known !== undefined) return located(ports, chart(known));
  const remembered = ports.memory.recall(REMEMBERED);
  const answer =
    remembered === undefined ? await ask(ports, title) : await keepOrChange(ports, title, remembered);
  if (answer === undefined) return undefined;
  const found = await located(ports, chart(answer));
  return found && { ...found, ...(answer !== remembered && { answer }) };
}

/** The chart that was named before, which Enter takes again, or another one. */
async function keepOrChange(ports: Ports, title: string, remembered: string): Promise<string | undefined> {
  const choices: Choice<string | typeof ANOTHER>[] = [
    { label: remembered, description: "used before", value: remembered },
    {
      label: "$(edit) Change...",
      detail: "Name another chart, which is kept for this workspace",
      value: ANOTHER,
    },
  ];
  const picked = await ports.prompts.pick(choices, title, "Pick the chart");
  return picked === ANOTHER ? ask(ports, title, remembered) : picked;
}

/** Keeps the answer for the next time. */
export async function rememberChart(ports: Ports, { answer }: ChosenChart): Promise<void> {
  if (answer !== undefined) await ports.memory.remember(REMEMBERED, answer);
}

/** What is wrong with a text that is to name a chart. */
function chartProblem(ref: string): string | undefined {
  if (ref.trim() === "") return "Without a chart there is nothing to install.";
  if (ref !== ref.trim()) return "There are blanks around it.";
  if (ref.startsWith("-")) return "A chart does not begin with a hyphen.";
  if (/^oci:/i.test(ref) && !/^oci:\/\/[^/\s]+\/[^/\s].*$/i.test(ref)) {
    return `An address of a registry has the form ${OCI_FORM}.`;
  }
  return undefined;
}

async function ask(ports: Ports, title: string, before?: string): Promise<string | undefined> {
  return ports.dialogs.input({
    title,
    ...(before !== undefined && { value: before }),
    prompt: `The chart: ${OCI_FORM}, a folder, or an archive. The answer is kept for this workspace`,
    placeholder: OCI_FORM,
    problemOf: chartProblem,
  });
}

async function located(ports: Ports, chart: ChartRef): Promise<ChosenChart | undefined> {
  const { ref } = chart;
  const problem = chartProblem(ref);
  if (problem !== undefined) return refuse(ports, `"${ref}" names no chart. ${problem}`);
  const kind = chartKind(ref);
  if (kind === "address") {
    const about = { what: "the chart", shown: redactText(ref), risk: "what is installed" };
    return (await agreesToPlainHttp(ports, ref, about)) ? { chart } : undefined;
  }
  if (kind === "oci") {
    return { chart: ports.installationSettings().plainHttp ? { ...chart, plainHttp: true } : chart };
  }
  const path = ports.files.resolve(ref);
  if ((await ports.files.kind(path)) !== undefined) return { chart: { ...chart, ref: path } };
  return kind === "repository" ? { chart } : refuse(ports, `There is no chart at ${path}.`);
}

async function refuse(ports: Ports, sentence: string): Promise<undefined> {
  const openSettings = "Open Settings";
  const next = "Check the setting capOperator.chart, or the chart of the release.";
  if ((await ports.prompts.error(`${sentence} ${next}`, openSettings)) === openSettings) {
    await ports.settings.show("capOperator.chart");
  }
  return undefined;
}
