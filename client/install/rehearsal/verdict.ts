import * as l10n from "@vscode/l10n";
import { explainFailure, whyUnread } from "../../cli/failure.ts";
import type { Failure, FailureKind } from "../../cli/failures/row.ts";
import type { ReleaseRef } from "../../cli/release.ts";
import type { RunResult } from "../../program-ports.ts";
import type { Sending } from "./sendings.ts";

/** What the API server says about an object before it is sent. */
export type Verdict =
  | {
      readonly is: "accepted";
      /** What the API server warns about nevertheless, such as fields that it leaves out. */
      readonly warnings: readonly string[];
    }
  | { readonly is: "refused"; readonly failures: readonly Failure[] }
  | { readonly is: "untried"; readonly why: string };

/** What needs to be known about an installation to tell what a refusal means. */
export interface Scenery {
  readonly at: ReleaseRef;
  /** What is being done, in the language of the editor. */
  readonly doing: string;
  /** The namespaces that the installation creates. */
  readonly newNamespaces: ReadonlySet<string>;
  /** The kinds that it brings along, such as `example.org/v1/Widget`. */
  readonly newKinds: ReadonlySet<string>;
  /** Whether it creates or changes an object of this kind and name. */
  readonly brings: (kind: string, name: string) => boolean;
}

/** It was accepted as it is. */
export const ACCEPTED: Verdict = { is: "accepted", warnings: [] };

/** It could not be tried, for a reason that ends with a period. */
export function untried(why: string): Verdict {
  return { is: "untried", why };
}

/** What the run for one object says about it. */
export function verdictOf(result: RunResult, sending: Sending, scenery: Scenery): Verdict {
  if (result.exitCode === 0) return { is: "accepted", warnings: warningsIn(result.stderr) };
  if (sending.mayBeThere && /\(AlreadyExists\)/.test(result.stderr)) return ACCEPTED;
  const why = whyUnknown(result.stderr, sending, scenery);
  if (why !== undefined) return untried(why);
  const failure = failureOf(result, sending, scenery);
  if (NO_ANSWER.includes(failure.kind)) return untried(failure.sentence);
  // If kubectl itself gave up for an unknown reason, the API server has not refused anything.
  if (failure.kind === "unknown" && !saysServer(result.stderr)) {
    return untried(whyUnread(result, scenery.at));
  }
  return { is: "refused", failures: [failure] };
}

/** Whether the error comes from the API server (kubectl, `cmd/util/helpers.go`, `StandardErrorMessage`). */
function saysServer(stderr: string): boolean {
  return /^(Error from server|The .* is invalid|error validating)/m.test(stderr);
}

/** Explains a refusal in the same words as a failure of Helm itself. */
function failureOf(result: RunResult, sending: Sending, { at, doing }: Scenery): Failure {
  const stderr = asHelmSays(result.stderr, sending);
  return explainFailure({ ...result, stderr, program: "helm", args: [] }, { at, doing });
}

/** A refusal that no single run reports, but that follows from several. `error` is worded as the API server words it. */
export function refusedFor(error: string, sending: Sending, scenery: Scenery): Verdict {
  // Not translated: worded as the API server words it.
  const result = { exitCode: 1, stdout: "", stderr: `Error from server: ${error}`, interrupted: false };
  return { is: "refused", failures: [failureOf(result, sending, scenery)] };
}

/** Failures that are not a verdict of the API server. */
const NO_ANSWER: readonly FailureKind[] = [
  ...(["program-missing", "no-kubeconfig", "unknown-context", "cluster-unreachable", "credentials"] as const),
  ...(["timeout", "interrupted", "no-answer"] as const),
];

/** Why the refusal of a dry run does not mean that the real run will be refused. Undefined if it does. */
function whyUnknown(stderr: string, sending: Sending, scenery: Scenery): string | undefined {
  const { newNamespaces, newKinds, brings } = scenery;
  const namespace = /namespaces "([^"]+)" not found/.exec(stderr)?.[1];
  if (namespace !== undefined && newNamespaces.has(namespace)) return newNamespace(namespace);
  if (newNamespaces.has(sending.namespace) && /forbidden: User "/.test(stderr)) {
    return newNamespace(sending.namespace);
  }
  const [, kind = "", version = ""] = /no matches for kind "([^"]+)" in version "([^"]+)"/.exec(stderr) ?? [];
  if (newKinds.has(`${version}/${kind}`)) return l10n.t("The kind {0} comes with the chart.", kind);
  if (/^(error: )?(unknown (shorthand )?flag|invalid argument)/m.test(stderr))
    return l10n.t("This version of kubectl is too old for the dry run.");
  if (/does not support dry run/.test(stderr))
    return l10n.t("An admission webhook does not support dry runs.");
  const needed = neededIn(stderr, sending);
  if (needed !== undefined && brings(...needed))
    return l10n.t("It needs {0}, which is installed with it.", needed.join(" "));
  const quota = /exceeded quota: ([^,]+),/.exec(stderr)?.[1];
  if (quota !== undefined && brings("ResourceQuota", quota))
    return l10n.t("The quota {0} is changed with it.", quota);
  if (/the object has been modified/.test(stderr))
    return l10n.t("It was changed by someone else at the same time.");
  if (sending.way === "replace" && /forbidden: User "[^"]*" cannot update/.test(stderr)) {
    return l10n.t("You are allowed to patch it, but the dry run requires the permission to update it.");
  }
  return undefined;
}

/**
 * The object that the API server looked for and did not find, or the role of a refused binding: the same installation may change
 * that role.
 */
function neededIn(
  stderr: string,
  { kind, value }: Sending,
): readonly [kind: string, name: string] | undefined {
  const account = /serviceaccount "([^"]+)" not found/.exec(stderr)?.[1];
  if (account !== undefined) return ["ServiceAccount", account];
  const priority = /no PriorityClass with name (\S+) was found/.exec(stderr)?.[1];
  if (priority !== undefined) return ["PriorityClass", priority];
  if (!/^(Cluster)?RoleBinding$/.test(kind) || !/ not found|attempting to grant/.test(stderr))
    return undefined;
  const { roleRef } = value as { readonly roleRef?: { readonly kind?: string; readonly name?: string } };
  return [roleRef?.kind ?? "", roleRef?.name ?? ""];
}

/** Why little can be tried in a namespace that does not exist yet. */
export function newNamespace(namespace: string, isValid = false): string {
  return isValid
    ? l10n.t("It is valid. Nothing else can be checked, because the namespace {0} is new.", namespace)
    : l10n.t("The namespace {0} is new.", namespace);
}

/** Rewords an error of kubectl the way Helm words it: kubectl names its input and gives advice, Helm names the object. */
function asHelmSays(stderr: string, { apiVersion, kind, name, namespace, triedAs }: Sending): string {
  const own = triedAs === undefined ? stderr : stderr.replaceAll(triedAs, name);
  return own
    .replace(/(?<=pods "\S+-)[a-z0-9]{5}(?=")/g, "*")
    .replace(
      /error when (?:creating|applying patch|patching|replacing|deleting|retrieving)[^:]*"STDIN": /g,
      "",
    )
    .replace(/\nPlease review the fields above[\s\S]*$/, "")
    .replace(
      /Apply failed with/,
      // Not translated: worded as Helm words it.
      `conflict occurred while applying object ${namespace}/${name} ${apiVersion}, Kind=${kind}: Apply failed with`,
    );
}

/** The warnings of the API server. */
export function warningsIn(stderr: string): readonly string[] {
  return stderr.split(/\r?\n/).flatMap((line) => {
    const said = /^Warning: (.*)$/.exec(line)?.[1];
    if (said === undefined || /^deleting cluster-scoped resources/.test(said)) return [];
    const unknown = /^unknown field "(.*)"$/.exec(said)?.[1];
    return [
      unknown === undefined
        ? said
        : l10n.t("Kubernetes does not know the field {0}, and leaves it out.", unknown),
    ];
  });
}
