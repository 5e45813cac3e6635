import type { ReleaseSummary } from "../../server/lsp/protocol.ts";
import { type Wanted, wantedRelease } from "../install/wanted.ts";
import type { Ports } from "../ports.ts";
import { releaseAt } from "./release-address.ts";

/**
 * The release that a line of the view names, in the context where it was seen, with what the settings say of it;
 * without values where they say nothing. Nothing when `target` names no release.
 */
export async function namedRelease(ports: Ports, target: string | undefined): Promise<Wanted | undefined> {
  const at = releaseAt(target);
  if (at === undefined) return undefined;
  const settings = ports.installationSettings();
  const plans = (await ports.server.releases()).filter(
    ({ name, namespace = settings.namespace, kubeContext = at.context }) =>
      name === at.release && namespace === at.namespace && kubeContext === at.context,
  );
  // One that is written down for this context and namespace, rather than one for whichever is current.
  const [plan] = plans.sort((a, b) => namedParts(b) - namedParts(a));
  return plan === undefined ? { ...at, values: [], sets: [] } : { ...wantedRelease(plan, settings), ...at };
}

function namedParts({ namespace, kubeContext }: ReleaseSummary): number {
  return (kubeContext === undefined ? 0 : 2) + (namespace === undefined ? 0 : 1);
}

/**
 * The same for installing: what it is installed with must be known. Where it is not, the person is told where to
 * write it down.
 */
export async function namedPlan(
  ports: Ports,
  target: string | undefined,
): Promise<Wanted | "unknown values" | undefined> {
  const named = await namedRelease(ports, target);
  if (named === undefined || named.of !== undefined) return named;
  const openSettings = "Open Settings";
  const message =
    `No release of the settings says with which values ${named.release} in the namespace ` +
    `${named.namespace} of ${named.context} is installed. Write it down in capOperator.releases, or start from its values file.`;
  if ((await ports.prompts.info(message, openSettings)) === openSettings) {
    await ports.settings.show("capOperator.releases");
  }
  return "unknown values";
}
