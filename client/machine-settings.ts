/** The settings that only the machine has on which the extension runs: a workspace cannot set what is executed there. */
export const MACHINE_SETTINGS: readonly string[] = [
  "capOperator.helmPath",
  "capOperator.kubectlPath",
  "capOperator.install.plainHttp",
  "capOperator.kubeconfig",
];
