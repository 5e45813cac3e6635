import { get } from "../cli/kubectl.ts";
import type { ChartRef, ReleaseAt } from "../cli/release.ts";
import { clusterLines } from "../cluster/target.ts";
import type { Invocation, RunOptions, TextPair } from "../installation-ports.ts";
import { crdPairs } from "../manifests/crds.ts";
import { explainError } from "../operation/explain-error.ts";
import { call } from "../operation/run-invocation.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import type { Ports } from "../ports.ts";
import { typedIfProtected } from "../release/protected-confirmation.ts";
import { counted } from "../sentence-parts.ts";
import { applyCrds } from "./apply-crds.ts";
import { showCrds } from "./chart.ts";

/** The CRDs of a chart, next to those of the cluster. */
export interface ChartCrds {
  /** As the chart has them. */
  readonly yaml: string;
  /** Those that the cluster lacks or has otherwise. */
  readonly pairs: readonly TextPair[];
}

const DOING = "applying CRDs";
const COMPARE = "Compare CRDs";
const APPLY = "Apply CRDs...";

/** The CRDs in the chart's `crds/` folder next to the cluster's; Helm installs them once and never upgrades them. */
export async function chartCrds(
  ports: Ports,
  at: ReleaseAt,
  chart: ChartRef,
  options?: RunOptions,
): Promise<ChartCrds> {
  const yaml = await call(ports, showCrds(chart), options);
  const inCluster: string[] = [];
  for (const { name } of crdPairs("", yaml)) {
    const one = get(at, "customresourcedefinitions.apiextensions.k8s.io", { name });
    inCluster.push(await call(ports, rawOf(one), options));
  }
  return { yaml, pairs: crdPairs(inCluster.join("\n---\n"), yaml) };
}

/** Says which CRDs differ from the chart's, what Helm does about that, and offers to compare and to apply them. */
export async function offerCrds(
  ports: Ports,
  at: ReleaseAt,
  { chart, isUpgrade }: { readonly chart: string; readonly isUpgrade: boolean },
  crds: ChartCrds,
): Promise<void> {
  const { pairs } = crds;
  if (pairs.length === 0) return;
  const names = pairs.map(({ name, before }) => `${name} (${before === undefined ? "missing" : "differs"})`);
  // Helm creates what stands in `crds/` when it installs; when it upgrades, it does not look at it.
  const fate = isUpgrade
    ? "An upgrade leaves them as they are."
    : "An installation brings what is missing, and leaves the others as they are.";
  const message = `Helm never upgrades CRDs, and the cluster does not have those of ${chart}: ${names.join(", ")}. ${fate}`;
  for (;;) {
    const pressed = await ports.prompts.warn(message, COMPARE, APPLY);
    if (pressed === APPLY) return apply(ports, at, chart, crds);
    if (pressed !== COMPARE) return;
    await ports.pages.compare(`CRDs: ${at.context} ↔ ${chart}`, pairs);
  }
}

async function apply(ports: Ports, at: ReleaseAt, chart: string, { yaml, pairs }: ChartCrds): Promise<void> {
  const count = counted(pairs.length, "CRD");
  const detail = [
    ...clusterLines(at),
    ...pairs.map(({ name, before }) => `${before === undefined ? "New" : "Changed"}: ${name}`),
    "",
    "All resources of these kinds in the cluster are read by the new definitions at once, also those of other installations. They are tried out in the API server first.",
  ];
  const message = `Apply ${count} of ${chart} in ${at.context}?`;
  if (!(await ports.dialogs.confirm(message, detail.join("\n"), "Apply CRDs"))) return;
  if (!(await typedIfProtected(ports, at.context, message, { what: "release", name: at.release }))) return;
  try {
    const force = await triedOut(ports, at, yaml);
    if (force === undefined) return;
    await ports.progress.show(`Applying ${count} in ${at.context}`, (_report, signal) =>
      call(ports, applyCrds(at, yaml, { force }), { signal, toLog: true }),
    );
    await ports.prompts.info(`The CRDs in ${at.context} are those of ${chart} now.`);
  } catch (error) {
    await tellFailure(ports, explainError(error, at, DOING, at.release));
  }
}

/** Lets the API server try it. Whether fields are to be taken over; nothing when the person does not want that. */
async function triedOut(ports: Ports, at: ReleaseAt, yaml: string): Promise<boolean | undefined> {
  try {
    await call(ports, applyCrds(at, yaml, { dryRun: true }), { toLog: true });
    return false;
  } catch (error) {
    const failure = explainError(error, at, DOING, at.release);
    if (failure.kind !== "conflict") throw error;
    const message = "Other tools wrote parts of these CRDs. Take them over?";
    const detail = [
      failure.sentence,
      ...(failure.details ?? []),
      "",
      "They stay in the cluster; what they wrote is replaced.",
    ];
    const agreed = await ports.dialogs.confirm(message, detail.join("\n"), "Take Over and Apply");
    if (!agreed) return undefined;
    await call(ports, applyCrds(at, yaml, { dryRun: true, force: true }), { toLog: true });
    return true;
  }
}

function rawOf(invocation: Invocation<unknown>): Invocation<string> {
  return { ...invocation, parse: (stdout) => stdout };
}
