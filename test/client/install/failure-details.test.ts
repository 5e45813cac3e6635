import assert from "node:assert/strict";
import { test } from "node:test";
import type { World } from "../fake-ports.ts";
import { afterInstalling as after, DEPLOYED, failing } from "./helm-world.ts";

const CONFIRM = { confirm: true };
const OPEN = "file:///home/me/deploy/values.yaml";
const upgradeFails = (stderr: string) => ({ "helm upgrade --install --kube": failing(stderr) });
const FAILED = { revision: 4, status: "failed", description: "Upgrade failed" };

test("of several places that the chart rejects, the person picks one, and sees where each comes from", async () => {
  const refusal = failing(
    "values don't meet the specifications of the schema(s) in the following chart(s):\ncap-operator-chart:\n- at '/controller/replicas': got string, want integer\n- at '/webhook/replicas': got string, want integer\n- at '/image/tag': got number, want string\n",
  );
  const range = { start: { line: 4, character: 2 }, end: { line: 4, character: 10 } };
  const origins = {
    "controller.replicas": { text: "values.yaml:5", place: { uri: OPEN, range } },
    "webhook.replicas": { text: "--set #1 webhook.replicas=abc", entry: "webhook.replicas=abc" },
    "image.tag": { text: "chart default", place: { range } },
  };
  const answers = { "helm upgrade --install --dry-run": refusal };
  for (const [pick, end] of [
    ["controller.replicas", `opened: ${OPEN} at 4:2`],
    ["webhook.replicas", "settings entry: releases webhook.replicas=abc"],
    ["image.tag", "defaults at 4:2"],
  ] as const) {
    const { seen, choices } = await after({ answers }, { press: "Show Places", pick, origins });
    assert.equal(
      seen.find((line) => line.startsWith("error:")),
      "error: The chart rejects the values in 3 places: controller.replicas, image.tag and webhook.replicas. Nothing was changed. Correct the values. [Show Places] [Show Details]",
    );
    assert.equal(seen.at(-1), end);
    assert.deepEqual(
      choices.map(({ label, description }) => `${label} | ${description}`),
      [
        "controller.replicas: got string, want integer | values.yaml:5",
        "image.tag: got number, want string | chart default",
        "webhook.replicas: got string, want integer | --set #1 webhook.replicas=abc",
      ],
    );
  }
});

test("the page of refused values says where each comes from", async () => {
  const refusal = failing(
    "values don't meet the specifications of the schema(s) in the following chart(s):\ncap-operator-chart:\n- at '/controller/replicas': got string, want integer\n",
  );
  const origins = { "controller.replicas": { text: "--set #1 controller.replicas=two" } };
  const answers = { "helm upgrade --install --dry-run": refusal };
  const { seen } = await after({ answers }, { press: "Show Details", origins });
  const row = "  | controller.replicas: got string, want integer | --set \\#1 controller.replicas=two |";
  assert.ok(seen.includes(row), seen.join("\n"));
});

test("a values file is named from the workspace folder", async () => {
  const broken =
    "failed to parse /home/me/deploy/values.yaml: error converting YAML to JSON: yaml: line 2: oh";
  const { told } = await after({ answers: { "helm upgrade --install --dry-run": failing(broken) } });
  assert.equal(
    told.at(-1),
    "error: Helm cannot read values.yaml: yaml: line 2: oh. Nothing was changed. Correct the file. [Open values.yaml] [Show Details]",
  );
});

test("all that is known of a failed upgrade is on the page that its message opens", async () => {
  const event = (reason: string, name: string, type = "Warning") => ({
    kind: "Event",
    metadata: { name, creationTimestamp: "2026-02-03T10:00:00Z" },
    involvedObject: { kind: "Pod", name },
    type,
    reason,
    message: "Failed with token=abc123secret",
    lastTimestamp: "2026-02-03T10:11:12Z",
    count: 3,
  });
  const items = [
    event("Failed", "cap-operator-controller-1"),
    event("Other", "else"),
    event("Pulled", "cap-operator-x", "Normal"),
  ];
  const answers = {
    ...upgradeFails(
      'UPGRADE FAILED: cannot patch "c" with kind Deployment: Deployment.apps "c" is invalid: spec.selector: Invalid value: {}: field is immutable',
    ),
    "-- events": JSON.stringify({ kind: "List", items }),
    kubectl: { exitCode: 1, stderr: "error: no\n" },
  };
  const world: World = { ...CONFIRM, missing: [], press: "Show Details" };
  const { seen } = await after({ histories: [[DEPLOYED], [DEPLOYED], [DEPLOYED, FAILED]], answers }, world);
  const page = seen.slice(seen.indexOf("page: Failure Details"));
  for (const line of [
    "  # Deployment c cannot be changed in this way: spec.selector: Invalid value: \\{\\}: field is immutable.",
    "  Revision 4 of cap-operator is failed; part of it may be in the cluster.",
    "  **Next step:** Keep the old value, or delete the object in a terminal and try again.",
    "  kubectl delete deployment c --namespace cap-operator-system --context dev",
    "  | 2026-02-03T10:11:12Z | Pod/cap-operator-controller-1 | Failed | Failed with token=\\<hidden\\> (3 times) |",
    '  Error: UPGRADE FAILED: cannot patch "c" with kind Deployment: Deployment.apps "c" is invalid: spec.selector: Invalid value: {}: field is immutable',
  ]) {
    assert.ok(page.includes(line), `${line}\n${page.join("\n")}`);
  }
  // No component was seen that was not ready.
  const absent = /else|Pulled|abc123secret|not ready/;
  assert.ok(!page.some((line) => absent.test(line)), page.join("\n"));
});
