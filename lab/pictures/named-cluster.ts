// The cluster of the tests under names as clusters have them, so that pictures show neither its contexts nor its addresses.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { dump } from "js-yaml";
import type { Cluster, ContextName } from "../../test/cluster/cluster.ts";
import { LOOPBACK } from "../../test/cluster/free-ports.ts";

/** The domain of everything that is in the cluster of the pictures. */
export const DOMAIN = "eu10.corp.internal";
/** The name of the only context. */
export const NAMED_CONTEXT = "prod-eu10";

/** A kubeconfig with these names, while it is served. */
export interface NamedCluster {
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

/** Helm and kubectl ask for the cluster by its name, and reach it through a proxy (`proxy-url` of a kubeconfig). */
export async function nameCluster(cluster: Cluster, context: ContextName): Promise<NamedCluster> {
  const { address, ca, token } = cluster.contexts[context];
  const proxy = createServer();
  proxy.on("connect", (_request, client) => {
    const server = connect(Number(new URL(address).port), LOOPBACK, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.pipe(client).pipe(server);
    });
    for (const [from, other] of [
      [client, server],
      [server, client],
    ] as const)
      from.on("error", () => other.destroy());
  });
  proxy.listen(0, LOOPBACK);
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const name = NAMED_CONTEXT;
  const kubeconfig = path.join(cluster.folder, "named-kubeconfig.yaml");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [
      {
        name,
        cluster: {
          server: `https://api.${DOMAIN}`,
          "proxy-url": `http://${LOOPBACK}:${port}`,
          // A name of the certificate that the API server has made itself.
          "tls-server-name": LOOPBACK,
          "certificate-authority-data": Buffer.from(ca).toString("base64"),
        },
      },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  writeFileSync(kubeconfig, dump(config), { mode: 0o600 });
  return {
    kubeconfig,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
