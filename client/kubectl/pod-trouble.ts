import * as l10n from "@vscode/l10n";
import type { ClusterObject } from "./cluster-object.ts";
import { type JsonRecord, listAt, numberAt, recordAt, textAt } from "./json-access.ts";

/** The reason for which a pod is not ready, in words for people. */
export interface PodTrouble {
  readonly sentence: string;
  /** The message of the kubelet or the scheduler, if the sentence does not include it. */
  readonly said?: string;
  /** The next step, in one sentence; absent if all there is to do is wait. */
  readonly next?: string;
  readonly step: PodStep;
  /** The container whose log has more about it. */
  readonly log?: { readonly pod: string; readonly container: string };
}

type PodStep = "wait" | "edit-values" | "read-log" | "show-status";

export function troubleText({ sentence, said, next }: PodTrouble): string {
  const detail = said === undefined ? "" : ` (${said.replace(/\.$/, "")})`;
  return [`${sentence.replace(/\.$/, "")}${detail}.`, next].filter((part) => part !== undefined).join(" ");
}

/** A state that a pod goes through as it starts, with nothing wrong. */
const passing = (sentence: string): PodTrouble => ({ sentence, step: "wait" });

export function restartsOf(pod: ClusterObject): number {
  return containersOf(pod).reduce((sum, container) => sum + numberAt(container, "restartCount", 0), 0);
}

/**
 * Explains why a pod is not ready; undefined if it is ready or being deleted. Reads the states that the kubelet and the scheduler
 * write into the status of a pod (Kubernetes: pod lifecycle).
 */
export function podTrouble(pod: ClusterObject): PodTrouble | undefined {
  if (textAt(pod.metadata, "deletionTimestamp") !== undefined) return undefined;
  const status = recordAt(pod, "status");
  if (conditionOf(status, "Ready")?.status === "True") return undefined;
  if (textAt(status, "phase") === "Failed") {
    const why = joinedReasons(textAt(status, "reason"), textAt(status, "message"));
    return {
      sentence: why === "" ? l10n.t("The pod failed.") : l10n.t("The pod failed: {0}.", why),
      step: "show-status",
    };
  }
  const placed = conditionOf(status, "PodScheduled");
  if (placed?.status === "False") {
    const why = joinedReasons(textAt(placed, "message"));
    return {
      sentence:
        why === "" ? l10n.t("No node can run the pod.") : l10n.t("No node can run the pod: {0}.", why),
      next: l10n.t("Check node selector, tolerations and resource requests in the values."),
      step: "edit-values",
    };
  }
  for (const container of containersOf(pod)) {
    const trouble = containerTrouble(container, pod);
    if (trouble !== undefined) return trouble;
  }
  return passing(
    placed === undefined
      ? l10n.t("The pod is waiting for a node.")
      : l10n.t("The pod is being started on its node."),
  );
}

function containerTrouble(container: JsonRecord, pod: ClusterObject): PodTrouble | undefined {
  const state = recordAt(container, "state");
  const waiting = recordAt(state, "waiting");
  const reason = textAt(waiting, "reason");
  if (reason !== undefined) return waitingTrouble(reason, textAt(waiting, "message"), container, pod);
  const { terminated } = state;
  // An init container ends with 0 if all is well.
  if (terminated !== undefined && numberAt(recordAt(state, "terminated"), "exitCode", 0) !== 0) {
    return crash(container, recordAt(state, "terminated"), pod);
  }
  if (state.running === undefined) return undefined;
  const name = String(container.name);
  if (container.started === false) {
    const sentence = l10n.t("Container {0} is running, but its startup probe has not succeeded yet.", name);
    return { sentence, ...readLog(container, pod) };
  }
  if (container.ready !== false) return undefined;
  const sentence = l10n.t("Container {0} is running, but its readiness probe has not succeeded yet.", name);
  return { sentence, ...readLog(container, pod) };
}

/** The step to a log that says more. */
function readLog(
  { name }: JsonRecord,
  { metadata }: ClusterObject,
): Pick<PodTrouble, "next" | "step" | "log"> {
  return {
    next: l10n.t("Read the log of pod {0}.", metadata.name),
    step: "read-log",
    log: { pod: metadata.name, container: String(name) },
  };
}

function waitingTrouble(
  reason: string,
  message: string | undefined,
  container: JsonRecord,
  pod: ClusterObject,
): PodTrouble {
  const [name, image] = [String(container.name), String(container.image)];
  const why = joinedReasons(message);
  switch (reason) {
    case "ImagePullBackOff":
    case "ErrImagePull":
    case "ErrImageNeverPull":
    case "RegistryUnavailable":
      return {
        sentence: l10n.t("The image {0} cannot be pulled.", image),
        said: message,
        next: l10n.t("Check its name, its tag and the pull secrets."),
        step: "edit-values",
      };
    case "InvalidImageName":
      return {
        sentence: l10n.t("{0} is not a valid image name.", image),
        next: l10n.t("Correct its repository or its tag."),
        step: "edit-values",
      };
    case "CrashLoopBackOff":
      return crash(container, recordAt(recordAt(container, "lastState"), "terminated"), pod);
    case "CreateContainerConfigError":
      return {
        sentence:
          why === ""
            ? l10n.t("Container {0} needs something that does not exist.", name)
            : l10n.t("Container {0} needs something that does not exist: {1}.", name, why),
        next: l10n.t("Create it, or correct the values."),
        step: "edit-values",
      };
    case "ContainerCreating":
    case "PodInitializing":
      return passing(l10n.t("The containers of the pod are being created."));
    default:
      return {
        sentence:
          why === ""
            ? l10n.t("Container {0} does not start ({1}).", name, reason)
            : l10n.t("Container {0} does not start ({1}): {2}.", name, reason, why),
        next: l10n.t("Correct its image or its command in the values."),
        step: "edit-values",
      };
  }
}

function crash(container: JsonRecord, end: JsonRecord, pod: ClusterObject): PodTrouble {
  const restarts = numberAt(container, "restartCount", 0);
  const times = restartsText(restarts);
  const name = String(container.name);
  if (textAt(end, "reason") === "OOMKilled") {
    return {
      sentence: l10n.t("Container {0} needs more memory than its limit allows ({1}).", name, times),
      next: l10n.t("Raise its memory limit."),
      step: "edit-values",
    };
  }
  return {
    sentence:
      end.exitCode === undefined
        ? l10n.t("Container {0} keeps stopping ({1}).", name, times)
        : l10n.t("Container {0} keeps stopping (exit code {1}, {2}).", name, String(end.exitCode), times),
    ...readLog(container, pod),
  };
}

export function restartsText(count: number): string {
  return count === 1 ? l10n.t("1 restart") : l10n.t("{0} restarts", count);
}

function containersOf(pod: ClusterObject): readonly JsonRecord[] {
  const status = recordAt(pod, "status");
  return [...listAt(status, "initContainerStatuses"), ...listAt(status, "containerStatuses")];
}

function conditionOf(status: JsonRecord, wanted: string): JsonRecord | undefined {
  return listAt(status, "conditions").find(({ type }) => type === wanted);
}

/** The cluster's reason as part of a sentence; empty if it gives none. */
function joinedReasons(...reasons: readonly (string | undefined)[]): string {
  const said = reasons.filter((reason) => reason !== undefined && reason !== "");
  return said.join(", ").replace(/\.$/, "");
}
