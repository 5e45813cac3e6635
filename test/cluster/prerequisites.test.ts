import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { gatewayLabels } from "../../client/cluster/gateway.ts";
import { checkPrerequisites } from "../../client/commands/check-prerequisites.ts";
import { fillDomain } from "../../client/commands/fill-domain.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import { apply, get } from "../../client/kubectl/calls.ts";
import { hasLabels } from "../../client/kubectl/cluster-object.ts";
import type { Command, Ports } from "../../client/operation/command.ts";
import type { ValuesFacts } from "../../server/lsp/protocol.ts";
import { fakePorts, type World } from "../client/fake-ports.ts";
import { stepOver } from "../client/operations.ts";
import { type Cluster, type ContextName, haveCluster } from "./cluster.ts";
import { installMesh, installPrerequisites } from "./prerequisites.ts";
import { clearScene, DEFAULT_FACTS, SCENES } from "./scenes.ts";

/** The recorded scenes, and no others: the values of the scene, the state of each prerequisite. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  bare: [
    "Service mesh: ✗ missing",
    "Public ingress gateway: ✗ missing",
    "Service-instance operator: ✗ missing",
    "Certificate management: ✗ missing",
    "Metrics monitors: – not needed",
    "Your permissions: ✓ met",
  ],
  complete: [
    "Service mesh: ✓ met",
    "Public ingress gateway: ✓ met",
    "Namespace of the mesh: ✓ met",
    "Service-instance operator: ✓ met",
    "Certificate management: ✓ met",
    "Issuer letsencrypt for subscriptionServer: ✓ met",
    "Issuer staging for webhook: ! not ready",
    "Metrics monitors: ✓ met",
    "Your permissions: ✓ met",
  ],
  "complete-for-nobody": [
    "Service mesh: ? not checked",
    "Public ingress gateway: ? not checked",
    "Service-instance operator: ✓ met",
    "Certificate management: ✓ met",
    "Issuer letsencrypt for subscriptionServer: ? not checked",
    "Issuer staging for webhook: ? not checked",
    "Metrics monitors: ✓ met",
    "Your permissions: ✗ missing",
  ],
  "complete-with-default-values": [
    "Service mesh: ✓ met",
    "Public ingress gateway: ! does not match the values",
    "Namespace of the mesh: ! does not match the values",
    "Service-instance operator: ✓ met",
    "Certificate management: ! does not match the values",
    "Metrics monitors: – not needed",
    "Your permissions: ✓ met",
  ],
  old: [
    "Service mesh: ✗ wrong version",
    "Public ingress gateway: ! does not match the values",
    "Namespace of the mesh: ! does not match the values",
    "Service-instance operator: ✓ met",
    "Certificate management: ✓ met",
    "Metrics monitors: ✗ missing",
    "Your permissions: ✓ met",
  ],
};

describe("what an installation needs, read from a real API server", () => {
  let cluster: Cluster;
  const environment = { ...process.env };
  before(async () => {
    cluster = await haveCluster();
    Object.assign(process.env, cluster.environment);
    await clearScene(cluster.api("admin@test"));
  });
  after(async () => {
    await clearScene(cluster.api("admin@test"));
    process.env = environment;
    await cluster.stop();
  });

  /** Runs a command with the real kubectl as the user of a context; gives what a person sees. */
  async function seenBy(context: ContextName, command: Command, world: World): Promise<string[]> {
    const ports = portsFor(context, world);
    await command.run(ports);
    return ports.seen;
  }

  function portsFor(context: ContextName, world: World = {}): Ports & { readonly seen: string[] } {
    const text = readFileSync(cluster.kubeconfig, "utf8");
    const files = {
      [cluster.kubeconfig]: text.replace(/^current-context: .*$/m, `current-context: ${context}`),
    };
    const fakes = fakePorts({ ...world, files, kubeconfigs: [cluster.kubeconfig] });
    return { ...fakes, programs: createProgramRunner(() => cluster.programs.kubectl) };
  }

  async function statesIn(context: ContextName, facts: ValuesFacts): Promise<string[]> {
    const seen = await seenBy(context, checkPrerequisites, { facts });
    return seen.flatMap((line) => {
      const [, title, state] = /^ {2}\| ([^|]+) \| ([^|]+) \| /.exec(line) ?? [];
      return state === undefined || state === "State" || state === "---" ? [] : [`${title}: ${state}`];
    });
  }

  for (const { name, context, facts, prepare } of SCENES) {
    it(`says of each prerequisite how it is: ${name}`, async () => {
      const api = cluster.api("admin@test");
      await clearScene(api);
      await prepare(api);
      assert.deepEqual(await statesIn(context, facts), STATES[name]);
    });
  }

  it("finds the gateway with the labels of the chart's defaults, and with others when they are named", async () => {
    const api = cluster.api("admin@test");
    await clearScene(api);
    await installPrerequisites(api, "mesh");
    const gatewayRow = async (facts: ValuesFacts) =>
      (await statesIn("admin@test", facts)).find((state) => state.startsWith("Public"));
    const labels = { app: "mesh-ingressgateway", mesh: "ingressgateway" };
    const mesh = { namespace: "istio-system", version: "1.22.0" };
    await installMesh(api, { ...mesh, gateway: { labels } });
    assert.equal(await gatewayRow(DEFAULT_FACTS), "Public ingress gateway: ✓ met");

    await installMesh(api, { ...mesh, namespace: "edge", gateway: { labels: { app: "edge" } } });
    const other = { ...DEFAULT_FACTS, ingressGatewayLabels: { app: "edge" } };
    assert.equal(await gatewayRow(other), "Public ingress gateway: ✓ met");

    const ports = portsFor("admin@test");
    const target = { context: "admin@test", server: "", namespace: "istio-system" };
    const services = await stepOver(ports).ask(target, get(target, "services", { everywhere: true }));
    const fitting = "answer" in services ? services.answer : [];
    assert.deepEqual(
      fitting
        .filter((service) => hasLabels(gatewayLabels(service), labels))
        .map(({ metadata }) => metadata.namespace),
      ["istio-system"],
    );
  });

  it("fills domain and DNS target from the names of the gateway, and suggests the issuers", async () => {
    const api = cluster.api("admin@test");
    await clearScene(api);
    const { facts, prepare } = SCENES.find(({ name }) => name === "complete") ?? assert.fail();
    await prepare(api);
    const seen = await seenBy("admin@test", fillDomain, {
      facts,
      pick: ["public-ingress", "cop.c-1.example.org"],
    });
    assert.deepEqual(
      seen.filter((line) => /^(set|suggest): /.test(line)),
      [
        'suggest: {"context":"admin@test","issuers":[{"manager":"CertController","name":"letsencrypt","kind":"ClusterIssuer","group":"cert-manager.io"},{"manager":"CertManager","name":"letsencrypt","kind":"ClusterIssuer","group":"cert-manager.io"},{"manager":"CertController","name":"staging","kind":"Issuer","group":"cert-manager.io","namespace":"istio-system"},{"manager":"CertManager","name":"staging","kind":"Issuer","group":"cert-manager.io","namespace":"istio-system"}],"domains":["cop.c-1.example.org","cop.apps.example.net"],"dnsTargets":["a1b2c3.eu-central-1.elb.example.com","public-ingress.c-1.example.org","x.c-1.example.org","x.apps.example.net"]}',
        "set: file:///home/me/deploy/values.yaml subscriptionServer.dnsTarget=public-ingress.c-1.example.org",
        "set: file:///home/me/deploy/values.yaml subscriptionServer.domain=cop.c-1.example.org",
      ],
    );
  });

  it("leaves the cluster as it was: what it asks for is read only", async () => {
    const version = async () => {
      const list = await cluster
        .api("admin@test")
        .get<{ items: { metadata: { name: string; resourceVersion: string } }[] }>("/api/v1/services");
      return list?.items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
    };
    const before = await version();
    await statesIn("admin@test", DEFAULT_FACTS);
    assert.deepEqual(await version(), before);
  });

  it("reads what kubectl says of a manifest that it applies", async () => {
    const target = { context: "admin@test", server: "", namespace: "default" };
    const manifest = JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "applied-prerequisites" },
      data: { a: "b" },
    });
    const ports = portsFor("admin@test");
    const applied = async (dryRun: boolean) =>
      stepOver(ports).ask(target, apply(target, manifest, { dryRun }));
    const object = "configmap/applied-prerequisites";
    assert.deepEqual(await applied(true), { answer: [{ object, change: "created" }] });
    assert.deepEqual(await applied(false), { answer: [{ object, change: "created" }] });
    assert.deepEqual(await applied(false), { answer: [{ object, change: "unchanged" }] });
    await cluster.api("admin@test").remove("/api/v1/namespaces/default/configmaps/applied-prerequisites");
  });
});
