import { chartCrds, offerCrds } from "../charts/chart-crds.ts";
import { choose, type Prepared } from "../install/prepare.ts";
import { installAfterPreview } from "../install/previewed.ts";
import { readyToRun } from "../install/ready-to-run.ts";
import { explainError, failureText } from "../operation/explain-error.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Command, Ports } from "../ports.ts";
import { changesTitle } from "../release/planned-changes.ts";
import { showChanges } from "../release/show-changes.ts";

const TITLE = "CAP Operator: Preview Installation";

/** Shows what an installation would change in the live release. Nothing is changed. */
export const previewInstallation: Command = {
  id: "capOperator.previewInstallation",
  async run(ports, target) {
    const chosen = await choose(ports, TITLE, target);
    if (chosen === undefined) return;
    const again = () => this.run(ports, chosen.wanted.from ?? target);
    const ready = await readyToRun(ports, chosen, { again, free: false });
    if (ready === undefined) return;
    const { prepared, changes } = ready;
    if (changes.note !== undefined) {
      ports.output.warn(`The preview was rendered without the cluster: ${changes.note}`);
    }
    const title = changesTitle(prepared.plan, prepared.found.release, changes);
    await showChanges(ports, title, changes, installAfterPreview(chosen.wanted, chosen.at.context));
    ports.walkthrough.achieved("previewedInstallation");
    await lookAtCrds(ports, prepared);
  },
};

/** CRDs are no part of a release, so that no preview of one shows them. */
async function lookAtCrds(ports: Ports, { plan, chart, found }: Prepared): Promise<void> {
  const { at } = plan;
  const title = `Comparing CRDs with ${at.context}`;
  try {
    const crds = await whileReading(ports, title, (signal) => chartCrds(ports, at, plan.chart, { signal }));
    const isUpgrade = found.release !== undefined;
    // A first installation brings all CRDs that are missing, but leaves those of an earlier one as they are.
    const isToldOf = isUpgrade || crds.pairs.some(({ before }) => before !== undefined);
    if (isToldOf) await offerCrds(ports, at, { chart: `${chart.name} ${chart.version}`, isUpgrade }, crds);
  } catch (error) {
    const why = explainError(error, at, "comparing CRDs", at.release);
    ports.output.warn(`The CRDs were not compared: ${failureText(why)}`);
  }
}
