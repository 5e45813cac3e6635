import * as l10n from "@vscode/l10n";
import { showCrds } from "../charts/chart.ts";
import { fetchChart } from "../charts/fetch-chart.ts";
import { template } from "../helm/reading-commands.ts";
import { NO_CLUSTER } from "../kubectl/target.ts";
import { pairs } from "../manifests/comparing.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { Operation } from "../operation/operation.ts";
import type { Done } from "../operation/outcome.ts";
import { crdsLast, crdsToCreate, showChanges } from "./planned-changes.ts";
import { aboutInstalling, type ChosenInstallation, objectsOf, planOf } from "./prepare.ts";

/** Shows what Helm renders for a first installation. No cluster is asked, and the message explains that nothing was tried, and why. */
export async function showRendered(
  operation: Operation,
  wanted: ChosenInstallation,
  why: string,
): Promise<Done> {
  const target = { ...wanted.target, ...NO_CLUSTER };
  const chosen = { ...wanted, target };
  aboutInstalling(operation, chosen);
  const { objects, facts } = await operation.read(l10n.t("Rendering {0}", target.release), async (step) => {
    const { archive, facts } = await fetchChart(step, chosen.chart);
    await chosen.keepAnswers();
    const plan = planOf(step, chosen, { ref: archive.path });
    const rendered = pairs(undefined, await step.call(template(plan)), target.namespace);
    const crds = crdsToCreate(await step.call(showCrds(plan.chart)));
    return { objects: crdsLast([...rendered, ...crds]), facts };
  });
  const title = l10n.t("{0}: rendered without a cluster", target.release);
  const changes = { pairs: objects, source: "chart" } as const;
  await showChanges(operation, title, changes, undefined, objectsOf(chosen, facts));
  const chart = `${facts.name} ${facts.version}`;
  const count =
    objects.length === 1
      ? l10n.t("{0} renders 1 object. Nothing was tested.", chart)
      : l10n.t("{0} renders {1} objects. Nothing was tested.", chart, objects.length);
  return { message: `${why} ${count}`, actions: [openSettings(operation, "capOperator.kubeconfig")] };
}
