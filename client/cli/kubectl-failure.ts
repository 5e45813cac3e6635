import type { ClusterTarget } from "../cluster/target.ts";
import type { RunResult } from "../installation-ports.ts";
import { networkTrouble } from "./network-trouble.ts";
import { redactText } from "./redact.ts";

/** How `kubectl` and the API server say what is wrong, the most telling first. */
const SAID: readonly [
  pattern: RegExp,
  sentence: (match: RegExpExecArray, target: ClusterTarget) => string,
][] = [
  [
    /\(Forbidden\): .*?cannot (\S+) resource "([^"]+)"(?: in API group "([^"]*)")?(?: in the namespace "([^"]+)")?/,
    ([, verb, resource, group, namespace], { context }) =>
      `The user of the context ${context} may not ${verb} ${resource}${group ? `.${group}` : ""}` +
      `${namespace === undefined ? " in all namespaces" : ` in the namespace ${namespace}`}.`,
  ],
  [/forbidden/i, (_, { context }) => `The user of the context ${context} may not read this.`],
  [/x509: certificate has expired/, unreachable("its certificate has expired, or the clock is wrong")],
  [/x509: certificate is (?:not )?valid for/, unreachable("its certificate is for another name")],
  [
    /\(Unauthorized\)|provide credentials|token has expired|certificate has expired/i,
    (_, { context }) =>
      `The API server does not accept the credentials of the context ${context}: log in to the cluster again.`,
  ],
  [
    /exec: executable (\S+) not found/,
    ([, plugin], { context }) =>
      `The context ${context} logs in with ${plugin}, which is not installed: install it, and restart the editor.`,
  ],
  [/getting credentials|exec plugin|executable .* not found/i, credentialsProgram],
  [/context "([^"]*)" does not exist/, ([, context]) => `The kubeconfig has no context ${context}.`],
  [/connection refused|was refused/i, unreachable("nothing listens there")],
  [/no such host/i, unreachable("there is no host of this name")],
  [/x509|certificate signed by|tls:/i, unreachable("its certificate is not trusted by the kubeconfig")],
  [/timeout|deadline exceeded|timed out|i\/o timeout/i, unreachable("it did not answer in time")],
  [
    /unable to connect to the server|no route to host|network is unreachable|EOF/i,
    unreachable("no connection"),
  ],
];

function credentialsProgram(_: RegExpExecArray, { context }: ClusterTarget): string {
  return `The program that gets the credentials of the context ${context} failed: log in to the cluster again.`;
}

function unreachable(why: string) {
  return (_: unknown, { server }: ClusterTarget) => `The API server ${server} was not reached: ${why}.`;
}

/** Whether the API server said that it has no such thing. */
export function saysNotFound({ stderr }: RunResult): boolean {
  return /\(NotFound\)|doesn't have a resource type/.test(stderr);
}

/** Why a run of `kubectl` gave no answer, in one sentence; from recorded outputs of kubectl 1.32 to 1.37. */
export function whyUnread(result: RunResult, target: ClusterTarget): string {
  if (result.interrupted) return "The check was cancelled.";
  for (const [pattern, sentence] of SAID) {
    const match = pattern.exec(result.stderr);
    if (match !== null) return sentence(match, target);
  }
  const trouble = networkTrouble(result.stderr, target.server);
  if (trouble !== undefined) return unreachable(trouble)(trouble, target);
  const said = redactText(result.stderr).trimEnd().split("\n").at(-1)?.trim() ?? "";
  return said === "" ? "kubectl gave no answer." : `kubectl said: ${said}`;
}
