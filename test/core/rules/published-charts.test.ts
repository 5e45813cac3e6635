import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { dump } from "js-yaml";
import { DiagnosticSeverity } from "vscode-languageserver-types";
import type { ChartReference } from "../../../server/core/chart/chart.ts";
import { isGroup, rowsOf, VERSIONS } from "../../schemas/published/keys.ts";
import { checkDiagnostics, checkNoDiagnostics, diagnosticsOf } from "../support/check-diagnostics.ts";
import { checkFix, checkFixTitles } from "../support/check-fix.ts";
import { GOOD_FILES } from "../support/corpus.ts";
import { inPublishedWords } from "../support/published-words.ts";

/** Codes and messages of everything that is louder than a hint. */
async function loud(text: string, chart?: ChartReference): Promise<string[]> {
  const found = await diagnosticsOf(text, "values", chart);
  return found
    .filter(({ severity }) => severity !== DiagnosticSeverity.Hint)
    .map(({ range, code, message }) => `line ${range.start.line + 1}, ${code}: ${message}`);
}

/** The values file of a published version, made from the table of its keys. */
function valuesOf(version: string): string {
  const values: Record<string, unknown> = {};
  for (const row of rowsOf(version)) {
    if (row.standard === undefined || isGroup(row)) continue;
    const segments = row.key.split(".");
    const name = segments.pop() ?? "";
    let mapping = values;
    for (const segment of segments) {
      const below = (mapping[segment] ?? {}) as Record<string, unknown>;
      mapping[segment] = below;
      mapping = below;
    }
    mapping[name] = JSON.parse(row.standard);
  }
  return dump(values);
}

suite("the values file of each published version has nothing wrong", () => {
  for (const version of VERSIONS) {
    test(version, async () => {
      assert.deepEqual(await loud(`# cap-operator: values version=${version}\n${valuesOf(version)}`), []);
    });
  }
});

suite("good files have nothing wrong in the words of the published chart", () => {
  for (const version of ["0.19.0", "0.25.0", "0.30.0"]) {
    for (const { name, text } of GOOD_FILES.filter(({ kind }) => kind === "values")) {
      test(`${name} for ${version}`, async () => {
        assert.deepEqual(await loud(inPublishedWords(text), { chart: "cap-operator", version }), []);
      });
    }
  }
});

/** A text for a chart, with its annotation lines. */
const FINDINGS: readonly (readonly [what: string, chart: string, annotated: string])[] = [
  [
    "a key that came later",
    "version=0.20.0",
    `controller:
  rolloutDelay: 1h
  ^^^^^^^^^^^^ warning[unknown-key] cap-operator 0.20.0 has no "controller.rolloutDelay"; it was added in 0.32.0.`,
  ],
  [
    "a mapping that came later",
    "version=0.20.0",
    `controller:
  clientRateLimiting:
  ^^^^^^^^^^^^^^^^^^ warning[unknown-key] cap-operator 0.20.0 has no "controller.clientRateLimiting"; it was added in 0.32.0.
    qps: "20"`,
  ],
  [
    "a key that was removed",
    "version=0.34.0",
    `webhook:
  sidecar: true
  ^^^^^^^ warning[unknown-key] cap-operator 0.34.0 has no "webhook.sidecar"; it was removed in 0.31.0.`,
  ],
  [
    "a key that another component has, too",
    "version=0.2.0",
    `controller:
  dnsTarget: ingress.example.com
  ^^^^^^^^^ warning[unknown-key] cap-operator 0.2.0 has no "controller.dnsTarget"; it was added in 0.3.0.`,
  ],
  [
    "a key that only the published chart has",
    "chart=cap-operator-chart",
    `controller:
  rolloutDelay: 1h
  ^^^^^^^^^^^^ warning[unknown-key] cap-operator-chart has no "controller.rolloutDelay"; it was added in cap-operator 0.32.0.`,
  ],
  [
    "a word of the specification",
    "version=0.34.0",
    `monitoring:
  dash:
  ^^^^ warning[unknown-key] "dash" is called "grafana" in cap-operator 0.34.0.
    dashboard: {}`,
  ],
  [
    "a word of the published chart",
    "chart=cap-operator-chart",
    `subscriptionServer:
  istioSystemNamespace: istio-system
  ^^^^^^^^^^^^^^^^^^^^ warning[unknown-key] "istioSystemNamespace" is called "meshSystemNamespace" in cap-operator-chart.`,
  ],
  [
    "a value of the specification",
    "version=0.34.0",
    `webhook:
  certificateManager: CertController
                      ^^^^^^^^^^^^^^ error[not-allowed] "certificateManager" cannot be CertController. Allowed: Default, CertManager.`,
  ],
  [
    "other words for who manages certificates and DNS",
    "version=0.34.0",
    `controller:
  certManager: CertManager
               ^^^^^^^^^^^ error[not-allowed] "certManager" cannot be CertManager. Allowed: gardener, cert-manager.io.
  dnsManager: route53
              ^^^^^^^ error[not-allowed] "dnsManager" cannot be route53. Allowed: gardener, kubernetes.`,
  ],
  [
    "durations of which the operator would use others",
    "version=0.34.0",
    `controller:
  rolloutDelay: 10s
                ^^^ error[invalid-duration] "rolloutDelay" must be a duration of at least 30s, not 10s. The operator would use 1h.
  versionMonitoring:
    prometheusAddress: http://prometheus.cluster-a.internal:9090
    metricsEvaluationInterval: 1d
                               ^^ error[invalid-duration] "metricsEvaluationInterval" must be a duration such as 30m, 2h or 1h30m, not 1d. The operator would use 10m.
    promClientAcquireRetryDelay: soon
                                 ^^^^ error[invalid-duration] "promClientAcquireRetryDelay" must be a duration such as 30m, 2h or 1h30m, not soon. The operator would use 1h.`,
  ],
  [
    "texts that are no numbers",
    "version=0.34.0",
    `controller:
  clientRateLimiting:
    qps: 20/s
         ^^^^ error[invalid-number] "qps" must be a number above zero, not 20/s.
    burst: "1.5"
           ^^^^^ error[invalid-number] "burst" must be a whole number above zero, not 1.5.
  maxConcurrentReconciles:
    capTenant: "0"
               ^^^ error[invalid-number] "capTenant" must be a whole number above zero, not 0.`,
  ],
  [
    "a level of the log that is a word, and one in quotes, which Helm writes without them",
    "version=0.34.0",
    `logLevel: debug
          ^^^^^ error[wrong-type] "logLevel" takes an integer, but Helm reads text here.
webhook:
  replicas: "2"
            ^^^ warning[wrong-type] "replicas" takes an integer, but Helm reads text here.`,
  ],
  [
    "nulls with which the chart cannot be rendered in some clusters",
    "version=0.14.0",
    `subscriptionServer:
  certificateConfig: null
                     ^^^^ warning[null-removes-default]
webhook: null
         ^^^^ error[null-removes-default] The chart cannot be rendered while "webhook" is null. Write {} instead.
image: ~
       ^ error[null-removes-default]`,
  ],
  [
    "a webhook without pods, which has no configurations either",
    "version=0.34.0",
    `webhook:
  replicas: 0
            ^ information[switched-off] "replicas" is 0. Then the chart creates no webhook configuration either,
controller:
  replicas: 0`,
  ],
  [
    "nulls without which the chart cannot be rendered",
    "version=0.34.0",
    `podLabels: null
           ^^^^ error[null-removes-default] The chart cannot be rendered while "podLabels" is null. Write {} instead.
subscriptionServer:
  podLabels: null
             ^^^^ error[null-removes-default] The chart cannot be rendered while "podLabels" is null. Write {} instead.
  certificateConfig:
    additionalCACertificate: ~
                             ^ error[null-removes-default] The chart cannot be rendered while "additionalCACertificate" is null. Write "" instead.`,
  ],
  [
    "a common name that is too long",
    "version=0.34.0",
    `subscriptionServer:
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: cluster-ca
      commonName: operator-subscription-server-for-all-applications.cluster-a.example.com
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[host-too-long] "commonName" has 71 characters`,
  ],
  [
    "a certificate without its first line",
    "version=0.34.0",
    `subscriptionServer:
  certificateConfig:
    additionalCACertificate: MIIFZjCCA06g
                             ^^^^^^^^^^^^ error[invalid-certificate] "additionalCACertificate" must be a certificate that begins with -----BEGIN CERTIFICATE-----.`,
  ],
];

suite("what is wrong in a file for one chart", () => {
  for (const [what, chart, annotated] of FINDINGS) {
    test(what, () => checkDiagnostics(`# cap-operator: values ${chart}\n${annotated}`));
  }
});

suite("what is right in a file for one chart", () => {
  const right = (what: string, version: string, text: string) =>
    test(what, () => checkNoDiagnostics(`# cap-operator: values version=${version}\n${text}`));
  right(
    "keys that only the templates name",
    "0.34.0",
    "logLevel: 2\nwebhook: {logLevel: 0}\nsecurityContext: {runAsNonRoot: true}\n",
  );
  right(
    "numbers as text and as numbers",
    "0.34.0",
    'controller:\n  clientRateLimiting: {qps: "20.5", burst: 30}\n  maxConcurrentReconciles: {domain: "3"}\n',
  );
  right("a key until it is removed", "0.30.0", "webhook:\n  sidecar: true\n");
  right(
    "two certificates",
    "0.34.0",
    `subscriptionServer:\n  certificateConfig:\n    additionalCACertificate: |\n${"      -----BEGIN CERTIFICATE-----\n      MIIF\n      -----END CERTIFICATE-----\n".repeat(2)}`,
  );
});

suite("how it is put right", () => {
  const modeline = "# cap-operator: values version=0.34.0\n";
  test("another word for a key", () =>
    checkFixTitles(`${modeline}subscriptionServer:\n  mesh$0SystemNamespace: a\n`, [
      '*Change to "istioSystemNamespace"',
      'Remove "meshSystemNamespace"',
    ]));
  test("another word for a value, in whatever case", () =>
    checkFix(
      `${modeline}subscriptionServer:\n  certificateManager: $0PLATFORM\n`,
      "Change to Gardener",
      `${modeline}subscriptionServer:\n  certificateManager: Gardener\n`,
    ));
  test("a null without which the chart cannot be rendered", () =>
    checkFix(`${modeline}podLabels: nu$0ll\n`, "Change to {}", `${modeline}podLabels: {}\n`));
  test("no text keeps the server busy", async () => {
    const length = 200_000;
    const config = (text: string) =>
      `${modeline}subscriptionServer:\n  certificateConfig:\n    additionalCACertificate: ${JSON.stringify(text)}\n`;
    for (const filling of ["\n", "A", "=", " \n"]) {
      const found = await loud(config(`-----BEGIN CERTIFICATE-----${filling.repeat(length)}!`));
      assert.match(found.at(-1) ?? "", /invalid-certificate/);
    }
    const qps = `${modeline}controller:\n  clientRateLimiting:\n    qps: "${"1".repeat(length)}x"\n`;
    assert.match((await loud(qps)).at(-1) ?? "", /invalid-number/);
  });
  test("a private key is not repeated", async () => {
    const key = "-----BEGIN RSA PRIVATE KEY-----\n      abc\n      -----END RSA PRIVATE KEY-----";
    const text = `${modeline}subscriptionServer:\n  certificateConfig:\n    additionalCACertificate: |\n      ${key}\n`;
    assert.deepEqual((await loud(text)).slice(1), [
      'line 4, invalid-certificate: "additionalCACertificate" must be a certificate, but contains a private key. Remove the key, and replace it if others have seen it.',
    ]);
  });
});
