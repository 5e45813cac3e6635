// Runs the client's calls of Helm with a real one: each as a command runs it, with its output parsed.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { showChart, showCrds } from "../../client/charts/chart.ts";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import { capabilitiesOf, type HelmCapabilities, helmVersion } from "../../client/helm/capabilities.ts";
import {
  rollback,
  type UpgradePlan,
  uninstall,
  upgradeInstall,
} from "../../client/helm/changing-commands.ts";
import { setText, targetFlags } from "../../client/helm/flags.ts";
import { dryRun, getManifest, history, list, status, template } from "../../client/helm/reading-commands.ts";
import type { ReleaseRef } from "../../client/helm/release.ts";
import { pairs } from "../../client/manifests/comparing.ts";
import { crdPairs } from "../../client/manifests/crds.ts";
import type { Invocation } from "../../client/ports/programs.ts";
import { type Cluster, haveCluster } from "./cluster.ts";

const FILES = {
  "Chart.yaml": 'apiVersion: v2\nname: invoked\nversion: 0.1.0\nappVersion: "1.10"\n',
  "values.yaml": "domain: example.org\npassword: Hunt3rHunt3r\n",
  "templates/all.yaml": `apiVersion: v1
kind: Secret
metadata: {name: access}
stringData: {password: {{ .Values.password | quote }}, same: SameSameSame}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {helm.sh/resource-policy: keep}}
data: {domain: {{ .Values.domain | quote }}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: hook, annotations: {helm.sh/hook: "pre-install,pre-upgrade"}}
data: {domain: {{ .Values.domain | quote }}}
`,
  "templates/NOTES.txt": "The password is {{ .Values.password }}\n",
  "crds/thing.yaml": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.invoked.example.org}
spec:
  group: invoked.example.org
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`,
};

/** The values that a revision was given, the newest one when none is named. */
const givenValues = (target: ReleaseRef, ...revision: readonly string[]): Invocation<string> => ({
  program: "helm",
  args: ["get", "values", "--output", "yaml", ...targetFlags(target), ...revision, target.release],
  parse: (stdout) => stdout,
});

for (const major of [3, 4] as const) {
  describe(`what the client asks of Helm ${major}`, () => {
    let cluster: Cluster;
    let folder: string;
    let can: HelmCapabilities;
    let plan: UpgradePlan;
    const target = (): ReleaseRef => ({
      context: "admin@test",
      server: cluster.contexts["admin@test"].address,
      namespace: `invoked-helm-${major}`,
      kubeconfig: cluster.kubeconfig,
      release: "invoked",
    });
    const printed: string[] = [];
    const ask = async <T>(invocation: Invocation<T> | undefined): Promise<T> => {
      assert.ok(invocation);
      const { helm, kubectl } = cluster.programs;
      const runner = createProgramRunner((program) => (program === "helm" ? helm[major] : kubectl));
      const { exitCode, stdout, stderr } = await runner.run(invocation);
      assert.equal(exitCode, 0, stderr);
      if (!invocation.confidential) printed.push(stdout, stderr);
      return invocation.parse(stdout);
    };

    before(async () => {
      cluster = await haveCluster();
      folder = await mkdtemp(path.join(tmpdir(), "helm, invoked "));
      for (const [name, text] of Object.entries(FILES)) {
        await mkdir(path.dirname(path.join(folder, "my chart", name)), { recursive: true });
        await writeFile(path.join(folder, "my chart", name), text);
      }
      can = capabilitiesOf(await ask(helmVersion()));
      plan = {
        target: target(),
        chart: { ref: path.join(folder, "my chart") },
        valuesFiles: [],
        sets: [],
        createNamespace: true,
        wait: true,
        rollbackOnFailure: true,
        timeout: "30s",
      };
    });
    after(async () => {
      await cluster.api("admin@test").remove(`/api/v1/namespaces/${target().namespace}`);
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    });

    it("previews an installation that is not there yet", async () => {
      const planned = pairs(undefined, await ask(dryRun(plan, can)), target().namespace);
      assert.deepEqual(
        planned.map(({ name, before: was }) => [name, was]),
        ["Secret", "ConfigMap", "ConfigMap"].map((kind, index) => [
          `${kind}/${["access", "settings", "hook"][index]}`,
          undefined,
        ]),
      );
      assert.deepEqual(
        pairs(await ask(dryRun(plan, can)), await ask(template(plan)), target().namespace),
        [],
      );
    });

    it("installs", async () => {
      assert.equal(can.version.major, major);
      assert.deepEqual(await ask(upgradeInstall(plan, can)), {
        revision: 1,
        status: "deployed",
        installed: true,
      });
    });

    it("passes values files with commas, quotes and spaces in their path, and texts as they are", async () => {
      const file = path.join(folder, `the "first", and only.yaml`);
      await writeFile(file, "fromFile: 1\n");
      const sets = [setText("text", 'one, {two} \\ "three"'), setText("list", "{x}")];
      const more: UpgradePlan = { ...plan, valuesFiles: [file], sets };
      assert.deepEqual(await ask(upgradeInstall(more, can)), {
        revision: 2,
        status: "deployed",
        installed: false,
      });
      const values = await ask(givenValues(target()));
      assert.equal(values, `fromFile: 1\nlist: '{x}'\ntext: one, {two} \\ "three"\n`);
      assert.equal((await ask(givenValues(target(), "--revision", "1"))).trim(), "null");
    });

    it("previews what a change would do, with Secrets hidden", async () => {
      const live = await ask(getManifest(target()));
      assert.deepEqual(pairs(live, await ask(dryRun(plan, can)), target().namespace), []);
      const other: UpgradePlan = {
        ...plan,
        sets: [setText("domain", "example.com"), setText("password", "0therS3cret")],
      };
      const changed = pairs(live, await ask(dryRun(other, can)), target().namespace);
      assert.deepEqual(
        changed.map(({ name }) => name.split("/").at(-1)),
        ["access", "settings", "hook"],
      );
      assert.match(changed[0]?.after ?? "", /^ {2}password: <hidden, changed>\n {2}same: <hidden>$/m);
      assert.doesNotMatch(JSON.stringify(changed), /Hunt3r|0therS3cret|SameSame/);
      assert.match(changed[1]?.after ?? "", /domain: example\.com/);
    });

    it("reads releases and revisions", async () => {
      const { updated, ...newest } = await ask(status(target()));
      assert.ok(!Number.isNaN(Date.parse(updated)));
      const state = { status: "deployed", chart: "invoked-0.1.0", appVersion: "1.10" };
      assert.deepEqual(newest, { revision: 2, ...state, description: "Upgrade complete" });
      const revisions = await ask(history(target()));
      assert.deepEqual(
        revisions.map(({ revision, status: was }) => [revision, was]),
        [
          [2, "deployed"],
          [1, "superseded"],
        ],
      );
      const everywhere = await ask(list(target(), { allNamespaces: true }));
      const [installed] = (await ask(list(target()))).map(({ updated: _updated, ...release }) => release);
      assert.deepEqual(installed, { name: "invoked", namespace: target().namespace, revision: 2, ...state });
      assert.ok(everywhere.some(({ namespace }) => namespace === target().namespace));
    });

    it("reads charts, and compares their CRDs with those of the cluster", async () => {
      assert.deepEqual(await ask(showChart(plan.chart)), {
        name: "invoked",
        version: "0.1.0",
        appVersion: "1.10",
      });
      const crds = await ask(showCrds(plan.chart));
      const there = await ask({
        program: "kubectl",
        args: [
          "get",
          "crds",
          "--kubeconfig",
          cluster.kubeconfig,
          "--context",
          "admin@test",
          "--output",
          "yaml",
        ],
        parse: (stdout) => stdout,
      });
      assert.deepEqual(crdPairs(there, crds), []);
      const changed = crdPairs(there, crds.replace("{type: object}", "{type: object, required: [spec]}"));
      assert.deepEqual(
        changed.map(({ name }) => name),
        ["things.invoked.example.org"],
      );
    });

    it("rolls back, and uninstalls", async () => {
      const options = { wait: true, timeout: "30s" };
      await ask(rollback(target(), 1, options));
      assert.equal((await ask(status(target()))).revision, 3);
      assert.deepEqual(await ask(uninstall(target(), options, can)), { kept: ["[ConfigMap] settings"] });
      assert.deepEqual(await ask(list(target())), []);
    });

    it("printed no secret where a person can see it", () => {
      assert.doesNotMatch(printed.join("\n"), /Hunt3r|0therS3cret|SameSame/);
    });
  });
}
