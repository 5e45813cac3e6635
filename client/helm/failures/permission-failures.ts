import { type FailureRow, inTerminal } from "../failure-row.ts";

/** What the API server does not let this person do, or lets nobody do. */
export const permissionFailures: readonly FailureRow[] = [
  {
    kind: "forbidden",
    pattern:
      /forbidden: User "([^"]+)" cannot (\w+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)"| at the cluster scope)?/,
    say([, user, verb, resource = "", group, namespace], { at, run }) {
      const full = group ? `${resource}.${group}` : resource;
      const place = namespace === undefined ? "in the whole cluster" : `in the namespace ${namespace}`;
      const where = namespace === undefined ? "--all-namespaces" : `--namespace ${namespace}`;
      const releases =
        run.program === "helm" && resource === "secrets" ? " Helm keeps its releases in Secrets." : "";
      return {
        sentence: `${user} may not ${verb} ${full} ${place}.${releases}`,
        next: `Ask who manages the cluster for this permission, or choose another context. To check it: kubectl auth can-i ${verb} ${full} ${where} ${inTerminal(at)}`,
      };
    },
  },
  {
    kind: "namespace-terminating",
    pattern: /unable to create new content in namespace (\S+) because it is being terminated/,
    say: ([, namespace], { at }) => ({
      sentence: `The namespace ${namespace} is being deleted, and takes nothing new until it is gone.`,
      next: `Wait until it is gone. If it stays, an object in it keeps it: kubectl get namespace ${namespace} --output yaml ${inTerminal(at)} says which.`,
    }),
  },
  {
    kind: "namespace-missing",
    pattern: /namespaces "([^"]+)" not found/,
    say: ([, namespace], { at }) => ({
      sentence: `There is no namespace ${namespace} in ${at.context}.`,
      next: "Create it, or let the installation create it.",
    }),
  },
  {
    kind: "webhook-down",
    pattern: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?([\s\S]*)$/,
    say([, webhook, why = ""]) {
      const reason = why.replace(/^Post "[^"]*": /, "");
      return {
        sentence: `The admission webhook ${webhook} does not answer, and nothing is accepted without it: ${reason}.`,
        next: "Check whether the pods behind that webhook run; if its product is gone, remove its webhook configuration. Then try again.",
      };
    },
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: exceeded quota: ([^,]+), ([\s\S]*)$/,
    say: ([, resource, name, quota, numbers = ""]) => ({
      sentence: `The quota ${quota} of the namespace leaves no room for ${resource} ${name} (${numbers}).`,
      next: "Ask for a larger quota, or ask for less in the values.",
    }),
  },
  {
    kind: "admission-denied",
    pattern:
      /(\S+) "([^"]+)" is forbidden: ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: ([\s\S]*)$/,
    say: ([, resource, name, policy, why]) => ({
      sentence: `The cluster's policy ${policy} refuses ${resource} ${name}: ${why}.`,
      next: "Change the values so that the policy is content, or ask who manages the cluster.",
    }),
  },
  {
    kind: "admission-denied",
    pattern: /admission webhook "([^"]+)" denied the request: ([\s\S]*)$/,
    say: ([, webhook, why]) => ({
      sentence: `The admission webhook ${webhook} refuses it: ${why}.`,
      next: "Change the values so that it is content, or ask who manages the cluster.",
    }),
  },
  {
    kind: "admission-denied",
    pattern: /(\S+) "([^"]+)" is forbidden: ([\s\S]*)$/,
    say: ([, resource, name, why]) => ({
      sentence: `The cluster refuses ${resource} ${name}: ${why}.`,
      next: "Ask who manages the cluster, or change the values.",
    }),
  },
];
