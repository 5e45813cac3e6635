import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOperatorResource } from "../../../client/commands/apply-operator-resource.ts";
import { fakePorts, OPERATOR, OURS, type World } from "../fake-ports.ts";
import { DEFAULT_RESOURCE } from "../manager/manager-release-texts.ts";
import {
  type Answers,
  acts,
  managerWorld,
  refused,
  runs,
  said,
  TWO_CONTEXTS,
} from "../manager/manager-world.ts";
import { movedWhileAsked } from "../moved-context.ts";

const FILE = { uri: "file:///home/me/deploy/operator.yaml", name: "operator.yaml", text: DEFAULT_RESOURCE };

async function after(world: World = {}, answers: Answers = []): Promise<string[]> {
  const ports = fakePorts(managerWorld(answers, { file: FILE, status: OPERATOR, ...world }));
  await applyOperatorResource.run(ports);
  return ports.seen;
}

test("the open resource is applied after one confirmation", async () => {
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
    "progress: Checking the cluster",
    "confirm: Apply the operator resource cap-operator to the namespace cap-operator-system of kind-test? [Apply]",
    "  Context: kind-test (user me)",
    "  Server: https://10.0.0.1:6443",
    "  Namespace: cap-operator-system",
    "  Labels of the ingress gateway: istio=ingressgateway, app=istio-ingressgateway",
    "  From: operator.yaml",
    "progress: Applying cap-operator",
    "info: The operator resource cap-operator in the namespace cap-operator-system was changed. CAP Operator Manager installs the operator from it; refresh the CAP Operator view to watch its components.",
  ]);
});

test("of what kubectl prints, only which objects it has applied is logged", async () => {
  const seen = await after({}, [
    ["apply -f -", "capoperator.operator.sme.sap.com/cap-operator configured\nconf: hunter2\n"],
  ]);
  assert.ok(seen.includes("log info:   capoperator.operator.sme.sap.com/cap-operator configured"));
  assert.ok(!seen.join("\n").includes("hunter2"));
});

test("nothing is applied if the context leads elsewhere after the question", async () => {
  const world = managerWorld([], { file: FILE, status: OPERATOR });
  const ports = movedWhileAsked(world, "10.0.0.1", "10.9.9.9");
  await applyOperatorResource.run(ports);
  assert.deepEqual(ports.seen.slice(-1), [
    'error: The context "kind-test" now points to https://10.9.9.9:6443, not to https://10.0.0.1:6443. Nothing was applied.',
  ]);
  assert.ok(!runs(ports.seen).some((line) => line.includes("apply")));
});

test("the context is changed in the question: the other cluster is looked at, and asked about", async () => {
  const choose = ["Change Context...", "Apply"];
  const seen = await after({ files: TWO_CONTEXTS, pick: "other", choose });
  const question =
    "confirm: Apply the operator resource cap-operator to the namespace cap-operator-system of";
  assert.deepEqual(said(seen, "confirm"), [
    `${question} kind-test? [Apply] [Change Context...]`,
    `${question} other? [Apply] [Change Context...]`,
  ]);
  const applied = runs(seen).filter((line) => line.includes("apply -f -"));
  assert.deepEqual(
    applied.map((line) => line.includes("--context other")),
    [true],
  );
});

test("the resource goes to the namespace that it names", async () => {
  const text = DEFAULT_RESOURCE.replace(
    "  name: cap-operator\n",
    "  name: cap-operator\n  namespace: elsewhere\n",
  );
  const seen = await after({ file: { ...FILE, text } });
  assert.ok(
    runs(seen).includes("kubectl apply -f - --context kind-test --request-timeout 20s --namespace elsewhere"),
  );
});

test("errors in the file stop it, and buttons lead to them", async () => {
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
  const said =
    "error: 1 error found in the operator resource, so nothing was applied. operator.yaml:12: Two labels have the name app. [Go to First Error] [Show Problems]";
  assert.deepEqual(seen, [said, "problems shown"]);
  const gone = await after({ problems, press: "Go to First Error" });
  assert.deepEqual(gone, [said, `opened: ${FILE.uri} at 11:4`]);
});

test("warnings are in the question", async () => {
  const start = { line: 11, character: 4 };
  const problems = [
    { uri: FILE.uri, severity: "warning", message: "This is odd.", range: { start, end: start } },
    { uri: FILE.uri, severity: "hint", message: "Never mind." },
  ] as const;
  const lines = await after({ problems });
  assert.deepEqual(
    lines.filter((line) => /odd|mind/.test(line)),
    ["  Warning: operator.yaml:12: This is odd."],
  );
});

test("unsaved changes are saved first, if the person wants that", async () => {
  const asked = [
    "confirm: operator.yaml has unsaved changes. [Save and Continue]",
    "  The saved file is applied.",
  ];
  const world = { unsaved: [FILE.uri] };
  assert.deepEqual(await after({ ...world, confirm: false }), asked);
  const seen = await after(world);
  assert.deepEqual(seen.slice(0, 3), [...asked, `saved: ${FILE.uri}`]);
  assert.ok(seen.some((line) => line.startsWith("info: The operator resource cap-operator in")));
});

test("what is applied is what saving left in the editor", async () => {
  const world = managerWorld([], { file: FILE, status: OPERATOR, unsaved: [FILE.uri] });
  const ports = fakePorts(world);
  const text = DEFAULT_RESOURCE.replace("  name: cap-operator\n", "  name: formatted\n");
  const opened = ports.editor.active();
  assert.ok(opened);
  const editor = { ...ports.editor, opened: () => ({ ...opened, text }) };
  await applyOperatorResource.run({ ...ports, editor });
  assert.ok(
    ports.seen.some((line) => line.startsWith("confirm: Apply the operator resource formatted ")),
    ports.seen.join("\n"),
  );
});

test("a resource that is not a file yet is applied as it is, without saving", async () => {
  const uri = "untitled:Untitled-1";
  const seen = await after({ file: { ...FILE, uri, isUntitled: true }, unsaved: [uri] });
  assert.ok(!seen.some((line) => line.includes("unsaved")));
  assert.ok(seen.some((line) => line.startsWith("info: The operator resource cap-operator in")));
});

test("a values file, another file and a broken one get different messages, and nothing is run", async () => {
  const values = await after({ status: OURS });
  assert.match(values.join(), /^info: operator\.yaml is a values file\. /);
  const other = await after({
    status: { kind: null, strength: null, reason: "no-evidence", explanation: "Nothing speaks for it." },
  });
  assert.match(other.join(), /^warn: operator\.yaml is not treated as a CAP Operator file\./);
  const two = await after({ file: { ...FILE, text: `${DEFAULT_RESOURCE}---\n${DEFAULT_RESOURCE}` } });
  assert.deepEqual(two, [
    "error: operator.yaml has 2 objects; it must have exactly one operator resource. Nothing was applied.",
  ]);
});

test("without trust or without a confirmation nothing is applied", async () => {
  assert.deepEqual(runs(await after({ untrusted: true })), []);
  assert.deepEqual(
    runs(await after({ confirm: false })).filter((line) => line.includes("apply")),
    [],
  );
});

test("a cluster without the manager is reported, with what to do", async () => {
  const stderr =
    'error: resource mapping not found for name: "cap-operator" namespace: "" from "STDIN": no matches for kind "CAPOperator" in version "operator.sme.sap.com/v1alpha1"\nensure CRDs are installed first';
  const seen = await after({ files: TWO_CONTEXTS }, [["apply -f -", refused(stderr)]]);
  assert.equal(runs(seen).filter((line) => line.includes("apply")).length, 1);
  assert.match(
    seen.at(-1) ?? "",
    /^error: The cluster of kind-test does not serve operator\.sme\.sap\.com\/v1alpha1\. Install CAP Operator Manager first, or correct the apiVersion\. \[Install with Manager\.\.\.\] \[Change Context\.\.\.\]/,
  );
});

test("what the definition of the resource does not allow is reported in the server's words", async () => {
  const stderr =
    'The CAPOperator "cap-operator" is invalid: spec.ingressGatewayLabels: Invalid value: 0: spec.ingressGatewayLabels in body should have at least 1 items';
  const seen = await after({}, [["apply -f -", refused(stderr)]]);
  assert.match(seen.at(-1) ?? "", /^error: .*ingressGatewayLabels.*at least 1 items/);
});
