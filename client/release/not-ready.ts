import * as l10n from "@vscode/l10n";
import type { Failure } from "../helm/failures/row.ts";
import {
  EDIT_VALUES,
  inCluster,
  RETRY,
  type RecoveryAction,
  SHOW_STATUS,
  terminal,
} from "../helm/recovery.ts";
import type { ComponentState } from "../kubectl/components.ts";
import type { PodTrouble } from "../kubectl/pod-trouble.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import { continued } from "../operation/failure-text.ts";

/**
 * Turns a failure that Helm only knows as a timeout into the reason why a component was not ready: that is what can be mended.
 * Any other failure stays as it is, and so does a timeout if no component tells more.
 */
export function withReason(
  failure: Failure,
  unready: readonly ComponentState[],
  target: ClusterTarget,
): Failure {
  const [found] = unready.flatMap(({ name, trouble }) => (trouble === undefined ? [] : [{ name, trouble }]));
  if ((failure.cause ?? failure.kind) !== "timeout" || found === undefined) return failure;
  const { name, trouble } = found;
  return {
    ...failure,
    sentence: l10n.t("{0} is not ready: {1}.", name, continued(trouble.sentence)),
    next: trouble.next ?? failure.next,
    recovery: [...recoveryOf(trouble, target), RETRY],
    details: [
      failure.sentence,
      ...(trouble.said === undefined ? [] : [trouble.said]),
      ...(failure.details ?? []),
    ],
  };
}

function recoveryOf({ step, log }: PodTrouble, target: ClusterTarget): readonly RecoveryAction[] {
  if (step === "edit-values") return [EDIT_VALUES, SHOW_STATUS];
  if (log === undefined) return [SHOW_STATUS];
  const { pod, container } = log;
  const where = ["--namespace", target.namespace, ...inCluster(target)];
  return [terminal("kubectl", "logs", pod, "--container", container, "--previous", ...where), SHOW_STATUS];
}
