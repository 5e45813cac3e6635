import assert from "node:assert/strict";
import { test } from "node:test";
import { ingressGateways } from "../../../client/cluster/gateway.ts";
import {
  clusterHosts,
  fitsCertificate,
  isHostName,
  proposedDomains,
} from "../../../client/cluster/host-names.ts";

const LABELS = { istio: "ingressgateway" };

function service(annotations: Record<string, string>, ingress: object[] = [], namespace = "istio-system") {
  return {
    kind: "Service",
    metadata: { name: "gate", namespace, annotations },
    spec: { type: "LoadBalancer", selector: LABELS },
    status: { loadBalancer: { ingress } },
  };
}

function meshGateway(namespace: string, name: string, hosts: string[], selector: object = LABELS) {
  return { kind: "Gateway", metadata: { name, namespace }, spec: { selector, servers: [{ hosts }] } };
}

function hosts(
  services: ReturnType<typeof service>[],
  meshGateways: ReturnType<typeof meshGateway>[] = [],
  domain?: string,
) {
  const info = { kind: "ConfigMap", metadata: { name: "shoot-info", namespace: "kube-system" } };
  const { dnsTargets, clusterDomains, addresses } = clusterHosts({
    gateways: ingressGateways(services, [], LABELS),
    meshGateways,
    clusterInfo: domain === undefined ? [] : [{ ...info, data: { domain } }],
  });
  const names = (found: readonly { readonly name: string }[]) => found.map(({ name }) => name).join(" ");
  return { targets: names(dnsTargets), domains: names(clusterDomains), addresses: names(addresses) };
}

test("a wildcard annotation stands for a domain, and for a full name with the manager's label", () => {
  assert.deepEqual(hosts([service({ "dns.gardener.cloud/dnsnames": "*.c.example.org" })]), {
    targets: "x.c.example.org",
    domains: "c.example.org",
    addresses: "",
  });
});

test("an annotation can have several names, with or without spaces; each is listed once", () => {
  const annotations = {
    "dns.gardener.cloud/dnsnames": "*.c.example.org,gate.c.example.org , c.example.org",
    "external-dns.alpha.kubernetes.io/hostname": "gate.c.example.org",
    "external-dns.kubernetes.io/hostname": "out.example.net",
  };
  assert.deepEqual(hosts([service(annotations)]), {
    targets: "gate.c.example.org out.example.net x.c.example.org c.example.org",
    domains: "c.example.org example.net",
    addresses: "",
  });
});

test("a load balancer gives the best name, and an address is only mentioned", () => {
  assert.deepEqual(hosts([service({}, [{ hostname: "lb-1.cloud.example" }])], [], "c.example.org"), {
    targets: "lb-1.cloud.example x.c.example.org",
    domains: "c.example.org",
    addresses: "",
  });
  assert.deepEqual(hosts([service({}, [{ ip: "203.0.113.7" }])]), {
    targets: "",
    domains: "",
    addresses: "203.0.113.7",
  });
});

test("hosts come from the default Gateway, and from those in this gateway's namespace that open it", () => {
  const gateways = [
    meshGateway("istio-system", "mine", ["team/*.b.example.org", "*"]),
    meshGateway("istio-system", "other", ["*.other.example.org"], { istio: "egressgateway" }),
    meshGateway("apps", "app", ["*.app.example.org"]),
    meshGateway("kyma-system", "kyma-gateway", ["*.a.example.org"]),
  ];
  assert.equal(hosts([service({})], gateways).domains, "a.example.org b.example.org");
});

test("what is not a name is not offered", () => {
  const annotations = { "dns.gardener.cloud/dnsnames": "*, *., -a.example.org, UPPER.example.org" };
  assert.deepEqual(hosts([service(annotations)], [], "not a domain"), {
    targets: "",
    domains: "",
    addresses: "",
  });
});

test("a full name has at least two labels, and is not an address", () => {
  for (const name of ["a.b", "x.c-1.example.org", `${"a".repeat(63)}.org`]) assert.ok(isHostName(name), name);
  for (const name of [
    "",
    "a",
    "a..b",
    "a.b.",
    "a_b.org",
    "1.2.3.4",
    `${"a".repeat(64)}.org`,
    "*.a.org",
    "A.org",
  ]) {
    assert.ok(!isHostName(name), name);
  }
});

test("proposed domains are subdomains of the cluster's; those that fit in a certificate come first", () => {
  const found = { origin: "cluster domain", place: "" };
  const labels = (length: number) => `${"a".repeat(length - ".b.example.org".length)}.b.example.org`;
  // RFC 5280: the common name of a certificate has at most 64 characters.
  const names = [labels(61), "c.example.org", labels(60)];
  const clusterDomains = names.map((name) => ({ name, ...found }));
  const proposed = proposedDomains({ dnsTargets: [], clusterDomains, addresses: [] }).map(({ name }) => name);
  assert.deepEqual(proposed, ["cop.c.example.org", `cop.${labels(60)}`, `cop.${labels(61)}`]);
  assert.deepEqual(proposed.map(fitsCertificate), [true, true, false]);
});

test("each name says in a few words what it comes from, and where that is", () => {
  const { dnsTargets, clusterDomains } = clusterHosts({
    gateways: ingressGateways(
      [service({ "dns.gardener.cloud/dnsnames": "gate.c.example.org" }, [{ hostname: "lb.cloud.example" }])],
      [],
      LABELS,
    ),
    meshGateways: [meshGateway("kyma-system", "kyma-gateway", ["*.a.example.org"])],
    clusterInfo: [],
  });
  assert.deepEqual(dnsTargets, [
    { name: "lb.cloud.example", origin: "load balancer", place: "Service istio-system/gate" },
    {
      name: "gate.c.example.org",
      origin: "annotation",
      place: "dns.gardener.cloud/dnsnames of istio-system/gate",
    },
    {
      name: "x.a.example.org",
      origin: "any name in the domain",
      place: "Hosts of the Gateway kyma-system/kyma-gateway",
    },
  ]);
  assert.deepEqual(
    clusterDomains.map(({ origin }) => origin),
    ["mesh gateway", "annotation"],
  );
});
