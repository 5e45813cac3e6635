import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const REQUIRED = "subscriptionServer: {domain: a.b, dnsTarget: a.b}\n";

describe("cpu-with-memory-unit", () => {
  finds(
    "binary units, and decimal ones of a million or more",
    `
    controller:
      resources:
        limits:
          cpu: 200Mi
               ^^^^^ warning[cpu-with-memory-unit] "cpu" is 200Mi, but Mi is a memory unit. Write cores such as 0.2, or millicores such as 200m.
    webhook:
      resources:
        limits:
          cpu: 100M
               ^^^^ warning[cpu-with-memory-unit] "cpu" is 100M
  `,
  );
  passes(
    "cores and thousandths",
    "controller:\n  resources:\n    limits: {cpu: 500m}\n    requests: {cpu: 0.1}\n",
  );
});

describe("cpu-with-memory-unit: quick fixes", () => {
  mends(
    "thousandths of a core",
    "controller:\n  resources:\n    limits:\n      cpu: $0200Mi\n",
    "Change to 200m",
    "controller:\n  resources:\n    limits:\n      cpu: 200m\n",
  );
  offers(
    "cores for a small number, and no limit that is below the default request",
    `${REQUIRED}controller:\n  resources:\n    limits:\n      cpu: $01Gi\n`,
    ["*Change to 1"],
  );
});
