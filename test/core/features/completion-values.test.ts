import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  checkCompletion,
  checkCompletionLabels,
  completionsAt,
  labelsAt,
} from "../support/check-completion.ts";

/** What remains of a list that was opened before `typed` was typed: an editor matches that with the filter text of each item. */
function editorShows(marked: string, typed: string): string[] {
  const opened = marked.replace(`${typed}$0`, "$0");
  return completionsAt(opened)
    .filter(({ label, filterText }) => (filterText ?? label).startsWith(typed))
    .map(({ label }) => label);
}

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

  test("right after the colon, a space is added", () => {
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

  test("of an enumeration are offered while one is being typed, until it is complete", () => {
    const offered = (typed: string) =>
      editorShows(`subscriptionServer:\n  certificateManager: ${typed}$0`, typed);
    assert.deepEqual(offered(""), ["Platform", "CertController"]);
    assert.deepEqual(offered("Cert"), ["CertController"]);
    assert.deepEqual(offered("CertController"), []);
  });

  test("of a key that takes any value are offered only while nothing is typed", () => {
    const offered = (typed: string) => editorShows(`webhook:\n  service:\n    targetPort: ${typed}$0`, typed);
    assert.deepEqual(offered(""), ["1443"]);
    assert.deepEqual(offered("1"), []);
    assert.deepEqual(offered("14"), []);
    checkCompletionLabels("webhook:\n  service:\n    targetPort: 1$0", []);
    // Before a value, they replace it.
    checkCompletion(
      "webhook:\n  service:\n    targetPort: $08080\n",
      "1443",
      "webhook:\n  service:\n    targetPort: 1443\n",
    );
  });

  test("that are empty come last, are never preselected, and never the only ones", () => {
    checkCompletionLabels("image:\n  pullPolicy: $0", ["Always", "IfNotPresent", "Never", '""']);
    const chosen = completionsAt("image:\n  pullPolicy: $0").filter(({ preselect }) => preselect);
    assert.deepEqual(chosen, []);
    checkCompletionLabels("webhook:\n  priorityClassName: $0", ["system-cluster-critical"]);
    checkCompletionLabels("subscriptionServer:\n  certificateConfig:\n    platform:\n      issuerName: $0", [
      "my-issuer",
      "<issuer_name>",
    ]);
  });

  test("that are a default are preselected", () => {
    const chosen = (text: string) => completionsAt(text).filter(({ preselect }) => preselect);
    assert.deepEqual(
      chosen("webhook:\n  service:\n    port: $0").map(({ label }) => label),
      ["443"],
    );
    assert.deepEqual(
      chosen("webhook:\n  sidecar: $0").map(({ label }) => label),
      ["false"],
    );
    assert.deepEqual(chosen("controller:\n  versionMonitoring:\n    metricsServerAddress: $0"), []);
  });

  test("are quoted where they would be read as something else", () => {
    checkCompletion(
      "monitoring:\n  dash:\n    dashboard:\n      configMapLabels:\n        dash_dashboard: $0",
      '"1"',
      'monitoring:\n  dash:\n    dashboard:\n      configMapLabels:\n        dash_dashboard: "1"',
    );
  });

  test("the form of a host, as plain text", () => {
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

  test("that are mappings, in brackets, only as items of a list", () => {
    checkCompletionLabels("imagePullSecrets: [$0]", ["{}"]);
    checkCompletionLabels("webhook: {image: $0}", []);
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
