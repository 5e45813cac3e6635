import * as l10n from "@vscode/l10n";
import type { TextPair } from "../../installation-ports.ts";
import { ProgramMissing } from "../../program-ports.ts";
import { driftOf } from "./drift.ts";
import { knownBefore, type RehearsalRequest, readKnown } from "./read-known.ts";
import { readQuotas, refusedTogether } from "./refused-together.ts";
import { type Known, ownSendings, type Sending, sendingsOf } from "./sendings.ts";
import { tryPods } from "./try-pods.ts";
import { type Asking, tryAll } from "./try-sendings.ts";
import { untried, type Verdict } from "./verdict.ts";

export type { RehearsalRequest } from "./read-known.ts";

/** One object, and what the API server says about it. */
export interface Trial {
  /** `kind/name`, or `kind/namespace/name` for an object outside the namespace of the release. */
  readonly key: string;
  readonly kind: string;
  readonly way: Sending["way"];
  readonly isHook: boolean;
  readonly verdict: Verdict;
  /** What it says about the pods that a controller will create for it. Absent if there are none, or none of them will be new. */
  readonly pods?: Verdict;
}

/** What the API server would say about an installation. */
export interface Rehearsal {
  /** In the order in which Helm sends them. Objects that Helm does not send because they do not change are left out. */
  readonly trials: readonly Trial[];
  /** Live objects that differ from what the last revision set: what it set, and what is there now. Secret data is hidden. */
  readonly drift: readonly TextPair[];
}

/** Tries each object of an installation on the API server as Helm would send it. Nothing is changed. */
export async function rehearse(step: Asking, request: RehearsalRequest): Promise<Rehearsal> {
  try {
    return await rehearseAll(step, request);
  } catch (error) {
    if (!(error instanceof ProgramMissing) || error.program !== "kubectl") throw error;
    const known: Known = {
      ...knownBefore(request),
      ...({ method: "server-side", live: [], isNewNamespace: false } as const),
    };
    const without = untried(l10n.t("kubectl was not found."));
    return { trials: sendingsOf(known).map((sending) => trialOf(sending, without)), drift: [] };
  }
}

async function rehearseAll(step: Asking, request: RehearsalRequest): Promise<Rehearsal> {
  step.report(l10n.t("Reading what is in the cluster"));
  const { known, scenery } = await readKnown(step, request);
  const objects = sendingsOf(known);
  const own = ownSendings(known);
  step.report(
    objects.length === 1
      ? l10n.t("Trying 1 object on the API server")
      : l10n.t("Trying {0} objects on the API server", objects.length),
  );
  const alone = await tryAll(step, [...own, ...objects], scenery);
  const accepted = objects.filter((sending) => alone.get(sending)?.is === "accepted");
  const quotas = await readQuotas(step, new Set(accepted.map(({ namespace }) => namespace)), scenery);
  const verdicts = new Map([...alone, ...(await refusedTogether(step, alone, quotas, scenery))]);
  const isRefused = (sending: Sending) => verdicts.get(sending)?.is === "refused";
  const pods = await tryPods(
    step,
    objects.filter((sending) => !isRefused(sending)),
    quotas,
    known,
    scenery,
  );
  // Nobody looks for the objects that Helm makes for itself, but everybody has to know if it cannot make them.
  const shown = [...own.filter(isRefused), ...objects];
  const trials = shown.map((sending) =>
    trialOf(sending, verdictIn(verdicts, sending, known), pods.get(sending)),
  );
  return { trials: withoutDeletedHooks(trials), drift: driftOf(known) };
}

function trialOf({ key, kind, way, isHook }: Sending, verdict: Verdict, pods?: Verdict): Trial {
  return { ...{ key, kind, way, isHook, verdict }, ...(pods !== undefined && { pods }) };
}

/** Helm 3 carries on if an object cannot be deleted (`pkg/kube/client.go`, `update`). A hook that cannot be deleted stops it. */
function verdictIn(verdicts: ReadonlyMap<Sending, Verdict>, sending: Sending, { method }: Known): Verdict {
  const verdict = verdicts.get(sending) ?? untried(l10n.t("It was not tried."));
  if (sending.way !== "delete" || sending.isHook || method === "server-side" || verdict.is !== "refused") {
    return verdict;
  }
  const warnings = verdict.failures.map(({ sentence }) => l10n.t("It stays in the cluster: {0}", sentence));
  return { is: "accepted", warnings };
}

/** A hook is deleted and created again. It is listed only once: as the deletion if that is refused, otherwise as the creation. */
function withoutDeletedHooks(trials: readonly Trial[]): readonly Trial[] {
  const hooks = trials.filter(({ isHook }) => isHook);
  const stays = hooks.filter(({ way, verdict }) => way === "delete" && verdict.is === "refused");
  const keys = new Set(stays.map(({ key }) => key));
  return trials.filter(
    (trial) => !trial.isHook || stays.includes(trial) || (trial.way !== "delete" && !keys.has(trial.key)),
  );
}
