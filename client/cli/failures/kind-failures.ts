import * as l10n from "@vscode/l10n";
import { KINDS, productOf } from "../../cluster/kinds.ts";
import { listed } from "../../sentence-parts.ts";
import { CHECK_PREREQUISITES, EDIT_VALUES, setting } from "../recovery.ts";
import type { Failure, FailureRow } from "./row.ts";

/** Kinds of objects that the API server does not serve. */
export const kindFailures: readonly FailureRow[] = [
  {
    kind: "kind-missing",
    pattern: /no matches for kind "[^"]+" in version "[^"]+"/,
    say(_found, _scene, error) {
      const kinds = missingKinds(error);
      const [only = "", ...others] = kinds.map(({ kind, apiVersion }) => `${kind} (${apiVersion})`);
      const names = listed(kinds.map(({ kind }) => kind));
      const { details, ...step } = howToGetKinds(kinds);
      return {
        sentence:
          others.length === 0
            ? l10n.t("The cluster does not have the kind {0}.", only)
            : l10n.t("The cluster does not have the kinds {0}.", names),
        ...step,
        details: [...(others.length === 0 ? [] : [only, ...others]), ...details],
      };
    },
  },
  {
    kind: "kind-missing",
    pattern: /the server doesn't have a resource type "([^"]+)"(?: in group "([^"]+)")?/,
    say: ([, resource = "", group]) => ({
      sentence: l10n.t(
        "The cluster does not have the resource type {0}.",
        group === undefined ? resource : `${resource}.${group}`,
      ),
      next: stepFor(group ?? ""),
      recovery: [CHECK_PREREQUISITES],
    }),
  },
  {
    kind: "kind-missing",
    // Also said about an object whose definition has only just been applied.
    pattern: /the server could not find the requested resource/,
    say: () => ({
      sentence: l10n.t("The API server does not serve the kind that it was asked for."),
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
    const next = l10n.t(
      "Choose a version of the chart that fits this Kubernetes (capOperator.chartVersion).",
    );
    return { next, recovery: [setting("chartVersion")], details: [] };
  }
  const recovery = [CHECK_PREREQUISITES, EDIT_VALUES];
  const steps = [...new Set(groups.map(stepFor))];
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return { next: only, recovery, details: [] };
  return { next: l10n.t("Check Prerequisites shows what to install."), recovery, details: steps };
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
    return l10n.t("Install the CRDs of {0}, or turn monitoring off in the values.", KINDS.monitors.product);
  }
  const manager = KINDS.certificateManagers.find((one) => one.group === group);
  if (manager !== undefined) {
    const others = KINDS.certificateManagers.filter((one) => one !== manager).map(productOf);
    return l10n.t("Install {0}, or choose {1} in the values.", productOf(manager), listed(others, "or"));
  }
  const { product, minimum, apis } = KINDS.mesh;
  if (apis.needed.some(({ apiVersion }) => groupOf(apiVersion) === group)) {
    return l10n.t(
      "Install {0} {1} or later. Check Prerequisites shows what is missing.",
      product,
      minimum.version,
    );
  }
  return l10n.t("Install what is missing. Check Prerequisites shows what an installation needs.");
}

function groupOf(apiVersion: string): string {
  return apiVersion.replace(/\/.*$/, "");
}
