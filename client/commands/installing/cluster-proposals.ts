import type { RequiredRole, ValuesFacts } from "../../../server/lsp/protocol.ts";
import { proposedDomain } from "../../cluster/host-names.ts";
import type { ClusterTarget } from "../../cluster/target.ts";
import type { Ports } from "../../ports.ts";
import { readClusterHosts } from "../cluster-reading/read-cluster-hosts.ts";

/** Proposals for the required values, best first. */
export type Proposals = Readonly<Record<RequiredRole, readonly string[]>>;

/** Proposals from the public ingress gateway and the domain of the cluster, as far as `kubectl` can read them. Never fails. */
export async function proposeFromCluster(
  ports: Ports,
  target: ClusterTarget,
  facts: ValuesFacts,
): Promise<Proposals> {
  const title = `CAP Operator: looking for proposals in ${target.context}`;
  return ports.progress.show(title, async (_report, signal) => {
    const { clusterDomains, dnsTargets } = await readClusterHosts(ports, target, facts, signal);
    return { domain: clusterDomains.map(proposedDomain), dnsTarget: dnsTargets.map(({ name }) => name) };
  });
}
