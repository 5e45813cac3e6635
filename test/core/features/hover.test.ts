import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkHover, hoverAt } from "../support/check-hover.ts";

describe("hover", () => {
  test("says what a key is, its type, its default, and where to read more", () => {
    checkHover("webhook:\n  repl$0icas: 2\n", [
      "**webhook.replicas** · `integer`",
      "Default: `1`",
      "[Documentation](https://docs.example/reference/values.md#webhook-replicas)",
    ]);
  });

  test("is about exactly the key or the value", () => {
    assert.equal(hoverAt("webhook:\n  $0replicas: 2\n")?.over, "replicas");
    assert.equal(hoverAt("webhook:\n  replicas$0: 2\n")?.over, "replicas");
    assert.equal(hoverAt("webhook:\n  replicas: $02\n")?.over, "2");
    assert.equal(hoverAt('webhook:\n  "replicas$0": 2\n')?.over, '"replicas"');
    assert.equal(hoverAt("webhook:\r\n  replicas: 2$02\r\n")?.over, "22");
  });

  test("of a value is that of its key", () => {
    checkHover("subscriptionServer:\n  certificateManager: Cert$0Controller\n", [
      "**subscriptionServer.certificateManager**",
      "Allowed: `Platform`, `CertController`",
      "Default: `Platform`",
    ]);
  });

  test("says nothing about a merge key and what it names, which is not a key of its mapping", () => {
    const labels = "global: {a: &a {app: x}}\npodLabels:\n";
    for (const merge of [
      "$0<<: *a",
      "<$0<: *a",
      "<<: *$0a",
      "<<: [*$0a]",
      "<<: {ap$0p: y}",
      "? <$0<\n  : *a",
    ]) {
      checkHover(`${labels}  ${merge}\n`, null);
    }
    checkHover(`${labels}  "<$0<": x\n`, ["**podLabels.\\<\\<**"]);
  });

  test("says what must be set, and in which form", () => {
    checkHover("subscriptionServer:\n  dom$0ain: a.b\n", [
      "**Required for the installation.**",
      "Form: `<subdomain>.<cluster_domain>`",
    ]);
  });

  test("shows bounds and examples", () => {
    checkHover("webhook: {service: {po$0rt: 1}}", ["Range: 1 to 65535", "Default: `443`"]);
    checkHover("controller:\n  versionMonitoring:\n    metricsEvaluation$0Interval: 1h\n", [
      /Examples: .*`1h30m`/,
    ]);
  });

  test("says which component's keys override a top-level key, and the other way round", () => {
    checkHover("toler$0ations: []\n", [
      "Overridden by `controller.tolerations`, `subscriptionServer.tolerations`, `webhook.tolerations`",
    ]);
    checkHover("image:\n  t$0ag: v1\n", [
      "Overridden by `controller.image.tag`, `subscriptionServer.image.tag`, `webhook.image.tag`",
    ]);
    checkHover("webhook:\n  tol$0erations: []\n", [
      "Overrides the top-level `tolerations` when it is not empty.",
    ]);
    checkHover("podLab$0els: {}\n", ["Merged with `controller.podLabels`", "the component's entry wins"]);
    checkHover("webhook:\n  podLab$0els: {}\n", [
      "Merged over the top-level `podLabels`; the entry here wins.",
    ]);
  });

  test("says what the chart uses where there is no literal default", () => {
    checkHover("controller:\n  image:\n    repo$0sitory: x\n", [
      "In the chart: the published image of the controller",
    ]);
  });

  test("knows the fields of Kubernetes types, and links to the key that holds them", () => {
    checkHover("webhook:\n  tolerations:\n    - eff$0ect: NoSchedule\n", [
      "**webhook.tolerations\\[0\\].effect** · `string`",
      /Allowed: .*`NoExecute`/,
      "values.md#webhook-tolerations)",
    ]);
    checkHover(
      "controller:\n  volumes:\n    - name: a\n      configMap:\n        items:\n          - key: a\n            pa$0th: b\n",
      [/path is the relative path/],
    );
  });

  test("shows angle brackets, asterisks and bars instead of taking them for markup", () => {
    checkHover("topologySpreadConstraints:\n  - topology$0Key: a\n", ["\\<key, value>"]);
    checkHover("topologySpreadConstraints:\n  - min$0Domains: 1\n", ["\\| zone1 \\| zone2"]);
    checkHover(
      "controller:\n  volumes:\n    - name: a\n      ephemeral:\n        volumeClaim$0Template: {}\n",
      ["`<pod name>-<volume name>`", "will \\*not\\* be used"],
    );
    checkHover(
      "controller:\n  volumes:\n    - name: a\n      ephemeral:\n        volumeClaimTemplate:\n          spec:\n            dataSource$0Ref: {}\n",
      [/^\* While dataSource ignores/m],
    );
  });

  test("shows the person's own keys character by character", () => {
    checkHover("nodeSelector:\n  '[a](command:b) *c*$0': d\n", [
      "**nodeSelector.\\[a\\]\\(command:b\\) \\*c\\***",
    ]);
  });

  test("follows aliases to where they are used", () => {
    checkHover("controller:\n  tolerations: &a []\nwebhook:\n  tolerations: *$0a\n", [
      "**webhook.tolerations**",
    ]);
  });

  for (const [what, text] of [
    ["a key that is being typed", "webhook:\n  repli\n  sideca$0r: true\n"],
    ["a broken line above", "controller: {a: \nwebhook:\n  side$0car: true\n"],
    ["a broken line below", "webhook:\n  side$0car: true\n  :::\n foo\n"],
    ["brackets that are not closed", "webhook: {side$0car: true\n"],
    ["a value that cannot be read", "webhook:\n  side$0car: @true\n"],
  ] as const) {
    test(`answers in a broken document: ${what}`, () => {
      checkHover(text, ["sidecar", "Default: `false`"]);
    });
  }

  for (const [what, text] of [
    ["an unknown key", "webhok$0: 1\n"],
    ["an unknown key of a component", "webhook:\n  fo$0o: 1\n"],
    ["what is under global", "global:\n  some: th$0ing\n"],
    ["a comment", "webhook: # side$0car\n  sidecar: true\n"],
    ["an empty line", "webhook:\n  sidecar: true\n$0\n"],
    ["spaces before a key", "webhook:\n $0 sidecar: true\n"],
  ] as const) {
    test(`shows nothing for ${what}`, () => {
      checkHover(text, null);
    });
  }

  test("knows the operator resource", () => {
    checkHover(
      "kind: CAP$0Operator\n",
      ["**kind**", "Allowed: `CAPOperator`", "reference/operator.md#kind"],
      "operator",
    );
    checkHover("spec:\n  ingressGatewayLabels:\n    - na$0me: mesh\n", ["Key of the label."], "operator");
    checkHover("status:\n  sta$0te: Ready\n", null, "operator");
  });

  test("knows each document of a file", () => {
    checkHover("controller:\n  replicas: 1\n---\nwebhook:\n  replicas: 2$0\n", ["**webhook.replicas**"]);
  });
});
