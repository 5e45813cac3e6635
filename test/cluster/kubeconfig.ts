import { dump } from "js-yaml";
import type { Access } from "./api-server.ts";

/** A context to write: who reaches which cluster. */
export interface Context {
  /** `<user>@<cluster>`: the name of the context. */
  readonly name: string;
  readonly access: Access;
}

/** The text of a kubeconfig file with these contexts. */
export function kubeconfig(current: string, contexts: readonly Context[]): string {
  const parts = contexts.map(({ name, access }) => {
    const cluster = name.slice(name.indexOf("@") + 1);
    return { name, cluster, access };
  });
  const clusters = new Map(parts.map(({ cluster, access }) => [cluster, access]));
  return dump({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: [...clusters].map(([name, { address, ca }]) => ({
      name,
      cluster: {
        server: address,
        "certificate-authority-data": Buffer.from(ca).toString("base64"),
      },
    })),
    users: parts.map(({ name, access }) => ({ name, user: { token: access.token } })),
    contexts: parts.map(({ name, cluster }) => ({ name, context: { cluster, user: name } })),
  });
}
