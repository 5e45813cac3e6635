import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { meantDuration, parseDuration } from "../../../../server/core/schema/types/duration.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const monitoring = (lines: string) =>
  `controller:\n  versionMonitoring:\n    metricsServerAddress: http://metrics.cluster-a.internal\n${lines}`;

describe("invalid-duration", () => {
  finds(
    "units written out, and no unit at all",
    monitoring(`    metricsEvaluationInterval: 2 hours
                               ^^^^^^^ error[invalid-duration] "metricsEvaluationInterval" must be a duration such as 30m, 2h or 1h30m, not 2 hours.
    metricsClientAcquireRetryDelay: "90"
                                    ^^^^ error[invalid-duration] "metricsClientAcquireRetryDelay" must be a duration such as 30m, 2h or 1h30m, not 90.
`),
  );
  finds(
    "a number, said once",
    monitoring(`    metricsEvaluationInterval: 90
                               ^^ error[invalid-duration] "metricsEvaluationInterval" must be a duration such as 30m, 2h or 1h30m, not 90.
`),
  );
  finds(
    "zero and less",
    monitoring(`    metricsEvaluationInterval: 0s
                               ^^ error[invalid-duration] "metricsEvaluationInterval" must be a duration longer than zero, not 0s.
    metricsClientAcquireRetryDelay: -5m
                                    ^^^ error[invalid-duration] "metricsClientAcquireRetryDelay" must be a duration longer than zero, not -5m.
`),
  );
  passes(
    "what Go takes",
    monitoring("    metricsEvaluationInterval: 1h30m\n    metricsClientAcquireRetryDelay: '1.5h'\n"),
  );
  passes("nothing", monitoring('    metricsEvaluationInterval: ""\n'));

  const resource = (line: string) => `apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: a
spec:
  dnsTarget: public-ingress.cluster-a.internal
  subscriptionServer:
    subDomain: cop
  controller:
    versionMonitoring:
      prometheusAddress: https://metrics.cluster-a.internal
${line}
`;
  finds(
    "a number in an operator resource, which its definition takes only as text",
    resource(`      metricsEvaluationInterval: 0
                                 ^ error[invalid-duration] "metricsEvaluationInterval" must be a duration longer than zero, not 0.`),
    "operator",
  );
  finds(
    "a text there that its definition takes, and the operator does not use",
    resource(`      metricsEvaluationInterval: "0"
                                 ^^^ warning[invalid-duration] "metricsEvaluationInterval" must be a duration longer than zero, not 0. The operator would use 10m.`),
    "operator",
  );

  // From the documentation and the tests of Go's time.ParseDuration.
  for (const [text, seconds] of [
    ["1h15m30.918s", 4530.918],
    ["+5s", 5],
    ["-.5s", -0.5],
    ["1.s", 1],
    ["0", 0],
    ["-0", 0],
    ["12\u00b5s", 0.000012],
    ["12\u03bcs", 0.000012],
    ["39h9m14.425s", 140954.425],
  ] as const) {
    test(`Go reads ${text}`, () =>
      assert.equal(Math.abs((parseDuration(text) ?? Number.NaN) / 1e9 - seconds) < 1e-9, true));
  }
  for (const text of ["", "3", "-", "s", ".", "-.", ".s", "+.s", "1d", "1H", "1 h", "h1", "300000000h"]) {
    test(`Go refuses ${JSON.stringify(text)}`, () => assert.equal(parseDuration(text), undefined));
  }
});

describe("invalid-duration: quick fixes", () => {
  for (const [text, meant] of [
    ["2 hours", "2h"],
    ["90", "90s"],
    ["1 hour and 30 minutes", "1h30m"],
    ["1h30", "1h30m"],
    ["10min", "10m"],
    ["5M", "5m"],
    ["1d", "24h"],
    ["1.5 days", "36h"],
    ["PT30M", "30m"],
    ["-30m", "30m"],
    ["500msec", "500ms"],
    ["0", undefined],
    ["soon", undefined],
    ["5 parsecs", undefined],
  ] as const) {
    test(`${text} was meant as ${meant}`, () => assert.equal(meantDuration(text), meant));
  }
  mends(
    "in the same quotes, with the comment",
    monitoring("    metricsEvaluationInterval: '2$0 hours' # often\n"),
    'Change to "2h"',
    monitoring("    metricsEvaluationInterval: '2h' # often\n"),
  );
  mends(
    "a number, with carriage returns",
    "controller: {versionMonitoring: {metricsEvaluationInterval: $090}}\r\n",
    'Change to "90s"',
    "controller: {versionMonitoring: {metricsEvaluationInterval: 90s}}\r\n",
  );
  offers("preferred", monitoring("    metricsEvaluationInterval: $030 min\n"), ['*Change to "30m"']);
  offers("only removal for what is not a duration", monitoring("    metricsEvaluationInterval: $0soon\n"), [
    'Remove "metricsEvaluationInterval" to use the default 1h',
  ]);
});
