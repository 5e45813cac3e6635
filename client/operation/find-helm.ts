import { capabilitiesOf, type HelmCapabilities, helmVersion } from "../helm/capabilities.ts";
import type { Step } from "./operation.ts";

/**
 * What the installed Helm can do. The language server is told which one it is, because Helm 3 and Helm 4 read a values file with
 * several documents differently.
 */
export async function findHelm(step: Step): Promise<HelmCapabilities> {
  const version = await step.call(helmVersion());
  // If the server does not answer, it does not read any files either, so nothing is lost.
  void step.server.helmFound(version.major).catch(() => undefined);
  return capabilitiesOf(version);
}
