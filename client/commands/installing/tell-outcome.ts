import { explainFailure } from "../../helm/failure.ts";
import type { Ports } from "../../ports.ts";
import { readOutput } from "../run-invocation.ts";
import { showStatusOf } from "../show-status.ts";
import { whatBecame } from "./aftermath.ts";
import type { Chosen, Prepared } from "./prepare.ts";
import type { UpgradeRun } from "./run-upgrade.ts";
import { tellFailure } from "./tell-failure.ts";
import { troubleLines } from "./watch-components.ts";

const SHOW_STATUS = "Show Status";
const SHOW_OUTPUT = "Show Output";

/** Says how an installation or an upgrade ended, what the release is now, and how to go on. */
export async function tellOutcome(
  ports: Ports,
  chosen: Chosen,
  prepared: Prepared,
  run: UpgradeRun,
  retry: () => Promise<void>,
): Promise<void> {
  const { plan } = prepared;
  const { result } = run;
  if (result.exitCode === 0) return tellSuccess(ports, prepared, run);
  if (result.interrupted) return tellCancelled(ports, prepared);
  const { at } = plan;
  const { program, args } = run.invocation;
  const doing = prepared.found.release === undefined ? "installing" : "upgrading";
  const failure = explainFailure({ ...result, program, args }, { at, chart: plan.chart, doing });
  const { sentence, ways } = await whatBecame(ports, at, prepared.found.release, prepared.can);
  await tellFailure(ports, failure, {
    values: chosen.files.map(({ uri }) => uri),
    state: [...troubleLines(run.unready), sentence].join(" "),
    ways,
    retry,
    showStatus: () => showStatusOf(ports, at),
  });
}

async function tellSuccess(ports: Ports, { plan, chart, found }: Prepared, run: UpgradeRun): Promise<void> {
  const { at } = plan;
  const { revision } = readOutput(run.invocation, run.result);
  const done = found.release === undefined ? "is installed" : "is upgraded";
  const waited = plan.wait || plan.rollbackOnFailure;
  const message = [
    `CAP Operator: ${at.release} ${done} in ${at.context}, namespace ${at.namespace}.`,
    `It is revision ${revision}, from ${chart.name} ${chart.version}.`,
    waited ? "Its components are ready." : "Nobody waited for its components: Show Status says how they are.",
  ].join(" ");
  ports.output.info(message);
  const pressed = await ports.prompts.info(message, SHOW_STATUS, SHOW_OUTPUT);
  if (pressed === SHOW_STATUS) await showStatusOf(ports, at);
  if (pressed === SHOW_OUTPUT) ports.output.show();
}

async function tellCancelled(ports: Ports, { plan, found, can }: Prepared): Promise<void> {
  const { at } = plan;
  const { sentence, ways } = await whatBecame(ports, at, found.release, can);
  const message = `CAP Operator: cancelled, and Helm has ended. ${sentence}`;
  ports.output.warn(message);
  const buttons = [...ways.map(({ button }) => button), SHOW_STATUS, SHOW_OUTPUT];
  const pressed = await ports.prompts.warn(message, ...buttons);
  await ways.find(({ button }) => button === pressed)?.go();
  if (pressed === SHOW_STATUS) await showStatusOf(ports, at);
  if (pressed === SHOW_OUTPUT) ports.output.show();
}
