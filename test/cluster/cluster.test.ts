import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { runProgram } from "../support/workbench/run-program.ts";
import { ApiError } from "./api-server.ts";
import { type Cluster, CONTEXTS, haveCluster } from "./cluster.ts";
import { installMesh, installPrerequisites, removePrerequisites } from "./prerequisites.ts";
import { until } from "./until.ts";

interface Named {
  readonly metadata: { readonly name: string };
}

describe("the cluster", () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await haveCluster();
  });
  after(() => cluster.stop());

  const kubectl = (...args: string[]) =>
    runProgram(cluster.programs.kubectl, args, { env: cluster.environment });
  const createNamespace = (context: "admin@test" | "admin@other", name: string) =>
    cluster.api(context).create("/api/v1/namespaces", { metadata: { name } });

  it("has three contexts, of which admin@test is current", async () => {
    const { output } = await kubectl("config", "get-contexts", "--output=name");
    assert.deepEqual(output.trim().split("\n").sort(), [...CONTEXTS].sort());
    assert.equal((await kubectl("config", "current-context")).output.trim(), "admin@test");
  });

  it("answers kubectl, which trusts its certificate", async () => {
    const { code, output } = await kubectl("get", "namespace", "default", "--output=name");
    assert.deepEqual({ code, output: output.trim() }, { code: 0, output: "namespace/default" });
  });

  it("keeps the objects of the two clusters apart", async () => {
    await createNamespace("admin@other", "only-in-other");
    assert.ok(await cluster.api("admin@other").get<Named>("/api/v1/namespaces/only-in-other"));
    assert.equal(await cluster.api("admin@test").get("/api/v1/namespaces/only-in-other"), undefined);
    await cluster.api("admin@other").remove("/api/v1/namespaces/only-in-other");
  });

  it("refuses a user without permissions", async () => {
    const { code, output } = await kubectl("--context=nobody@test", "get", "pods");
    assert.equal(code, 1);
    assert.match(output, /Forbidden.*User "nobody" cannot list resource "pods"/);
    await assert.rejects(
      cluster.api("nobody@test").get("/api/v1/namespaces"),
      (error) => error instanceof ApiError && error.status === 403,
    );
  });

  it("refuses who has no token", async () => {
    const { code, output } = await kubectl("--token=wrong", "get", "pods");
    assert.equal(code, 1);
    assert.match(output, /Unauthorized/i);
  });

  it("deletes a namespace with what is in it", async () => {
    const api = cluster.api("admin@test");
    await createNamespace("admin@test", "short-lived");
    await api.create("/api/v1/namespaces/short-lived/configmaps", { metadata: { name: "content" } });
    await api.remove("/api/v1/namespaces/short-lived");
    await until(async () => (await api.get("/api/v1/namespaces/short-lived")) === undefined);
  });

  it("serves what a mesh of 1.22 serves, what one before it serves, and nothing when it is removed", async () => {
    const api = cluster.api("admin@test");
    const isServed = async (version: string) =>
      (await api.get(`/apis/networking.istio.io/${version}/gateways`)) !== undefined;
    await installPrerequisites(api, "mesh-before-1.22");
    assert.deepEqual([await isServed("v1"), await isServed("v1beta1")], [false, true]);
    await installPrerequisites(api, "mesh");
    assert.deepEqual([await isServed("v1"), await isServed("v1beta1")], [true, true]);
    await removePrerequisites(api, "mesh");
    assert.deepEqual([await isServed("v1"), await isServed("v1beta1")], [false, false]);
  });

  it("takes objects of every other prerequisite", async () => {
    const api = cluster.api("admin@test");
    const others = [
      ["platform-certificates", "cert.gardener.cloud/v1alpha1", "Issuer"],
      ["cert-controller", "cert-manager.io/v1", "ClusterIssuer"],
      ["btp-service-operator", "services.cloud.sap.com/v1", "ServiceInstance"],
      ["cf-service-operator", "cf.cs.sap.com/v1alpha1", "ServiceBinding"],
      ["service-monitors", "monitoring.coreos.com/v1", "ServiceMonitor"],
    ] as const;
    await installPrerequisites(api, ...others.map(([name]) => name));
    for (const [, apiVersion, kind] of others) {
      const scope = kind === "ClusterIssuer" ? "" : "namespaces/default/";
      const resource = `/apis/${apiVersion}/${scope}${kind.toLowerCase()}s`;
      await api.create(resource, { apiVersion, kind, metadata: { name: "one" }, spec: { any: ["content"] } });
      const kept = await api.get<{ spec: unknown }>(`${resource}/one`);
      assert.deepEqual(kept?.spec, { any: ["content"] });
    }
    await removePrerequisites(api, ...others.map(([name]) => name));
  });

  it("shows a mesh's control plane and the host of its gateway", async () => {
    const api = cluster.api("admin@test");
    await installMesh(api, {
      namespace: "mesh-shown",
      version: "1.24.1",
      gateway: {
        labels: { app: "istio-ingressgateway", istio: "ingressgateway" },
        loadBalancer: { hostname: "public.cluster.example" },
      },
    });
    const query = ["--namespace=mesh-shown", "get", "service", "--selector=istio=ingressgateway"];
    const host = "--output=jsonpath={.items[*].status.loadBalancer.ingress[*].hostname}";
    assert.equal((await kubectl(...query, host)).output, "public.cluster.example");
    await api.remove("/api/v1/namespaces/mesh-shown");
  });
});
