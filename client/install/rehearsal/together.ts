// Not translated: errors are worded as the API server words them, and explained as its own.
import { mapOf, type YamlMap } from "../../manifests/yaml.ts";
import { quantityOf } from "./quantity.ts";
import type { Sending } from "./sendings.ts";

/** A quota of a namespace, as its status reports it. */
export interface Quota {
  readonly name: string;
  readonly namespace: string;
  readonly hard: Readonly<Record<string, unknown>>;
  readonly used: Readonly<Record<string, unknown>>;
}

/** Pods that a workload will have. */
export interface PodsNeeded {
  readonly sending: Sending;
  /** One of them, as the API server would store it. */
  readonly pod: YamlMap;
  readonly count: number;
}

/** An address that a Service of the cluster has. */
export interface TakenAddress {
  readonly address: string;
  readonly namespace: string;
  readonly name: string;
}

/** What the API server will say about an object that it would accept on its own, worded as the API server words it. */
export interface Clash {
  readonly sending: Sending;
  readonly error: string;
}

/**
 * Objects that would be accepted one by one but not together, because of object quotas, node ports, addresses or duplicate names.
 * In a dry run, the API server tries each object against the cluster as it is.
 */
export function clashesIn(
  sendings: readonly Sending[],
  quotas: readonly Quota[],
  taken: readonly TakenAddress[],
): readonly Clash[] {
  const added = sendings.filter(({ way, isThere }) => way !== "delete" && !isThere);
  return [
    ...quotas.flatMap((quota) => overQuota(quota, added)),
    ...samePorts(added),
    ...sameAddresses(added, taken),
    ...sameNames(added),
  ];
}

/** The address that a Service asks for, if it does not leave the choice to the cluster. */
export function addressOf({ kind, value }: Pick<Sending, "kind" | "value">): string | undefined {
  const { clusterIP } = mapOf(value.spec);
  const isAddress =
    kind === "Service" && typeof clusterIP === "string" && clusterIP !== "" && clusterIP !== "None";
  return isAddress ? clusterIP : undefined;
}

/**
 * Workloads whose pods fit into a quota one by one, but not together. Only for new workloads: nobody knows how many pods there
 * are while they are being replaced.
 */
export function podClashesIn(needed: readonly PodsNeeded[], quotas: readonly Quota[]): readonly Clash[] {
  return quotas.flatMap((quota) => {
    const here = needed.filter(({ sending }) => sending.namespace === quota.namespace);
    return Object.entries(quota.hard).flatMap(([resource, limit]) => {
      const usages = here.map(({ sending, pod, count }) => ({
        sending,
        what: `pods "${sending.name}-*" is forbidden`,
        needed: count * podUsage(pod, resource),
      }));
      return overLimit(quota, resource, limit, usages);
    });
  });
}

/** How much of a quota a pod takes (Kubernetes: resource quotas, and how init containers count). */
function podUsage({ spec }: YamlMap, resource: string): number {
  if (resource === "pods" || resource === "count/pods") return 1;
  const [, kind = "requests", name = ""] = /^(?:(requests|limits)\.)?(.+)$/.exec(resource) ?? [];
  if (name.includes("/") && kind === "requests" && !resource.startsWith("requests.")) return 0;
  const { containers, initContainers, overhead } = mapOf(spec);
  const of = (container: unknown) => quantityOf(mapOf(mapOf(mapOf(container).resources)[kind])[name]) ?? 0;
  const total = (some: readonly unknown[]) => some.reduce((sum: number, one) => sum + of(one), 0);
  const first = listOf(initContainers);
  const stays = first.filter((one) => mapOf(one).restartPolicy === "Always");
  const ends = first.filter((one) => !stays.includes(one));
  const running = total(listOf(containers)) + total(stays);
  return Math.max(running, ...ends.map(of)) + (quantityOf(mapOf(overhead)[name]) ?? 0);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function overQuota(quota: Quota, added: readonly Sending[]): readonly Clash[] {
  const here = added.filter(({ namespace }) => namespace === quota.namespace);
  return Object.entries(quota.hard).flatMap(([resource, limit]) => {
    const usages = here.map((sending) => ({
      sending,
      what: `${pluralOf(sending.kind)} "${sending.name}" is forbidden`,
      needed: usageOf(sending, resource),
    }));
    return overLimit(quota, resource, limit, usages);
  });
}

interface Usage {
  readonly sending: Sending;
  /** How an error about it begins. */
  readonly what: string;
  readonly needed: number;
}

/** The first object that exceeds the limit when they are created one after the other. */
function overLimit(
  quota: Quota,
  resource: string,
  limit: unknown,
  usages: readonly Usage[],
): readonly Clash[] {
  const room = quantityOf(limit);
  let used = quantityOf(quota.used[resource] ?? 0);
  if (room === undefined || used === undefined) return [];
  for (const { sending, what, needed } of usages) {
    // In floating point, 0.1 + 0.2 is slightly more than 0.3.
    if (needed > 0 && used + needed > room * (1 + 1e-9)) {
      const numbers = `requested: ${resource}=${needed}, used: ${resource}=${used}, limited: ${resource}=${String(limit)}`;
      return [{ sending, error: `${what}: exceeded quota: ${quota.name}, ${numbers}` }];
    }
    used += needed;
  }
  return [];
}

/** How much of a quota an object takes (Kubernetes: resource quotas, object count quota and storage). */
function usageOf({ kind, apiVersion, value }: Sending, resource: string): number {
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0]}` : "";
  const plural = pluralOf(kind);
  const isCounted = resource === `count/${plural}${group}` || (group === "" && resource === plural);
  if (isCounted) return 1;
  const spec = mapOf(value.spec);
  if (kind === "PersistentVolumeClaim" && resource === "requests.storage") {
    return quantityOf(mapOf(mapOf(spec.resources).requests).storage) ?? 0;
  }
  if (kind !== "Service") return 0;
  const ports = Array.isArray(spec.ports) ? spec.ports.length : 0;
  if (resource === "services.loadbalancers") return spec.type === "LoadBalancer" ? 1 : 0;
  if (resource === "services.nodeports") {
    return spec.type === "NodePort" ||
      (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false)
      ? ports
      : 0;
  }
  return 0;
}

/** Services that ask for the same node port. */
function samePorts(added: readonly Sending[]): readonly Clash[] {
  const taken = new Set<string>();
  return added.flatMap((sending) => {
    const { ports } = mapOf(sending.value.spec);
    if (sending.kind !== "Service" || !Array.isArray(ports)) return [];
    const own = ports.map(
      (port: YamlMap) => [`${port.protocol ?? "TCP"} ${port.nodePort}`, port.nodePort] as const,
    );
    const index = own.findIndex(([port, number]) => typeof number === "number" && taken.has(port));
    for (const [port, number] of own) if (typeof number === "number") taken.add(port);
    if (index < 0) return [];
    const error = `Service "${sending.name}" is invalid: spec.ports[${index}].nodePort: Invalid value: ${own[index]?.[1]}: provided port is already allocated`;
    return [{ sending, error }];
  });
}

/** Services that ask for an address that is taken. In a dry run, the API server does not check that (`ipallocator`, dry run). */
function sameAddresses(added: readonly Sending[], taken: readonly TakenAddress[]): readonly Clash[] {
  const owners = new Map(taken.map(({ address, namespace, name }) => [address, `${namespace}/${name}`]));
  return added.flatMap((sending) => {
    const address = addressOf(sending);
    const self = `${sending.namespace}/${sending.name}`;
    if (address === undefined) return [];
    const owner = owners.get(address);
    owners.set(address, owner ?? self);
    if (owner === undefined || owner === self) return [];
    const why = `failed to allocate IP ${address}: provided IP is already allocated`;
    return [
      {
        sending,
        error: `Service "${sending.name}" is invalid: spec.clusterIPs: Invalid value: ["${address}"]: ${why}`,
      },
    ];
  });
}

/** Objects that are created twice. With server-side apply, the second counts as a change of the first. */
function sameNames(added: readonly Sending[]): readonly Clash[] {
  const seen = new Set<string>();
  return added.flatMap((sending) => {
    const { way, apiVersion, kind, namespace, name, isHook } = sending;
    const id = [apiVersion.replace(/\/.*/, ""), kind, namespace, name].join(" ");
    const isSecond = seen.has(id);
    seen.add(id);
    if (!isSecond || way !== "create" || isHook) return [];
    return [{ sending, error: `${pluralOf(kind)} "${name}" already exists` }];
  });
}

/** The plural of a kind in the API, such as `networkpolicies`. */
function pluralOf(kind: string): string {
  const lower = kind.toLowerCase();
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  if (lower === "endpoints") return lower;
  return /(s|x|ch|sh)$/.test(lower) ? `${lower}es` : `${lower}s`;
}
