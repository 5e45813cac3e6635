import { capabilitiesOf, type HelmCapabilities, helmVersion } from "../helm/capabilities.ts";
import { explainMissing } from "../helm/failures/missing-program.ts";
import { type Limits, ProgramMissing } from "../ports/programs.ts";
import type { Operation, Step } from "./operation.ts";
import { Refused } from "./outcome.ts";

/** A question does not wait longer for a Helm that does not answer. */
export const LOOKING: Limits = { deadline: 5_000, tidyUp: 1_000 };

/**
 * The capabilities of the installed Helm. Reports its version to the language server, because Helm 3 and Helm 4 read a values
 * file with several documents differently.
 */
export async function findHelm(step: Step): Promise<HelmCapabilities> {
  const version = await step.call(helmVersion());
  // If the server does not answer, it does not read any files either, so nothing is lost.
  void step.server.helmFound(version.major).catch(() => undefined);
  return capabilitiesOf(version);
}

/** Ends the operation if there is no Helm, before the person is asked anything. Other errors of Helm show when it is used. */
export async function needHelm(operation: Operation): Promise<void> {
  const look = { ...helmVersion(), limits: LOOKING };
  try {
    await operation.quietly(new AbortController().signal, (step) => step.attempt(look, { repeated: true }));
  } catch (error) {
    throw error instanceof ProgramMissing ? new Refused(explainMissing(error.program, error.lookup)) : error;
  }
}
