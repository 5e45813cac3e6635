import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyseBeside, chartAtHand } from "../../support/chart-at-hand.ts";
import { engine } from "../../support/engine.ts";
import { finds, passes } from "../../support/rule-tests.ts";

describe("null-removes-default", () => {
  finds(
    "an explicit null",
    `
    webhook:
      sidecar: null
               ^^^^ hint[null-removes-default] null removes the chart's default of "sidecar", which is false.
      replicas: ~
                ^ hint[null-removes-default] null removes the chart's default of "replicas", which is 1.
    subscriptionServer:
      ingressGatewayLabels:
        app: null
             ^^^^ hint[null-removes-default] null removes the chart's default of "app", which is mesh-ingressgateway.
  `,
  );
  finds(
    "a port that is then missing",
    `
    subscriptionServer:
      port: null
            ^^^^ warning[null-removes-default] null removes the chart's default of "port", which is 4000. Kubernetes refuses a port without a number.
    webhook:
      service: {targetPort: ~}
                            ^ warning[null-removes-default] null removes the chart's default of "targetPort", which is 1443. Kubernetes refuses
  `,
  );
  finds(
    "a mapping in which templates look for keys",
    `
    webhook:
      service: null
               ^^^^ warning[null-removes-default] null removes the chart's default of "service", which is { type: ClusterIP, port: 443, targetPort: 1443 }. A template that reads a key in it fails.
    controller:
      image: null
             ^^^^ warning[null-removes-default] null removes the chart's default of "image"
      resources: null
                 ^^^^ hint[null-removes-default]
  `,
    "specification",
  );
  finds(
    "what makes the certificate, and what chooses the gateway",
    `
    subscriptionServer:
      ingressGatewayLabels: null
                            ^^^^ warning[null-removes-default] null removes the chart's default of "ingressGatewayLabels"
    webhook:
      certificateManager: null
                          ^^^^ warning[null-removes-default] null removes the chart's default of "certificateManager", which is Default. No certificate is then issued.
  `,
  );
  passes("null where there is no default", "global: {own: null}\n");
});

describe("null-removes-default: a chart at hand", () => {
  const chart = chartAtHand(
    "controller:\n  image: {repository: a, tag: b}\nwebhook:\n  image: {repository: a}\nown:\n  whole: {a: 1}\n  inside: {a: 1}\n",
    {
      "templates/a.yaml":
        "a: {{ .Values.controller.image.tag }}\nb: {{ toYaml .Values.own.whole }}\nc: {{ .Values.own.inside.a }}\nd: {{ .Values.webhook.image }}\n",
    },
  );
  test("its templates say in which mappings keys are looked for", async () => {
    const text = "controller: {image: null}\nwebhook: {image: null}\nown: {whole: null, inside: null}\n";
    const found = await engine.diagnostics(analyseBeside(text, chart));
    assert.deepEqual(
      found
        .filter(({ code }) => code === "null-removes-default")
        .map(({ range, severity, message }) => [
          range.start.line,
          range.start.character,
          severity,
          String(message).endsWith(". A template that reads a key in it may fail."),
        ]),
      [
        [0, 20, 4, true],
        [1, 17, 4, false],
        [2, 13, 4, false],
        [2, 27, 4, true],
      ],
    );
  });
});
