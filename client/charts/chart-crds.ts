import { applyCrds, get } from "../cli/kubectl.ts";
import type { ReleaseRef } from "../cli/release.ts";
import { clusterLines } from "../cluster/target.ts";
import type { TextPair } from "../installation-ports.ts";
import { crdPairs } from "../manifests/crds.ts";
import type { Operation, Step } from "../operation/operation.ts";
import { agreed, type Done } from "../operation/outcome.ts";
import { explainError } from "../operation/step.ts";
import type { Invocation } from "../program-ports.ts";
import { confirmChange } from "../release/confirm.ts";
import { counted } from "../sentence-parts.ts";

/** The CRDs of a chart, next to those of the cluster. */
export interface ChartCrds {
  /** As the chart has them. */
  readonly yaml: string;
  /** Those that the cluster lacks or has in another version. */
  readonly pairs: readonly TextPair[];
}

/** The CRDs of a chart's `crds/` folder next to the cluster's. Helm installs them once and never upgrades them. */
export async function chartCrds(step: Step, at: ReleaseRef, yaml: string): Promise<ChartCrds> {
  const inCluster: string[] = [];
  for (const { name } of crdPairs("", yaml)) {
    const one = get(at, "customresourcedefinitions.apiextensions.k8s.io", { name });
    inCluster.push(await step.call(rawOf(one)));
  }
  return { yaml, pairs: crdPairs(inCluster.join("\n---\n"), yaml) };
}

/** Says which CRDs differ from the chart's and what Helm does about that, and offers to compare and to apply them. */
export function offerCrds(
  operation: Operation,
  at: ReleaseRef,
  { chart, isUpgrade }: { readonly chart: string; readonly isUpgrade: boolean },
  crds: ChartCrds,
): Done | undefined {
  const { pairs } = crds;
  if (pairs.length === 0) return undefined;
  const names = pairs.map(({ name, before }) => `${name} (${before === undefined ? "missing" : "differs"})`);
  // Helm creates the missing CRDs of `crds/` when it installs, and ignores that folder when it upgrades.
  const fate = isUpgrade
    ? "An upgrade leaves them unchanged."
    : "An installation creates the missing ones, and leaves the others unchanged.";
  const message = `Helm never upgrades CRDs, and the cluster does not have those of ${chart}: ${names.join(", ")}. ${fate}`;
  const offer = (): Done => ({
    message,
    isWarning: true,
    ways: [
      {
        button: "Compare CRDs",
        go: () =>
          operation.next(async (next) => {
            await next.pages.compare(`CRDs: ${at.context} ↔ ${chart}`, pairs);
            return offer();
          }),
      },
      { button: "Apply CRDs...", go: () => operation.next((next) => apply(next, at, chart, crds)) },
    ],
  });
  return offer();
}

async function apply(
  operation: Operation,
  at: ReleaseRef,
  chart: string,
  { yaml, pairs }: ChartCrds,
): Promise<Done> {
  operation.about({ at, release: at, doing: "applying CRDs" });
  const count = counted(pairs.length, "CRD");
  const detail = [
    ...clusterLines(at),
    ...pairs.map(({ name, before }) => `${before === undefined ? "New" : "Changed"}: ${name}`),
    "",
    "The new definitions apply at once to all resources of these kinds in the cluster, including those of other installations. They are tried out on the API server first.",
  ];
  const message = `Apply ${count} of ${chart} in ${at.context}?`;
  const asked = { message, detail: detail.join("\n"), button: "Apply CRDs" };
  await confirmChange(operation, at.context, asked, { what: "release", name: at.release });
  const force = await triedOut(operation, at, yaml);
  await operation.change(`Applying ${count} in ${at.context}`, (step) =>
    step.call(applyCrds(at, yaml, { force }), { toLog: true }),
  );
  return { message: `The CRDs in ${at.context} are now those of ${chart}.` };
}

/** Tries it on the API server. Returns whether to take over fields of other tools, after asking the person. */
async function triedOut(operation: Operation, at: ReleaseRef, yaml: string): Promise<boolean> {
  const title = `Trying the CRDs out in ${at.context}`;
  const attempt = (force: boolean) =>
    operation.read(title, (step) => step.call(applyCrds(at, yaml, { dryRun: true, force }), { toLog: true }));
  try {
    await attempt(false);
    return false;
  } catch (error) {
    const failure = explainError(error, at, "applying CRDs", at.release);
    if (failure.kind !== "conflict") throw error;
    const message = "Other tools wrote parts of these CRDs. Take them over?";
    const detail = [
      failure.sentence,
      ...(failure.details ?? []),
      "",
      "The tools stay in the cluster; what they wrote is replaced.",
    ];
    agreed(await operation.dialogs.confirm(message, detail.join("\n"), "Take Over and Apply"));
    await attempt(true);
    return true;
  }
}

function rawOf(invocation: Invocation<unknown>): Invocation<string> {
  return { ...invocation, parse: (stdout) => stdout };
}
