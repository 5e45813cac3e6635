// `fix` for values in a document of another product: the document around them stays as it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

const release = (lines: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chart:
    spec:
      chart: cap-operator
      version: 0.34.0
  values:
    subscriptionServer:
      domain: a.b.c
      dnsTarget: x.b.c
    controller:
      replicas: 2
      ${lines}
    webhook:
      replicas: 1
`;

async function fixed(text: string) {
  const folder = folderWith({ "cop.yaml": text });
  const { out, code } = await run(folder, ["fix", ".", "--unsafe"]);
  return { text: readFileSync(path.join(folder, "cop.yaml"), "utf8"), out, code };
}

test("a misspelled key of a HelmRelease is written right, in its place", async () => {
  const { text, out, code } = await fixed(release("volumez: []"));
  assert.equal(text, release("volumes: []"));
  assert.match(out, /Fixed 1 problem in 1 file\. Remaining: none\./);
  assert.equal(code, 0);
});

test("an unknown key of a HelmRelease stays where it is, and is reported", async () => {
  const { text, out } = await fixed(release("foo: bar"));
  assert.equal(text, release("foo: bar"));
  assert.equal(out, "Nothing was fixed. Remaining: 1 warning.\n");
});

test("a document of another product is never formatted, and the values file next to it is", async () => {
  const argo = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: cop}
spec:
  source:
    chart: cap-operator
    repoURL: ghcr.io/sap/cap-operator-lifecycle/helm
    targetRevision: 0.34.0
    helm:
      valuesObject:
        controller:   {replicas:   2}
`;
  const folder = folderWith({
    "app.yaml": argo,
    "cop.yaml": release("args:   [a]"),
    "values.yaml": "# cap-operator: values\ncontroller:   {replicas:   2}\n",
  });
  assert.match((await run(folder, ["check", "-q"])).out, /^app\.yaml:/m);
  for (const args of [["format"], ["format", "app.yaml", "cop.yaml"]]) {
    const { code, err } = await run(folder, args);
    assert.deepEqual([code, err], [0, ""]);
  }
  const textOf = (name: string) => readFileSync(path.join(folder, name), "utf8");
  assert.equal(textOf("app.yaml"), argo);
  assert.equal(textOf("cop.yaml"), release("args:   [a]"));
  assert.equal(textOf("values.yaml"), "# cap-operator: values\ncontroller: { replicas: 2 }\n");
});
