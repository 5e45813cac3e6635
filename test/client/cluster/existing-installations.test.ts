import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ExistingInstallations,
  findInstallations,
  helmInstallationWarning,
  managerInstallationWarning,
} from "../../../client/cluster/existing-installations.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { type Answers, list, managerWorld, refused } from "../manager/manager-world.ts";
import { stepOver } from "../operations.ts";

const TARGET = {
  context: "kind-test",
  server: "https://10.0.0.1:6443",
  namespace: "cap-operator-system",
};

// Recorded from Helm 4.3.1 and kubectl 1.37 as a user without permissions.
const NO_SECRETS = refused(
  'Error: list: failed to list: secrets is forbidden: User "nobody" cannot list resource "secrets" in API group "" at the cluster scope',
);
const NO_DEPLOYMENTS = refused(
  'Error from server (Forbidden): deployments.apps is forbidden: User "nobody" cannot list resource "deployments" in API group "apps" at the cluster scope',
);

const entry = (name: string, namespace: string, chart: string) => ({
  name,
  namespace,
  revision: "1",
  updated: "2026-01-01",
  status: "deployed",
  chart,
  app_version: "",
});

async function found(answers: Answers, world: World = {}): Promise<ExistingInstallations> {
  return findInstallations(stepOver(fakePorts(managerWorld(answers, world))), TARGET);
}

test("nothing is installed", async () => {
  const ways = await found([]);
  assert.deepEqual(ways, { releases: [], resourceTypes: [], operatorResources: [], notChecked: [] });
  assert.equal(helmInstallationWarning(ways), undefined);
  assert.equal(managerInstallationWarning(ways), undefined);
});

test("only releases of the operator's chart count", async () => {
  const all = [entry("cop", "a", "cap-operator-chart-1.0.0"), entry("shop", "b", "web-shop-1.0.0")];
  const { releases } = await found([["helm list", JSON.stringify(all)]]);
  assert.deepEqual(releases, [
    { release: "cop", namespace: "a", status: "deployed", revision: 1, chart: "cap-operator-chart-1.0.0" },
  ]);
});

test("a person who may not list all releases learns about those in the namespace, and that others were not seen", async () => {
  const ways = await found([
    ["--all-namespaces", NO_SECRETS],
    ["helm list", JSON.stringify([entry("cop", TARGET.namespace, "cap-operator-chart-1.0.0")])],
  ]);
  assert.equal(
    helmInstallationWarning(ways),
    "Helm already installed the operator in this cluster, as the release cop in the namespace cap-operator-system. Two installations of the operator conflict with each other.",
  );
  assert.deepEqual(ways.notChecked, [
    "You are not allowed to list Helm releases in all namespaces, so only the namespace cap-operator-system was checked.",
  ]);
});

test("a person who may see nothing learns that nothing was checked", async () => {
  const { releases, notChecked } = await found([
    ["helm list", NO_SECRETS],
    ["-- deployments", NO_DEPLOYMENTS],
  ]);
  assert.deepEqual(releases, []);
  assert.equal(
    notChecked[0],
    "You are not allowed to list Helm releases in the namespace cap-operator-system.",
  );
  assert.match(
    notChecked[1] ?? "",
    /^User nobody is not allowed to list deployments\.apps in the whole cluster\./,
  );
});

test("without helm and kubectl, both are named once", async () => {
  const { notChecked } = await found([], { missing: ["helm", "kubectl"] });
  assert.equal(notChecked.length, 1, notChecked.join("\n"));
  assert.match(notChecked[0] ?? "", /kubectl/);
});

const GROUPS = JSON.stringify({
  groups: [
    { versions: [{ groupVersion: "apps/v1" }] },
    {
      versions: [
        { groupVersion: "operator.sme.sap.com/v1" },
        { groupVersion: "operator.sme.sap.com/v1alpha1" },
      ],
    },
    { versions: [{ groupVersion: "operator.istio.io/v1" }] },
  ],
});
const SERVED: Answers = [
  ["--raw /apis ", GROUPS],
  ["--raw /apis/operator.istio.io/v1", JSON.stringify({ resources: [{ name: "istiooperators" }] })],
  [
    "--raw /apis/operator.sme.sap.com",
    JSON.stringify({ resources: [{ name: "capoperators" }, { name: "capoperators/status" }] }),
  ],
];

test("an operator resource says where the manager installs", async () => {
  const resource = { kind: "CAPOperator", metadata: { name: "cop", namespace: "a" } };
  const ways = await found([...SERVED, ["-- capoperators.operator.sme.sap.com", list(resource, resource)]]);
  assert.deepEqual(ways.resourceTypes, ["capoperators.operator.sme.sap.com"]);
  assert.equal(
    managerInstallationWarning(ways),
    "CAP Operator Manager already installs the operator in this cluster, from the operator resource cop in the namespace a and 1 more. Two installations of the operator conflict with each other.",
  );
});

test("a manager without an operator resource is recognised by the type that it brought along", async () => {
  const ways = await found([...SERVED, ["-- capoperators.operator.sme.sap.com", list()]]);
  assert.equal(
    managerInstallationWarning(ways),
    "CAP Operator Manager is or was in this cluster: the cluster serves capoperators.operator.sme.sap.com, but no operator resource was found.",
  );
});

test("if operator resources may not be read, their type is still recognised", async () => {
  const forbidden = refused(
    'Error from server (Forbidden): capoperators.operator.sme.sap.com is forbidden: User "nobody" cannot list resource "capoperators" in API group "operator.sme.sap.com" at the cluster scope',
  );
  const { resourceTypes, notChecked } = await found([...SERVED, ["-- capoperators", forbidden]]);
  assert.deepEqual(resourceTypes, ["capoperators.operator.sme.sap.com"]);
  assert.match(
    notChecked.join(),
    /^User nobody is not allowed to list capoperators\.operator\.sme\.sap\.com in the whole cluster\./,
  );
});
