import { proposedDomain } from "../../cluster/host-names.ts";
import { readClusterHosts } from "../cluster-reading/read-cluster-hosts.ts";
import type { Propose } from "./required-values.ts";

/** Proposals from the public ingress gateway and the domain of the cluster, as far as `kubectl` can read them. */
export const proposeFromCluster: Propose = (ports, target, facts) =>
  ports.progress.show(`CAP Operator: looking for proposals in ${target.context}`, async (_report, signal) => {
    const { clusterDomains, dnsTargets } = await readClusterHosts(ports, target, facts, signal);
    return { domain: clusterDomains.map(proposedDomain), dnsTarget: dnsTargets.map(({ name }) => name) };
  });
