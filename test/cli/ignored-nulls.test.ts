// Helm 4 ignores nulls that a chart has below the key of its dependency; `test/helm/dependency.helm.test.ts` asks it. The finding about a null must
// agree with the effective values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

const CHART = `apiVersion: v2
name: platform
version: 1.0.0
dependencies:
  - name: cap-operator
    version: 0.34.0
    repository: https://charts.example.org
    condition: cap-operator.enabled
`;

/** The codes about nulls in the values that an umbrella chart brings along, and its effective labels of the gateway. */
async function said(helm: 3 | 4, labels: string) {
  const folder = folderWith({
    "Chart.yaml": CHART,
    "values.yaml": `cap-operator:
  enabled: true
  subscriptionServer:
    domain: op.cluster-a.internal
    dnsTarget: in.cluster-a.internal
    ingressGatewayLabels: ${labels}
`,
  });
  const options = ["--helm", String(helm)];
  const check = await run(folder, ["check", "--min-severity", "hint", ...options, "values.yaml"]);
  const effective = await run(folder, ["effective", "-f", "values.yaml", ...options]);
  const codes = [...check.out.matchAll(/^values\.yaml:\d+:\d+ \w+ (\S+) /gm)];
  return { found: codes.map(([, code]) => code), out: check.out, effective: effective.out };
}

test("a null that Helm 4 ignores is said nothing about, and one that Helm 3 takes is", async () => {
  const four = await said(4, "{istio: null}");
  assert.match(four.effective, /ingressGatewayLabels:\n(?: .*\n)*? +istio: ingress/);
  assert.deepEqual(four.found, [], four.out);
  const three = await said(3, "{istio: null}");
  assert.doesNotMatch(three.effective, /istio: ingress/);
  assert.deepEqual(three.found, ["null-removes-default"]);
});

test("a default that stays cannot be removed by a null where Helm 4 ignores it", async () => {
  const four = await said(4, "{mesh: mine}");
  assert.deepEqual(four.found, ["default-stays"], four.out);
  assert.match(four.out, /Helm 4 ignores nulls here/);
  assert.doesNotMatch(four.out, /[Ss]et (?:it|them) to null/);
  const three = await said(3, "{mesh: mine}");
  assert.match(three.out, /[Ss]et (?:it|them) to null/);
});
