import * as l10n from "@vscode/l10n";
import { VALUES_FACTS } from "../../server/lsp/protocol.ts";
import { type CheckedFor, showPrerequisites, unanswered } from "../cluster/prerequisites/page.ts";
import type { Needs } from "../cluster/prerequisites/prerequisite.ts";
import { checkCluster } from "../cluster/read-prerequisites.ts";
import { otherTarget, resolveTarget } from "../cluster/resolve-target.ts";
import { anyValues, type SelectedValues, targetOf } from "../files/select-values.ts";
import { clientVersion, serverVersion } from "../kubectl/calls.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { Operation, Step } from "../operation/operation.ts";
import type { Done } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import { type InstallRequest, previewedAt } from "../release/install-request.ts";
import { fileName } from "../texts/file-name.ts";
import { type CommandOffers, PREVIEW, VALUES_FILE } from "./offer.ts";

export const offers: CommandOffers = {
  checkPrerequisites: {
    title: "Check Prerequisites",
    does: "Checks whether the cluster meets the prerequisites of an installation.",
    section: "Installation",
    order: 90,
    icon: "$(checklist)",
    needs: "kubectl",
    menus: [
      ["editor/title", "navigation@-1", "capOperator.next == install", PREVIEW],
      ["editor/context", "8_capOperatorCluster@1", VALUES_FILE],
      ["view/title", "2_check@1"],
      ["view/item/context", "1_look@2", "viewItem == context"],
      ["view/item/context", "inline@1", "viewItem == prerequisites"],
      ["view/item/context", "1_look@1", "viewItem == prerequisites"],
    ],
  },
};

/** Checks the cluster for the prerequisites of an installation with these values, and shows the result as a page. */
export const checkPrerequisites = operation({
  id: "capOperator.checkPrerequisites",
  needsTrust: true,
  async run(operation, target) {
    const previewed = previewedAt(target);
    const values = previewed
      ? valuesOf(previewed)
      : await anyValues(operation, target, l10n.t("CAP Operator: Check Prerequisites"));
    const cluster = previewed ? await resolveTarget(operation, previewed) : await targetOf(operation, values);
    return check(operation, values, cluster);
  },
});

/** The setting that the sentence about a missing kubectl names. */
const KUBECTL = "capOperator.kubectlPath";

async function check(
  operation: Operation,
  values: SelectedValues,
  target: ClusterTarget,
): Promise<Done | undefined> {
  const facts = await operation.server.ask(VALUES_FACTS, { of: values.of });
  const needs: Needs = { ...facts, namespace: target.namespace };
  const [all, versions] = await operation.read(
    l10n.t("Checking prerequisites in {0}", target.context),
    (step) => Promise.all([checkCluster(step, target, needs), readVersions(step, target)]),
  );
  await showPrerequisites(operation, all, { target, values: values.name, ...versions });
  const why = unanswered(all);
  if (why === undefined) return undefined;
  const again = (where: () => Promise<ClusterTarget>) => () =>
    operation.next(async (next) => check(next, values, await where()));
  // In any other context, the program would be missing as well.
  const other = why.includes(KUBECTL)
    ? openSettings(operation, KUBECTL)
    : { button: l10n.t("Other Context..."), go: again(() => otherTarget(operation, target)) };
  const retry = { button: l10n.t("Retry"), go: again(async () => target) };
  return { message: why, actions: [retry, other], isWarning: true };
}

function valuesOf({ of: values, release }: InstallRequest): SelectedValues {
  if (values === undefined) return { name: l10n.t("the chart's defaults") };
  return { of: values, name: "uri" in values ? fileName(values.uri) : l10n.t("the release {0}", release) };
}

async function readVersions(
  step: Step,
  target: ClusterTarget,
): Promise<Pick<CheckedFor, "kubectl" | "apiServer">> {
  const [kubectl, apiServer] = await Promise.all([
    step.ask(target, clientVersion()),
    step.ask(target, serverVersion(target)),
  ]);
  return {
    ...("answer" in kubectl && { kubectl: kubectl.answer }),
    ...("answer" in apiServer && { apiServer: apiServer.answer }),
  };
}
