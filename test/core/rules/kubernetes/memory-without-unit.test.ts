import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("memory-without-unit", () => {
  finds(
    "bare numbers",
    `
    controller:
      resources:
        limits: {memory: 1024}
                         ^^^^ warning[memory-without-unit] "memory" is 1024, which means bytes. Write a unit such as Mi.
        requests: {memory: "128"}
                           ^^^^^ warning[memory-without-unit] "memory" is 128, which means bytes. Write a unit such as Mi.
  `,
  );
  finds(
    "thousandths of bytes",
    `
    webhook:
      resources:
        requests:
          memory: 50m
                  ^^^ warning[memory-without-unit] "memory" is 50m, which means thousandths of a byte. Write a unit such as Mi.
  `,
  );
  finds(
    "numbers of bytes, even those that make sense",
    `
    subscriptionServer:
      resources:
        limits: {memory: 536870912}
                         ^^^^^^^^^ warning[memory-without-unit] "memory" is 536870912, which means bytes. Write a unit such as Mi.
        requests: {memory: 100e6}
                           ^^^^^ warning[memory-without-unit] "memory" is 100000000, which means bytes. Write a unit such as Mi.
  `,
  );
  passes(
    "units, and zero",
    `
    controller:
      resources:
        limits: {memory: 1Gi, cpu: 2}
        requests: {memory: 0}
    webhook:
      resources:
        requests: {memory: 1Mi, cpu: 50m}
  `,
  );
});

describe("memory-without-unit: quick fixes", () => {
  mends(
    "a number",
    "webhook:\n  resources:\n    requests:\n      memory: $0100 # MB\n",
    "Change to 100Mi",
    "webhook:\n  resources:\n    requests:\n      memory: 100Mi # MB\n",
  );
  mends(
    "thousandths, in quotes",
    "webhook: {resources: {requests: {memory: '5$00m'}}}",
    "Change to 50Mi",
    "webhook: {resources: {requests: {memory: '50Mi'}}}",
  );
  mends(
    "a number of bytes",
    "webhook: {resources: {limits: {memory: 536$0870912}}}",
    "Change to 512Mi",
    "webhook: {resources: {limits: {memory: 512Mi}}}",
  );
  mends(
    "a decimal number of bytes",
    "webhook: {resources: {limits: {memory: 300$0000000}}}",
    "Change to 300M",
    "webhook: {resources: {limits: {memory: 300M}}}",
  );
  offers("a number too large for Mi", "webhook: {resources: {requests: {memory: 100$0000}}}", [
    "*Change to 100000Ki",
  ]);
});
