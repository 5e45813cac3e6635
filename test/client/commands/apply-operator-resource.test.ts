import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOperatorResource } from "../../../client/commands/apply-operator-resource.ts";
import { fakePorts, OURS, type World } from "../fake-ports.ts";
import { DEFAULT_RESOURCE } from "../manager/manager-release-texts.ts";
import { type Answers, acts, managerWorld, refused, runs } from "./manager-world.ts";

const OPERATOR = { kind: "operator", reason: "operator-resource", explanation: "Its kind says so." } as const;
const FILE = { uri: "file:///home/me/deploy/operator.yaml", name: "operator.yaml", text: DEFAULT_RESOURCE };

async function after(world: World = {}, answers: Answers = []): Promise<string[]> {
  const ports = fakePorts(managerWorld(answers, { file: FILE, status: OPERATOR, ...world }));
  await applyOperatorResource.run(ports);
  return ports.seen;
}

test("the open resource is applied as it stands in the editor, after one confirmation", async () => {
  let stdin: string | undefined;
  const seen = await after({}, [
    [
      "apply -f -",
      (call) => {
        stdin = call.stdin;
        return "capoperator.operator.sme.sap.com/cap-operator configured\n";
      },
    ],
  ]);
  assert.equal(stdin, DEFAULT_RESOURCE);
  assert.deepEqual(acts(seen), [
    "progress: CAP Operator: looking at the cluster",
    "confirm: Apply the operator resource cap-operator to the namespace cap-operator-system of kind-test? [Apply]",
    "  Context: kind-test (user me)",
    "  Server: https://10.0.0.1:6443",
    "  Namespace: cap-operator-system",
    "  Labels of the ingress gateway: istio=ingressgateway, app=istio-ingressgateway",
    "  From: operator.yaml",
    "progress: CAP Operator: applying cap-operator",
    "info: CAP Operator: the operator resource cap-operator in the namespace cap-operator-system was changed. CAP Operator Manager installs the operator from it; refresh the view CAP Operator to watch its components.",
  ]);
});

test("the namespace that the resource names is where it goes", async () => {
  const text = DEFAULT_RESOURCE.replace(
    "  name: cap-operator\n",
    "  name: cap-operator\n  namespace: elsewhere\n",
  );
  const seen = await after({ file: { ...FILE, text } });
  assert.ok(
    runs(seen).includes("kubectl apply -f - --context kind-test --request-timeout 20s --namespace elsewhere"),
  );
});

test("errors in the file stop it, with the way to them", async () => {
  const start = { line: 11, character: 4 };
  const problems = [
    {
      uri: FILE.uri,
      severity: "error",
      message: "Two labels have the name app.",
      range: { start, end: start },
    },
    { uri: FILE.uri, severity: "warning", message: "Not that bad." },
  ] as const;
  const seen = await after({ problems, press: "Show Problems" });
  assert.deepEqual(runs(seen), []);
  assert.equal(
    seen[0],
    "error: CAP Operator: there is an error in the operator resource, so nothing was applied. operator.yaml:12: Two labels have the name app. [Show Problems]",
  );
  assert.equal(seen.length, 2);
});

test("a values file, another file and a broken one are told apart, and nothing is run", async () => {
  const values = await after({ status: OURS });
  assert.match(values.join(), /^info: CAP Operator: operator\.yaml is a values file\. /);
  const other = await after({
    status: { kind: null, reason: "no-evidence", explanation: "Nothing speaks for it." },
  });
  assert.match(other.join(), /^warn: CAP Operator: operator\.yaml is not treated as a CAP Operator file\./);
  const two = await after({ file: { ...FILE, text: `${DEFAULT_RESOURCE}---\n${DEFAULT_RESOURCE}` } });
  assert.deepEqual(two, [
    "error: CAP Operator: operator.yaml holds 2 objects; it has to hold one operator resource. Nothing was applied.",
  ]);
});

test("without trust or without a confirmation nothing is applied", async () => {
  assert.deepEqual(runs(await after({ untrusted: true })), []);
  assert.deepEqual(
    runs(await after({ confirm: false })).filter((line) => line.includes("apply")),
    [],
  );
});

test("a cluster without the manager is told with what to do", async () => {
  const stderr =
    'error: resource mapping not found for name: "cap-operator" namespace: "" from "STDIN": no matches for kind "CAPOperator" in version "operator.sme.sap.com/v1alpha1"\nensure CRDs are installed first';
  const seen = await after({}, [["apply -f -", refused(stderr)]]);
  assert.equal(runs(seen).filter((line) => line.includes("apply")).length, 1);
  assert.match(
    seen.at(-1) ?? "",
    /^error: CAP Operator: The cluster of kind-test does not have operator resources of operator\.sme\.sap\.com\/v1alpha1\. Install CAP Operator Manager first, or correct the apiVersion\. \[Install with CAP Operator Manager\.\.\.\]/,
  );
});

test("what the definition of the resource does not allow is told in the server's words", async () => {
  const stderr =
    'The CAPOperator "cap-operator" is invalid: spec.ingressGatewayLabels: Invalid value: 0: spec.ingressGatewayLabels in body should have at least 1 items';
  const seen = await after({}, [["apply -f -", refused(stderr)]]);
  assert.match(seen.at(-1) ?? "", /^error: CAP Operator: .*ingressGatewayLabels.*at least 1 items/);
});
