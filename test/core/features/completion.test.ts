import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accept,
  checkCompletion,
  checkCompletionLabels,
  completionsAt,
  labelsAt,
} from "../support/check-completion.ts";
import { engine } from "../support/engine.ts";

const TOP_LEVEL = [
  "image",
  "imagePullSecrets",
  "podSecurityContext",
  "nodeSelector",
  "affinity",
  "tolerations",
  "priorityClassName",
  "topologySpreadConstraints",
  "podLabels",
  "podAnnotations",
  "monitoring",
  "controller",
  "subscriptionServer",
  "webhook",
];

const WEBHOOK_SERVICE = ["type", "port", "targetPort"];

describe("keys", () => {
  test("of the top level, in the spec's order", () => {
    checkCompletionLabels("$0", [...TOP_LEVEL, "global"]);
  });

  test("that are already there are not offered", () => {
    checkCompletionLabels("webhook:\n  service:\n    port: 443\n    $0", ["type", "targetPort"]);
    checkCompletionLabels("webhook:\n  service:\n    $0\n    port: 443", ["type", "targetPort"]);
    const labels = labelsAt("toler$0ations:\n- key: a\nwebhook: {}\n");
    assert.ok(labels.includes("tolerations") && !labels.includes("webhook"), labels.join());
  });

  test("the ones needed for the installation come first", () => {
    assert.deepEqual(labelsAt("subscriptionServer:\n  $0").slice(0, 3), ["dnsTarget", "domain", "replicas"]);
  });

  test("the ones that the type requires come first", () => {
    assert.deepEqual(labelsAt("controller:\n  volumeMounts:\n    - $0").slice(0, 2), ["mountPath", "name"]);
  });

  for (const indent of [1, 2, 3, 4, 8]) {
    test(`at an indentation of ${indent}`, () => {
      const pad = " ".repeat(indent);
      checkCompletionLabels(`webhook:\n${pad}service:\n${pad}${pad}$0`, WEBHOOK_SERVICE);
    });
  }

  test("in the middle of a word, which is replaced", () => {
    checkCompletion(
      "webhook:\n  service:\n    ta$0rg\n",
      "targetPort",
      "webhook:\n  service:\n    targetPort: $0\n",
    );
  });

  test("with carriage returns", () => {
    checkCompletion(
      "webhook:\r\n  service:\r\n    po$0\r\n  replicas: 1\r\n",
      "port",
      "webhook:\r\n  service:\r\n    port: $0\r\n  replicas: 1\r\n",
    );
    checkCompletion("webhook:\r\n  $0\r\n", "service", "webhook:\r\n  service:\r\n    $0\r\n");
  });

  test("at the end of a file without a line break", () => {
    checkCompletion("webhook:\n  sid$0", "sidecar", "webhook:\n  sidecar: $0");
  });

  test("before a colon, only the key is replaced", () => {
    checkCompletion("webhook:\n  side$0: true\n", "sidecar", "webhook:\n  sidecar: true\n");
    checkCompletion(
      "webhook:\n  se$0: # ours\n    port: 1\n",
      "service",
      "webhook:\n  service: # ours\n    port: 1\n",
    );
  });

  test("in quotes", () => {
    checkCompletion('webhook:\n  "si$0"\n', "sidecar", "webhook:\n  sidecar: $0\n");
    checkCompletion('webhook:\n  "si$0": true\n', "sidecar", "webhook:\n  sidecar: true\n");
  });

  test("in a document whose other lines are broken", () => {
    checkCompletionLabels('controller:\n  image: {tag: "x\nwebhook:\n  service:\n    $0', WEBHOOK_SERVICE);
    checkCompletionLabels("webhook:\n  service:\n    $0\n  :::\ncontroller: [\n", WEBHOOK_SERVICE);
    checkCompletionLabels("controller:\n  foo\nwebhook:\n  service:\n    ty$0\n    port: 1\n  bar baz\n", [
      "type",
      "targetPort",
    ]);
  });

  test("in each document of a file", () => {
    checkCompletionLabels(
      "webhook:\n  service:\n    port: 1\n---\nwebhook:\n  service:\n    $0\n",
      WEBHOOK_SERVICE,
    );
    checkCompletionLabels(
      "webhook:\n  service:\n    $0\n---\nwebhook:\n  service:\n    port: 1\n",
      WEBHOOK_SERVICE,
    );
    checkCompletionLabels("---\n$0", [...TOP_LEVEL, "global"]);
  });

  test("not in comments", () => {
    for (const text of [
      "# $0",
      "#$0",
      "webhook: # $0",
      "webhook:\n  # $0\n  port: 1",
      "webhook:\n  sidecar: true # x$0",
    ])
      checkCompletionLabels(text, []);
  });

  test("not in multi-line strings", () => {
    for (const text of [
      "podAnnotations:\n  a: |\n    $0",
      "podAnnotations:\n  a: |\n    te$0xt\n",
      "podAnnotations:\n  a: >-\n    text\n    $0\n  b: x\n",
      'podAnnotations:\n  a: "x\n    $0 y"\n',
    ])
      checkCompletionLabels(text, []);
  });

  test("not after a value", () => {
    checkCompletionLabels("webhook:\n  sidecar: true $0", []);
    checkCompletionLabels("webhook:\n  sidecar: true\n    $0", []);
  });

  test("of another level when the cursor is further left", () => {
    assert.ok(labelsAt("webhook:\n  service:\n    port: 1\n  $0").includes("sidecar"));
    assert.ok(labelsAt("webhook:\n  service:\n    port: 1\n$0").includes("controller"));
    assert.ok(!labelsAt("webhook:\n  service:\n    port: 1\n$0").includes("webhook"));
  });

  test("a map's usual keys, from its default", () => {
    checkCompletionLabels("subscriptionServer:\n  ingressGatewayLabels:\n    $0", ["app", "mesh"]);
    checkCompletion(
      accept("subscriptionServer:\n  ingressGatewayLabels:\n    $0", "app"),
      "mesh-ingressgateway",
      "subscriptionServer:\n  ingressGatewayLabels:\n    app: mesh-ingressgateway$0",
    );
    checkCompletion(
      accept("monitoring:\n  dash:\n    dashboard:\n      configMapLabels:\n        $0", "dash_dashboard"),
      '"1"',
      'monitoring:\n  dash:\n    dashboard:\n      configMapLabels:\n        dash_dashboard: "1"$0',
    );
  });

  test("a map's usual keys, from its examples", () => {
    checkCompletion("nodeSelector:\n  $0", "kubernetes.io/arch", "nodeSelector:\n  kubernetes.io/arch: $0");
  });

  test("nothing under global and unknown keys", () => {
    checkCompletionLabels("global:\n  $0", []);
    checkCompletionLabels("foo:\n  $0", []);
  });
});

describe("the operator resource", () => {
  const asked = { kind: "operator" } as const;

  test("keys, the required ones first", () => {
    checkCompletionLabels("$0", ["apiVersion", "kind", "metadata", "spec"], asked);
    checkCompletionLabels("kind: CAPOperator\n$0", ["apiVersion", "metadata", "spec"], asked);
  });

  test("values and items", () => {
    checkCompletionLabels("kind: $0", ["CAPOperator"], asked);
    checkCompletion("spec:\n  $0", "ingressGatewayLabels", "spec:\n  ingressGatewayLabels:\n    - $0", asked);
    checkCompletion(
      "spec:\n  ingressGatewayLabels:\n    - $0",
      "name",
      "spec:\n  ingressGatewayLabels:\n    - name: $0",
      asked,
    );
    checkCompletionLabels(
      "spec:\n  ingressGatewayLabels:\n    - name: mesh\n      value: $0",
      ["ingressgateway", "mesh-ingressgateway"],
      asked,
    );
  });
});

describe("documentation", () => {
  const resolved = (marked: string, label: string) => {
    const item = completionsAt(marked).find((candidate) => candidate.label === label);
    assert.ok(item);
    assert.equal(item.documentation, undefined, "it is not made for the whole list");
    const { documentation } = engine.resolveCompletion(JSON.parse(JSON.stringify(item)));
    return typeof documentation === "object" ? documentation.value : "";
  };

  test("of a key is made only when it is shown", () => {
    const text = resolved("subscriptionServer:\n  $0", "certificateManager");
    assert.match(text, /Allowed: `Platform`, `CertController`/);
    assert.match(
      text,
      /\(https:\/\/docs\.example\/reference\/values\.md#subscriptionserver-certificatemanager\)/,
    );
  });

  test("of a dash is that of the list's entries", () => {
    assert.match(resolved("tolerations:\n  $0", "- "), /tolerates any taint/);
  });

  test("of somebody else's item is left as it is", () => {
    for (const data of [undefined, null, 5, {}, { kind: "values" }, { kind: "values", path: ["none"] }]) {
      assert.deepEqual(engine.resolveCompletion({ label: "x", data }), { label: "x", data });
    }
  });
});
