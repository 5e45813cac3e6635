// Clusters as people have them, made in the real one: what the checks of prerequisites are recorded from and run in.
import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import type { ApiServer } from "./api-server.ts";
import type { ContextName } from "./cluster.ts";
import {
  installMesh,
  installPrerequisites,
  type MeshInstallation,
  PREREQUISITES,
  removePrerequisites,
} from "./prerequisites.ts";
import { until } from "./until.ts";

/** A cluster, and what values ask of it. */
export interface Scene {
  readonly name: string;
  readonly context: ContextName;
  readonly facts: ValuesFacts;
  /** Makes it of a cluster that has none of the prerequisites. */
  prepare(api: ApiServer): Promise<void>;
}

/** The chart's defaults (spec section 2.2). */
export const DEFAULT_FACTS: ValuesFacts = {
  required: [
    { role: "domain", path: "subscriptionServer.domain", form: "<subdomain>.<cluster_domain>" },
    {
      role: "dnsTarget",
      path: "subscriptionServer.dnsTarget",
      form: "<public_ingress_subdomain>.<cluster_domain>",
    },
  ],
  ingressGatewayLabels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
  meshSystemNamespace: "mesh-system",
  certificates: [
    { component: "subscriptionServer", manager: "Platform" },
    { component: "webhook", manager: "Default" },
  ],
  certificateManagers: ["Platform", "CertController", "Default"],
  monitoringEnabled: false,
  keys: { meshSystemNamespace: "meshSystemNamespace" },
};

const GATEWAY = { app: "istio-ingressgateway", istio: "ingressgateway" };

const FITTING: ValuesFacts = {
  ...DEFAULT_FACTS,
  ingressGatewayLabels: GATEWAY,
  meshSystemNamespace: "istio-system",
  certificates: [
    {
      component: "subscriptionServer",
      manager: "CertController",
      issuerKind: "ClusterIssuer",
      issuerName: "letsencrypt",
    },
    { component: "webhook", manager: "CertController", issuerKind: "Issuer", issuerName: "staging" },
  ],
  monitoringEnabled: true,
};

const MESH: MeshInstallation = {
  namespace: "istio-system",
  version: "1.24.2-distroless",
  gateway: {
    labels: GATEWAY,
    annotations: { "dns.gardener.cloud/dnsnames": "public-ingress.c-1.example.org, *.c-1.example.org" },
    loadBalancer: { hostname: "a1b2c3.eu-central-1.elb.example.com" },
  },
};

async function prepareComplete(api: ApiServer): Promise<void> {
  await installPrerequisites(api, "mesh", "cert-controller", "btp-service-operator", "service-monitors");
  await installMesh(api, MESH);
  await api.apply("/apis/cert-manager.io/v1/clusterissuers/letsencrypt", {
    apiVersion: "cert-manager.io/v1",
    kind: "ClusterIssuer",
    metadata: { name: "letsencrypt" },
  });
  await api.apply("/apis/cert-manager.io/v1/namespaces/istio-system/issuers/staging", {
    apiVersion: "cert-manager.io/v1",
    kind: "Issuer",
    metadata: { name: "staging" },
  });
  const state = (status: string, message: string) => ({
    status: { conditions: [{ type: "Ready", status, reason: "ACMEAccount", message }] },
  });
  await api.patch(
    "/apis/cert-manager.io/v1/clusterissuers/letsencrypt/status",
    state("True", "The ACME account was registered with the ACME server"),
  );
  await api.patch(
    "/apis/cert-manager.io/v1/namespaces/istio-system/issuers/staging/status",
    state("False", "Failed to register ACME account: 429 rate limited"),
  );
  await api.apply("/apis/networking.istio.io/v1/namespaces/istio-system/gateways/apps", {
    apiVersion: "networking.istio.io/v1",
    kind: "Gateway",
    metadata: { name: "apps" },
    spec: { selector: GATEWAY, servers: [{ hosts: ["*/*.apps.example.net"] }] },
  });
  await api.apply("/api/v1/namespaces/kube-system/configmaps/shoot-info", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "shoot-info" },
    data: { domain: "c-1.example.org", shootName: "c-1" },
  });
}

async function prepareOld(api: ApiServer): Promise<void> {
  await installPrerequisites(api, "mesh-before-1.22", "platform-certificates", "cf-service-operator");
  await installMesh(api, {
    namespace: "edge",
    version: "1.21.6",
    gateway: { labels: { app: "edge", istio: "ingressgateway" }, loadBalancer: { ip: "203.0.113.7" } },
  });
}

/** The scenes, each of them prepared in a cluster that was cleared before. */
export const SCENES: readonly Scene[] = [
  { name: "bare", context: "admin@test", facts: DEFAULT_FACTS, prepare: async () => undefined },
  { name: "complete", context: "admin@test", facts: FITTING, prepare: prepareComplete },
  { name: "complete-for-nobody", context: "nobody@test", facts: FITTING, prepare: prepareComplete },
  {
    name: "complete-with-default-values",
    context: "admin@test",
    facts: DEFAULT_FACTS,
    prepare: prepareComplete,
  },
  {
    name: "old",
    context: "admin@test",
    facts: { ...DEFAULT_FACTS, monitoringEnabled: true },
    prepare: prepareOld,
  },
];

/** Removes what scenes are made of. */
export async function clearScene(api: ApiServer): Promise<void> {
  await removePrerequisites(api, ...PREREQUISITES);
  await api.remove("/api/v1/namespaces/kube-system/configmaps/shoot-info");
  const namespaces = ["istio-system", "edge"].map((name) => `/api/v1/namespaces/${name}`);
  for (const resource of namespaces) await api.remove(resource);
  await until(async () =>
    (await Promise.all(namespaces.map((resource) => api.get(resource)))).every(
      (object) => object === undefined,
    ),
  );
}
