import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, passes } from "../../support/rule-tests.ts";

describe("duplicate-mount-path", () => {
  finds(
    "two mounts on one path",
    `
    controller:
      volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
      volumeMounts:
        - {name: a, mountPath: /data}
        - name: b
          mountPath: "/data"
                     ^^^^^^^ error[duplicate-mount-path] Another volume is already mounted at "/data". Kubernetes refuses the pod.
  `,
  );
  finds(
    "two volumes of one name",
    `
    controller:
      volumes:
        - {name: a, emptyDir: {}}
        - {name: a, configMap: {name: b}}
                 ^ error[duplicate-mount-path] Another volume already has the name "a". Kubernetes refuses the pod.
      volumeMounts: [{name: a, mountPath: /a}]
  `,
  );
  test("the first one is shown", async () => {
    const text = "controller: {volumes: [{name: a, emptyDir: {}}, {name: a, emptyDir: {}}]}\n";
    const [found] = (await diagnosticsOf(text)).filter(({ code }) => code === "duplicate-mount-path");
    assert.deepEqual(found?.relatedInformation?.[0]?.location.range.start, { line: 0, character: 30 });
  });
  passes(
    "paths that differ by a slash or by case, and other components",
    `
    controller:
      volumes: [{name: a, emptyDir: {}}]
      volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /a/}, {name: a, mountPath: /A}]
    subscriptionServer:
      volumes: [{name: a, emptyDir: {}}]
      volumeMounts: [{name: a, mountPath: /a}]
  `,
  );
});
