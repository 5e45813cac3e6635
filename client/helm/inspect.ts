import type { ClusterTarget } from "../cluster/target.ts";
import type { Invocation } from "../installation-ports.ts";
import { Manifest } from "./manifest.ts";
import type { ReleaseAt, ReleaseState } from "./release.ts";

/** A release in a list. */
export type ListedRelease = Omit<ReleaseState, "description"> & {
  readonly name: string;
  readonly namespace: string;
};

/** The newest revision of a release. Fails with `release-not-found` where there is none. */
export function status(_at: ReleaseAt): Invocation<ReleaseState> {
  throw new Error("Not there yet.");
}

/** The revisions of a release, newest first. */
export function history(_at: ReleaseAt): Invocation<readonly ReleaseState[]> {
  throw new Error("Not there yet.");
}

/** The releases of the target's namespace, or of all; also failed and pending ones. */
export function list(
  _target: ClusterTarget,
  _options?: { readonly allNamespaces?: boolean },
): Invocation<readonly ListedRelease[]> {
  throw new Error("Not there yet.");
}

/** What a revision (the newest, when none is named) applied, hooks included. */
export function getManifest(_at: ReleaseAt, _revision?: number): Invocation<Manifest> {
  return { program: "helm", args: [], confidential: true, parse: (stdout) => new Manifest(stdout) };
}

/** The values that were given for a revision, as YAML; they may hold secrets. */
export function getValues(_at: ReleaseAt, _revision?: number): Invocation<string> {
  return { program: "helm", args: [], confidential: true, parse: (stdout) => stdout };
}
