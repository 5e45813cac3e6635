import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkCompletion, checkCompletionLabels, labelsAt } from "../support/check-completion.ts";

describe("list items", () => {
  test("a dash is offered where a list is expected", () => {
    checkCompletion(
      "controller:\n  imagePullSecrets:\n    $0",
      "- name",
      "controller:\n  imagePullSecrets:\n    - name: $0",
    );
    checkCompletion(
      "controller:\n  volumeMounts:\n    $0\n",
      "- mountPath",
      "controller:\n  volumeMounts:\n    - mountPath: $0\n",
    );
  });

  test("also below other items, and for lists without indentation", () => {
    checkCompletion("tolerations:\n  - key: a\n  $0", "- ", "tolerations:\n  - key: a\n  - $0");
    checkCompletion("imagePullSecrets:\n- name: a\n- $0", "name", "imagePullSecrets:\n- name: a\n- name: ");
  });

  test("keys of an item are offered at its dash too, and go to the item's other keys", () => {
    const text =
      "controller:\n  tolerations:\n    - key: a\n      effect: NoSchedule\n    $0\n  replicas: 1\n";
    checkCompletionLabels(text, ["- ", "operator", "tolerationSeconds", "value"]);
    checkCompletion(text, "operator", text.replace("    $0", "      operator: $0"));
    checkCompletion(text.replace("$0", "op$0"), "operator", text.replace("    $0", "      operator: $0"));
    checkCompletion(text, "- ", text.replace("$0", "- $0"));
    checkCompletion(
      "controller:\r\n    volumes:\r\n        - name: a\r\n        $0\r\n",
      "secret",
      "controller:\r\n    volumes:\r\n        - name: a\r\n          secret:\r\n              $0\r\n",
    );
  });

  test("keys of an item below what its last key holds", () => {
    checkCompletion(
      "controller:\n  volumes:\n    - name: a\n      projected:\n        sources: []\n    $0",
      "emptyDir",
      "controller:\n  volumes:\n    - name: a\n      projected:\n        sources: []\n      emptyDir:\n        $0",
    );
  });

  test("where a list has no indentation, keys of an item come after those that belong there", () => {
    const text = "controller:\n  volumes:\n  - name: a\n  $0\n";
    const labels = labelsAt(text);
    assert.ok(labels.indexOf("replicas") < labels.indexOf("secret"));
    assert.ok(!labels.includes("name") && !labels.includes("volumes"));
    checkCompletion(text, "replicas", "controller:\n  volumes:\n  - name: a\n  replicas: $0\n");
    checkCompletion(text, "secret", "controller:\n  volumes:\n  - name: a\n    secret:\n      $0\n");
  });

  test("keys of an item are not offered at its dash when something else is in between", () => {
    assert.ok(!labelsAt("controller:\n  volumes:\n  - name: a\n  replicas: 1\n  $0").includes("secret"));
    assert.deepEqual(labelsAt("controller:\n  tolerations:\n    - a\n    $0"), ["- "]);
  });

  test("a list goes where the file's other lists are", () => {
    checkCompletion(
      "webhook:\n    tolerations:\n    - key: a\ncontroller:\n    vol$0",
      "volumes",
      "webhook:\n    tolerations:\n    - key: a\ncontroller:\n    volumes:\n    - $0",
    );
    checkCompletion(
      "webhook:\n    tolerations:\n        - key: a\ncontroller:\n    vol$0",
      "volumes",
      "webhook:\n    tolerations:\n        - key: a\ncontroller:\n    volumes:\n        - $0",
    );
  });

  test("not before a colon", () => {
    assert.deepEqual(labelsAt("controller:\n  imagePullSecrets:\n    na$0: x"), []);
  });

  test("plain values are offered after a dash", () => {
    assert.deepEqual(
      labelsAt(
        "controller:\n  volumes:\n    - name: a\n      persistentVolumeClaim: {}\n  tolerations:\n    - operator: $0",
      )
        .slice(0, 2)
        .sort(),
      ["Equal", "Exists"],
    );
  });
});

describe("flow style", () => {
  test("keys and values", () => {
    checkCompletion("webhook: {$0}", "sidecar", "webhook: {sidecar: $0}");
    checkCompletion("webhook: {service: {po$0}}\n", "port", "webhook: {service: {port: $0}}\n");
    checkCompletion(
      "webhook: {service: {port: 1, $0}}\n",
      "type",
      "webhook: {service: {port: 1, type: $0}}\n",
    );
    checkCompletion(
      "webhook: {service: {type: $0}}\n",
      "ClusterIP",
      "webhook: {service: {type: ClusterIP$0}}\n",
    );
    checkCompletionLabels("webhook: {service: {$0, port: 1}}\n", ["type", "targetPort"]);
    checkCompletion("webhook: {sidecar: $0}\n", "true", "webhook: {sidecar: true}\n");
    checkCompletion("webhook: {$0}\n", "service", "webhook: {service: {$0}}\n");
    checkCompletion("controller: {$0}\n", "tolerations", "controller: {tolerations: [$0]}\n");
  });

  test("items of lists", () => {
    checkCompletion("tolerations: [{$0}]\n", "operator", "tolerations: [{operator: $0}]\n");
    checkCompletion("tolerations: [{key: a, eff$0}]\n", "effect", "tolerations: [{key: a, effect: $0}]\n");
    checkCompletion("tolerations: [$0]\n", "{}", "tolerations: [{$0}]\n");
  });

  test("while the brackets are open", () => {
    checkCompletion(
      "webhook: {$0\ncontroller:\n  replicas: 1\n",
      "sidecar",
      "webhook: {sidecar: $0\ncontroller:\n  replicas: 1\n",
    );
    checkCompletion(
      "webhook:\n  service: {port: 443, ty$0",
      "type",
      "webhook:\n  service: {port: 443, type: $0",
    );
  });

  test("over several lines", () => {
    checkCompletion(
      "webhook: {\n  service: {\n    $0\n    }\n  }\n",
      "port",
      "webhook: {\n  service: {\n    port: $0\n    }\n  }\n",
    );
  });
});
