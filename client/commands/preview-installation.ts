import * as l10n from "@vscode/l10n";
import { chartCrds, offerCrds } from "../charts/chart-crds.ts";
import type { FailureKind } from "../helm/failures/row.ts";
import { confirmation } from "../install/confirmation.ts";
import { changesTitle, showChanges, summaryOf } from "../install/planned-changes.ts";
import { type ChosenInstallation, choose, objectsOf, type Prepared, prepare } from "../install/prepare.ts";
import { refusals, refusedFields, untriedLine } from "../install/rehearsal/words.ts";
import { showRendered } from "../install/rendered.ts";
import { failureText } from "../operation/failure-text.ts";
import { fieldActions } from "../operation/go-to-field.ts";
import type { Operation } from "../operation/operation.ts";
import { type Done, Refused } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { explainError } from "../operation/step.ts";
import { installAfterPreview } from "../release/install-request.ts";
import { log } from "../texts/log-line.ts";
import { capitalised } from "../texts/sentence-parts.ts";
import { type CommandOffers, SAVEABLE, VALUES_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  previewInstallation: {
    title: "Preview Installation",
    does: "Compares an installation with the release in the cluster, object by object. Without a cluster, shows what Helm renders.",
    section: "Installation",
    order: 120,
    icon: "$(diff-multiple)",
    needs: "Helm",
    menus: [
      ["editor/title", "1_capOperator@2", VALUES_FILE, SAVEABLE],
      ["editor/context", "8_capOperatorCluster@4", VALUES_FILE, SAVEABLE],
      ["view/item/context", "inline@2", "viewItem == release"],
      ["view/item/context", "2_install@1", "viewItem =~ /^(release|plannedRelease)$/"],
    ],
  },
};

/** Failures in which Helm still renders the chart. */
const NEEDS_CLUSTER: readonly FailureKind[] = ["cluster-unreachable", "credentials", "no-kubeconfig"];

/** Shows what an installation would change in the live release, or what Helm renders where no cluster can be reached. Nothing is changed. */
export const previewInstallation = operation({
  id: "capOperator.previewInstallation",
  needsTrust: true,
  async run(operation, target) {
    const chosen = await choose(operation, l10n.t("CAP Operator: Preview Installation"), target, {
      mayRender: true,
    });
    if (chosen.none !== undefined) return showRendered(operation, chosen, chosen.none);
    const prepared = await prepare(operation, chosen, { free: false }).catch((error) =>
      orWithoutCluster(operation, chosen, error),
    );
    const { plan, found, changes } = prepared;
    if (changes.note !== undefined) {
      operation.output.warn(log`The preview was rendered without the cluster: ${changes.note}`);
    }
    const title = changesTitle(plan, found.release, changes);
    const next = installAfterPreview(chosen.request, chosen.target.context);
    await showChanges(operation, title, changes, next, objectsOf(chosen, prepared.chart));
    return withCrds(operation, chosen, prepared);
  },
});

/** The failure; where no cluster can be reached, with a way to see what Helm renders. */
function orWithoutCluster(operation: Operation, chosen: ChosenInstallation, error: unknown): never {
  const failure = explainError(
    error,
    chosen.target,
    l10n.t("preparing the installation"),
    chosen.target.release,
    chosen.chart,
  );
  if (!NEEDS_CLUSTER.includes(failure.kind)) throw error;
  const render = (next: Operation) => showRendered(next, chosen, failure.sentence);
  const action = { button: l10n.t("Preview Without Cluster"), go: () => operation.next(render) };
  throw new Refused(failure, { actions: [action] });
}

/** The verdicts of the API server, and a message about the CRDs. */
async function withCrds(
  operation: Operation,
  chosen: ChosenInstallation,
  prepared: Prepared,
): Promise<Done | undefined> {
  const { changes } = prepared;
  const crds = await lookAtCrds(operation, prepared);
  if (changes.pairs.length === 0) return crds;
  const shownPath = (path: string) => operation.files.shown(path);
  const { page } = confirmation({ ...prepared, warnings: chosen.warnings, shownPath });
  const actions = [
    ...fieldActions(operation.next, objectsOf(chosen, prepared.chart), refusedFields(changes.rehearsal)),
    { button: l10n.t("Read Details"), go: () => operation.pages.showMarkdown(page) },
  ];
  const untried = untriedLine(changes.rehearsal);
  const said = `${capitalised(summaryOf(changes))}.${untried === undefined ? "" : ` ${untried}`}`;
  if (crds !== undefined) {
    return { ...crds, message: `${said} ${crds.message}`, actions: [...(crds.actions ?? []), ...actions] };
  }
  const isWarning = refusals(changes.rehearsal).length > 0;
  return { message: said, actions, ...(isWarning && { isWarning }) };
}

/** CRDs are not part of a release, so its preview does not show them. */
async function lookAtCrds(
  operation: Operation,
  { plan, chart, found, changes }: Prepared,
): Promise<Done | undefined> {
  const { target } = plan;
  try {
    const crds = await operation.read(l10n.t("Comparing CRDs with {0}", target.context), (step) =>
      chartCrds(step, target, changes.crds),
    );
    const isUpgrade = found.release !== undefined;
    // A first installation creates all missing CRDs, but leaves those of an earlier one unchanged.
    const isToldOf = isUpgrade || crds.pairs.some(({ before }) => before !== undefined);
    if (!isToldOf) return undefined;
    return offerCrds(operation, target, { chart: `${chart.name} ${chart.version}`, isUpgrade }, crds);
  } catch (error) {
    const why = explainError(error, target, l10n.t("comparing CRDs"), target.release);
    operation.output.warn(log`The CRDs were not compared: ${failureText(why)}`);
    return undefined;
  }
}
