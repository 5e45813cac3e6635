import assert from "node:assert/strict";
import { test } from "node:test";
import { otherNamespaces, partsOf, readManagerManifest } from "../../../client/manager/manager-manifest.ts";
import { MANIFEST } from "./manager-release-texts.ts";

const read = (text: string) => readManagerManifest(text, "manager_manifest.yaml");

const DEPLOYMENT = (namespace?: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: manager\n${namespace === undefined ? "" : `  namespace: ${namespace}\n`}`;
const NAMESPACE = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name} }\n`;

test("a manifest says where the manager runs, what it brings, and from which images", () => {
  const manifest = read(MANIFEST);
  assert.equal(manifest.text, MANIFEST);
  assert.equal(manifest.namespace, "cap-operator-system");
  assert.deepEqual(manifest.deployments, ["manager"]);
  assert.deepEqual(manifest.images, ["registry.example.org/cap-operator/manager:1.0.0"]);
  assert.deepEqual(manifest.operatorTypes, [
    {
      type: "capoperators.operator.sme.sap.com",
      apiVersion: "operator.sme.sap.com/v1alpha1",
      kind: "CAPOperator",
    },
  ]);
  assert.deepEqual(
    manifest.objects.map(({ kind }) => kind),
    [
      "Namespace",
      "CustomResourceDefinition",
      "ServiceAccount",
      "ClusterRole",
      "RoleBinding",
      "Secret",
      "Deployment",
    ],
  );
  assert.deepEqual(otherNamespaces(manifest), ["kube-system"]);
});

test("a manifest is split where the namespace changes, and its parts make up the whole", () => {
  const parts = partsOf(read(MANIFEST), "x");
  assert.deepEqual(
    parts.map(({ namespace }) => namespace),
    ["cap-operator-system", "kube-system", "cap-operator-system"],
  );
  assert.equal(parts.map(({ text }) => text).join("---"), MANIFEST);
});

test("a manifest with one namespace is applied as it is", () => {
  const text = `# first\n---\n${NAMESPACE("a")}---\n${DEPLOYMENT("a")}---\n# last\n`;
  assert.deepEqual(partsOf(read(text), "x"), [{ namespace: "a", text }]);
});

test("the namespace is the deployment's, otherwise the one that the manifest brings", () => {
  assert.equal(read(`${NAMESPACE("a")}---\n${NAMESPACE("b")}---\n${DEPLOYMENT("b")}`).namespace, "b");
  assert.equal(read(`${NAMESPACE("a")}---\n${DEPLOYMENT()}`).namespace, "a");
  assert.equal(read(DEPLOYMENT("c")).namespace, "c");
});

test("a list is split into its objects", () => {
  const items = [{ apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } }];
  const text = JSON.stringify({ apiVersion: "v1", kind: "List", items });
  assert.deepEqual(
    read(`${text}\n---\n${DEPLOYMENT("a")}`).objects.map(({ kind }) => kind),
    ["Namespace", "Deployment"],
  );
});

for (const [what, text, problem] of [
  ["nothing", "\n", "manager_manifest.yaml is empty."],
  [
    "a page of HTML",
    "<!DOCTYPE html>\n<html><head><title>Log in</title></head></html>",
    /is not a Kubernetes manifest|is not valid YAML/,
  ],
  ["broken YAML", "kind: [Deployment\n", /^manager_manifest\.yaml is not valid YAML\. Line \d+: /],
  ["values", "controller:\n  replicas: 2\n", "manager_manifest.yaml is not a Kubernetes manifest."],
  [
    "an object and something else",
    `${NAMESPACE("a")}---\na: 1\n`,
    "manager_manifest.yaml is not a Kubernetes manifest. Its document 2 has no apiVersion and kind.",
  ],
  [
    "an object without a name",
    "apiVersion: v1\nkind: Pod\n",
    "manager_manifest.yaml contains an object of kind Pod that has no name.",
  ],
  [
    "no deployment",
    NAMESPACE("a"),
    "manager_manifest.yaml has no Deployment, so it is not the manifest of CAP Operator Manager.",
  ],
  [
    "no namespace",
    DEPLOYMENT(),
    "manager_manifest.yaml does not name the namespace in which the manager runs.",
  ],
] as const) {
  test(`${what} is not a manifest of the manager, and the person is told why`, () => {
    assert.throws(() => read(text), { message: problem });
  });
}
