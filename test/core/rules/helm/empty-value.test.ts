import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { checkFix } from "../../support/check-fix.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("empty-value", () => {
  finds(
    "a key with nothing after it",
    `
    webhook:
      service:
      ^^^^^^^ warning[empty-value] "service" has no value. Helm reads null and removes the chart's default.
      replicas:
      ^^^^^^^^ warning[empty-value]
      tolerations: # later
      ^^^^^^^^^^^ warning[empty-value]
      sidecar:
      ^^^^^^^ warning[empty-value]
    subscriptionServer:
      meshSystemNamespace:
      ^^^^^^^^^^^^^^^^^^^ warning[empty-value]
  `,
    "specification",
  );
  passes(
    "a string that is empty by default",
    `
    image:
      tag:
    priorityClassName:
  `,
  );
  passes(
    "a value that follows without indentation",
    `
    imagePullSecrets:
    - name: a
    global:
  `,
  );
});

describe("empty-value: quick fixes", () => {
  mends(
    "a number",
    "webhook:\n  repl$0icas:\n  sidecar: true\n",
    "Write 1",
    "webhook:\n  replicas: 1\n  sidecar: true\n",
  );
  mends(
    "a list, before a comment",
    "webhook:\n  toler$0ations: # later\n",
    "Write []",
    "webhook:\n  tolerations: [] # later\n",
  );
  mends(
    "a mapping, level by level",
    "webhook:\n    reso$0urces: # ours\n    replicas: 1\n",
    "Write the default",
    "webhook:\n    resources: # ours\n        limits:\n            memory: 200Mi\n            cpu: 0.1\n        requests:\n            memory: 20Mi\n            cpu: 0.01\n    replicas: 1\n",
  );
  mends(
    "a mapping at the end of a file with carriage returns",
    "webhook:\r\n  replicas: 1\r\n  serv$0ice:",
    "Write the default",
    "webhook:\r\n  replicas: 1\r\n  service:\r\n    type: ClusterIP\r\n    port: 443\r\n    targetPort: 1443",
  );
  mends(
    "in brackets",
    "webhook: {repl$0icas: , sidecar: true}\n",
    "Write 1",
    "webhook: {replicas: 1, sidecar: true}\n",
  );
  mends("on purpose", "webhook:\n  serv$0ice:", "Write null", "webhook:\n  service: null", "specification");
  test("what the published chart cannot be rendered without", async () => {
    const chart = { chart: "cap-operator", version: "0.34.0" };
    const text = "podLabels:\nsubscriptionServer:\n  certificateConfig:\n    additionalCACertificate:\n";
    const found = await diagnosticsOf(text, "values", chart);
    assert.deepEqual(
      found
        .map(({ code, severity, range }) => [code, severity, range.start.line])
        .filter(([code]) => code === "empty-value"),
      [
        ["empty-value", 1, 0],
        ["empty-value", 1, 3],
      ],
    );
    await checkFix("pod$0Labels:\n", "Write {}", "podLabels: {}\n", "values", chart);
  });
  offers("the default is preferred", "webhook:\n  repl$0icas:\n", ["*Write 1", "Write null"]);
});
