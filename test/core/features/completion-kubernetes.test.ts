import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCompletion, checkCompletionLabels, labelsAt } from "../support/check-completion.ts";

describe("Kubernetes fields", () => {
  const checkIncludes = (marked: string, ...expected: string[]) => {
    const labels = labelsAt(marked);
    assert.deepEqual(
      expected.filter((label) => !labels.includes(label)),
      [],
      labels.join(", "),
    );
  };

  test("of tolerations", () => {
    checkIncludes("tolerations:\n  - $0", "key", "operator", "value", "effect", "tolerationSeconds");
    checkIncludes("tolerations:\n  - key: a\n    $0", "operator", "value", "effect");
    checkIncludes("tolerations:\n  - key: a\n  - $0", "key");
  });

  test("of affinity, several levels deep", () => {
    checkIncludes("controller:\n  affinity:\n    $0", "nodeAffinity", "podAffinity", "podAntiAffinity");
    const expressions = `affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - `;
    checkIncludes(`${expressions}$0`, "key", "operator", "values");
    checkIncludes(`${expressions}key: zone\n              $0`, "operator", "values");
    checkIncludes(`${expressions}operator: $0`, "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  });

  test("of volumes", () => {
    checkIncludes(
      "controller:\n  volumes:\n    - name: a\n      $0",
      "configMap",
      "secret",
      "emptyDir",
      "projected",
    );
    checkIncludes(
      "controller:\n  volumes:\n    - name: a\n      configMap:\n        items:\n          - $0",
      "key",
      "path",
      "mode",
    );
    checkIncludes(
      "controller:\n  volumes:\n  - name: a\n    configMap:\n      items:\n      - key: x\n        $0",
      "path",
      "mode",
    );
  });

  test("of security contexts", () => {
    checkIncludes("webhook:\n  securityContext:\n    capabilities:\n      $0", "add", "drop");
    checkCompletion(
      "webhook:\n  securityContext:\n    capabilities:\n      $0",
      "drop",
      "webhook:\n  securityContext:\n    capabilities:\n      drop:\n        - $0",
    );
    checkIncludes(
      "podSecurityContext:\n  seccompProfile:\n    type: $0",
      "RuntimeDefault",
      "Unconfined",
      "Localhost",
    );
  });

  test("of resources", () => {
    checkCompletionLabels("webhook:\n  resources:\n    $0", ["limits", "requests"]);
    checkIncludes("webhook:\n  resources:\n    limits:\n      $0", "memory", "cpu");
  });
});
