import assert from "node:assert/strict";
import { test } from "node:test";
import { driftOf } from "../../../../client/install/rehearsal/drift.ts";
import { readObjects } from "../../../../client/manifests/objects.ts";

function drift(before: string, live: string) {
  return driftOf({ before: readObjects(before), live: readObjects(live), namespace: "cop" });
}

const deployment = (spec: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  ${spec}
`;

test("what the API server adds is nobody's change", () => {
  const live = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: cop, uid: 1, resourceVersion: "7", labels: {app.kubernetes.io/managed-by: Helm}}
spec: {clusterIP: 10.0.0.1, ports: [{port: 80, protocol: TCP, targetPort: 80}], sessionAffinity: None}
status: {loadBalancer: {}}
`;
  assert.deepEqual(
    drift("{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: [{port: 80}]}}", live),
    [],
  );
});

test("a value that somebody changed is shown, next to what was set", () => {
  const [pair, ...others] = drift(
    deployment("replicas: 1"),
    deployment("{replicas: 3, revisionHistoryLimit: 10}"),
  );
  assert.deepEqual(others, []);
  assert.equal(pair?.name, "Deployment/web");
  assert.match(pair?.before ?? "", /replicas: 1/);
  assert.match(pair?.after ?? "", /replicas: 3/);
  assert.doesNotMatch(pair?.after ?? "", /revisionHistoryLimit/);
});

test("one quantity written in two ways is one quantity", () => {
  const resources = (cpu: string, memory: string) =>
    deployment(
      `template: {spec: {containers: [{name: a, resources: {limits: {cpu: ${cpu}, memory: ${memory}}}}]}}`,
    );
  assert.deepEqual(drift(resources("0.1", "1Gi"), resources("100m", "1024Mi")), []);
  assert.equal(drift(resources("0.1", "1Gi"), resources("100m", "1025Mi")).length, 1);
});

test("what is empty may be left out", () => {
  const given = deployment(
    '{paused: false, template: {metadata: {creationTimestamp: null}, spec: {nodeSelector: {}, volumes: [], hostname: ""}}}',
  );
  assert.deepEqual(drift(given, deployment("template: {spec: {}}")), []);
});

test("an empty string leaves a field to the API server, and is a value where strings are kept", () => {
  const service = (address: string) =>
    `{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {clusterIP: "${address}", sessionAffinity: null}}`;
  assert.deepEqual(drift(service(""), service("10.0.0.1")), []);
  const configMap = (text: string) =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "${text}"}}`;
  assert.equal(drift(configMap(""), configMap("by hand")).length, 1);
});

test("a volume that is mounted twice is compared by its paths", () => {
  const mounts = deployment(
    "template: {spec: {containers: [{name: a, volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b}]}]}}",
  );
  assert.deepEqual(drift(mounts, mounts), []);
});

test("a field that looks like a name but is not one does not identify entries", () => {
  const gateway =
    "{apiVersion: v1, kind: Gateway, metadata: {name: g}, spec: {servers: [{port: {number: 443}}]}}";
  assert.deepEqual(drift(gateway, gateway), []);
});

test("entries are identified by their names, and those that others added are theirs", () => {
  const containers = (...names: string[]) =>
    deployment(`template: {spec: {containers: [${names.map((name) => `{name: ${name}}`).join(", ")}]}}`);
  assert.deepEqual(drift(containers("a", "b"), containers("b", "injected", "a")), []);
  assert.equal(drift(containers("a", "b"), containers("a")).length, 1);
});

test("an autoscaler decides how many pods there are", () => {
  const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {kind: Deployment, name: web}, maxReplicas: 4}
`;
  const before = `${deployment("replicas: 1")}\n---\n${autoscaler}`;
  assert.deepEqual(drift(before, deployment("replicas: 3")), []);
  assert.equal(drift(deployment("replicas: 1"), deployment("replicas: 3")).length, 1);
});

test("the certificate that a controller puts into a webhook is nobody's change", () => {
  const webhook = (bundle: string) =>
    `{apiVersion: v1, kind: ValidatingWebhookConfiguration, metadata: {name: w}, webhooks: [{name: a, clientConfig: {caBundle: ${bundle}}}]}`;
  assert.deepEqual(drift(webhook("QQ=="), webhook("Qg==")), []);
});

test("a Secret is compared, but not shown", () => {
  const given = "{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {password: Hunt3rHunt3r}}";
  const live = (value: string) =>
    `{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {password: ${btoa(value)}}}`;
  assert.deepEqual(drift(given, live("Hunt3rHunt3r")), []);
  const [pair] = drift(given, live("An0therAn0ther"));
  const text = JSON.stringify(pair);
  assert.doesNotMatch(text, /Hunt3r|An0ther|SHVudDNy|QW4wdGhl/);
  assert.notEqual(pair?.before, pair?.after);
});

test("hooks and what is gone are not compared", () => {
  const hook =
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: h, annotations: {helm.sh/hook: pre-install}}, data: {a: "1"}}';
  assert.deepEqual(drift(hook, hook.replace('"1"', '"2"')), []);
  assert.deepEqual(drift(deployment("replicas: 1"), ""), []);
});
