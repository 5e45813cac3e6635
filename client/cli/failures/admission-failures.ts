import type { FailureRow } from "../failure.ts";
import { EDIT_VALUES, inCluster, RETRY, terminal } from "../recovery.ts";

const FIT_THE_VALUES = {
  next: "Change the values, or ask your cluster administrator.",
  recovery: [EDIT_VALUES],
};

const WEBHOOKS = "validatingwebhookconfigurations,mutatingwebhookconfigurations";

/** What the API server does not allow this person, or anybody, to do. */
export const admissionFailures: readonly FailureRow[] = [
  {
    kind: "forbidden",
    pattern:
      /forbidden: User "([^"]+)" cannot (\w+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)"| at the cluster scope)?/,
    say([, user, verb = "", resource = "", group, namespace], { at, run }) {
      const full = group ? `${resource}.${group}` : resource;
      const place = namespace === undefined ? "in the whole cluster" : `in the namespace ${namespace}`;
      const where = namespace === undefined ? ["--all-namespaces"] : ["--namespace", namespace];
      const isOfReleases = run.program === "helm" && resource === "secrets";
      return {
        sentence: `User ${user} is not allowed to ${verb} ${full} ${place}.`,
        next: "Ask your cluster administrator, or choose another context.",
        recovery: [terminal("kubectl", "auth", "can-i", verb, full, ...where, ...inCluster(at)), RETRY],
        ...(isOfReleases && { details: ["Helm keeps its releases in Secrets."] }),
      };
    },
  },
  {
    kind: "forbidden",
    pattern:
      /(\S+) "([^"]+)" is forbidden: user "([^"]+)" [^\n]*is attempting to grant RBAC permissions not currently held:\n?([\s\S]*)$/,
    say: ([, resource, name, user, permissions = ""]) => ({
      sentence: `User ${user} cannot create or change ${resource}/${name}: it grants permissions that the user does not have.`,
      next: "Ask your cluster administrator for these permissions, or to make the change.",
      recovery: [RETRY],
      details: linesOf(permissions),
    }),
  },
  {
    kind: "namespace-terminating",
    pattern: /unable to create new content in namespace (\S+) because it is being terminated/,
    say: ([, namespace = ""], { at }) => ({
      sentence: `The namespace ${namespace} is being deleted.`,
      next: "Wait until it is gone, then try again.",
      recovery: [
        RETRY,
        terminal("kubectl", "get", "namespace", namespace, "--output", "yaml", ...inCluster(at)),
      ],
      details: ["If it remains, its status lists the objects that block its deletion."],
    }),
  },
  {
    kind: "namespace-missing",
    pattern: /namespaces "([^"]+)" not found/,
    say([, namespace = ""], { at }) {
      const sentence = `There is no namespace ${namespace} in ${at.context}.`;
      const creation = terminal("kubectl", "create", "namespace", namespace, ...inCluster(at));
      // A namespace other than that of the release is one that the values name, such as that of the mesh.
      return namespace === at.namespace
        ? { sentence, next: "Create it in a terminal, then try again.", recovery: [creation, RETRY] }
        : {
            sentence,
            next: "Correct the name in the values, or create it in a terminal, then try again.",
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
      sentence: `${webhook === undefined ? "The API server" : `The admission webhook ${webhook}`} does not support dry runs.`,
      next: "This can only be checked by the real change.",
      recovery: [],
    }),
  },
  {
    kind: "webhook-down",
    pattern: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?([\s\S]*)$/,
    say([, webhook, why = ""], { at }) {
      const [reason] = why.replace(/^Post "[^"]*": /, "").split("\n");
      return {
        sentence: `The admission webhook ${webhook} could not be called: ${reason}.`,
        next: "Check whether its pods run, then try again.",
        recovery: [RETRY, terminal("kubectl", "get", WEBHOOKS, ...inCluster(at))],
        details: [
          "Until it answers, the cluster rejects everything that it has to check.",
          "If its product is no longer installed, remove its webhook configuration.",
        ],
      };
    },
  },
  {
    kind: "quota",
    pattern: /(\S+) "([^"]+)" is forbidden: exceeded quota: ([^,]+), ([\s\S]*)$/,
    say: ([, resource, name, quota, numbers = ""]) => ({
      sentence: `The quota ${quota} of the namespace leaves no room for ${resource}/${name} (${numbers}).`,
      next: "Lower the replicas or resources in the values, or ask for a larger quota.",
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "quota",
    pattern: /(\S+) "([^"]+)" is forbidden: failed quota: ([^:]+): must specify ([\s\S]*)$/,
    say: ([, resource, name, quota, missing = ""]) => ({
      sentence: `The quota ${quota} of the namespace requires that ${resource}/${name} sets ${missing.replace(/,(?=\S)/g, ", ")}.`,
      next: "Set these resources in the values, or ask your cluster administrator.",
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "limit-range",
    pattern:
      /(\S+) "([^"]+)" is forbidden: (\[?(?:(?:maximum|minimum) \S+ usage|\S+ max limit to request ratio) per [\s\S]*)$/,
    say([, resource, name, limits = ""]) {
      const details = limits.replace(/^\[([\s\S]*)\]$/, "$1").split(/, (?=maximum |minimum |\S+ max limit )/);
      return {
        sentence: `${resource}/${name} exceeds the limit range of the namespace: ${details[0]}.`,
        next: "Change the resources in the values, or ask your cluster administrator.",
        recovery: [EDIT_VALUES],
        ...(details.length > 1 && { details }),
      };
    },
  },
  {
    kind: "pod-security",
    pattern: /(\S+) "([^"]+)" is forbidden: violates PodSecurity "([^":]+)[^"]*": ([\s\S]*)$/,
    say: ([, resource, name, level, violations = ""]) => ({
      sentence: `${resource}/${name} does not meet the Pod Security level "${level}" of the namespace.`,
      next: "Set the security context that it asks for in the values, or ask your cluster administrator.",
      recovery: [EDIT_VALUES],
      details: violations.trim().split(/(?<=\)), /),
    }),
  },
  {
    kind: "policy-denied",
    pattern:
      /(\S+) "([^"]+)" is (?:forbidden|invalid): (?:: )?ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: ([\s\S]*)$/,
    say: ([, resource, name, policy, why]) => ({
      sentence: `The cluster's policy ${policy} rejects ${resource}/${name}: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
  {
    kind: "webhook-denied",
    pattern: /admission webhook "([^"]+)" denied the request(?:: ([\s\S]*)| without explanation)$/,
    say: ([, webhook, why = "it gives no reason"]) => ({
      sentence: `The admission webhook ${webhook} denied the request: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: ([\s\S]*)$/,
    say: ([, resource, name, why]) => ({
      sentence: `The cluster rejects ${resource}/${name}: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
  {
    kind: "server-error",
    pattern:
      /Internal error occurred: ([\s\S]*)$|the server is currently unable to handle the request|the server has received too many requests|the server was unable to return a response in the time allotted|(etcdserver: [^\n]*|rpc error: [^\n]*)/,
    say: ([whole = "", internal, store]) => ({
      sentence: `The API server could not handle the request: ${internal ?? store ?? whole}.`,
      next: "Try again. If it happens again, contact your cluster administrator.",
      recovery: [RETRY],
    }),
  },
];

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}
