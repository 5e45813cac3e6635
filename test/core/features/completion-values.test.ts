import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  checkCompletion,
  checkCompletionLabels,
  completionsAt,
  labelsAt,
} from "../support/check-completion.ts";

describe("values", () => {
  test("of an enumeration, the default first", () => {
    checkCompletionLabels("subscriptionServer:\n  certificateManager: $0", ["Platform", "CertController"]);
    checkCompletionLabels("webhook:\n  certificateManager: $0", ["Default", "CertController"]);
    checkCompletionLabels("webhook:\n  certificateManager: Ce$0rt", ["Default", "CertController"]);
  });

  test("of booleans, the default first", () => {
    checkCompletionLabels("webhook:\n  sidecar: $0", ["false", "true"]);
    checkCompletion("webhook:\n  sidecar: f$0\n", "true", "webhook:\n  sidecar: true\n");
  });

  test("the default and examples", () => {
    checkCompletionLabels("subscriptionServer:\n  port: $0", ["4000"]);
    assert.deepEqual(labelsAt("controller:\n  versionMonitoring:\n    metricsEvaluationInterval: $0"), [
      "1h",
      "30m",
      "2h",
      "1h30m",
    ]);
    assert.ok(labelsAt("controller:\n  resources:\n    limits:\n      memory: $0").includes("500Mi"));
  });

  test("right behind the colon a blank is added", () => {
    checkCompletion("webhook:\n  sidecar:$0", "true", "webhook:\n  sidecar: true");
  });

  test("replace the value at the cursor, up to a comment", () => {
    checkCompletion("webhook:\n  sidecar: fal$0se # why\n", "true", "webhook:\n  sidecar: true # why\n");
    checkCompletion(
      'webhook:\n  certificateManager: "De$0fault"\n',
      "CertController",
      "webhook:\n  certificateManager: CertController\n",
    );
    checkCompletion(
      "webhook:\n  certificateManager: 'De$0\n",
      "CertController",
      "webhook:\n  certificateManager: CertController\n",
    );
  });

  test("form of a host, as text", () => {
    checkCompletion(
      "subscriptionServer:\n  domain: $0",
      "<subdomain>.<cluster_domain>",
      "subscriptionServer:\n  domain: <subdomain>.<cluster_domain>",
    );
  });

  test("of empty maps and lists", () => {
    checkCompletionLabels("nodeSelector: $0", ["{}"]);
    checkCompletionLabels("tolerations: $0", ["[]"]);
  });
});

describe("every list", () => {
  for (const text of [
    "$0",
    "controller:\n  $0",
    "subscriptionServer:\n  $0",
    "webhook:\n  certificateManager: $0",
    "tolerations:\n  - $0",
    "tolerations: [$0]",
    "subscriptionServer:\n  certificateConfig:\n    $0",
    "nodeSelector: $0",
  ]) {
    test(`has no label twice: ${JSON.stringify(text)}`, () => {
      const labels = completionsAt(text).map(({ label }) => label);
      assert.deepEqual(labels, [...new Set(labels)]);
    });
  }
});
