import type { ReleaseRef, ReleaseState } from "../cli/release.ts";
import { findInstalledWays, type InstalledWays, saysManagerIsThere } from "../cluster/installed-ways.ts";
import { type NamespaceSeen, namespaceSeen } from "../cluster/namespace-state.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Step } from "../operation/operation.ts";

/** What was found in the cluster before anything was changed. */
export interface Found {
  /** The current release; absent where there is none yet. */
  readonly release?: ReleaseState;
  /** `unknown` where only `kubectl` could say and did not. */
  readonly namespace: NamespaceSeen["state"];
  /** That the operator is there already in another way, one sentence each. */
  readonly otherWays: readonly string[];
  /** What nobody could look at, one sentence each. */
  readonly notChecked: readonly string[];
}

/** Looks around a release as it is, with reading calls only. Never fails: what nobody can look at, it says. */
export async function lookAround(
  step: Step,
  at: ReleaseRef,
  release: ReleaseState | undefined,
): Promise<Found> {
  const [namespace, ways] = await Promise.all([namespaceSeen(step, at), findInstalledWays(step, at)]);
  return {
    ...(release !== undefined && { release }),
    namespace: namespace.state,
    otherWays: otherWays(ways, at),
    notChecked: notChecked(
      "why" in namespace ? [[`the namespace ${at.namespace}`, failureText(namespace.why)]] : [],
      ways.notChecked.map((why) => ["other installations", why] as const),
    ),
  };
}

/** Another release of the operator, or the manager. */
function otherWays(ways: InstalledWays, at: ReleaseRef): string[] {
  const others = ways.releases.filter(
    ({ release, namespace }) => release !== at.release || namespace !== at.namespace,
  );
  const manager = saysManagerIsThere(ways);
  return [
    ...others.map(
      ({ release, namespace, chart }) =>
        `The operator is already in this cluster as the release ${release} in the namespace ${namespace}${chart === undefined ? "" : ` (${chart})`}.`,
    ),
    ...(manager === undefined ? [] : [manager]),
  ];
}

/** What could not be looked at, together for each reason. */
function notChecked(...all: readonly (readonly (readonly [what: string, why: string])[])[]): string[] {
  const whats = new Map<string, string[]>();
  for (const [what, why] of all.flat()) whats.set(why, [...(whats.get(why) ?? []), what]);
  return [...whats].map(([why, subjects]) => `${subjects.join(" and ")}. ${why}`);
}
