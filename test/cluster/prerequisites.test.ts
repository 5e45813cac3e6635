import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { createProgramRunner } from "../../client/adapters/program-runner.ts";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import type { Ports } from "../../client/ports.ts";
import { fakePorts, type World } from "../client/fake-ports.ts";
import { type Cluster, type ContextName, haveCluster } from "./cluster.ts";
import { installMesh, installPrerequisites, PREREQUISITES, removePrerequisites } from "./prerequisites.ts";

const NAMESPACE = "checked-prerequisites";
const GATEWAY = { app: "istio-ingressgateway", istio: "ingressgateway" };

let cluster: Cluster;
before(async () => {
  cluster = await haveCluster();
  Object.assign(process.env, cluster.environment);
});
after(async () => {
  const api = cluster.api("admin@test");
  await removePrerequisites(api, ...PREREQUISITES);
  for (const name of [NAMESPACE, "meshed"]) await api.remove(`/api/v1/namespaces/${name}`);
  await cluster.stop();
});

/** Runs a command with the real kubectl as the user of a context; gives what a person sees. */
async function seenBy(
  context: ContextName,
  run: (ports: Ports) => Promise<void>,
  world: World = {},
): Promise<string[]> {
  const text = readFileSync(cluster.kubeconfig, "utf8").replace(
    /^current-context: .*$/m,
    `current-context: ${context}`,
  );
  const ports = fakePorts({
    ...world,
    kubeconfigs: [cluster.kubeconfig],
    files: { [cluster.kubeconfig]: text },
    settings: { namespace: NAMESPACE },
  });
  const programs = createProgramRunner(() => cluster.programs.kubectl);
  await run({ ...ports, programs });
  console.log(ports.seen.join("\n"));
  return ports.seen;
}

describe("prerequisites in a real cluster", () => {
  it("x", async () => {
    await seenBy("admin@test", (ports) => checkPrerequisites.run(ports));
    await seenBy("nobody@test", (ports) => checkPrerequisites.run(ports));
    const api = cluster.api("admin@test");
    await installPrerequisites(api, "mesh-before-1.22", "cert-controller", "cf-service-operator");
    await installMesh(api, {
      namespace: "meshed",
      version: "1.21.3",
      gateway: {
        labels: GATEWAY,
        annotations: { "dns.gardener.cloud/dnsnames": "*.c-1.example.com" },
        loadBalancer: { ip: "10.0.0.7" },
      },
    });
    await seenBy("admin@test", (ports) => checkPrerequisites.run(ports), {
      facts: {
        ingressGatewayLabels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
        meshSystemNamespace: "mesh-system",
        monitoringEnabled: true,
        certificates: [{ component: "subscriptionServer", manager: "Platform" }],
      },
    });
    await seenBy("admin@test", (ports) => fillDomain.run(ports), {
      pick: "x.c-1",
      input: [true],
      facts: {
        ingressGatewayLabels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
        required: [
          { role: "domain", path: "subscriptionServer.domain", form: "<subdomain>.<cluster_domain>" },
        ],
      },
    });
    await seenBy("nobody@test", (ports) => fillDomain.run(ports));
  });
});
