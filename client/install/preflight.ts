import * as l10n from "@vscode/l10n";
import {
  type ExistingInstallations,
  findInstallations,
  managerInstallationWarning,
} from "../cluster/existing-installations.ts";
import { type NamespaceSeen, namespaceSeen } from "../cluster/namespace-state.ts";
import type { ReleaseRef, ReleaseState } from "../helm/release.ts";
import { failureText } from "../operation/failure-text.ts";
import type { Step } from "../operation/operation.ts";
import { listed } from "../texts/sentence-parts.ts";

/** The state of the cluster before any change. */
export interface ClusterState {
  /** The current release; absent if it does not exist yet. */
  readonly release?: ReleaseState;
  /** `unknown` if only `kubectl` could have answered, and did not. */
  readonly namespace: NamespaceSeen["state"];
  /** Other ways in which the operator is already installed, one sentence each. */
  readonly otherWays: readonly string[];
  readonly notChecked: readonly string[];
}

/** Reads the surroundings of a release, with calls that only read. Never fails: the result names what could not be checked. */
export async function preflight(
  step: Step,
  target: ReleaseRef,
  release: ReleaseState | undefined,
): Promise<ClusterState> {
  const [namespace, existing] = await Promise.all([
    namespaceSeen(step, target),
    findInstallations(step, target),
  ]);
  return {
    release,
    namespace: namespace.state,
    otherWays: otherWays(existing, target),
    notChecked: notChecked(
      "why" in namespace ? [[l10n.t("the namespace {0}", target.namespace), failureText(namespace.why)]] : [],
      existing.notChecked.map((why) => [l10n.t("other installations"), why] as const),
    ),
  };
}

/** Other releases of the operator, and the manager. */
function otherWays(existing: ExistingInstallations, target: ReleaseRef): string[] {
  const others = existing.releases.filter(
    ({ release, namespace }) => release !== target.release || namespace !== target.namespace,
  );
  const manager = managerInstallationWarning(existing);
  return [
    ...others.map(({ release, namespace, chart }) =>
      chart === undefined
        ? l10n.t(
            "The operator is already in this cluster as the release {0} in the namespace {1}.",
            release,
            namespace,
          )
        : l10n.t(
            "The operator is already in this cluster as the release {0} in the namespace {1} ({2}).",
            release,
            namespace,
            chart,
          ),
    ),
    ...(manager === undefined ? [] : [manager]),
  ];
}

/** Sentences about failed checks, one for each reason. */
function notChecked(...all: readonly (readonly (readonly [what: string, why: string])[])[]): string[] {
  const whats = new Map<string, string[]>();
  for (const [what, why] of all.flat()) whats.set(why, [...(whats.get(why) ?? []), what]);
  return [...whats].map(([why, subjects]) => `${listed(subjects)}. ${why}`);
}
