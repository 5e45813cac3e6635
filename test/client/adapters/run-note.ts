import type { RunNote } from "../../../client/program-ports.ts";

/** An upgrade as it is written down. */
export const NOTE: RunNote = {
  at: {
    context: "prod",
    server: "https://prod:6443",
    user: "ada",
    namespace: "cop",
    kubeconfig: "/etc/kube",
    release: "cap-operator",
  },
  kind: "upgrade",
  before: { revision: 3, status: "deployed" },
};
