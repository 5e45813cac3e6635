import assert from "node:assert/strict";
import { test } from "node:test";
import { gatewayLabels, ingressGateways } from "../../../client/cluster/gateway.ts";

const LABELS = { app: "mesh-ingressgateway", mesh: "ingressgateway", "pod-template-hash": "1" };

test("the labels of a gateway are those of its pods, whatever they are read from", () => {
  const metadata = { name: "gate", namespace: "mesh-system", labels: { app: "of-the-object" } };
  assert.deepEqual(gatewayLabels({ kind: "Service", metadata, spec: { selector: LABELS } }), LABELS);
  const template = { metadata: { labels: LABELS } };
  assert.deepEqual(gatewayLabels({ kind: "Deployment", metadata, spec: { template } }), LABELS);
  assert.deepEqual(gatewayLabels({ kind: "Pod", metadata: { ...metadata, labels: LABELS } }), LABELS);
  assert.deepEqual(gatewayLabels({ kind: "Service", metadata }), {});
});

function service(name: string, selector: object, type = "LoadBalancer", labels = {}) {
  return { kind: "Service", metadata: { name, namespace: "istio-system", labels }, spec: { type, selector } };
}
const pod = (labels: Record<string, string>, namespace = "istio-system") => ({
  kind: "Pod",
  metadata: { name: "p", namespace, labels },
});

function found(
  services: ReturnType<typeof service>[],
  pods: ReturnType<typeof pod>[] = [],
  named: Record<string, string> = LABELS,
) {
  return ingressGateways(services, pods, named).map(
    ({ service: { metadata }, isNamed }) => `${metadata.name} ${isNamed ? "named" : "usual"}`,
  );
}

test("the gateway is the public service in front of the pods with the labels", () => {
  const services = [
    service("istiod", { app: "istiod" }, "ClusterIP"),
    service("inside", { app: "mesh-ingressgateway" }, "ClusterIP"),
    service("gate", { app: "mesh-ingressgateway" }),
    service("usual", { istio: "ingressgateway" }),
  ];
  assert.deepEqual(found(services, [pod(LABELS)]), ["gate named"]);
  assert.deepEqual(found(services, [pod(LABELS, "elsewhere")]), ["usual usual"]);
  assert.deepEqual(found(services.slice(0, 2), [pod(LABELS)]), ["inside named"]);
});

test("if no pod runs, the labels of the service and of its selector decide", () => {
  assert.deepEqual(found([service("a", LABELS), service("b", { app: "x" }, "LoadBalancer", LABELS)]), [
    "a named",
    "b named",
  ]);
  assert.deepEqual(found([service("all", {})], [pod(LABELS)]), []);
  assert.deepEqual(found([service("gate", { istio: "ingressgateway" })], [], {}), ["gate usual"]);
  assert.deepEqual(found([service("gate", { app: "istio-ingress", istio: "ingress" })]), ["gate usual"]);
  assert.deepEqual(found([service("out", { app: "istio-egressgateway", istio: "egressgateway" })]), []);
});
