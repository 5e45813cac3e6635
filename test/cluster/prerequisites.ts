// Stand-ins for the products that an installation needs: their resource types, without the products.
import { readFileSync } from "node:fs";
import path from "node:path";
import { loadAll } from "js-yaml";
import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import type { Service } from "kubernetes-types/core/v1.js";
import type { ApiServer } from "./api-server.ts";
import { DEFINITIONS, operatorTypes, removeAll } from "./removing.ts";
import { until } from "./until.ts";

/** Each is a file of `fixtures/prerequisites`. */
export const PREREQUISITES = [
  "mesh",
  "mesh-before-1.22",
  "platform-certificates",
  "cert-controller",
  "btp-service-operator",
  "cf-service-operator",
  "service-monitors",
] as const;
export type Prerequisite = (typeof PREREQUISITES)[number];

/** The prerequisites that the chart of the examples can need. */
const OF_EXAMPLE_CHART: readonly Prerequisite[] = [
  "mesh",
  "platform-certificates",
  "cert-controller",
  "service-monitors",
];
/** The namespaces that the values of the tests name for the mesh. */
const MESH_NAMESPACES = ["mesh-system", "mesh-ingress"];

/** Installs the prerequisites of the chart of the examples for all values of the tests. */
export async function prepareExampleChart(api: ApiServer): Promise<void> {
  await installPrerequisites(api, ...OF_EXAMPLE_CHART);
  for (const name of MESH_NAMESPACES) await haveNamespace(api, name);
}

/** Removes it again, with the operator's resource types, and waits until all is gone. */
export async function cleanUpExampleChart(api: ApiServer): Promise<void> {
  await removePrerequisites(api, ...OF_EXAMPLE_CHART);
  await removeAll(api, DEFINITIONS, await operatorTypes(api));
  await removeAll(api, "/api/v1/namespaces", MESH_NAMESPACES);
}

/** Creates the resource types of these products, and waits until the server serves them. */
export async function installPrerequisites(api: ApiServer, ...names: readonly Prerequisite[]): Promise<void> {
  const definitions = names.flatMap(definitionsOf);
  await Promise.all(definitions.map((definition) => api.apply(pathOf(definition), definition)));
  await until(async () => {
    const lists = await Promise.all(definitions.flatMap(listsOf).map((list) => api.get(list)));
    return !lists.includes(undefined);
  });
}

/** Removes the resource types of these products with all their objects, and waits until they are gone. */
export async function removePrerequisites(api: ApiServer, ...names: readonly Prerequisite[]): Promise<void> {
  const definitions = names.flatMap(definitionsOf);
  await Promise.all(definitions.map((definition) => api.remove(pathOf(definition))));
  await until(async () => {
    const paths = definitions.flatMap((definition) => [pathOf(definition), ...listsOf(definition)]);
    const answers = await Promise.all(paths.map((resource) => api.get(resource)));
    return answers.every((answer) => answer === undefined);
  });
}

/** Creates a namespace where it is missing. */
export async function haveNamespace(api: ApiServer, name: string): Promise<void> {
  await api.apply(`/api/v1/namespaces/${name}`, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

/** The mesh's control plane and its public ingress gateway. */
export interface MeshInstallation {
  /** The namespace of both; it is created when missing. */
  readonly namespace: string;
  /** The version that the control plane's image has. */
  readonly version: string;
  readonly gateway: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    /** The host name or the address of the load balancer. */
    readonly loadBalancer?: { readonly hostname: string } | { readonly ip: string };
  };
}

/** Creates what a running mesh shows of itself: the deployment of its control plane and the gateway's service. */
export async function installMesh(api: ApiServer, mesh: MeshInstallation): Promise<void> {
  const { namespace, version, gateway } = mesh;
  await haveNamespace(api, namespace);
  const labels = { app: "istiod", istio: "pilot" };
  await api.apply(`/apis/apps/v1/namespaces/${namespace}/deployments/istiod`, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "istiod", labels },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "discovery", image: `docker.io/istio/pilot:${version}` }] },
      },
    },
  });
  const service: Service = {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: "istio-ingressgateway",
      labels: gateway.labels,
      annotations: gateway.annotations ?? {},
    },
    spec: {
      type: "LoadBalancer",
      selector: gateway.labels,
      ports: [{ name: "https", port: 443, targetPort: 8443 }],
    },
  };
  const resource = `/api/v1/namespaces/${namespace}/services/istio-ingressgateway`;
  await api.apply(resource, service);
  if (gateway.loadBalancer) {
    await api.patch(`${resource}/status`, { status: { loadBalancer: { ingress: [gateway.loadBalancer] } } });
  }
}

function definitionsOf(name: Prerequisite): CustomResourceDefinition[] {
  const file = path.join(import.meta.dirname, "fixtures/prerequisites", `${name}.yaml`);
  return loadAll(readFileSync(file, "utf8")) as CustomResourceDefinition[];
}

function pathOf({ metadata }: CustomResourceDefinition): string {
  return `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${metadata?.name}`;
}

function listsOf({ spec }: CustomResourceDefinition): string[] {
  return spec.versions.map(({ name }) => `/apis/${spec.group}/${name}/${spec.names.plural}`);
}
