import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { CustomResourceDefinition } from "kubernetes-types/apiextensions/v1.js";
import { applyOperatorResource } from "../../client/commands/apply-operator-resource.ts";
import { definitionOf } from "../schemas/published/resource.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import type { ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { DEFINITIONS, removeAll } from "./removing.ts";
import { until } from "./until.ts";
import { openWindow, type Window } from "./window.ts";

/*
 * An operator resource of the published manager in a cluster with a definition of its own: what the editor shows of it once a command
 * has looked there, and what the API server does with it.
 */

const TYPE = "capoperators.operator.sme.sap.com";
const RIGHT = `apiVersion: operator.sme.sap.com/v1alpha1
kind: CAPOperator
metadata:
  name: cap-operator
  namespace: default
spec:
  edition: large
  dnsTarget: public-ingress.c-1.internal
  subscriptionServer:
    subDomain: cop
    certificateManager: CertManager
    certificateConfig:
      certManager:
        issuerKind: ClusterIssuer
        issuerName: letsencrypt
  controller:
    replicas: 2
    rolloutDelay: 2h
    versionMonitoring:
      prometheusAddress: http://prometheus.c-1.internal
      metricsEvaluationInterval: 30m
`;
const DNS_TARGET = "  dnsTarget: public-ingress.c-1.internal\n";
const LABELS = "  ingressGatewayLabels:\n    - name: istio\n      value: ingressgateway\n";

/** A change of the right resource, with the finding of the editor and the answer of the API server. */
interface Case {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly editor: RegExp;
  readonly server: RegExp;
}

const WRONG: readonly Case[] = [
  {
    what: "two fields of which a rule wants one",
    from: DNS_TARGET,
    to: `${DNS_TARGET}${LABELS}`,
    editor: /^error validation-rule: .*dnsTarget.*ingressGatewayLabels/m,
    server: /exactly one of the fields in \[dnsTarget ingressGatewayLabels\] must be set/,
  },
  {
    what: "none of them",
    from: DNS_TARGET,
    to: "",
    editor: /^error validation-rule: .*dnsTarget.*ingressGatewayLabels/m,
    server: /exactly one of the fields in \[dnsTarget ingressGatewayLabels\] must be set/,
  },
  {
    what: "two parts of which a rule wants one at most",
    from: "      certManager:\n",
    to: "      gardener:\n        issuerName: garden\n      certManager:\n",
    editor: /^error validation-rule: .*gardener.*certManager/m,
    server: /at most one of the fields in \[gardener certManager\] may be set/,
  },
  {
    what: "a text that a pattern does not take",
    from: "public-ingress.c-1.internal",
    to: "Public_Ingress.c-1.internal",
    editor: /^error invalid-host: "dnsTarget" /m,
    server: /spec\.dnsTarget in body should match/,
  },
  {
    what: "a text that a pattern does not take which only this cluster has",
    from: "subDomain: cop",
    to: "subDomain: c0p",
    editor: /^error pattern-mismatch: /m,
    server: /spec\.subscriptionServer\.subDomain in body should match/,
  },
  {
    what: "a duration with a space",
    from: "metricsEvaluationInterval: 30m",
    to: "metricsEvaluationInterval: 30 m",
    editor: /^error (pattern-mismatch|invalid-duration): /m,
    server: /metricsEvaluationInterval in body should match/,
  },
  {
    what: "no field that is required",
    from: "    subDomain: cop\n",
    to: "",
    editor: /^error missing-field: .*subDomain/m,
    server: /spec\.subscriptionServer\.subDomain: Required value/,
  },
  {
    what: "no field that only this cluster requires",
    from: "  edition: large\n",
    to: "",
    editor: /^error missing-field: .*edition/m,
    server: /spec\.edition: Required value/,
  },
  {
    what: "a label without its value",
    from: DNS_TARGET,
    to: "  ingressGatewayLabels:\n    - name: istio\n",
    editor: /^error missing-field: .*value/m,
    server: /spec\.ingressGatewayLabels\[0\]\.value: Required value/,
  },
  {
    what: "no label at all",
    from: DNS_TARGET,
    to: "  ingressGatewayLabels: []\n",
    editor: /^error /m,
    server: /spec\.ingressGatewayLabels in body should have at least 1 items/,
  },
  {
    what: "a word of the values in another case",
    from: "certificateManager: CertManager",
    to: "certificateManager: certManager",
    editor: /^error not-allowed: .*certManager/m,
    server: /Unsupported value: "certManager": supported values: "Gardener", "CertManager"/,
  },
  {
    what: "a word that only this cluster has, misspelt",
    from: "edition: large",
    to: "edition: huge",
    editor: /^error not-allowed: .*huge/m,
    server: /Unsupported value: "huge"/,
  },
  {
    what: "a text in place of a number",
    from: "replicas: 2",
    to: 'replicas: "2"',
    editor: /^error wrong-type: .*replicas/m,
    server: /replicas in body must be of type integer/,
  },
  {
    what: "a number that is too large for its format",
    from: "replicas: 2",
    to: "replicas: 3000000000",
    editor: /^error out-of-range: .*replicas/m,
    server: /must be of type integer with format int32 in spec\.controller\.replicas/,
  },
  {
    what: "a number in place of a duration",
    from: "metricsEvaluationInterval: 30m",
    to: "metricsEvaluationInterval: 0",
    editor: /^error invalid-duration: "metricsEvaluationInterval" /m,
    server: /metricsEvaluationInterval in body must be of type string/,
  },
  {
    what: "a field that there is not",
    from: "rolloutDelay",
    to: "rolloutPause",
    editor: /^warning unknown-key: .*rolloutPause/m,
    server: /unknown field "spec\.controller\.rolloutPause"/,
  },
];

const ALSO_RIGHT: readonly Omit<Case, "editor" | "server">[] = [
  { what: "with a target", from: "", to: "" },
  { what: "with labels", from: DNS_TARGET, to: LABELS },
  {
    what: "with the other manager",
    from: RIGHT.slice(RIGHT.indexOf("    certificateManager"), RIGHT.indexOf("  controller")),
    to: "    certificateManager: Gardener\n    certificateConfig:\n      gardener:\n        issuerName: garden\n",
  },
  { what: "with the least", from: RIGHT.slice(RIGHT.indexOf("    certificateManager")), to: "" },
];

describe("an operator resource of the published manager", () => {
  let cluster: Cluster;
  let api: ApiServer;
  let window: Window;

  before(async () => {
    cluster = await haveCluster();
    api = cluster.api("admin@test");
    window = await openWindow({ cluster, helm: 4, name: "operator.yaml" });
    await api.apply(`${DEFINITIONS}/${TYPE}`, definitionOfTheCluster());
    await until(async () => (await refusal(RIGHT)) === undefined);
  });
  after(async () => {
    await window.close();
    await removeAll(api, DEFINITIONS, [TYPE]);
    await cluster.stop();
  });

  /** The API server's objection to a resource; undefined if it would accept it. */
  async function refusal(text: string): Promise<string | undefined> {
    const file = path.join(window.folder, "tried.yaml");
    writeFileSync(file, text);
    const args = [
      "create",
      "--context",
      "admin@test",
      "--dry-run=server",
      "--validate=strict",
      "--filename",
      file,
    ];
    const { code, output } = await runProgram(cluster.programs.kubectl, args, { env: cluster.environment });
    return code === 0 ? undefined : output;
  }
  const wrong = async () => (await window.problems()).filter((line) => /^(error|warning) /.test(line));

  it("before a command has looked, it is checked by what is known of the published ones", async () => {
    await window.write(RIGHT);
    assert.deepEqual(await wrong(), [
      'warning unknown-key: Unknown key "edition" in "spec". Kubernetes drops it or rejects the object.',
    ]);
  });

  it("the command that applies it looks at the definition of the cluster, whatever the person answers", async () => {
    const { seen } = await window.run(applyOperatorResource, { confirm: false });
    assert.equal(
      seen.find((line) => /^(confirm|error|warn|info): /.test(line)),
      "confirm: Apply the operator resource cap-operator to the namespace default of admin@test? [Apply] [Change Context...]",
    );
    assert.deepEqual(await wrong(), []);
  });

  for (const { what, from, to } of ALSO_RIGHT) {
    it(`is right ${what}, for the editor and the API server`, async () => {
      const text = RIGHT.replace(from, () => to);
      await window.write(text);
      assert.deepEqual(await wrong(), []);
      assert.equal(await refusal(text), undefined);
    });
  }
  for (const { what, from, to, editor, server } of WRONG) {
    it(`is wrong with ${what}, for the editor and the API server`, async () => {
      assert.ok(RIGHT.includes(from));
      const text = RIGHT.replace(from, () => to);
      await window.write(text);
      const said = (await wrong()).join("\n");
      const refused = (await refusal(text)) ?? "";
      assert.match(refused, server);
      assert.match(said, editor);
    });
  }
});

/** The definition of the published manager with what only this cluster asks for. */
function definitionOfTheCluster(): object {
  const definition = structuredClone(definitionOf("0.34.0")) as CustomResourceDefinition;
  const spec = definition.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.spec;
  assert.ok(spec?.properties && spec.required);
  spec.properties.edition = { type: "string", enum: ["small", "large"] as unknown as object[] };
  spec.required.push("edition");
  Object.assign(spec.properties.subscriptionServer?.properties?.subDomain ?? {}, { pattern: "^[a-z]+$" });
  return definition;
}
