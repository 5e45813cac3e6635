import {
  type FailureKind,
  type FailureRow,
  type FailureScene,
  inTerminal,
  type Said,
} from "../failure-row.ts";

/** Failures before a cluster has answered. Helm 3 and 4 and kubectl differ in the words in front only. */
export const connectionFailures: readonly FailureRow[] = [
  {
    kind: "unknown-context",
    pattern: /context "([^"]*)" does not exist/,
    say: ([, context]) => ({
      sentence: `The kubeconfig has no context ${context}, or there is no kubeconfig.`,
      next: "Choose another context, or bring this one into your kubeconfig.",
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /(?:unreachable: |^)(?:stat|CreateFile) (.+?): (?:no such file|The system cannot find)/,
    say: ([, file]) => ({
      sentence: `There is no kubeconfig at ${file}.`,
      next: "Correct the setting capOperator.kubeconfig or the variable KUBECONFIG, or get the kubeconfig of the cluster from who manages it.",
    }),
  },
  {
    kind: "no-kubeconfig",
    pattern: /error loading config file "([^"]+)": (.*)/,
    say: ([, file, why]) => ({
      sentence: `The kubeconfig ${file} cannot be read: ${why}.`,
      next: "Correct the file, or get a new one from who manages the cluster.",
    }),
  },
  {
    kind: "credentials",
    pattern: /getting credentials: exec: executable (\S+) not found/,
    say: ([, plugin], { at }) => ({
      sentence: `The context ${at.context} logs in with ${plugin}, which is not installed.`,
      next: `Install ${plugin}, and start the editor anew so that it is on its PATH.`,
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
        sentence: `${plugin}, with which the context ${at.context} logs in, failed with exit code ${code}.`,
        next: `Log in again in a terminal, for example with: kubectl get namespaces ${inTerminal(at)}`,
        ...(own.length === 0 ? {} : { details: own }),
      };
    },
  },
  {
    kind: "credentials",
    pattern: /the server has asked for the client to provide credentials|You must be logged in to the server/,
    say: (_found, { at }) => ({
      sentence: `The cluster of ${at.context} does not accept the credentials of the kubeconfig; they may have expired.`,
      next: "Log in again, or get a new kubeconfig from who manages the cluster.",
    }),
  },
  {
    kind: "cluster-unreachable",
    pattern:
      /^(?!.*failed calling webhook).*(?:could not get apiVersions from Kubernetes: |(?:Get|Post|Put|Patch|Delete) "https?:\/\/[^"/]+\/(?:apis?|openapi)\b[^"]*": )/s,
    say: (_found, { at }) => ({
      sentence: `The connection to the cluster of ${at.context} was lost on the way.`,
      next: "Check the network and the VPN, look at the status of the release, then try again.",
    }),
  },
  ...causes([
    {
      pattern: /x509: certificate signed by unknown authority/,
      why: ({ at }) =>
        `its certificate is signed by an authority that the kubeconfig does not name (${at.server})`,
      next: "Get the current kubeconfig from who manages the cluster. If a proxy stands in between, the kubeconfig has to name its authority.",
    },
    {
      pattern: /x509: certificate is (?:valid for|not valid for any names|relies)(.*)/,
      why: ({ at }) => `its certificate is for another name than ${at.server}`,
      next: "Check the address of the cluster in the kubeconfig.",
    },
    {
      pattern: /x509: certificate has expired or is not yet valid/,
      why: () => "its certificate has expired, or the clock of this machine is wrong",
      next: "Check the clock; else tell who manages the cluster.",
    },
    {
      pattern: /lookup (\S+?)(?: on \S+)?: no such host/,
      why: (_scene, [, host]) => `there is no host ${host}`,
      next: "Check the network and the VPN, and whether the cluster still exists.",
    },
    {
      pattern: /connection refused|was refused - did you specify the right host or port/,
      why: ({ at }) => `nothing answers at ${at.server}`,
      next: "Check whether the cluster runs, and whether its address in the kubeconfig is right.",
    },
    {
      pattern: /TLS handshake timeout|i\/o timeout|Client\.Timeout exceeded|context deadline exceeded/,
      why: ({ at }) => `${at.server} did not answer in time`,
      next: "Check the network and the VPN, then try again.",
    },
    {
      pattern: /([^\n]*)/,
      why: (_scene, [, said]) => `${said}`,
      next: "Check the network and the kubeconfig.",
    },
  ]),
];

interface Cause {
  readonly pattern: RegExp;
  readonly why: (scene: FailureScene, found: readonly (string | undefined)[]) => string;
  readonly next: string;
}

/** What Helm and kubectl say in front of each reason why a cluster cannot be reached. */
function causes(reasons: readonly Cause[]): readonly FailureRow[] {
  const kind: FailureKind = "cluster-unreachable";
  const front = "(?:cluster unreachable: |Unable to connect to the server: |^The connection to the server )";
  return reasons.map(({ pattern, why, next }) => ({
    kind,
    pattern: new RegExp(`${front}(?:.*?)${pattern.source}`, "s"),
    say: (found, scene): Said => ({
      sentence: `The cluster of ${scene.at.context} cannot be reached: ${why(scene, found)}.`,
      next,
    }),
  }));
}
