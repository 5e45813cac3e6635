import * as l10n from "@vscode/l10n";
import { refuseChangedContext } from "../cluster/resolve-target.ts";
import type { ReleaseRef } from "../helm/release.ts";
import { applyCrds, get } from "../kubectl/calls.ts";
import { clusterLines } from "../kubectl/target.ts";
import { crdPairs } from "../manifests/crds.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { agreed, type Done } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import type { TextPair } from "../ports/installation.ts";
import type { Invocation } from "../ports/programs.ts";
import { confirmChange } from "../release/confirm.ts";

/** The CRDs of a chart, next to those of the cluster. */
interface ChartCrds {
  /** As the chart has them. */
  readonly yaml: string;
  /** Those that the cluster lacks or has in another version. */
  readonly pairs: readonly TextPair[];
}

/** The CRDs of a chart's `crds/` folder next to the cluster's. Helm installs them once and never upgrades them. */
export async function chartCrds(step: Step, target: ReleaseRef, yaml: string): Promise<ChartCrds> {
  const inCluster: string[] = [];
  for (const { name } of crdPairs("", yaml)) {
    const reading = get(target, "customresourcedefinitions.apiextensions.k8s.io", { name });
    inCluster.push(await step.call(rawOf(reading)));
  }
  return { yaml, pairs: crdPairs(inCluster.join("\n---\n"), yaml) };
}

/** Shows which CRDs differ from the chart's and what Helm does about that, and offers to compare and to apply them. */
export function offerCrds(
  operation: Operation,
  target: ReleaseRef,
  { chart, isUpgrade }: { readonly chart: string; readonly isUpgrade: boolean },
  crds: ChartCrds,
): Done | undefined {
  const { pairs } = crds;
  if (pairs.length === 0) return undefined;
  const names = pairs.map(({ name, before }) =>
    before === undefined ? l10n.t("{0} (missing)", name) : l10n.t("{0} (differs)", name),
  );
  // Helm creates the missing CRDs of `crds/` when it installs, and ignores that folder when it upgrades.
  const fate = isUpgrade
    ? l10n.t("An upgrade leaves them unchanged.")
    : l10n.t("An installation creates the missing ones, and leaves the others unchanged.");
  const lack = l10n.t(
    "Helm never upgrades CRDs, and the cluster does not have those of {0}: {1}.",
    chart,
    names.join(", "),
  );
  const message = `${lack} ${fate}`;
  const offer = (): Done => ({
    message,
    isWarning: true,
    actions: [
      {
        button: l10n.t("Compare CRDs"),
        go: () =>
          operation.next(async (next) => {
            await next.pages.compare(l10n.t("CRDs: {0} ↔ {1}", target.context, chart), pairs);
            return offer();
          }),
      },
      {
        button: l10n.t("Apply CRDs..."),
        go: () => operation.next((next) => apply(next, target, chart, crds)),
      },
    ],
  });
  return offer();
}

async function apply(
  operation: Operation,
  target: ReleaseRef,
  chart: string,
  { yaml, pairs }: ChartCrds,
): Promise<Done> {
  operation.about({ target, release: target, doing: l10n.t("applying CRDs") });
  const count = pairs.length;
  const detail = [
    ...clusterLines(target),
    ...pairs.map(({ name, before }) =>
      before === undefined ? l10n.t("New: {0}", name) : l10n.t("Changed: {0}", name),
    ),
    "",
    l10n.t(
      "The new definitions apply at once to all resources of these kinds in the cluster, including those of other installations. They are tested in a dry run first.",
    ),
  ];
  const message =
    count === 1
      ? l10n.t("Apply 1 CRD of {0} in {1}?", chart, target.context)
      : l10n.t("Apply {0} CRDs of {1} in {2}?", count, chart, target.context);
  const asked = { message, detail: detail.join("\n"), button: l10n.t("Apply CRDs") };
  await confirmChange(operation, target.context, asked, { what: "release", name: target.release });
  await refuseChangedContext(operation, target);
  const force = await triedOut(operation, target, yaml);
  const title =
    count === 1
      ? l10n.t("Applying 1 CRD in {0}", target.context)
      : l10n.t("Applying {0} CRDs in {1}", count, target.context);
  await operation.change(title, (step) => step.call(applyCrds(target, yaml, { force }), { toLog: true }));
  return { message: l10n.t("The CRDs in {0} are now those of {1}.", target.context, chart) };
}

/** Tries it on the API server. Returns whether to take over fields of other tools, after asking the person. */
async function triedOut(operation: Operation, target: ReleaseRef, yaml: string): Promise<boolean> {
  const title = l10n.t("Testing the CRDs in {0}", target.context);
  const attempt = (force: boolean) =>
    operation.read(title, (step) =>
      step.call(applyCrds(target, yaml, { dryRun: true, force }), { toLog: true }),
    );
  try {
    await attempt(false);
    return false;
  } catch (error) {
    const failure = explainError(error, target, l10n.t("applying CRDs"), target.release);
    if (failure.kind !== "conflict") throw error;
    const message = l10n.t("Other tools wrote parts of these CRDs. Take them over?");
    const detail = [
      failure.sentence,
      ...(failure.details ?? []),
      "",
      l10n.t("The tools stay in the cluster; what they wrote is replaced."),
    ];
    agreed(await operation.dialogs.confirm(message, detail.join("\n"), l10n.t("Take Over and Apply")));
    await refuseChangedContext(operation, target);
    await attempt(true);
    return true;
  }
}

function rawOf(invocation: Invocation<unknown>): Invocation<string> {
  return { ...invocation, parse: (stdout) => stdout };
}
