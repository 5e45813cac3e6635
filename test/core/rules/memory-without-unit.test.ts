import { describe } from "node:test";
import { finds, mends, offers, passes } from "../support/rule-tests.ts";

describe("memory-without-unit", () => {
  finds(
    "bare numbers",
    `
    controller:
      resources:
        limits: {memory: 1024}
                         ^^^^ warning[memory-without-unit] "memory" is 1024, and without a unit it is a number of bytes. Write a unit such as Mi.
        requests: {memory: "128"}
                           ^^^^^ warning[memory-without-unit] "memory" is 128, and without a unit it is a number of bytes. Write a unit such as Mi.
  `,
  );
  finds(
    "thousandths of bytes",
    `
    webhook:
      resources:
        requests:
          memory: 50m
                  ^^^ warning[memory-without-unit] "memory" is 50m, and "m" stands for thousandths of a byte. Write a unit such as Mi.
  `,
  );
  passes(
    "units, nothing, and numbers of bytes that make sense",
    `
    controller:
      resources:
        limits: {memory: 1Gi, cpu: 2}
        requests: {memory: 0}
    subscriptionServer:
      resources:
        limits: {memory: 536870912}
        requests: {memory: 100e6}
    webhook:
      resources:
        requests: {memory: 1048576, cpu: 50m}
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
  offers("a number too large for Mi", "webhook: {resources: {requests: {memory: 100$0000}}}", [
    "*Change to 100000Ki",
  ]);
});
