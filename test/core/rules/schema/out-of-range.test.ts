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
  passes(
    "the bounds themselves",
    `
    subscriptionServer: {port: 65535, replicas: 0}
    webhook: {service: {port: 1}}
  `,
  );
});
