// Plays the node that the cluster does not have: reports of every pod what a kubelet would report.
import { setTimeout as wait } from "node:timers/promises";
import type { ContainerState, ContainerStatus, Pod, PodStatus } from "kubernetes-types/core/v1.js";
import { ApiError, type ApiServer } from "./api-server.ts";

const EVERY_MS = 100;

/**
 * The fate of a pod. `runs`: ready at once, and completed where it belongs to a job. `pull-fails`: its image cannot be pulled.
 * `crashes`: its containers end again and again. `waits`: its containers are never started.
 */
export type Fate = "runs" | "pull-fails" | "crashes" | "waits";

/** A node that is being played. */
export interface NodePlayer {
  /** Ends it; fails where a pod's status could not be written. */
  stop(): Promise<void>;
}

/**
 * Plays the node for all pods of a cluster. `fateOf` is asked again and again, so that a pod can recover. The pods are
 * bound to no node, so that one that is deleted is gone at once.
 */
export function playNode(api: ApiServer, fateOf: (pod: Pod) => Fate = () => "runs"): NodePlayer {
  const told = new Map<string, Fate>();
  const stopped = new AbortController();
  const play = async () => {
    while (!stopped.signal.aborted) {
      const pods = await api.get<{ items: Pod[] }>("/api/v1/pods");
      for (const pod of pods?.items ?? []) await tell(api, pod, fateOf(pod), told);
      await wait(EVERY_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  };
  const ended = play().then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    async stop() {
      stopped.abort();
      const error = await ended;
      if (error !== undefined) throw error;
    },
  };
}

async function tell(api: ApiServer, pod: Pod, fate: Fate, told: Map<string, Fate>): Promise<void> {
  const { uid = "", name, namespace } = pod.metadata ?? {};
  if (told.get(uid) === fate) return;
  try {
    await api.patch(`/api/v1/namespaces/${namespace}/pods/${name}/status`, { status: statusOf(pod, fate) });
  } catch (error) {
    // The pod may have gone since it was listed.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  told.set(uid, fate);
}

/** A pod's status as a kubelet reports it: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle */
function statusOf(pod: Pod, fate: Fate): PodStatus {
  const now = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const isJob = pod.metadata?.ownerReferences?.some(({ kind }) => kind === "Job") ?? false;
  const isDone = isJob && fate === "runs";
  const isReady = !isJob && fate === "runs";
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? "True" : "False",
    lastTransitionTime: now,
  });
  const containerStatuses = pod.spec?.containers.map(
    ({ name, image = "" }): ContainerStatus => ({
      name,
      image,
      imageID: fate === "pull-fails" || fate === "waits" ? "" : image,
      ready: isReady,
      started: isReady,
      restartCount: fate === "crashes" ? 3 : 0,
      state: isDone
        ? { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } }
        : stateOf(fate, image, now),
      ...(fate === "crashes" && {
        lastState: { terminated: { exitCode: 1, reason: "Error", startedAt: now, finishedAt: now } },
      }),
    }),
  );
  const hasStarted = fate === "runs" || fate === "crashes";
  return {
    phase: isDone ? "Succeeded" : hasStarted ? "Running" : "Pending",
    startTime: now,
    conditions: [
      condition("PodScheduled", true),
      condition("Initialized", true),
      condition("ContainersReady", isReady),
      condition("Ready", isReady),
    ],
    ...(containerStatuses && { containerStatuses }),
  };
}

function stateOf(fate: Fate, image: string, now: string): ContainerState {
  switch (fate) {
    case "runs":
      return { running: { startedAt: now } };
    case "pull-fails":
      return { waiting: { reason: "ImagePullBackOff", message: `Back-off pulling image "${image}"` } };
    case "crashes":
      return {
        waiting: { reason: "CrashLoopBackOff", message: "back-off 40s restarting failed container" },
      };
    case "waits":
      return { waiting: { reason: "ContainerCreating" } };
  }
}
