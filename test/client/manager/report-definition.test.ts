import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOperatorResource } from "../../../client/commands/apply-operator-resource.ts";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { fakePorts, OPERATOR } from "../fake-ports.ts";
import { DEFAULT_RESOURCE, MANIFEST } from "./manager-release-texts.ts";
import { type Answers, list, managerWorld, RELEASE, refused } from "./manager-world.ts";

const SECRET = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  about: CAPOperator\n";

test("the definition in a manifest that was downloaded is told, and nothing else of it", async () => {
  const downloads = {
    [`${RELEASE}/manager_manifest.yaml`]: `${MANIFEST}\n---\n${SECRET}`,
    [`${RELEASE}/manager_default_CR.yaml`]: DEFAULT_RESOURCE,
  };
  const ports = fakePorts(managerWorld([], { downloads }));
  await installWithManager.run(ports);
  const [told, ...others] = ports.definitionsTold;
  assert.deepEqual(others, []);
  assert.equal(told?.source, `${RELEASE}/manager_manifest.yaml`);
  assert.match(told.text, /kind: CustomResourceDefinition/);
  assert.match(told.text, /ingressGatewayLabels:/);
  assert.doesNotMatch(told.text, /Secret|Deployment|Namespace\n/);
});

const FILE = { uri: "file:///home/me/deploy/operator.yaml", name: "operator.yaml", text: DEFAULT_RESOURCE };
const CRD = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "b" },
  spec: {},
};
const SERVED: Answers = [
  [
    "get --raw /apis ",
    JSON.stringify({
      groups: [
        { name: "operator.sme.sap.com", versions: [{ groupVersion: "operator.sme.sap.com/v1alpha1" }] },
      ],
    }),
  ],
  [
    "get --raw /apis/operator.sme.sap.com/v1alpha1",
    JSON.stringify({ resources: [{ name: "capoperators", kind: "CAPOperator" }] }),
  ],
  ["-- capoperators.operator.sme.sap.com", list()],
];

async function toldAfterApplying(answers: Answers) {
  const ports = fakePorts(managerWorld([...answers, ...SERVED], { file: FILE, status: OPERATOR }));
  await applyOperatorResource.run(ports);
  assert.ok(ports.seen.some((line) => line.startsWith("run: kubectl apply")));
  return ports.definitionsTold;
}

test("the definition of the cluster in which a resource is applied is told", async () => {
  const told = await toldAfterApplying([
    ["customresourcedefinitions.apiextensions.k8s.io capoperators.operator.sme.sap.com", JSON.stringify(CRD)],
  ]);
  assert.deepEqual(told, [{ source: "the cluster of kind-test", text: JSON.stringify(CRD) }]);
});

test("nothing is told where the definition may not be read, and the resource is applied all the same", async () => {
  const told = await toldAfterApplying([
    ["customresourcedefinitions", refused("Error from server (Forbidden): forbidden")],
  ]);
  assert.deepEqual(told, []);
});
