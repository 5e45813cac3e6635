import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("invalid-toleration", () => {
  finds(
    "a value that is not compared with anything",
    `
    tolerations:
      - key: dedicated
        operator: Exists
        value: operator
               ^^^^^^^^ error[invalid-toleration] "operator: Exists" takes no value. Remove "value", or use "operator: Equal".
  `,
  );
  finds(
    "no key",
    `
    webhook:
      tolerations:
        - effect: NoSchedule
          ^^^^^^ error[invalid-toleration] A toleration without a key needs "operator: Exists", and then tolerates every taint.
        - {key: "", operator: Equal}
                ^^ error[invalid-toleration] A toleration without a key needs "operator: Exists"
        - operator: Equal
                    ^^^^^ error[invalid-toleration] A toleration without a key needs "operator: Exists"
  `,
  );
  finds(
    "seconds without an effect that evicts",
    `
    tolerations:
      - {key: a, effect: NoSchedule, tolerationSeconds: 60}
                                                        ^^ error[invalid-toleration] "tolerationSeconds" is allowed only with "effect: NoExecute".
      - {key: a, tolerationSeconds: 0}
                                    ^ error[invalid-toleration] "tolerationSeconds" is allowed only with "effect: NoExecute".
  `,
  );
  passes(
    "tolerations that the API server takes",
    `
    tolerations:
      - {operator: Exists}
      - {key: a, operator: Exists, value: ""}
      - {key: a}
      - {key: a, operator: "", value: b}
      - {key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
      - {key: a, effect: NoSchedule, tolerationSeconds: null}
  `,
  );
  passes(
    "fields that are merged in",
    "tolerations:\n  - &a {key: a, effect: NoExecute}\n  - {<<: *a, tolerationSeconds: 5}\n",
  );
});

describe("invalid-toleration: quick fixes", () => {
  const BOTH = "tolerations:\n  - key: a\n    operator: Exists\n    value: $0b\n    effect: NoSchedule\n";
  mends(
    "a value beside Exists",
    BOTH,
    'Remove "value"',
    "tolerations:\n  - key: a\n    operator: Exists\n    effect: NoSchedule\n",
  );
  mends(
    "a value beside Exists",
    BOTH,
    'Set "operator: Equal"',
    "tolerations:\n  - key: a\n    operator: Equal\n    value: b\n    effect: NoSchedule\n",
  );
  mends(
    "no key",
    "tolerations:\n  - $0effect: NoSchedule\n",
    'Set "operator: Exists"',
    "tolerations:\n  - effect: NoSchedule\n    operator: Exists\n",
  );
  const SECONDS = "tolerations:\n  - key: a\n    tolerationSeconds: $060\n";
  mends("seconds", SECONDS, 'Remove "tolerationSeconds"', "tolerations:\n  - key: a\n");
  mends(
    "seconds",
    SECONDS,
    'Set "effect: NoExecute"',
    "tolerations:\n  - key: a\n    tolerationSeconds: 60\n    effect: NoExecute\n",
  );
});

describe("invalid-toleration: a key under another name", () => {
  mends(
    "the only one that nobody knows",
    "tolerations:\n  - taint: a\n    operator: $0Equal\n    value: b\n",
    'Change "taint" to "key"',
    "tolerations:\n  - key: a\n    operator: Equal\n    value: b\n",
  );
});
