// Most files of a repository are of other tools, and are not even read as YAML. None of these is one of them, although nothing in their
// text as it stands is only the operator's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

const TYPO = "controller:\n  replicaz: 2\n";
const RELEASE = (spec: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: cop, namespace: a}\nspec:\n  chart: {spec: {chart: cap-operator, version: 0.34.0}}\n${spec}`;

const OURS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a key that is written with an escape": {
    "app.yaml": '"subscription\\x53erver":\n  replicas: 1\n  replicaz: 2\n',
  },
  "a kind that is written with an escape": {
    "app.yaml":
      'apiVersion: operator.sme.sap.com/v1alpha1\nkind: "\\u0043APOperator"\nmetadata: {name: a}\nspec: {replicaz: 2}\n',
  },
  "a file that a setting includes": { ".cap-operator.yaml": "files: [app.yaml]\n", "app.yaml": TYPO },
  "a values file of a release": {
    ".cap-operator.yaml": "releases: [{name: a, values: [app.yaml]}]\n",
    "app.yaml": TYPO,
  },
  "values at a place in a document that a release names": {
    ".cap-operator.yaml": "releases: [{name: a, values: ['app.yaml#spec.values']}]\n",
    "app.yaml": "kind: Platform\nspec:\n  values:\n    controller:\n      replicaz: 2\n",
  },
  "values below the key of a dependency": {
    "Chart.yaml":
      "apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies: [{name: cap-operator, alias: cop, version: 0.34.0, repository: 'oci://a.example/b'}]\n",
    "app.yaml": "cop:\n  controller:\n    replicaz: 2\n",
  },
  "a file that a Kustomization names": {
    "kustomization.yaml": "helmCharts: [{name: cap-operator, version: 0.34.0, valuesFile: app.yaml}]\n",
    "app.yaml": TYPO,
  },
  "a ConfigMap that a release takes values from": {
    "release.yaml": RELEASE("  valuesFrom: [{kind: ConfigMap, name: more}]\n"),
    "app.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: a}\ndata:\n  values.yaml: |\n    controller:\n      replicaz: 2\n",
  },
  "a patch by operations that a Kustomization names": {
    "release.yaml": RELEASE("  values: {controller: {replicas: 1}}\n"),
    "kustomization.yaml":
      "resources: [release.yaml]\npatches: [{path: app.yaml, target: {kind: HelmRelease, name: cop}}]\n",
    "app.yaml": "- op: add\n  path: /spec/values/controller/replicaz\n  value: 2\n",
  },
};

for (const [name, files] of Object.entries(OURS)) {
  test(`${name} is checked`, async () => {
    const { out, err } = await run(folderWith(files), ["check", "--reporter", "json"]);
    const { files: reported } = JSON.parse(out);
    const found = reported.find(({ path }: { path: string }) => path === "app.yaml");
    assert.deepEqual([found?.state, err], ["checked", ""]);
    assert.match(JSON.stringify(found.findings), /replicaz/);
  });
}

test("manifests of other tools are not checked, and are counted", async () => {
  const folder = folderWith({
    "app.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n",
    "cache.values.yaml": "architecture: standalone\nauth: {enabled: false}\n",
  });
  const { code, out } = await run(folder, ["check"]);
  assert.deepEqual([code, out], [0, "No files were checked. Not checked: 2 unrelated files.\n"]);
});
