import type { Cluster } from "./cluster.ts";

/** Outputs without what is different in every run: addresses, times, identities, versions of objects, chosen names. */
export function normalised(output: string, { contexts }: Pick<Cluster, "contexts">): string {
  return compact(withoutChance(output, contexts));
}

function withoutChance(output: string, contexts: Cluster["contexts"]): string {
  const addresses = Object.values(contexts).map(({ address }) => address);
  return addresses
    .reduce((text, address) => text.replaceAll(address, "https://127.0.0.1:6443"), output)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-01-01T00:00:00Z")
    .replace(
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      "00000000-0000-4000-8000-000000000000",
    )
    .replace(/("resourceVersion": ")\d+"/g, '$11"')
    .replace(/("(?:nodePort|healthCheckNodePort)": )\d+/g, "$130000")
    .replace(/"10\.\d+\.\d+\.\d+"/g, '"10.0.0.1"')
    .replace(/-[0-9a-f]{7,10}-[a-z0-9]{5}\b/g, "-5d9c7b8f6d-x7k2p")
    .replace(/("pod-template-hash": ")[0-9a-f]+"/g, '$15d9c7b8f6d"')
    .replace(/-[0-9a-f]{7,10}"/g, '-5d9c7b8f6d"')
    .replace(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-x7k2p");
}

/** JSON without its spaces, which say nothing, and with lists in one order: that of discovery, for one, is by chance. */
function compact(output: string): string {
  try {
    const { items, resources, ...rest } = JSON.parse(output);
    return JSON.stringify({
      ...rest,
      ...(Array.isArray(items) && { items: sorted(items) }),
      ...(Array.isArray(resources) && { resources: sorted(resources) }),
    });
  } catch {
    return output;
  }
}

function sorted(list: readonly Listed[]): Listed[] {
  const key = ({ kind = "", name = "", metadata = {}, ...rest }: Listed) =>
    [kind, metadata.namespace ?? "", metadata.name ?? name, JSON.stringify(rest)].join("\n");
  return list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

interface Listed {
  readonly kind?: string;
  readonly name?: string;
  readonly metadata?: { readonly namespace?: string; readonly name?: string };
}
