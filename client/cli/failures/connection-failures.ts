import type { FailureKind, FailureRow, FailureScene, Said } from "../failure.ts";
import { networkTrouble } from "../network-trouble.ts";
import { inCluster, RETRY, type RecoveryAction, SHOW_STATUS, setting, terminal } from "../recovery.ts";

/** Failures before a cluster has answered. Helm 3, Helm 4 and kubectl only differ in the words that come first. */
export const connectionFailures: readonly FailureRow[] = [
  {
    kind: "unknown-context",
    pattern: /context "([^"]*)" does not exist/,
    say: ([, context]) => ({
      sentence: `The kubeconfig has no context ${context}, or there is no kubeconfig.`,
      next: "Choose another context, or add this one to the kubeconfig (capOperator.kubeconfig).",
      recovery: [setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /(?:unreachable: |^)(?:stat|CreateFile) (.+?): (?:no such file|The system cannot find)/,
    say: ([, file]) => ({
      sentence: `No kubeconfig found at ${file}.`,
      next: "Correct capOperator.kubeconfig or the variable KUBECONFIG.",
      recovery: [setting("kubeconfig"), RETRY],
      details: ["Your cluster administrator can give you the kubeconfig."],
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /error loading config file "([^"]+)": (.*)/,
    say: ([, file, why]) => ({
      sentence: `The kubeconfig ${file} cannot be read: ${why}.`,
      next: "Correct the file, or name another one in capOperator.kubeconfig.",
      recovery: [setting("kubeconfig"), RETRY],
    }),
  },
  {
    kind: "credentials",
    pattern: /getting credentials: exec: executable (\S+) not found/,
    say: ([, plugin], { at }) => ({
      sentence: `The context ${at.context} logs in with ${plugin}, which is not installed.`,
      next: `Install ${plugin}, and restart the editor so that it is on the PATH.`,
      recovery: [RETRY],
    }),
  },
  {
    kind: "credentials",
    pattern: /getting credentials: exec: executable (\S+) failed with exit code (\d+)/,
    say: ([, plugin, code], { at, run }) => {
      const own = run.stderr
        .split(/\r?\n/)
        .filter((line) => line.trim() !== "" && !/getting credentials/.test(line));
      return {
        sentence: `${plugin}, the login program of the context ${at.context}, failed with exit code ${code}.`,
        next: "Log in again in a terminal, then try again.",
        recovery: [terminal("kubectl", "get", "namespaces", ...inCluster(at)), RETRY],
        ...(own.length === 0 ? {} : { details: own }),
      };
    },
  },
  {
    kind: "credentials",
    pattern: /getting credentials: (?:exec: )?([^\n]*)|^exec plugin: ([^\n]*)/m,
    say: ([, why, plugin], { at }) => ({
      sentence: `The login program of the context ${at.context} failed: ${why ?? plugin}.`,
      next: "Log in again in a terminal, then try again.",
      recovery: [terminal("kubectl", "get", "namespaces", ...inCluster(at)), RETRY],
    }),
  },
  {
    kind: "credentials",
    // The alerts with which a TLS server refuses the certificate of a client (Go: crypto/tls/alert.go).
    pattern:
      /the server has asked for the client to provide credentials|You must be logged in to the server|\(Unauthorized\)|token has expired|remote error: tls: (?:bad certificate|expired certificate|revoked certificate|unknown certificate|certificate required)/,
    say: (_found, { at }) => ({
      sentence: `The cluster does not accept the credentials of the context ${at.context}.`,
      next: "Log in again, or ask your cluster administrator for a new kubeconfig.",
      recovery: [RETRY],
      details: ["They may have expired."],
    }),
  },
  {
    kind: "cluster-unreachable",
    pattern:
      /^(?!.*failed calling webhook).*(?:could not get apiVersions from Kubernetes: |(?:Get|Post|Put|Patch|Delete) "https?:\/\/[^"/]+\/(?:apis?|openapi)\b[^"]*": )/s,
    say: (_found, { at }) => ({
      sentence: `The connection to the cluster of ${at.context} was lost.`,
      next: "Check the network and the VPN, then run Show Status.",
      recovery: [SHOW_STATUS, RETRY],
    }),
  },
  ...causes([
    {
      pattern: /x509: certificate signed by unknown authority/,
      why: () => "the kubeconfig does not trust its certificate",
      next: "Ask your cluster administrator for the current kubeconfig.",
      recovery: [setting("kubeconfig"), RETRY],
      details: ["If a proxy is in between, the kubeconfig must name the certificate authority of the proxy."],
    },
    {
      pattern: /x509: certificate is (?:valid for|not valid for any names|relies)(.*)/,
      why: ({ at }) => `its certificate is not valid for ${at.server}`,
      next: "Correct the address of the cluster in the kubeconfig.",
      recovery: [RETRY],
    },
    {
      pattern: /x509: certificate has expired or is not yet valid/,
      why: () => "its certificate has expired, or the clock of this machine is wrong",
      next: "Check the clock. If it is right, contact your cluster administrator.",
      recovery: [RETRY],
    },
    {
      pattern: /lookup (\S+?)(?: on \S+)?: no such host/,
      why: (_scene, [, host]) => `there is no host ${host}`,
      next: "Check the network and the VPN, and whether the cluster still exists.",
      recovery: [RETRY],
    },
    {
      pattern: /connection refused|was refused - did you specify the right host or port/,
      why: ({ at }) => `nothing answers at ${at.server}`,
      next: "Check that the cluster runs, and its address in the kubeconfig.",
      recovery: [RETRY],
    },
    {
      pattern: /TLS handshake timeout|i\/o timeout|Client\.Timeout exceeded|context deadline exceeded/,
      why: ({ at }) => `${at.server} did not answer in time`,
      next: "Check the network and the VPN, then try again.",
      recovery: [RETRY],
    },
    {
      pattern: /([^\n]*)/,
      why: ({ at }, [, said = ""]) => networkTrouble(said, at.server) ?? said,
      next: "Check the network and the kubeconfig, then try again.",
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
      sentence: `${run.program} could not write a file: the disk is full.`,
      next: "Free some space, then try again.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "disk",
    pattern:
      /^(?:.*: )?(mkdir|open|create|rename|unlink|write) (.+?): (permission denied|not a directory|read-only file system|Access is denied\.?)/,
    say: ([, , path, why], { run }) => ({
      sentence: `${run.program} cannot use ${path}: ${why}.`,
      next: "Check the permissions there. Helm lists its own folders with: helm env",
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
            sentence: `The cluster of ${at.context} cannot be reached: ${trouble}.`,
            next: "Check the network and the kubeconfig, then try again.",
            recovery: [RETRY],
          };
    },
  },
];

interface Cause {
  readonly pattern: RegExp;
  readonly why: (scene: FailureScene, found: readonly (string | undefined)[]) => string;
  readonly next: string;
  readonly recovery: readonly RecoveryAction[];
  readonly details?: readonly string[];
}

/** Rows for the reasons why a cluster cannot be reached, each after the words with which Helm and kubectl introduce it. */
function causes(reasons: readonly Cause[]): readonly FailureRow[] {
  const kind: FailureKind = "cluster-unreachable";
  const front = "(?:cluster unreachable: |Unable to connect to the server: |^The connection to the server )";
  return reasons.map(({ pattern, why, ...step }) => ({
    kind,
    pattern: new RegExp(`${front}.*?(?:${pattern.source})`, "s"),
    say: (found, scene): Said => ({
      sentence: `The cluster of ${scene.at.context} cannot be reached: ${why(scene, found)}.`,
      ...step,
    }),
  }));
}
