import * as l10n from "@vscode/l10n";
import { networkTrouble } from "../network-trouble.ts";
import { inCluster, RETRY, type RecoveryAction, SHOW_STATUS, setting, terminal } from "../recovery.ts";
import type { FailureKind, FailureRow, FailureScene, Said } from "./row.ts";

/** Failures before a cluster has answered. Helm 3, Helm 4 and kubectl only differ in the words that come first. */
export const connectionFailures: readonly FailureRow[] = [
  {
    kind: "unknown-context",
    pattern: /context "([^"]*)" does not exist/,
    say: ([, context = ""]) => ({
      sentence: l10n.t("The kubeconfig has no context {0}, or no kubeconfig was found.", context),
      next: l10n.t("Choose another context, or add this one to the kubeconfig (capOperator.kubeconfig)."),
      recovery: [setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /(?:unreachable: |^)(?:stat|CreateFile) (.+?): (?:no such file|The system cannot find)/,
    say: ([, file = ""]) => ({
      sentence: l10n.t("No kubeconfig found at {0}.", file),
      next: l10n.t("Correct capOperator.kubeconfig or the variable KUBECONFIG."),
      recovery: [setting("kubeconfig"), RETRY],
      details: [l10n.t("Your cluster administrator can give you the kubeconfig.")],
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
    say: ([, plugin = ""], { at }) => ({
      sentence: l10n.t("The context {0} logs in with {1}, which is not installed.", at.context, plugin),
      next: l10n.t("Install {0}, and restart the editor so that it is on the PATH.", plugin),
      recovery: [RETRY],
    }),
  },
  {
    kind: "credentials",
    pattern: /getting credentials: exec: executable (\S+) failed with exit code (\d+)/,
    say: ([, plugin = "", code = ""], { at, run }) => {
      const own = run.stderr
        .split(/\r?\n/)
        .filter((line) => line.trim() !== "" && !/getting credentials/.test(line));
      return {
        sentence: l10n.t(
          "{0}, the credential plugin of the context {1}, failed with exit code {2}.",
          plugin,
          at.context,
          code,
        ),
        next: l10n.t("Log in again in a terminal, then try again."),
        recovery: [terminal("kubectl", "get", "namespaces", ...inCluster(at)), RETRY],
        ...(own.length === 0 ? {} : { details: own }),
      };
    },
  },
  {
    kind: "credentials",
    pattern: /getting credentials: (?:exec: )?([^\n]*)|^exec plugin: ([^\n]*)/m,
    say: ([, why, plugin], { at }) => ({
      sentence: l10n.t(
        "The credential plugin of the context {0} failed: {1}.",
        at.context,
        why ?? plugin ?? "",
      ),
      next: l10n.t("Log in again in a terminal, then try again."),
      recovery: [terminal("kubectl", "get", "namespaces", ...inCluster(at)), RETRY],
    }),
  },
  {
    kind: "credentials",
    // The alerts with which a TLS server refuses the certificate of a client (Go: crypto/tls/alert.go).
    pattern:
      /the server has asked for the client to provide credentials|You must be logged in to the server|\(Unauthorized\)|token has expired|remote error: tls: (?:bad certificate|expired certificate|revoked certificate|unknown certificate|certificate required)/,
    say: (_found, { at }) => ({
      sentence: l10n.t("The cluster does not accept the credentials of the context {0}.", at.context),
      next: l10n.t("Log in again, or ask your cluster administrator for a new kubeconfig."),
      recovery: [RETRY],
      details: [l10n.t("They may have expired.")],
    }),
  },
  {
    kind: "cluster-unreachable",
    pattern:
      /^(?!.*failed calling webhook).*(?:could not get apiVersions from Kubernetes: |(?:Get|Post|Put|Patch|Delete) "https?:\/\/[^"/]+\/(?:apis?|openapi)\b[^"]*": )/s,
    say: (_found, { at }) => ({
      sentence: l10n.t("The connection to the cluster of {0} was lost.", at.context),
      next: l10n.t("Check the network and the VPN, then run Show Status."),
      recovery: [SHOW_STATUS, RETRY],
    }),
  },
  ...causes([
    {
      pattern: /x509: certificate signed by unknown authority/,
      why: () => l10n.t("the kubeconfig does not trust its certificate"),
      next: () => l10n.t("Ask your cluster administrator for the current kubeconfig."),
      recovery: [setting("kubeconfig"), RETRY],
      details: () => [
        l10n.t("If a proxy is in between, the kubeconfig must name the certificate authority of the proxy."),
      ],
    },
    {
      pattern: /x509: certificate is (?:valid for|not valid for any names|relies)(.*)/,
      why: ({ at }) => l10n.t("its certificate is not valid for {0}", at.server),
      next: () => l10n.t("Correct the address of the cluster in the kubeconfig."),
      recovery: [RETRY],
    },
    {
      pattern: /x509: certificate has expired or is not yet valid/,
      why: () => l10n.t("its certificate has expired, or the clock of this machine is wrong"),
      next: () => l10n.t("Check the clock. If it is right, contact your cluster administrator."),
      recovery: [RETRY],
    },
    {
      pattern: /lookup (\S+?)(?: on \S+)?: no such host/,
      why: (_scene, [, host = ""]) => l10n.t("no host {0} found", host),
      next: () => l10n.t("Check the network and the VPN, and whether the cluster still exists."),
      recovery: [RETRY],
    },
    {
      pattern: /connection refused|was refused - did you specify the right host or port/,
      why: ({ at }) => l10n.t("nothing answers at {0}", at.server),
      next: () => l10n.t("Check that the cluster is running, and check its address in the kubeconfig."),
      recovery: [RETRY],
    },
    {
      pattern: /TLS handshake timeout|i\/o timeout|Client\.Timeout exceeded|context deadline exceeded/,
      why: ({ at }) => l10n.t("{0} did not answer in time", at.server),
      next: () => l10n.t("Check the network and the VPN, then try again."),
      recovery: [RETRY],
    },
    {
      pattern: /([^\n]*)/,
      why: ({ at }, [, said = ""]) => networkTrouble(said, at.server) ?? said,
      next: () => l10n.t("Check the network and the kubeconfig, then try again."),
      recovery: [RETRY],
    },
  ]),
];

/**
 * Rows that are tried last because any program may say these things: what this machine does not let it do, in Go's words, and
 * network trouble.
 */
export const lastConnectionFailures: readonly FailureRow[] = [
  {
    kind: "disk",
    pattern: /no space left on device|There is not enough space on the disk/,
    say: (_found, { run }) => ({
      sentence: l10n.t("{0} could not write a file: the disk is full.", run.program),
      next: l10n.t("Free some space, then try again."),
      recovery: [RETRY],
    }),
  },
  {
    kind: "disk",
    pattern:
      /^(?:.*: )?(mkdir|open|create|rename|unlink|write) (.+?): (permission denied|not a directory|read-only file system|Access is denied\.?)/,
    say: ([, , path = "", why = ""], { run }) => ({
      sentence: l10n.t("{0} cannot use {1}: {2}.", run.program, path, why),
      next: l10n.t("Check the permissions there. Helm lists its own folders with: helm env"),
      recovery: [terminal("helm", "env"), RETRY],
    }),
  },
  {
    kind: "cluster-unreachable",
    // A login program says so in its own words.
    pattern: /[\s\S]+/,
    say([said = ""], { run, at }) {
      const trouble = run.program === "kubectl" ? networkTrouble(said, at.server) : undefined;
      return trouble === undefined
        ? undefined
        : {
            sentence: l10n.t("The cluster of {0} cannot be reached: {1}.", at.context, trouble),
            next: l10n.t("Check the network and the kubeconfig, then try again."),
            recovery: [RETRY],
          };
    },
  },
];

interface Cause {
  readonly pattern: RegExp;
  readonly why: (scene: FailureScene, found: readonly (string | undefined)[]) => string;
  readonly next: () => string;
  readonly recovery: readonly RecoveryAction[];
  readonly details?: () => readonly string[];
}

/** Rows for the reasons why a cluster cannot be reached, each after the words with which Helm and kubectl introduce it. */
function causes(reasons: readonly Cause[]): readonly FailureRow[] {
  const kind: FailureKind = "cluster-unreachable";
  // Not translated: matched in what Helm and kubectl report.
  const front = "(?:cluster unreachable: |Unable to connect to the server: |^The connection to the server )";
  return reasons.map(({ pattern, why, next, details, recovery }) => ({
    kind,
    pattern: new RegExp(`${front}.*?(?:${pattern.source})`, "s"),
    say: (found, scene): Said => ({
      sentence: l10n.t("The cluster of {0} cannot be reached: {1}.", scene.at.context, why(scene, found)),
      next: next(),
      recovery,
      ...(details && { details: details() }),
    }),
  }));
}
