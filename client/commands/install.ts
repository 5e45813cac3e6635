import type { Command, Ports } from "../ports.ts";
import { explainError } from "./explain-error.ts";
import { confirmation } from "./installing/confirmation.ts";
import { changesTitle } from "./installing/planned-changes.ts";
import { type Chosen, choose } from "./installing/prepare.ts";
import { type Ready, readyToRun } from "./installing/ready-to-run.ts";
import type { Propose } from "./installing/required-values.ts";
import { runUpgrade } from "./installing/run-upgrade.ts";
import { exclusively } from "./installing/running-releases.ts";
import { showChanges } from "./installing/show-changes.ts";
import { changedSince } from "./installing/still-confirmed.ts";
import { tellFailure } from "./installing/tell-failure.ts";
import { tellOutcome } from "./installing/tell-outcome.ts";

const TITLE = "CAP Operator: Install";
const PREVIEW = "Preview Changes";

/**
 * Installs or upgrades the operator with Helm (spec section 4.1, operation A). Everything is asked and looked at first;
 * one modal question shows what will happen, and what was confirmed is what runs.
 */
export const install: Command = installWith(async () => ({}));

/** The command with a way to find proposals for the values that it may have to ask for. */
export function installWith(propose: Propose): Command {
  return {
    id: "capOperator.install",
    async run(ports, target) {
      const again = () => this.run(ports, target);
      const chosen = await choose(ports, TITLE, target, propose);
      const ready = chosen && (await readyToRun(ports, chosen, again));
      if (ready === undefined || !(await confirmed(ports, chosen, ready))) return;
      // What is told at the end waits for an answer, and must not keep the release busy meanwhile.
      const tell = await exclusively(ports, chosen.at, nameOf(ready), () => runNow(ports, chosen, ready, again));
      await tell?.();
    },
  };
}

async function confirmed(ports: Ports, chosen: Chosen, { prepared, changes }: Ready): Promise<boolean> {
  const { plan, chart, found, can } = prepared;
  const { values } = chosen.wanted;
  const asked = { plan, chart, found, changes, values, warnings: chosen.warnings, helm: can.version.text };
  const { message, detail, button } = confirmation(asked);
  for (;;) {
    const pressed = await ports.dialogs.choose(message, detail, button, PREVIEW);
    if (pressed !== PREVIEW) return pressed === button;
    await showChanges(ports, changesTitle(plan, found.release, changes), changes);
    const goOn = `${button}...`;
    const question = `CAP Operator: ${button.toLowerCase()} ${plan.at.release} in ${plan.at.context} with these changes?`;
    if ((await ports.prompts.info(question, goOn)) !== goOn) return false;
  }
}

/** Runs it, if all still is as it was confirmed; gives what is to be told then. */
async function runNow(
  ports: Ports,
  chosen: Chosen,
  { prepared }: Ready,
  again: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { plan, found, can } = prepared;
  const { at, files } = chosen;
  try {
    const change = await changedSince(ports, { at, files, release: found.release });
    if (change !== undefined) return () => tellChanged(ports, change, again);
    const doing = found.release === undefined ? "installing" : "upgrading";
    const run = await runUpgrade(ports, plan, can, doing);
    return () => tellOutcome(ports, chosen, prepared, run, again);
  } catch (error) {
    const failure = explainError(error, at, "installing", at.release);
    return () => tellFailure(ports, failure, { retry: again });
  }
}

async function tellChanged(ports: Ports, change: string, again: () => Promise<void>): Promise<void> {
  const button = "Start Again";
  const message = `CAP Operator: nothing was started, as it is not what you confirmed any more. ${change}`;
  if ((await ports.prompts.error(message, button)) === button) await again();
}

function nameOf({ prepared }: Ready): string {
  return prepared.found.release === undefined ? "an installation" : "an upgrade";
}
