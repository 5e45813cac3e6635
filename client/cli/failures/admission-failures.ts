import * as l10n from "@vscode/l10n";
import { EDIT_VALUES, inCluster, RETRY, terminal } from "../recovery.ts";
import type { FailureRow } from "./row.ts";

const fitTheValues = () => ({
  next: l10n.t("Change the values, or ask your cluster administrator."),
  recovery: [EDIT_VALUES],
});

const WEBHOOKS = "validatingwebhookconfigurations,mutatingwebhookconfigurations";

/** What the API server does not allow this person, or anybody, to do. */
export const admissionFailures: readonly FailureRow[] = [
  {
    kind: "forbidden",
    pattern:
      /forbidden: User "([^"]+)" cannot (\w+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)"| at the cluster scope)?/,
    say([, user = "", verb = "", resource = "", group, namespace], { at, run }) {
      const full = group ? `${resource}.${group}` : resource;
      const where = namespace === undefined ? ["--all-namespaces"] : ["--namespace", namespace];
      const isOfReleases = run.program === "helm" && resource === "secrets";
      return {
        sentence:
          namespace === undefined
            ? l10n.t("User {0} is not allowed to {1} {2} in the whole cluster.", user, verb, full)
            : l10n.t("User {0} is not allowed to {1} {2} in the namespace {3}.", user, verb, full, namespace),
        next: l10n.t("Ask your cluster administrator, or choose another context."),
        recovery: [terminal("kubectl", "auth", "can-i", verb, full, ...where, ...inCluster(at)), RETRY],
        ...(isOfReleases && { details: [l10n.t("Helm keeps its releases in Secrets.")] }),
      };
    },
  },
  {
    kind: "forbidden",
    pattern:
      /(\S+) "([^"]+)" is forbidden: user "([^"]+)" [^\n]*is attempting to grant RBAC permissions not currently held:\n?([\s\S]*)$/,
    say: ([, resource = "", name = "", user = "", permissions = ""]) => ({
      sentence: l10n.t(
        "User {0} cannot create or change {1}/{2}: it grants permissions that the user does not have.",
        user,
        resource,
        name,
      ),
      next: l10n.t("Ask your cluster administrator for these permissions, or to make the change."),
      recovery: [RETRY],
      details: linesOf(permissions),
    }),
  },
  {
    kind: "namespace-terminating",
    pattern: /unable to create new content in namespace (\S+) because it is being terminated/,
    say: ([, namespace = ""], { at }) => ({
      sentence: l10n.t("The namespace {0} is being deleted.", namespace),
      next: l10n.t("Wait until it is gone, then try again."),
      recovery: [
        RETRY,
        terminal("kubectl", "get", "namespace", namespace, "--output", "yaml", ...inCluster(at)),
      ],
      details: [l10n.t("If it remains, its status lists the objects that block its deletion.")],
    }),
  },
  {
    kind: "namespace-missing",
    pattern: /namespaces "([^"]+)" not found/,
    say([, namespace = ""], { at }) {
      const sentence = l10n.t("No namespace {0} found in {1}.", namespace, at.context);
      const creation = terminal("kubectl", "create", "namespace", namespace, ...inCluster(at));
      // A namespace other than that of the release is one that the values name, such as that of the mesh.
      return namespace === at.namespace
        ? { sentence, next: l10n.t("Create it in a terminal, then try again."), recovery: [creation, RETRY] }
        : {
            sentence,
            next: l10n.t("Correct the name in the values, or create it in a terminal, then try again."),
            recovery: [EDIT_VALUES, creation, RETRY],
          };
    },
  },
  {
    kind: "dry-run-unsupported",
    // Kubernetes: `NewDryRunUnsupportedErr` of the admission webhooks, and the REST endpoints of the API server.
    pattern:
      /(?:admission webhook "([^"]+)" does not support dry run|the dryRun (?:alpha |beta )?feature is disabled|dryRun is not supported)/,
    say: ([, webhook]) => ({
      sentence:
        webhook === undefined
          ? l10n.t("The API server does not support dry runs.")
          : l10n.t("The admission webhook {0} does not support dry runs.", webhook),
      next: l10n.t("Only the real change can check this."),
      recovery: [],
    }),
  },
  {
    kind: "webhook-down",
    pattern: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?([\s\S]*)$/,
    say([, webhook = "", why = ""], { at }) {
      const [reason = ""] = why.replace(/^Post "[^"]*": /, "").split("\n");
      return {
        sentence: l10n.t("The admission webhook {0} could not be called: {1}.", webhook, reason),
        next: l10n.t("Check whether its pods are running, then try again."),
        recovery: [RETRY, terminal("kubectl", "get", WEBHOOKS, ...inCluster(at))],
        details: [
          l10n.t("Until it answers, the cluster rejects everything that it must check."),
          l10n.t("If its product is no longer installed, remove its webhook configuration."),
        ],
      };
    },
  },
  {
    kind: "quota",
    pattern: /(\S+) "([^"]+)" is forbidden: exceeded quota: ([^,]+), ([\s\S]*)$/,
    say: ([, resource = "", name = "", quota = "", numbers = ""]) => ({
      sentence: l10n.t(
        "The quota {0} of the namespace leaves no room for {1}/{2} ({3}).",
        quota,
        resource,
        name,
        numbers,
      ),
      next: l10n.t("Lower the replicas or resources in the values, or ask for a larger quota."),
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "quota",
    pattern: /(\S+) "([^"]+)" is forbidden: failed quota: ([^:]+): must specify ([\s\S]*)$/,
    say: ([, resource = "", name = "", quota = "", missing = ""]) => ({
      sentence: l10n.t(
        "The quota {0} of the namespace requires that {1}/{2} sets {3}.",
        quota,
        resource,
        name,
        missing.replace(/,(?=\S)/g, ", "),
      ),
      next: l10n.t("Set these resources in the values, or ask your cluster administrator."),
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "limit-range",
    pattern:
      /(\S+) "([^"]+)" is forbidden: (\[?(?:(?:maximum|minimum) \S+ usage|\S+ max limit to request ratio) per [\s\S]*)$/,
    say([, resource = "", name = "", limits = ""]) {
      const details = limits.replace(/^\[([\s\S]*)\]$/, "$1").split(/, (?=maximum |minimum |\S+ max limit )/);
      return {
        sentence: l10n.t(
          "{0}/{1} exceeds the limit range of the namespace: {2}.",
          resource,
          name,
          details[0] ?? "",
        ),
        next: l10n.t("Change the resources in the values, or ask your cluster administrator."),
        recovery: [EDIT_VALUES],
        ...(details.length > 1 && { details }),
      };
    },
  },
  {
    kind: "pod-security",
    pattern: /(\S+) "([^"]+)" is forbidden: violates PodSecurity "([^":]+)[^"]*": ([\s\S]*)$/,
    say: ([, resource = "", name = "", level = "", violations = ""]) => ({
      sentence: l10n.t(
        '{0}/{1} does not meet the Pod Security level "{2}" of the namespace.',
        resource,
        name,
        level,
      ),
      next: l10n.t(
        "In the values, set the security context that it requires, or ask your cluster administrator.",
      ),
      recovery: [EDIT_VALUES],
      details: violations.trim().split(/(?<=\)), /),
    }),
  },
  {
    kind: "policy-denied",
    pattern:
      /(\S+) "([^"]+)" is (?:forbidden|invalid): (?:: )?ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: ([\s\S]*)$/,
    say: ([, resource = "", name = "", policy = "", why = ""]) => ({
      sentence: l10n.t("The cluster's policy {0} rejects {1}/{2}: {3}.", policy, resource, name, why),
      ...fitTheValues(),
    }),
  },
  {
    kind: "webhook-denied",
    pattern: /admission webhook "([^"]+)" denied the request(?:: ([\s\S]*)| without explanation)$/,
    say: ([, webhook = "", why]) => ({
      sentence:
        why === undefined
          ? l10n.t("The admission webhook {0} denied the request without giving a reason.", webhook)
          : l10n.t("The admission webhook {0} denied the request: {1}.", webhook, why),
      ...fitTheValues(),
    }),
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: ([\s\S]*)$/,
    say: ([, resource = "", name = "", why = ""]) => ({
      sentence: l10n.t("The cluster rejects {0}/{1}: {2}.", resource, name, why),
      ...fitTheValues(),
    }),
  },
  {
    kind: "server-error",
    pattern:
      /Internal error occurred: ([\s\S]*)$|the server is currently unable to handle the request|the server has received too many requests|the server was unable to return a response in the time allotted|(etcdserver: [^\n]*|rpc error: [^\n]*)/,
    say: ([whole = "", internal, store]) => ({
      sentence: l10n.t("The API server could not handle the request: {0}.", internal ?? store ?? whole),
      next: l10n.t("Try again. If it happens again, contact your cluster administrator."),
      recovery: [RETRY],
    }),
  },
];

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}
