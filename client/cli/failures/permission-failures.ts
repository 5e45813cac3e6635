import { type FailureRow, inCluster } from "../failure-row.ts";
import { EDIT_VALUES, RETRY, terminal } from "../recovery.ts";

const FIT_THE_VALUES = {
  next: "Change the values, or ask your cluster administrator.",
  recovery: [EDIT_VALUES],
};

const WEBHOOKS = "validatingwebhookconfigurations,mutatingwebhookconfigurations";

/** What the API server does not let this person do, or lets nobody do. */
export const permissionFailures: readonly FailureRow[] = [
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
        sentence: `${user} may not ${verb} ${full} ${place}.`,
        next: "Ask your cluster administrator, or choose another context.",
        recovery: [terminal("kubectl", "auth", "can-i", verb, full, ...where, ...inCluster(at)), RETRY],
        ...(isOfReleases && { details: ["Helm keeps its releases in Secrets."] }),
      };
    },
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
      details: ["If it stays, its status says which object in it keeps it."],
    }),
  },
  {
    kind: "namespace-missing",
    pattern: /namespaces "([^"]+)" not found/,
    say([, namespace = ""], { at }) {
      const sentence = `There is no namespace ${namespace} in ${at.context}.`;
      const creation = terminal("kubectl", "create", "namespace", namespace, ...inCluster(at));
      // Another namespace than that of the release is one that the values name, such as that of the mesh.
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
    kind: "webhook-down",
    pattern: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?([\s\S]*)$/,
    say([, webhook, why = ""], { at }) {
      const [reason] = why.replace(/^Post "[^"]*": /, "").split("\n");
      return {
        sentence: `The admission webhook ${webhook} does not answer: ${reason}.`,
        next: "Check whether the pods behind it run, then try again.",
        recovery: [RETRY, terminal("kubectl", "get", WEBHOOKS, ...inCluster(at))],
        details: [
          "The cluster accepts nothing that the webhook has to check until it answers.",
          "If the product behind it is gone, remove its webhook configuration.",
        ],
      };
    },
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: exceeded quota: ([^,]+), ([\s\S]*)$/,
    say: ([, resource, name, quota, numbers = ""]) => ({
      sentence: `The quota ${quota} of the namespace leaves no room for ${resource} ${name} (${numbers}).`,
      next: "Lower replicas or resources in the values, or ask for a larger quota.",
      recovery: [EDIT_VALUES],
    }),
  },
  {
    kind: "admission-denied",
    pattern:
      /(\S+) "([^"]+)" is forbidden: ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: ([\s\S]*)$/,
    say: ([, resource, name, policy, why]) => ({
      sentence: `The cluster's policy ${policy} refuses ${resource} ${name}: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
  {
    kind: "admission-denied",
    pattern: /admission webhook "([^"]+)" denied the request: ([\s\S]*)$/,
    say: ([, webhook, why]) => ({
      sentence: `The admission webhook ${webhook} refuses it: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: ([\s\S]*)$/,
    say: ([, resource, name, why]) => ({
      sentence: `The cluster refuses ${resource} ${name}: ${why}.`,
      ...FIT_THE_VALUES,
    }),
  },
];
