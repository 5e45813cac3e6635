import type { ClusterTarget } from "../cluster/target.ts";
import type { Invocation } from "../installation-ports.ts";
import { Manifest } from "../manifests/manifest.ts";
import { names, targetFlags } from "./flags.ts";
import { readJson } from "./read-json.ts";
import type { ReleaseAt, ReleaseState } from "./release.ts";

/** A release in a list. */
export type ListedRelease = Omit<ReleaseState, "description"> & {
  readonly name: string;
  readonly namespace: string;
};

/**
 * The newest revision of a release. Fails with `release-not-found` where there is none. It is asked from the history:
 * `helm status` in JSON also prints the values and the manifest, Secrets included.
 */
export function status(at: ReleaseAt): Invocation<ReleaseState> {
  return {
    program: "helm",
    args: ["history", "--max", "1", "--output", "json", ...targetFlags(at), ...names(at.release)],
    parse(stdout) {
      const [newest] = readHistory(stdout);
      if (newest === undefined) throw new Error(`Helm knows no revision of the release ${at.release}.`);
      return newest;
    },
  };
}

/** The revisions of a release, newest first. */
export function history(at: ReleaseAt): Invocation<readonly ReleaseState[]> {
  return {
    program: "helm",
    args: ["history", "--output", "json", ...targetFlags(at), ...names(at.release)],
    parse: readHistory,
  };
}

/** The releases of the target's namespace, or of all namespaces; also failed and pending ones. */
export function list(
  target: ClusterTarget,
  options: { readonly allNamespaces?: boolean } = {},
): Invocation<readonly ListedRelease[]> {
  return {
    program: "helm",
    args: [
      ...["list", "--output", "json"],
      ...LISTED_STATES,
      ...targetFlags(target),
      ...(options.allNamespaces ? ["--all-namespaces"] : []),
    ],
    parse: (stdout) => readJson<readonly ReportedListEntry[]>(stdout).map(listed),
  };
}

/** What a revision (the newest, when none is named) applied, its hooks behind the rest. */
export function getManifest(at: ReleaseAt, revision?: number): Invocation<Manifest> {
  return {
    program: "helm",
    args: [
      ...["get", "all", "--template", WITH_HOOKS],
      ...targetFlags(at),
      ...revisionFlags(revision),
      ...names(at.release),
    ],
    confidential: true,
    parse: (stdout) => new Manifest(stdout),
  };
}

/**
 * How Helm changed the objects of the newest revision, which is how it goes on: Helm 3 and old releases client-side, new
 * releases of Helm 4 server-side (Helm 4.3, `pkg/release/v1`, `ApplyMethodServerSideApply`).
 */
export function applyMethod(at: ReleaseAt): Invocation<"client-side" | "server-side"> {
  return {
    program: "helm",
    args: ["get", "metadata", "--output", "json", ...targetFlags(at), ...names(at.release)],
    parse(stdout) {
      const { applyMethod: method } = readJson<{ applyMethod?: string }>(stdout);
      return method === "ssa" ? "server-side" : "client-side";
    },
  };
}

/** Helm 3 lists deployed and failed releases by itself, Helm 4 all, and only Helm 3 has `--all`; these are in both. */
const LISTED_STATES = ["--deployed", "--failed", "--pending", "--uninstalling"];

/** `helm get manifest` leaves hooks out, and `helm template` and a dry run do not. */
const WITH_HOOKS = '{{.Release.Manifest}}{{range .Release.Hooks}}{{"\\n---\\n"}}{{.Manifest}}{{end}}';

/** What `helm history --output json` prints per revision. */
interface ReportedRevision {
  readonly revision: number;
  readonly updated?: string;
  readonly status: string;
  readonly chart: string;
  readonly app_version?: string;
  readonly description?: string;
}

/** What `helm list --output json` prints per release. */
interface ReportedListEntry {
  readonly name: string;
  readonly namespace: string;
  readonly revision: string;
  readonly updated: string;
  readonly status: string;
  readonly chart: string;
  readonly app_version: string;
}

function revisionFlags(revision: number | undefined): readonly string[] {
  return revision === undefined ? [] : ["--revision", String(revision)];
}

/** Helm prints the oldest first. */
function readHistory(stdout: string): readonly ReleaseState[] {
  return readJson<readonly ReportedRevision[]>(stdout)
    .map(({ revision, updated, status, chart, app_version, description }) => ({
      revision,
      status,
      chart,
      appVersion: app_version ?? "",
      updated: updated ?? "",
      description: description ?? "",
    }))
    .sort((one, other) => other.revision - one.revision);
}

function listed(entry: ReportedListEntry): ListedRelease {
  const { name, namespace, revision, updated, status, chart, app_version } = entry;
  return { name, namespace, revision: Number(revision), updated, status, chart, appVersion: app_version };
}
