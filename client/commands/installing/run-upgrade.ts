import type { ComponentState } from "../../cluster/components.ts";
import type { HelmCapabilities } from "../../helm/capabilities.ts";
import { type UpgradeOutcome, type UpgradePlan, upgradeInstall } from "../../helm/upgrade.ts";
import type { Invocation, RunResult } from "../../installation-ports.ts";
import type { Ports } from "../../ports.ts";
import { attempt } from "../run-invocation.ts";
import { watchingComponents } from "./watch-components.ts";

/** How an installation or an upgrade ended. */
export interface UpgradeRun {
  readonly invocation: Invocation<UpgradeOutcome>;
  readonly result: RunResult;
  /** The components as they were when some of them were not ready yet. */
  readonly unready: readonly ComponentState[];
}

/** Runs what was confirmed, with its progress. Cancelling interrupts Helm and waits for its end. */
export async function runUpgrade(
  ports: Ports,
  plan: UpgradePlan,
  can: HelmCapabilities,
  doing: string,
): Promise<UpgradeRun> {
  const invocation = upgradeInstall(plan, can);
  const { at } = plan;
  const title = `CAP Operator: ${doing} ${at.release} in ${at.context}`;
  return ports.progress.show(title, async (report, signal) => {
    signal.addEventListener("abort", () => report("Helm was interrupted, and is tidying up..."));
    const { result, unready } = await watchingComponents(ports, at, report, () =>
      attempt(ports, invocation, { signal, toLog: true }),
    );
    return { invocation, result, unready };
  });
}
