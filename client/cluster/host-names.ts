import * as l10n from "@vscode/l10n";
import { type ClusterObject, hasLabels, objectName } from "../kubectl/cluster-object.ts";
import { labelsAt, listAt, recordAt, textAt, textsAt } from "../kubectl/json-access.ts";
import { KINDS } from "../kubectl/kinds.ts";
import type { IngressGateway } from "./gateway.ts";

export interface FoundName {
  readonly name: string;
  /** The kind of place where it was found, in a few words. */
  readonly origin: string;
  readonly place: string;
}

/** The host names of a cluster from which values can be made. */
export interface ClusterHosts {
  /** Full names that resolve to the public ingress gateway, best first. */
  readonly dnsTargets: readonly FoundName[];
  /** Domains whose names resolve to the gateway, best first. */
  readonly clusterDomains: readonly FoundName[];
  /** Addresses of load balancers that have no name: values take names only. */
  readonly addresses: readonly FoundName[];
}

interface HostSources {
  readonly gateways: readonly IngressGateway[];
  /** The mesh's own Gateway objects, with the hosts for which they open it. */
  readonly meshGateways: readonly ClusterObject[];
  /** The ConfigMap with the cluster's domain, if there is one. */
  readonly clusterInfo: readonly ClusterObject[];
}

/** The subdomain that is proposed for the subscription server; the person can change it. */
const SUBDOMAIN = "cop";

/** The longest common name of a certificate (RFC 5280, `ub-common-name`). */
export const LONGEST_COMMON_NAME = 64;

/**
 * The names of the public ingress gateway and the domains of the cluster. The gateway's own DNS name is that of its load
 * balancer; other names resolve to it as long as their DNS entries are maintained. A wildcard name is a domain; a full
 * name in that domain begins with the label that the manager of the operator uses for that.
 */
export function clusterHosts({ gateways, meshGateways, clusterInfo }: HostSources): ClusterHosts {
  const said = [...gateways.flatMap(annotatedNames), ...opened(meshGateways, gateways)];
  const domains = [...domainOf(clusterInfo), ...said.flatMap(wildcardDomain)];
  const full = said.filter(({ name }) => isHostName(name));
  // A domain is often listed along with its wildcard: `*.c.example.org, c.example.org`.
  const isDomain = ({ name }: FoundName) => domains.some((domain) => domain.name === name);
  const names = full.filter((found) => !isDomain(found));
  const balancers = gateways.flatMap(({ service }) => balancerNames(service));
  const balanced = balancers.filter(({ name }) => isHostName(name));
  return {
    dnsTargets: distinct([...balanced, ...names, ...domains.map(fullName), ...full.filter(isDomain)]),
    clusterDomains: distinct([...domains, ...names.flatMap(parentDomain)]),
    addresses: balancers.filter(({ name }) => !isHostName(name)),
  };
}

/** The names and addresses in the status and annotations of a gateway's service. */
export function gatewayHosts(gateway: IngressGateway): string[] {
  const found = [...annotatedNames(gateway), ...balancerNames(gateway.service)];
  return [...new Set(found.map(({ name }) => name))];
}

/** Proposed domains of the subscription server in the domains of a cluster; those that do not fit in a certificate come last. */
export function proposedDomains({ clusterDomains }: ClusterHosts): readonly FoundName[] {
  const all = clusterDomains
    .map((found) => ({ ...found, name: `${SUBDOMAIN}.${found.name}` }))
    .filter(({ name }) => isHostName(name));
  return [
    ...all.filter(({ name }) => fitsCertificate(name)),
    ...all.filter(({ name }) => !fitsCertificate(name)),
  ];
}

/** True if a host fits in the common name of a certificate. */
export function fitsCertificate(name: string): boolean {
  return name.length <= LONGEST_COMMON_NAME;
}

/** Tells if a string is a fully qualified DNS name: at least two labels of letters, digits and hyphens. */
export function isHostName(text: string): boolean {
  const labels = text.split(".");
  return (
    text.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^[0-9]+$/.test(labels.at(-1) ?? "")
  );
}

function annotatedNames({ service }: IngressGateway): FoundName[] {
  return KINDS.hostAnnotations.flatMap(({ name: annotation }) =>
    (service.metadata.annotations?.[annotation] ?? "")
      .split(/[\s,]+/)
      .filter((name) => name !== "")
      .map((name) => ({
        name,
        origin: l10n.t("annotation"),
        place: l10n.t("{0} of {1}", annotation, objectName(service)),
      })),
  );
}

function balancerNames(service: ClusterObject): FoundName[] {
  const found = { origin: l10n.t("load balancer"), place: `Service ${objectName(service)}` };
  return listAt(recordAt(recordAt(service, "status"), "loadBalancer"), "ingress").flatMap((ingress) => {
    const name = textAt(ingress, "hostname") ?? textAt(ingress, "ip");
    return name === undefined ? [] : [{ name, ...found }];
  });
}

/** Hosts of the default Gateway, and of those that open one of the found ingress gateways in its own namespace. */
function opened(meshGateways: readonly ClusterObject[], gateways: readonly IngressGateway[]): FoundName[] {
  const { defaultGateway } = KINDS.clusterDomain;
  const isDefault = ({ metadata: { namespace, name } }: ClusterObject) =>
    namespace === defaultGateway.namespace && name === defaultGateway.name;
  const isBeside = (object: ClusterObject) =>
    gateways.some(
      ({ service, labels }) =>
        service.metadata.namespace === object.metadata.namespace &&
        hasLabels(labels, labelsAt(recordAt(object, "spec"), "selector")),
    );
  return [
    ...meshGateways.filter(isDefault),
    ...meshGateways.filter((object) => !isDefault(object) && isBeside(object)),
  ].flatMap((gateway) =>
    listAt(recordAt(gateway, "spec"), "servers")
      .flatMap((server) => textsAt(server, "hosts"))
      .map((host) => ({
        // A host may begin with the namespace that it is for.
        name: host.replace(/^.*\//, ""),
        origin: l10n.t("mesh gateway"),
        place: l10n.t("Hosts of the Gateway {0}", objectName(gateway)),
      })),
  );
}

function domainOf(clusterInfo: readonly ClusterObject[]): FoundName[] {
  const { namespace, name, key } = KINDS.clusterDomain.configMap;
  return clusterInfo.flatMap(({ data }) => {
    const domain = data?.[key] ?? "";
    if (!isHostName(domain)) return [];
    return [{ name: domain, origin: l10n.t("cluster domain"), place: `ConfigMap ${namespace}/${name}` }];
  });
}

function wildcardDomain(found: FoundName): FoundName[] {
  const domain = found.name.startsWith("*.") ? found.name.slice(2) : "";
  return isHostName(domain) ? [{ ...found, name: domain }] : [];
}

function fullName({ name, place }: FoundName): FoundName {
  return { name: `${KINDS.wildcardLabel.label}.${name}`, origin: l10n.t("any name in the domain"), place };
}

function parentDomain(found: FoundName): FoundName[] {
  const domain = found.name.replace(/^[^.]+\./, "");
  return isHostName(domain) ? [{ ...found, name: domain }] : [];
}

/** Each name once, with the first place where it was found. */
function distinct(found: readonly FoundName[]): FoundName[] {
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}
