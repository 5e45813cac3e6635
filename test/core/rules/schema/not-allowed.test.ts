import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("not-allowed", () => {
  finds(
    "another manager",
    `
    subscriptionServer:
      certificateManager: certcontroller
                          ^^^^^^^^^^^^^^ error[not-allowed] "certificateManager" cannot be certcontroller. Allowed: Platform, CertController.
                          ^^^^^^^^^^^^^^ error[certificate-config-incomplete]
    webhook:
      certificateManager: Platform
                          ^^^^^^^^ error[not-allowed] "certificateManager" cannot be Platform. Allowed: Default, CertController.
  `,
  );
  finds(
    "a value of a Kubernetes type",
    `
    tolerations:
      - key: a
        effect: noschedule
                ^^^^^^^^^^ error[not-allowed] "effect" cannot be noschedule.
  `,
  );
  finds(
    "an item of a list, marked with its quotes",
    `
    controller:
      image:
        pullPolicy: "always"
                    ^^^^^^^^ error[not-allowed] "pullPolicy" cannot be always.
  `,
  );
  finds(
    "the kind of the operator resource",
    `
    kind: CapOperator
          ^^^^^^^^^^^ error[not-allowed] "kind" cannot be CapOperator. Allowed: CAPOperator.
  `,
    "operator",
  );
  finds(
    "a number, once",
    `
    webhook:
      certificateManager: 5
                          ^ error[not-allowed] "certificateManager" cannot be 5. Allowed: Default, CertController.
    tolerations:
      - {key: a, effect: 1.10}
                         ^^^^ error[not-allowed] "effect" cannot be 1.10. Allowed: NoSchedule, PreferNoSchedule, NoExecute.
  `,
  );
  passes(
    "the empty pull policy",
    `
    image: {pullPolicy: ""}
  `,
  );
});

describe("not-allowed: quick fixes", () => {
  offers("the closest first", "webhook:\n  certificateManager: $0default\n", [
    "*Change to Default",
    "Change to CertController",
  ]);
  offers("none preferred where none is close", "subscriptionServer:\n  certificateManager: $0xyz\n", [
    "Change to Platform",
    "Change to CertController",
  ]);
  mends(
    "in quotes, keeping the comment",
    'tolerations:\n  - effect: "$0noSchedule" # no\n',
    "Change to NoSchedule",
    "tolerations:\n  - effect: NoSchedule # no\n",
  );
});
