import { KINDS } from "../../cluster/kinds.ts";
import { listed } from "../../sentence-parts.ts";
import type { Failure, FailureRow } from "../failure.ts";
import { CHECK_PREREQUISITES, EDIT_VALUES, setting } from "../recovery.ts";

/** Kinds of objects that the API server does not serve. */
export const kindFailures: readonly FailureRow[] = [
  {
    kind: "kind-missing",
    pattern: /no matches for kind "[^"]+" in version "[^"]+"/,
    say(_found, _scene, error) {
      const kinds = missingKinds(error);
      const [only, ...others] = kinds.map(({ kind, apiVersion }) => `${kind} (${apiVersion})`);
      const names = listed(kinds.map(({ kind }) => kind));
      const { details, ...step } = howToGetKinds(kinds);
      return {
        sentence: `The cluster does not have the ${others.length === 0 ? `kind ${only}` : `kinds ${names}`}.`,
        ...step,
        details: [...(only === undefined || others.length === 0 ? [] : [only, ...others]), ...details],
      };
    },
  },
  {
    kind: "kind-missing",
    pattern: /the server doesn't have a resource type "([^"]+)"(?: in group "([^"]+)")?/,
    say: ([, resource, group]) => ({
      sentence: `The cluster does not have the resource type ${resource}${group === undefined ? "" : `.${group}`}.`,
      next: stepFor(group ?? ""),
      recovery: [CHECK_PREREQUISITES],
    }),
  },
  {
    kind: "kind-missing",
    // Also said about an object whose definition has only just been applied.
    pattern: /the server could not find the requested resource/,
    say: () => ({
      sentence: "The API server does not serve the kind that it was asked for.",
      next: stepFor(""),
      recovery: [CHECK_PREREQUISITES],
    }),
  },
];

/** A kind of objects that a cluster does not have. */
export interface MissingKind {
  readonly kind: string;
  readonly apiVersion: string;
}

/** The kinds that an error says the cluster does not have, each once. */
export function missingKinds(error: string): readonly MissingKind[] {
  const found = error.matchAll(/no matches for kind "([^"]+)" in version "([^"]+)"/g);
  const kinds = Array.from(found, ([, kind = "", apiVersion = ""]) => ({ kind, apiVersion }));
  return [...new Map(kinds.map((one) => [`${one.apiVersion}/${one.kind}`, one])).values()];
}

/** How to get missing kinds: the next step, its recovery actions, and each step if there are several. */
function howToGetKinds(
  kinds: readonly MissingKind[],
): Pick<Failure, "next" | "recovery"> & { readonly details: readonly string[] } {
  const groups = [...new Set(kinds.map(({ apiVersion }) => groupOf(apiVersion)))];
  if (groups.every(isOfKubernetes)) {
    const next = "Choose a version of the chart that fits this Kubernetes (capOperator.chartVersion).";
    return { next, recovery: [setting("chartVersion")], details: [] };
  }
  const recovery = [CHECK_PREREQUISITES, EDIT_VALUES];
  const steps = [...new Set(groups.map(stepFor))];
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return { next: only, recovery, details: [] };
  return { next: "Check Prerequisites shows what to install.", recovery, details: steps };
}

/**
 * Whether an API group is one of Kubernetes itself: these have no dot, except for the ones below. Which of their versions are
 * served depends on the release of Kubernetes.
 */
function isOfKubernetes(group: string): boolean {
  return (
    !group.includes(".") ||
    /^(networking|policy|rbac\.authorization|storage|scheduling)\.k8s\.io$/.test(group)
  );
}

function stepFor(group: string): string {
  if (group === groupOf(KINDS.monitors.apiVersion)) {
    return `Install the CRDs of ${KINDS.monitors.product}, or switch monitoring off in the values.`;
  }
  const manager = KINDS.certificateManagers.find((one) => one.group === group);
  if (manager !== undefined) {
    const others = KINDS.certificateManagers.filter((one) => one !== manager).map(({ product }) => product);
    return `Install ${manager.product}, or choose ${listed(others, "or")} in the values.`;
  }
  const { product, minimum, apis } = KINDS.mesh;
  if (apis.needed.some(({ apiVersion }) => groupOf(apiVersion) === group)) {
    return `Install ${product} ${minimum.version} or later. Check Prerequisites shows what is missing.`;
  }
  return "Install what is missing. Check Prerequisites shows what an installation needs.";
}

function groupOf(apiVersion: string): string {
  return apiVersion.replace(/\/.*$/, "");
}
