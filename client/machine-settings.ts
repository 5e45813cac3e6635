/** The settings that can only be set for the machine on which the extension runs: a workspace cannot decide what is executed there. */
export const MACHINE_SETTINGS: readonly string[] = [
  "capOperator.helmPath",
  "capOperator.kubectlPath",
  "capOperator.install.plainHttp",
  "capOperator.kubeconfig",
];
