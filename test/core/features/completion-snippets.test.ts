import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCompletion, snippetLabelsAt } from "../support/check-completion.ts";

describe("snippets", () => {
  test("are listed where their keys belong, and insert missing parents as well", () => {
    checkCompletion(
      "subscriptionServer:\n  $0",
      "certificate-platform",
      "subscriptionServer:\n  certificateManager: Platform\n  certificateConfig:\n    platform:\n      issuerName: <issuer_name>\n      issuerNamespace: default",
    );
    checkCompletion(
      "$0\n",
      "certificate-webhook",
      "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerGroup: <issuer_group>\n      issuerKind: ClusterIssuer\n      issuerName: <issuer_name>\n",
    );
  });

  test("take the file's indentation and line breaks", () => {
    checkCompletion(
      "webhook:\r\n    replicas: 1\r\ncontroller:\r\n    $0\r\n",
      "component-resources",
      "webhook:\r\n    replicas: 1\r\ncontroller:\r\n    resources:\r\n        limits:\r\n            memory: 500Mi\r\n            cpu: 0.2\r\n        requests:\r\n            memory: 50Mi\r\n            cpu: 0.02\r\n",
    );
  });

  test("are not offered where one of their keys is already set", () => {
    const found = snippetLabelsAt("subscriptionServer:\n  certificateManager: Platform\n  $0");
    assert.deepEqual(
      found.filter((label) => label.startsWith("certificate")),
      [],
    );
    assert.ok(!snippetLabelsAt("monitoring:\n  enabled: true\n$0").includes("enable-monitoring"));
  });

  test("are not offered elsewhere", () => {
    assert.deepEqual(snippetLabelsAt("webhook:\n  service:\n    $0"), []);
    assert.deepEqual(snippetLabelsAt("webhook: {$0}"), []);
    assert.deepEqual(snippetLabelsAt("webhook:\n  service$0: {}"), []);
    assert.deepEqual(snippetLabelsAt("tolerations:\n  - $0"), []);
  });

  test("for the operator resource are offered there only", () => {
    assert.ok(!snippetLabelsAt("$0").includes("operator-resource"));
    assert.deepEqual(snippetLabelsAt("$0", { kind: "operator" }), [
      "operator-resource",
      "operator-resource-labels",
    ]);
  });
});
