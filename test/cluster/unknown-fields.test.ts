import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import type { Deployment } from "kubernetes-types/apps/v1.js";
import type { PodAffinity } from "kubernetes-types/core/v1.js";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { removeAll } from "./removing.ts";

/*
 * The rules about values inside Kubernetes types agree with the API server: a field that Kubernetes does not know is dropped or
 * the object is refused, and an affinity that mixes up what is required and what is preferred is refused.
 */

const TINY = path.join(import.meta.dirname, "fixtures/tiny-chart");
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }} }
spec:
  replicas: 0
  selector: { matchLabels: { app: {{ .Release.Name }} } }
  template:
    metadata: { labels: { app: {{ .Release.Name }} } }
    spec:
      affinity: {{ toYaml .Values.affinity | nindent 8 }}
      containers: [{ name: tiny, image: {{ .Values.image }} }]
`;
const TERM = { topologyKey: "kubernetes.io/hostname" };

for (const major of [3, 4] as const) {
  describe(`an affinity, installed with Helm ${major}`, () => {
    const namespace = `fields-helm-${major}`;
    let cluster: Cluster;
    let chart: string;
    before(async () => {
      cluster = await haveCluster();
      chart = mkdtempSync(path.join(tmpdir(), "cap-operator-fields-"));
      cpSync(TINY, chart, { recursive: true });
      writeFileSync(path.join(chart, "templates/deployment.yaml"), DEPLOYMENT);
    });
    after(async () => {
      rmSync(chart, { recursive: true });
      await removeAll(cluster.api("admin@test"), "/api/v1/namespaces", [namespace]);
      await cluster.stop();
    });

    const install = (name: string, podAffinity: object) => {
      const affinity = `affinity=${JSON.stringify({ podAffinity })}`;
      const place = ["--namespace", namespace, "--create-namespace"];
      return runProgram(
        cluster.programs.helm[major],
        ["install", name, chart, ...place, "--set-json", affinity],
        { env: cluster.environment },
      );
    };
    const installed = async (name: string): Promise<PodAffinity | undefined> => {
      const api = cluster.api("admin@test");
      const resource = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
      return (await api.get<Deployment>(resource))?.spec?.template.spec?.affinity?.podAffinity;
    };

    it(`${major === 3 ? "loses" : "is refused for"} a field that Kubernetes does not know`, async () => {
      const misspelt = { requiredDuringSchedulingIgnoredDuringExecution: [{ ...TERM, labelSelektor: {} }] };
      const { code, output } = await install("misspelt", misspelt);
      if (major === 4) {
        assert.equal(code, 1);
        assert.match(output, /labelSelektor: field not declared in schema/);
        return;
      }
      assert.equal(code, 0, output);
      assert.deepEqual(await installed("misspelt"), {
        requiredDuringSchedulingIgnoredDuringExecution: [TERM],
      });
    });

    const REFUSED: readonly (readonly [what: string, name: string, affinity: object])[] = [
      [
        "a weight where it is required",
        "weighted",
        { requiredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm: TERM }] },
      ],
      [
        "no weight where it is preferred",
        "plain",
        { preferredDuringSchedulingIgnoredDuringExecution: [TERM] },
      ],
      [
        "no topology key",
        "lacking",
        { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: {} }] },
      ],
    ];
    for (const [what, name, affinity] of REFUSED) {
      it(`is refused with ${what}`, async () => {
        const { code, output } = await install(name, affinity);
        assert.equal(code, 1, output);
        assert.match(output, /topologyKey: Required value|field not declared in schema/);
      });
    }
  });
}
