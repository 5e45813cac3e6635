import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DiagnosticTag } from "vscode-languageserver-types";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("no-effect", () => {
  finds(
    "intervals without an address",
    `
    controller:
      versionMonitoring:
        metricsEvaluationInterval: 2h
        ^^^^^^^^^^^^^^^^^^^^^^^^^ hint[no-effect] "metricsEvaluationInterval" has no effect while "controller.versionMonitoring.metricsServerAddress" is not set.
        metricsClientAcquireRetryDelay: 10m
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint[no-effect] "metricsClientAcquireRetryDelay" has no effect while
  `,
  );
  finds(
    "details of monitoring that is off, once for a block",
    `
    monitoring:
      enabled: false
      serviceMonitorSelectorLabels: {release: monitoring}
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint[no-effect] "serviceMonitorSelectorLabels" has no effect while "monitoring.enabled" is false.
      dash:
      ^^^^ hint[no-effect] "dash" has no effect while "monitoring.enabled" is false.
        dashboard:
          configMapLabels:
            dash_dashboard: "2"
  `,
  );
  passes(
    "monitoring that is on",
    "monitoring: {enabled: true, serviceMonitorSelectorLabels: {release: monitoring}}\n",
  );
  passes(
    "defaults that are written down",
    `
    monitoring:
      serviceMonitorSelectorLabels: {}
      dash: {dashboard: {configMapLabels: {dash_dashboard: "1"}}}
    controller: {versionMonitoring: {metricsEvaluationInterval: 1h}}
  `,
  );
  finds(
    "an address that is only set in the wrong place",
    `
    controller:
      metricsServerAddress: http://metrics.cluster-a.internal
      ^^^^^^^^^^^^^^^^^^^^ warning[misplaced-key]
      versionMonitoring: {metricsEvaluationInterval: 2h}
  `,
  );
  test("is greyed out", async () => {
    const found = await diagnosticsOf("monitoring: {serviceMonitorSelectorLabels: {release: a}}\n");
    assert.deepEqual(found.find(({ code }) => code === "no-effect")?.tags, [DiagnosticTag.Unnecessary]);
  });
});

describe("no-effect: quick fixes", () => {
  mends(
    "with its comment",
    "controller:\n  replicas: 2\n  versionMonitoring:\n    # often\n    metricsEval$0uationInterval: 2h # hours\n",
    'Remove "metricsEvaluationInterval"',
    "controller:\n  replicas: 2\n",
  );
  mends(
    "in brackets",
    "monitoring: {enabled: false, service$0MonitorSelectorLabels: {release: a}}\r\n",
    'Remove "serviceMonitorSelectorLabels"',
    "monitoring: {enabled: false}\r\n",
  );
});
