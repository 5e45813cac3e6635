import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { fixesAt } from "../../support/check-fix.ts";
import { engine } from "../../support/engine.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("unknown-key", () => {
  finds(
    "at the top level, under a component, and in a Kubernetes type",
    `
    controler:
    ^^^^^^^^^ warning[unknown-key] Unknown key "controler" at the top level. Helm ignores it. Did you mean "controller"?
      replicas: 1
    webhook:
      zzz: 1
      ^^^ warning[unknown-key] Unknown key "zzz" in "webhook". Helm ignores it.
      tolerations:
        - key: a
          efect: NoSchedule
          ^^^^^ warning[unknown-key] Unknown key "efect" in "tolerations[0]". Kubernetes drops it or refuses the object. Did you mean "effect"?
  `,
  );
  finds(
    "in quotes and in brackets",
    `
    webhook: {"sidecars": true}
              ^^^^^^^^^^ warning[unknown-key] Unknown key "sidecars" in "webhook". Helm ignores it. Did you mean "sidecar"?
  `,
  );
  passes(
    "anything under global, and labels of any name",
    `
    global:
      any: {thing: [1, 2]}
      image: x
    podLabels:
      example.com/any: label
    nodeSelector: {zone: a}
  `,
    "specification",
  );
  passes(
    "anchors and merge keys",
    `
    controller: &common
      replicas: 2
      tolerations: &tolerations
        - operator: Exists
    webhook:
      <<: *common
      tolerations: *tolerations
    subscriptionServer:
      <<: [*common]
  `,
  );
  passes(
    "fields of the operator resource that are not documented",
    `
    apiVersion: operator.sample.io/v1alpha1
    kind: CAPOperator
    metadata: {name: x, generation: 3}
    spec: {subscriptionServer: {subDomain: a}}
    status: {state: Ready}
  `,
    "operator",
  );
  finds(
    "entries of the operator resource's labels",
    `
    spec:
      ingressGatewayLabels:
        - name: a
          valu: b
          ^^^^ warning[unknown-key]
  `,
    "operator",
  );
});

describe("unknown-key: quick fixes", () => {
  mends(
    "keeps value and comment",
    "webhook:\n  repl$0icaz: 2 # two\n",
    'Change to "replicas"',
    "webhook:\n  replicas: 2 # two\n",
  );
  mends("in quotes", 'webhook:\n  "repl$0icaz": 2', 'Change to "replicas"', "webhook:\n  replicas: 2");
  mends("in brackets", "webhook: {sidecar: true, zz$0z: 1}\n", 'Remove "zzz"', "webhook: {sidecar: true}\n");
  mends(
    "the first in brackets",
    "webhook: {zz$0z: 1, sidecar: true}\n",
    'Remove "zzz"',
    "webhook: {sidecar: true}\n",
  );
  mends(
    "the last line, without a line break",
    "webhook:\n  sidecar: true\n  zz$0z: 1",
    'Remove "zzz"',
    "webhook:\n  sidecar: true",
  );
  mends(
    "with carriage returns",
    "webhook:\r\n  sidecar: true\r\n  # why\r\n  zz$0z:\r\n    a: b\r\n  replicas: 1\r\n",
    'Remove "zzz"',
    "webhook:\r\n  sidecar: true\r\n  replicas: 1\r\n",
  );
  mends(
    "the modeline above stays",
    "# cap-operator: values\nzz$0z: 1\nwebhook: {}\n",
    'Remove "zzz"',
    "# cap-operator: values\nwebhook: {}\n",
  );
  offers("the closest key first, and preferred", "webhook:\n  repl$0ica: 2\n", [
    '*Change to "replicas"',
    'Remove "replica"',
  ]);
  offers("keys that are already there are not proposed", "webhook:\n  replicas: 1\n  repl$0ica: 2\n", [
    '*Remove "replica"',
  ]);
  offers("removing is preferred where nothing is close", "webhook:\n  zz$0z: 2\n", ['*Remove "zzz"']);
  test("a handful of proposals at most, ordered by how close they are", async () => {
    const proposed = (await fixesAt("controller:\n  pod$0: {}\n")).map(({ title }) => title);
    assert.ok(proposed.length <= 6);
    const many = (await fixesAt("controller:\n  podAnotation$0s: {}\n")).map(({ title }) => title);
    assert.equal(many[0], 'Change to "podAnnotations"');
  });
});

describe("unknown-key: holders of anchors", () => {
  passes(
    "that are used elsewhere",
    `
    x-common: &common {a: b}
    .shared:
      tolerations: &spot [{key: a}]
    mine: &mine high
    podLabels: *common
    tolerations: *spot
    priorityClassName: *mine
  `,
  );
  finds(
    "that nobody uses, or whose names are nearly right",
    `
    x-common: &common {a: b}
    ^^^^^^^^ warning[unknown-key] Unknown key "x-common" at the top level.
    podLabel: &labels {a: b}
    ^^^^^^^^ warning[unknown-key] Unknown key "podLabel" at the top level. Helm ignores it. Did you mean "podLabels"?
    podAnnotations: *labels
  `,
  );
});

describe("unknown-key: a wrong value below the key", () => {
  offers(
    "does not withhold the right name",
    "subscriptionServer: {domain: a.c.internal, dnsTarget: p.c.internal}\n$0controler:\n  replicas: two\n",
    ['Change to "controller"', 'Remove "controler"'],
  );
});

describe("unknown-key: a chart at hand that passes mappings on as a whole", () => {
  const chart = chartAtHand("controller:\n  resources: {}\n  securityContext: {}\n", {
    "templates/a.yaml":
      "{{ toYaml .Values.controller.resources }}{{ with .Values.controller }}{{ toYaml .securityContext }}{{ end }}",
  });
  const found = async (values: string) => {
    const analysis = analyseBeside(`controller:\n${values}`, chart);
    return (await engine.diagnostics(analysis)).map(({ message }) => message);
  };

  test("fields of Kubernetes are known all the same, because the API server reads what is passed on", async () => {
    assert.deepEqual(
      await found("  resources:\n    requests:\n      memry: 1Mi\n  securityContext:\n    runAsUsr: 1\n"),
      [
        'Unknown key "memry" in "requests". Kubernetes drops it or refuses the object. Did you mean "memory"?',
        'Unknown key "runAsUsr" in "securityContext". Kubernetes drops it or refuses the object. Did you mean "runAsUser"?',
      ],
    );
  });
});
