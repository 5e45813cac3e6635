import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("request-exceeds-limit", () => {
  finds(
    "both in the file",
    `
    controller:
      resources:
        limits:
          memory: 1G
        requests:
          memory: 1Gi
                  ^^^ error[request-exceeds-limit] The memory request 1Gi is larger than the limit 1G. Kubernetes refuses the pod.
  `,
  );
  finds(
    "a request above the chart's limit",
    `
    controller:
      resources:
        requests: {memory: 600Mi, cpu: 201m}
                           ^^^^^ error[request-exceeds-limit] The memory request 600Mi is larger than the limit 500Mi (chart default). Kubernetes refuses the pod.
                                       ^^^^ error[request-exceeds-limit] The cpu request 201m is larger than the limit 0.2 (chart default).
  `,
  );
  finds(
    "a limit below the chart's request",
    `
    webhook:
      resources:
        limits:
          memory: 10Mi
                  ^^^^ error[request-exceeds-limit] The memory limit 10Mi is smaller than the request 20Mi (chart default). Kubernetes refuses the pod.
  `,
  );
  finds(
    "a resource that cannot be overcommitted",
    `
    webhook:
      resources:
        limits: {hugepages-2Mi: 4Mi}
        requests: {hugepages-2Mi: 2Mi}
                                  ^^^ error[request-exceeds-limit] The hugepages-2Mi request 2Mi is not equal to the limit 4Mi. Kubernetes refuses the pod.
  `,
  );
  test("the other half is shown", async () => {
    const found = await diagnosticsOf("webhook: {resources: {limits: {cpu: 1}, requests: {cpu: 2}}}\n");
    const [finding] = found.filter(({ code }) => code === "request-exceeds-limit");
    const [related] = finding?.relatedInformation ?? [];
    assert.equal(related?.message, "The limit is 1.");
    assert.deepEqual(related?.location.range.start, { line: 0, character: 36 });
  });
  passes(
    "amounts that are equal, in other units",
    `
    controller:
      resources:
        limits: {memory: 1024Mi, cpu: 1500m, ephemeral-storage: 2Gi}
        requests: {memory: 1Gi, cpu: 1.5, ephemeral-storage: 1Gi}
    webhook:
      resources:
        requests: {memory: 204800Ki, cpu: 100m}
  `,
  );
  finds(
    "no limit",
    `
    webhook:
      resources:
        limits:
          memory: null
                  ^^^^ hint[null-removes-default]
        requests:
          memory: 8Gi
  `,
  );
});

describe("request-exceeds-limit: quick fixes", () => {
  mends(
    "the limit in the file",
    "webhook:\n  resources:\n    limits:\n      memory: 1Gi # most\n    requests:\n      memory: $02Gi\n",
    "Set the limit to 2Gi",
    "webhook:\n  resources:\n    limits:\n      memory: 2Gi # most\n    requests:\n      memory: 2Gi\n",
  );
  mends(
    "the chart's limit",
    "webhook:\n  resources:\n    requests:\n      memory: $0300Mi\n",
    "Set the limit to 300Mi",
    "webhook:\n  resources:\n    requests:\n      memory: 300Mi\n    limits:\n      memory: 300Mi\n",
  );
  mends(
    "beside another limit, with carriage returns",
    "webhook:\r\n    resources:\r\n        limits:\r\n            cpu: 1\r\n        requests:\r\n            memory: $0300Mi\r\n",
    "Set the limit to 300Mi",
    "webhook:\r\n    resources:\r\n        limits:\r\n            cpu: 1\r\n            memory: 300Mi\r\n        requests:\r\n            memory: 300Mi\r\n",
  );
  mends(
    "the request in place of the limit",
    "webhook:\n  resources:\n    limits:\n      cpu: $05m\n",
    "Set the request to 5m",
    "webhook:\n  resources:\n    limits:\n      cpu: 5m\n    requests:\n      cpu: 5m\n",
  );
  mends(
    "a number from the chart, without quotes",
    "webhook:\n  resources:\n    limits:\n      cpu: $05m\n",
    "Set the limit to 0.01",
    "webhook:\n  resources:\n    limits:\n      cpu: 0.01\n",
  );
  mends(
    "with the quotes of the request",
    "webhook: {resources: {limits: {cpu: 1}, requests: {cpu: '$02'}}}",
    "Set the limit to 2",
    "webhook: {resources: {limits: {cpu: '2'}, requests: {cpu: '2'}}}",
  );
  offers("the limit first", "webhook:\n  resources:\n    limits:\n      cpu: $05m\n", [
    "*Set the limit to 0.01",
    "Set the request to 5m",
  ]);
  offers(
    "nothing that would change an alias",
    "webhook:\n  podAnnotations: {a: &most 1Gi}\n  resources:\n    limits: {memory: *most}\n    requests: {memory: $02Gi}\n",
    ["Set the request to 1Gi"],
  );
});
