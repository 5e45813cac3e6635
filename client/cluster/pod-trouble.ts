import { counted } from "../sentence-parts.ts";
import type { ClusterObject } from "./cluster-object.ts";
import { type JsonRecord, listAt, numberAt, recordAt, textAt } from "./json-access.ts";

/** What a pod says on its way up when nothing is wrong with it. */
const PASSING = {
  waits: "The pod waits for a node.",
  starts: "The pod is being started on its node.",
  creates: "The containers of the pod are being created.",
} as const;

/** Whether a sentence of `podTrouble` is about a pod on its way up, of which nothing is wrong yet. */
export function isPassing(trouble: string): boolean {
  return Object.values<string>(PASSING).includes(trouble);
}

/** How often the containers of a pod have been started again. */
export function restartsOf(pod: ClusterObject): number {
  return containersOf(pod).reduce((sum, container) => sum + numberAt(container, "restartCount", 0), 0);
}

/**
 * Why a pod is not ready, in one sentence for a person; nothing when it is, or when it is on its way out. Reads the
 * states that the kubelet and the scheduler write into the status of a pod (Kubernetes: pod lifecycle).
 */
export function podTrouble(pod: ClusterObject): string | undefined {
  if (textAt(pod.metadata, "deletionTimestamp") !== undefined) return undefined;
  const status = recordAt(pod, "status");
  if (conditionOf(status, "Ready")?.status === "True") return undefined;
  if (textAt(status, "phase") === "Failed") {
    return sentence(`The pod failed${because(textAt(status, "reason"), textAt(status, "message"))}`);
  }
  const placed = conditionOf(status, "PodScheduled");
  if (placed?.status === "False") {
    return sentence(`No node takes the pod${because(textAt(placed, "message"))}`);
  }
  for (const container of containersOf(pod)) {
    const trouble = containerTrouble(container, pod);
    if (trouble !== undefined) return trouble;
  }
  return placed === undefined ? PASSING.waits : PASSING.starts;
}

function containerTrouble(container: JsonRecord, pod: ClusterObject): string | undefined {
  const state = recordAt(container, "state");
  const waiting = recordAt(state, "waiting");
  const reason = textAt(waiting, "reason");
  if (reason !== undefined) return waitingTrouble(reason, textAt(waiting, "message"), container, pod);
  const { terminated } = state;
  // A container of the initialisation ends with 0 when all is well.
  if (terminated !== undefined && numberAt(recordAt(state, "terminated"), "exitCode", 0) !== 0) {
    return crash(container, recordAt(state, "terminated"), pod);
  }
  if (state.running !== undefined && container.ready === false && container.started !== false) {
    return `Container ${container.name} runs, but its readiness probe does not succeed yet.`;
  }
  if (state.running !== undefined && container.started === false) {
    return `Container ${container.name} runs, but its startup probe does not succeed yet.`;
  }
  return undefined;
}

function waitingTrouble(
  reason: string,
  message: string | undefined,
  container: JsonRecord,
  pod: ClusterObject,
): string {
  const { name, image } = container;
  switch (reason) {
    case "ImagePullBackOff":
    case "ErrImagePull":
    case "ErrImageNeverPull":
    case "RegistryUnavailable":
      return `The image ${image} cannot be pulled. Check its repository, its tag and the pull secrets${detail(message)}.`;
    case "InvalidImageName":
      return `${image} is not the name of an image. Check its repository and its tag.`;
    case "CrashLoopBackOff":
      return crash(container, recordAt(recordAt(container, "lastState"), "terminated"), pod);
    case "CreateContainerConfigError":
      return sentence(`Container ${name} lacks something that it names${because(message)}`);
    case "ContainerCreating":
    case "PodInitializing":
      return PASSING.creates;
    default:
      return sentence(`Container ${name} does not start (${reason})${because(message)}`);
  }
}

function crash(container: JsonRecord, end: JsonRecord, { metadata }: ClusterObject): string {
  const restarts = numberAt(container, "restartCount", 0);
  const times = counted(restarts, "restart");
  if (textAt(end, "reason") === "OOMKilled") {
    return `Container ${container.name} needs more memory than its limit allows, and is ended (${times}). Raise its memory limit.`;
  }
  const code = end.exitCode === undefined ? "" : `exit code ${end.exitCode}, `;
  return `Container ${container.name} ends again and again (${code}${times}). The log of pod ${metadata.name} says why.`;
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

function detail(message: string | undefined): string {
  return message === undefined ? "" : ` (${message.replace(/\.$/, "")})`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
