import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("out-of-range", () => {
  finds(
    "ports and replicas",
    `
    subscriptionServer:
      port: 70000
            ^^^^^ error[out-of-range] "port" must be from 1 to 65535, not 70000.
      replicas: -1
                ^^ error[out-of-range] "replicas" must be at least 0, not -1.
    webhook:
      service: {targetPort: 0}
                            ^ error[out-of-range] "targetPort" must be from 1 to 65535, not 0.
  `,
  );
  finds(
    "what does not fit into 32 bits",
    `
    controller:
      replicas: 2147483648
                ^^^^^^^^^^ error[out-of-range] "replicas" must be at most 2147483647, not 2147483648.
    topologySpreadConstraints:
      - {maxSkew: 99999999999, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
                  ^^^^^^^^^^^ error[out-of-range] "maxSkew" must be at most 2147483647, not 99999999999.
  `,
  );
  finds(
    "terms of which one is needed",
    `
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms: []
          ^^^^^^^^^^^^^^^^^ error[out-of-range] The number of entries in "nodeSelectorTerms" must be at least 1, not 0.
  `,
  );
  passes(
    "seconds have 64 bits",
    `
    controller:
      replicas: 2147483647
    tolerations:
      - {key: a, effect: NoExecute, tolerationSeconds: 99999999999}
  `,
  );
  passes(
    "the bounds themselves",
    `
    subscriptionServer: {port: 65535, replicas: 0}
    webhook: {service: {port: 1}}
  `,
  );
});
