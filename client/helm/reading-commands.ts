import * as l10n from "@vscode/l10n";
import { isRecord } from "../kubectl/cluster-object.ts";
import { type ClusterTarget, names } from "../kubectl/target.ts";
import { Manifest } from "../manifests/manifest.ts";
import type { Invocation } from "../ports/programs.ts";
import type { HelmCapabilities } from "./capabilities.ts";
import type { UpgradePlan } from "./changing-commands.ts";
import { chartFlags, targetFlags, valuesFlags } from "./flags.ts";
import type { ReleaseRef, ReleaseState } from "./release.ts";

export type ListedRelease = Omit<ReleaseState, "description"> & {
  readonly name: string;
  readonly namespace: string;
};

/**
 * The newest revision of a release. Fails with `release-not-found` if there is no such release. The revision comes from the
 * history, because `helm status` in JSON also prints the values and the manifest, including Secrets.
 */
export function status(target: ReleaseRef): Invocation<ReleaseState> {
  return {
    program: "helm",
    args: ["history", "--max", "1", "--output", "json", ...targetFlags(target), ...names(target.release)],
    parse(stdout) {
      const [newest] = readHistory(stdout);
      if (newest === undefined)
        throw new Error(l10n.t("Helm has no revision of the release {0}.", target.release));
      return newest;
    },
  };
}

/** The revisions of a release, newest first. */
export function history(target: ReleaseRef): Invocation<readonly ReleaseState[]> {
  return {
    program: "helm",
    args: ["history", "--output", "json", ...targetFlags(target), ...names(target.release)],
    parse: readHistory,
  };
}

/** The releases in the target's namespace, or in all namespaces, including failed and pending ones. */
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
    parse: (stdout) => readJson<readonly ReportedListEntry[]>(stdout).map(listedRelease),
  };
}

/** The manifest of a revision (the newest if none is named), with its hooks at the end. */
export function getManifest(target: ReleaseRef, revision?: number): Invocation<Manifest> {
  return {
    program: "helm",
    args: [
      ...["get", "all", "--template", WITH_HOOKS],
      ...targetFlags(target),
      ...revisionFlags(revision),
      ...names(target.release),
    ],
    confidential: true,
    parse: readManifest,
  };
}

/**
 * The manifest that an upgrade would apply, rendered with lookups in the cluster; undefined if this Helm is too old for that.
 * Does not use `--hide-secret`, which omits Secrets altogether, so that each would seem to be gone. Instead, `Manifest` does not
 * give out their data, and the output is not logged.
 */
export function dryRun(plan: UpgradePlan, can: HelmCapabilities): Invocation<Manifest> | undefined {
  const { target, chart } = plan;
  if (!can.serverDryRun) return undefined;
  return {
    program: "helm",
    args: [
      ...["upgrade", "--install", "--dry-run=server", "--output", "json"],
      ...targetFlags(target),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(target.release, chart.ref),
    ],
    confidential: true,
    parse: readDryRun,
  };
}

/** The manifest that an installation, or an upgrade, would apply, rendered without a cluster. */
export function template(plan: UpgradePlan, isUpgrade = false): Invocation<Manifest> {
  const { target, chart } = plan;
  return {
    program: "helm",
    args: [
      "template",
      ...targetFlags(target),
      ...(isUpgrade ? ["--is-upgrade"] : []),
      ...chartFlags(chart),
      ...valuesFlags(plan.valuesFiles, plan.sets),
      ...names(target.release, chart.ref),
    ],
    confidential: true,
    parse: readRendering,
  };
}

/** Everything that `helm template` prints: a line break, if nothing was rendered, else documents that each begin with the name of a template. */
function readRendering(stdout: string): Manifest {
  const isWhole = /^\n?---\n# Source: /.test(stdout) && stdout.endsWith("\n");
  if (stdout !== "\n" && !isWhole)
    throw new Error(l10n.t("Helm did not print rendered objects. Check that the program is Helm."));
  return new Manifest(stdout);
}

/** The objects that a release applied. Throws a sentence if only a part of them was printed. */
function readManifest(stdout: string): Manifest {
  if (!stdout.trimEnd().endsWith(LAST_LINE))
    throw new Error(l10n.t("Helm did not print all objects of the release."));
  return new Manifest(stdout);
}

/**
 * Reads what Helm printed with `--output json`. Before it, Helm 4 prints which chart it pulled from a registry. The error quotes
 * none of the output, which may be secret.
 */
export function readJson<T = unknown>(stdout: string): T {
  try {
    return JSON.parse(stdout.replace(/^(?:Pulled|Digest): .*\r?\n/gm, "")) as T;
  } catch {
    throw unexpected();
  }
}

/** All values that a revision of a release was installed with, those of the chart among them. */
export function installedValues(target: ReleaseRef, revision: number): Invocation<unknown> {
  return { ...getValues(target, revision, "--all"), parse: readValues };
}

/** Helm prints null where there are no values. */
function readValues(stdout: string): unknown {
  const values = readJson(stdout);
  if (values !== null && !isRecord(values)) throw unexpected();
  return values;
}

function unexpected(): Error {
  return new Error(l10n.t("Helm succeeded, but what it printed is not the expected JSON."));
}

/** The values that were set for a revision of a release, as JSON. */
export function setValuesOf(target: ReleaseRef, revision: number): Invocation<string> {
  return { ...getValues(target, revision), parse: (stdout) => JSON.stringify(readValues(stdout)) };
}

function getValues(target: ReleaseRef, revision: number, ...flags: readonly "--all"[]) {
  const args = ["get", "values", ...flags, "--output", "json", ...revisionFlags(revision)];
  return {
    program: "helm",
    args: [...args, ...targetFlags(target), ...names(target.release)],
    confidential: true,
  } as const;
}

/**
 * The method by which Helm applied the objects of the newest revision, and will apply the next ones: client-side for Helm 3 and
 * old releases, server-side for new releases of Helm 4 (Helm 4.3, `pkg/release/v1`, `ApplyMethodServerSideApply`).
 */
export function applyMethod(target: ReleaseRef): Invocation<"client-side" | "server-side"> {
  return {
    program: "helm",
    args: ["get", "metadata", "--output", "json", ...targetFlags(target), ...names(target.release)],
    parse(stdout) {
      const metadata = readJson(stdout);
      if (!isRecord(metadata)) throw unexpected();
      const { applyMethod: method } = metadata;
      return method === "ssa" ? "server-side" : "client-side";
    },
  };
}

/** By default, Helm 3 lists deployed and failed releases and Helm 4 lists all; only Helm 3 has `--all`. Both have these flags. */
const LISTED_STATES = ["--deployed", "--failed", "--pending", "--uninstalling"];

/** The last line of a release that was printed whole. */
export const LAST_LINE = "# end of the release";

/** `helm get manifest` omits hooks, unlike `helm template` and a dry run. */
// Not translated: a template for Helm.
const WITH_HOOKS = `{{.Release.Manifest}}{{range .Release.Hooks}}{{"\\n---\\n"}}{{.Manifest}}{{end}}{{"\\n${LAST_LINE}\\n"}}`;

/** A revision as `helm history --output json` prints it. */
interface ReportedRevision {
  readonly revision: number;
  readonly updated?: string;
  readonly status: string;
  readonly chart: string;
  readonly app_version?: string;
  readonly description?: string;
}

/** A release as `helm list --output json` prints it. */
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
    .sort((a, b) => b.revision - a.revision);
}

function listedRelease(entry: ReportedListEntry): ListedRelease {
  const { name, namespace, revision, updated, status, chart, app_version } = entry;
  return { name, namespace, revision: Number(revision), updated, status, chart, appVersion: app_version };
}

/** The manifest of a release that Helm prints as JSON, followed by its hooks as in `helm template`. */
function readDryRun(stdout: string): Manifest {
  const release = readJson<{ manifest?: unknown; hooks?: readonly { manifest: string }[] }>(stdout);
  const hooks = release.hooks?.map(({ manifest }) => manifest) ?? [];
  if (typeof release.manifest !== "string") throw unexpected();
  return new Manifest([release.manifest, ...hooks].join("\n---\n"));
}
