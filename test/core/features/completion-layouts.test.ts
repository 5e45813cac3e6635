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

  test("not in front of a colon", () => {
    assert.deepEqual(labelsAt("controller:\n  imagePullSecrets:\n    na$0: x"), []);
  });

  test("plain values are offered behind a dash", () => {
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
    checkCompletion("webhook: {$0}", "sidecar", "webhook: {sidecar: false}");
    checkCompletion("webhook: {service: {po$0}}\n", "port", "webhook: {service: {port: 443}}\n");
    checkCompletion(
      "webhook: {service: {port: 1, $0}}\n",
      "type",
      "webhook: {service: {port: 1, type: ClusterIP}}\n",
    );
    checkCompletionLabels("webhook: {service: {$0, port: 1}}\n", ["type", "targetPort"]);
    checkCompletion("webhook: {sidecar: $0}\n", "true", "webhook: {sidecar: true}\n");
    checkCompletion("webhook: {$0}\n", "service", "webhook: {service: {$0}}\n");
    checkCompletion("controller: {$0}\n", "tolerations", "controller: {tolerations: [$0]}\n");
  });

  test("items of lists", () => {
    checkCompletion("tolerations: [{$0}]\n", "operator", "tolerations: [{operator: Equal}]\n");
    checkCompletion(
      "tolerations: [{key: a, eff$0}]\n",
      "effect",
      "tolerations: [{key: a, effect: NoSchedule}]\n",
    );
    checkCompletion("tolerations: [$0]\n", "{}", "tolerations: [{$0}]\n");
  });

  test("while the brackets are open", () => {
    checkCompletion(
      "webhook: {$0\ncontroller:\n  replicas: 1\n",
      "sidecar",
      "webhook: {sidecar: false\ncontroller:\n  replicas: 1\n",
    );
    checkCompletion(
      "webhook:\n  service: {port: 443, ty$0",
      "type",
      "webhook:\n  service: {port: 443, type: ClusterIP",
    );
  });

  test("over several lines", () => {
    checkCompletion(
      "webhook: {\n  service: {\n    $0\n    }\n  }\n",
      "port",
      "webhook: {\n  service: {\n    port: 443\n    }\n  }\n",
    );
  });
});
