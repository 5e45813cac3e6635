import { counted } from "../sentence-parts.ts";
import type { ClusterObject } from "./cluster-object.ts";
import { type JsonRecord, listAt, numberAt, recordAt, textAt } from "./json-access.ts";

/** Why a pod is not ready, for a person. */
export interface PodTrouble {
  /** What is wrong, in one sentence. */
  readonly sentence: string;
  /** What the kubelet or the scheduler said, if the sentence does not include it. */
  readonly said?: string;
  /** The next step, in one sentence; absent if all there is to do is wait. */
  readonly next?: string;
  readonly step: PodStep;
  /** The container whose log says more. */
  readonly log?: { readonly pod: string; readonly container: string };
}

/** What helps against it. */
export type PodStep = "wait" | "edit-values" | "read-log" | "show-status";

/** A trouble as one string. */
export function troubleText({ sentence, said, next }: PodTrouble): string {
  const detail = said === undefined ? "" : ` (${said.replace(/\.$/, "")})`;
  return [`${sentence.replace(/\.$/, "")}${detail}.`, next].filter((part) => part !== undefined).join(" ");
}

/** A state that a pod goes through as it starts, with nothing wrong. */
const passing = (sentence: string): PodTrouble => ({ sentence, step: "wait" });

/** How often the containers of a pod have been restarted. */
export function restartsOf(pod: ClusterObject): number {
  return containersOf(pod).reduce((sum, container) => sum + numberAt(container, "restartCount", 0), 0);
}

/**
 * Why a pod is not ready; undefined if it is ready or being deleted. Reads the states that the kubelet and the scheduler write
 * into the status of a pod (Kubernetes: pod lifecycle).
 */
export function podTrouble(pod: ClusterObject): PodTrouble | undefined {
  if (textAt(pod.metadata, "deletionTimestamp") !== undefined) return undefined;
  const status = recordAt(pod, "status");
  if (conditionOf(status, "Ready")?.status === "True") return undefined;
  if (textAt(status, "phase") === "Failed") {
    const reasons = [textAt(status, "reason"), textAt(status, "message")];
    return { sentence: sentence(`The pod failed${because(...reasons)}`), step: "show-status" };
  }
  const placed = conditionOf(status, "PodScheduled");
  if (placed?.status === "False") {
    return {
      sentence: sentence(`No node takes the pod${because(textAt(placed, "message"))}`),
      next: "Check node selector, tolerations and resource requests in the values.",
      step: "edit-values",
    };
  }
  for (const container of containersOf(pod)) {
    const trouble = containerTrouble(container, pod);
    if (trouble !== undefined) return trouble;
  }
  return passing(
    placed === undefined ? "The pod waits for a node." : "The pod is being started on its node.",
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
  if (container.started === false) return probeFails("startup", container, pod);
  return container.ready === false ? probeFails("readiness", container, pod) : undefined;
}

function probeFails(probe: string, container: JsonRecord, pod: ClusterObject): PodTrouble {
  return {
    sentence: `Container ${container.name} runs, but its ${probe} probe does not succeed yet.`,
    ...readLog(container, pod),
  };
}

/** The step to a log that says more. */
function readLog(
  { name }: JsonRecord,
  { metadata }: ClusterObject,
): Pick<PodTrouble, "next" | "step" | "log"> {
  return {
    next: `Read the log of pod ${metadata.name}.`,
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
  const { name, image } = container;
  switch (reason) {
    case "ImagePullBackOff":
    case "ErrImagePull":
    case "ErrImageNeverPull":
    case "RegistryUnavailable":
      return {
        sentence: `The image ${image} cannot be pulled.`,
        ...(message !== undefined && { said: message }),
        next: "Check its name, its tag and the pull secrets.",
        step: "edit-values",
      };
    case "InvalidImageName":
      return {
        sentence: `${image} is not a valid image name.`,
        next: "Correct its repository or its tag.",
        step: "edit-values",
      };
    case "CrashLoopBackOff":
      return crash(container, recordAt(recordAt(container, "lastState"), "terminated"), pod);
    case "CreateContainerConfigError":
      return {
        sentence: sentence(`Container ${name} needs something that does not exist${because(message)}`),
        next: "Create it, or correct the values.",
        step: "edit-values",
      };
    case "ContainerCreating":
    case "PodInitializing":
      return passing("The containers of the pod are being created.");
    default:
      return {
        sentence: sentence(`Container ${name} does not start (${reason})${because(message)}`),
        next: "Correct its image or its command in the values.",
        step: "edit-values",
      };
  }
}

function crash(container: JsonRecord, end: JsonRecord, pod: ClusterObject): PodTrouble {
  const restarts = numberAt(container, "restartCount", 0);
  const times = counted(restarts, "restart");
  if (textAt(end, "reason") === "OOMKilled") {
    return {
      sentence: `Container ${container.name} needs more memory than its limit allows (${times}).`,
      next: "Raise its memory limit.",
      step: "edit-values",
    };
  }
  const code = end.exitCode === undefined ? "" : `exit code ${end.exitCode}, `;
  return {
    sentence: `Container ${container.name} ends again and again (${code}${times}).`,
    ...readLog(container, pod),
  };
}

function containersOf(pod: ClusterObject): readonly JsonRecord[] {
  const status = recordAt(pod, "status");
  return [...listAt(status, "initContainerStatuses"), ...listAt(status, "containerStatuses")];
}

function conditionOf(status: JsonRecord, wanted: string): JsonRecord | undefined {
  return listAt(status, "conditions").find(({ type }) => type === wanted);
}

function because(...reasons: readonly (string | undefined)[]): string {
  const said = reasons.filter((reason) => reason !== undefined && reason !== "");
  return said.length === 0 ? "" : `: ${said.join(", ")}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
