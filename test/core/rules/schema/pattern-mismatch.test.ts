import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const HEAD =
  "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cop\nspec:\n  subscriptionServer:\n    subDomain: cop\n";
const MONITORED = `${HEAD}  dnsTarget: public.cluster-a.internal\n  controller:\n    versionMonitoring:\n      prometheusAddress: http://metrics.cluster-a.internal:9090\n`;
const DURATION =
  "^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$";

describe("pattern-mismatch", () => {
  finds(
    "a duration that the operator could read, and the definition does not allow",
    `${MONITORED}      metricsEvaluationInterval: 1.5h
                                 ^^^^ error[pattern-mismatch] "metricsEvaluationInterval" does not match the pattern ${DURATION} of the definition, so the API server refuses it.
      promClientAcquireRetryDelay: 90us
                                   ^^^^ error[pattern-mismatch]
`,
    "operator",
  );
  finds(
    "any subdomain, which is a host in the values of the chart",
    `${HEAD}  dnsTarget: "*.cluster-a.internal"
             ^^^^^^^^^^^^^^^^^^^^^^ error[pattern-mismatch] "dnsTarget" does not match the pattern ^[a-z0-9-.]*$ of the definition, so the API server refuses it.
`,
    "operator",
  );
  passes(
    "durations that match",
    `${MONITORED}      metricsEvaluationInterval: 1h30m\n      promClientAcquireRetryDelay: 500ms\n`,
    "operator",
  );
  finds(
    "what another rule says more about is left to that rule",
    `${HEAD}  dnsTarget: https://public.cluster-a.internal
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host]
`,
    "operator",
  );
  finds(
    "a placeholder is left to the rule for placeholders",
    `${HEAD}  dnsTarget: <PUBLIC>.cluster-a.internal
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[placeholder-value]
`,
    "operator",
  );
  finds(
    "a duration that the definition allows and the operator cannot read is only warned of",
    `${MONITORED}      metricsEvaluationInterval: 1d
                                 ^^ warning[invalid-duration] "metricsEvaluationInterval" must be a duration such as 30m, 2h or 1h30m, not 1d. The operator would use 10m.
      promClientAcquireRetryDelay: 2 hours
                                   ^^^^^^^ error[invalid-duration]
`,
    "operator",
  );
  mends(
    "a duration",
    `${MONITORED}      metricsEvaluationInterval: 1.5$0h\n`,
    'Change to "1h30m"',
    `${MONITORED}      metricsEvaluationInterval: 1h30m\n`,
    "operator",
  );
  offers(
    "a duration for which there is no other text",
    `${MONITORED}      metricsEvaluationInterval: 90u$0s\n`,
    [],
    "operator",
  );
});
