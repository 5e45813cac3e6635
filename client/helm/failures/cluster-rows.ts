import * as l10n from "@vscode/l10n";
import { listed } from "../../texts/sentence-parts.ts";
import { networkTrouble } from "../network-trouble.ts";
import {
  CHANGE_CONTEXT,
  CHECK_PREREQUISITES,
  EDIT_VALUES,
  inCluster,
  RETRY,
  SHOW_STATUS,
  setting,
  terminal,
} from "../recovery.ts";
import { kindOf, missingKinds, readConflicts, reasonsOf } from "./object-errors.ts";
import type { FailureRow, FailureWords, RowContext } from "./row.ts";

/** Whatever reaches the cluster and its objects: the connection, the login, permissions, and what the API server does not accept. */
export const clusterRows: readonly FailureRow[] = [
  {
    kind: "unknown-context",
    pattern: /context "([^"]*)" does not exist/,
    say: ([, context = ""]) => ({
      sentence: l10n.t("The kubeconfig has no context {0}, or no kubeconfig was found.", context),
      next: l10n.t("Choose another context, or add this one to the kubeconfig (capOperator.kubeconfig)."),
      recovery: [CHANGE_CONTEXT, setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /(?:unreachable: |^)(?:stat|CreateFile) ([^\n]+?): (?:no such file|The system cannot find)/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("No kubeconfig found at {0}.", file),
      next: l10n.t("Correct capOperator.kubeconfig or the variable KUBECONFIG."),
      recovery: [setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /error loading config file "([^"]+)": (.*)/,
    say: ([, file = "", why = ""]) => ({
      sentence: l10n.t("The kubeconfig {0} cannot be read: {1}.", file, why),
      next: l10n.t("Correct the file, or name another one in capOperator.kubeconfig."),
      recovery: [setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "credentials",
    pattern: /getting credentials: exec: executable (\S+) not found/,
    say: ([, plugin = ""], { target }) => ({
      sentence: l10n.t("The context {0} logs in with {1}, which is not installed.", target.context, plugin),
      next: l10n.t("Install {0}, and restart the editor so that it is on the PATH.", plugin),
      recovery: [RETRY, CHANGE_CONTEXT],
    }),
  },
  {
    kind: "credentials",
    pattern: /(?:getting credentials: (?:exec: )?|^exec plugin: )([^\n]*)/,
    say: ([, why = ""], { target }) => ({
      sentence: l10n.t("The credential plugin of the context {0} failed: {1}.", target.context, why),
      next: l10n.t("Log in again in a terminal, then try again."),
      recovery: [terminal("kubectl", "get", "namespaces", ...inCluster(target)), RETRY],
    }),
  },
  {
    kind: "credentials",
    // The alerts with which a TLS server refuses the certificate of a client (Go: crypto/tls/alert.go).
    pattern:
      /the server has asked for the client to provide credentials|You must be logged in to the server|\(Unauthorized\)|token has expired|remote error: tls: (?:bad certificate|expired certificate|revoked certificate|unknown certificate|certificate required)/,
    say: (_found, { target }) => ({
      sentence: l10n.t("The cluster does not accept the credentials of the context {0}.", target.context),
      next: l10n.t("Log in again, or ask your cluster administrator for a new kubeconfig."),
      recovery: [RETRY, CHANGE_CONTEXT],
    }),
  },
  {
    kind: "cluster-unreachable",
    pattern:
      /(?:cluster unreachable: |Unable to connect to the server: |^The connection to the server )([\s\S]*)/,
    say: ([, why = ""], context) => unreachable(networkTrouble(why, context.target.server) ?? why, context),
  },
  {
    kind: "webhook-down",
    pattern: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(?:Post "[^"]*": )?([^\n]*)/,
    say: ([, webhook = "", why = ""], { target }) => ({
      sentence: l10n.t("The admission webhook {0} could not be called: {1}.", webhook, why),
      next: l10n.t("Check whether its pods are running, then try again."),
      recovery: [RETRY, terminal("kubectl", "get", WEBHOOKS, ...inCluster(target))],
    }),
  },
  {
    kind: "cluster-unreachable",
    pattern:
      /could not get apiVersions from Kubernetes: |(?:Get|Post|Put|Patch|Delete) "https?:\/\/[^"/]+\/(?:apis?|openapi)\b[^"]*": /,
    say: (_found, { target }) => ({
      sentence: l10n.t("The connection to the cluster of {0} was lost.", target.context),
      next: l10n.t("Check the network and the VPN, then run Show Status."),
      recovery: [SHOW_STATUS, RETRY],
    }),
  },
  {
    kind: "forbidden",
    pattern:
      /forbidden: User "([^"]+)" cannot (\w+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)"| at the cluster scope)?/,
    say([, user = "", verb = "", resource = "", group, namespace], { target }) {
      const full = group ? `${resource}.${group}` : resource;
      const where = namespace === undefined ? ["--all-namespaces"] : ["--namespace", namespace];
      return {
        sentence:
          namespace === undefined
            ? l10n.t("User {0} is not allowed to {1} {2} in the whole cluster.", user, verb, full)
            : l10n.t("User {0} is not allowed to {1} {2} in the namespace {3}.", user, verb, full, namespace),
        next: l10n.t("Ask your cluster administrator, or choose another context."),
        recovery: [
          CHANGE_CONTEXT,
          terminal("kubectl", "auth", "can-i", verb, full, ...where, ...inCluster(target)),
          RETRY,
        ],
      };
    },
  },
  {
    kind: "namespace-terminating",
    pattern: /unable to create new content in namespace (\S+) because it is being terminated/,
    say: ([, namespace = ""], { target }) => ({
      sentence: l10n.t("The namespace {0} is being deleted.", namespace),
      next: l10n.t("Wait until it is gone, then try again."),
      recovery: [
        RETRY,
        terminal("kubectl", "get", "namespace", namespace, "--output", "yaml", ...inCluster(target)),
      ],
    }),
  },
  {
    kind: "namespace-missing",
    pattern: /namespaces "([^"]+)" not found/,
    say: ([, namespace = ""], { target }) => ({
      sentence: l10n.t("No namespace {0} found in {1}.", namespace, target.context),
      next: l10n.t("Create it in a terminal, then try again."),
      recovery: [
        terminal("kubectl", "create", "namespace", namespace, ...inCluster(target)),
        RETRY,
        // One that only the values name, such as that of the mesh.
        ...(namespace === target.namespace ? [] : [EDIT_VALUES]),
      ],
    }),
  },
  {
    kind: "kind-missing",
    pattern:
      /no matches for kind "[^"]+" in version "[^"]+"|the server doesn't have a resource type "([^"]+)"|the server could not find the requested resource/,
    say([, resource], { error }) {
      const names = missingKinds(error).map(({ kind, apiVersion }) => `${kind} (${apiVersion})`);
      const missing = names.length > 0 ? listed(names) : resource;
      return {
        sentence:
          missing === undefined
            ? l10n.t("The API server does not serve the kind that it was asked for.")
            : l10n.t("The API server does not serve {0}.", missing),
        next: l10n.t(
          "Install what is missing, or turn it off in the values. Check Prerequisites shows what is needed.",
        ),
        recovery: [CHECK_PREREQUISITES, EDIT_VALUES],
      };
    },
  },
  {
    kind: "conflict",
    pattern: /Apply failed with \d+ conflicts?: ([\s\S]*)$/,
    say([, conflicts = ""]) {
      const owned = readConflicts(conflicts);
      const owners = listed([...new Set(owned.map(({ owner }) => owner))]);
      return {
        sentence:
          owners === ""
            ? l10n.t("Another tool manages fields of the object that this would change.")
            : l10n.t("Fields that this would change are managed by {0}.", owners),
        next: l10n.t("Leave these fields out, or have the other manager give them up, then try again."),
        recovery: [RETRY, EDIT_VALUES],
        details: owned.map(({ owner, field }) => l10n.t("{0}: managed by {1}", field, owner)),
      };
    },
  },
  {
    kind: "immutable-field",
    pattern:
      /(?<![\w.-])([\w.-]+) "([^"]+)" is invalid: ([\s\S]*(?:immutable|may not be changed|may not change once set|cannot change roleRef|updates to statefulset spec)[\s\S]*)/,
    say([, type = "", name = "", why = ""], { target }) {
      const kind = kindOf(type);
      const inNamespace = ["--namespace", target.namespace, ...inCluster(target)];
      return {
        sentence: l10n.t("{0} {1} cannot be changed in this way: {2}.", kind, name, reasonsOf(kind, why)),
        next: l10n.t("Keep the old value, or delete the object in a terminal and try again."),
        recovery: [
          EDIT_VALUES,
          terminal("kubectl", "delete", kind.toLowerCase(), name, ...inNamespace),
          RETRY,
        ],
      };
    },
  },
  {
    kind: "invalid-object",
    pattern: /(?<![\w.-])([\w.-]+) "([^"]+)" is invalid: ([\s\S]*)/,
    say: ([, type = "", name = "", why = ""], context) => ({
      sentence: l10n.t("The cluster rejects {0} {1}: {2}.", kindOf(type), name, reasonsOf(kindOf(type), why)),
      ...correctSource(context),
    }),
  },
  {
    kind: "invalid-object",
    pattern:
      /(?:typed patch|convert new) object \((?:[^/;]*\/)?([^;]*); [^)]*Kind=(\w+)\)(?: to proper version)?: ([\s\S]*)/,
    say: ([, name = "", kind = "", why = ""], context) => ({
      sentence: l10n.t("The cluster rejects {0} {1}: {2}.", kind, name, why),
      ...correctSource(context),
    }),
  },
  {
    kind: "invalid-object",
    // The patch that it quotes may be of a Secret.
    pattern:
      /(?:cannot be handled as an? \w+|unable to decode "[^"]*"|error validating data|The request is invalid: patch: Invalid value: "(?:[^"\\]|\\.)*"): ([\s\S]*)|[Rr]equest (?:entity|is) too large[^\n]*/,
    say: ([whole = "", why = whole], context) => ({
      sentence: l10n.t(
        "The cluster rejects an object: {0}.",
        why.replace(/; if you choose to ignore .*$/s, ""),
      ),
      ...correctSource(context),
    }),
  },
  {
    kind: "admission-denied",
    pattern:
      /admission webhook "([^"]+)" denied the request(?:: ([\s\S]*)| without explanation)|(?<![\w.-])([\w.-]+ "[^"]+") is forbidden: ([\s\S]*)/,
    say: ([, webhook, reason, object = "", why = ""]) => ({
      sentence:
        webhook === undefined
          ? l10n.t("The cluster rejects {0}: {1}.", object.replace(/ "([^"]*)"$/, "/$1"), why)
          : l10n.t("The admission webhook {0} rejects the request: {1}.", webhook, reason ?? "?"),
      next: l10n.t("Change the values, or ask your cluster administrator."),
      recovery: [EDIT_VALUES],
    }),
  },
];

/** Tried last: login programs of kubectl report network trouble in words of their own. */
export const lastRow: FailureRow = {
  kind: "cluster-unreachable",
  pattern: /[\s\S]+/,
  say([said = ""], context) {
    const isOwn = context.run.program === "kubectl" && !/^Error from server/.test(said);
    const trouble = isOwn ? networkTrouble(said, context.target.server) : undefined;
    return trouble === undefined ? undefined : unreachable(trouble, context);
  },
};

const WEBHOOKS = "validatingwebhookconfigurations,mutatingwebhookconfigurations";

function unreachable(why: string, { target }: RowContext): FailureWords {
  return {
    sentence: l10n.t("The cluster of {0} cannot be reached: {1}.", target.context, why),
    next: l10n.t("Check the network, the VPN and the kubeconfig, then try again."),
    recovery: [RETRY, CHANGE_CONTEXT, setting("kubeconfig")],
  };
}

/** Objects of a chart come from the values; anything else that kubectl applies is a resource of its own. */
function correctSource({ run, chart }: RowContext): Pick<FailureWords, "next" | "recovery"> {
  return run.program === "helm" || chart !== undefined
    ? { next: l10n.t("Correct the values that produce it."), recovery: [EDIT_VALUES] }
    : { next: l10n.t("Correct the resource, then try again."), recovery: [RETRY] };
}
