import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { connect } from "./client.ts";

/** The real schema decides which keys are this chart's. */
async function statusOf(name: string, text: string): Promise<FileStatus> {
  const client = await connect();
  const uri = `file:///ws/${name}`;
  client.open(uri, text);
  const status = await client.request<FileStatus>("capOperator/fileStatus", { uri });
  await client.close();
  return status;
}

const FILES: readonly (readonly [name: string, text: string, is: "likely" | FileStatus["kind"]])[] = [
  ["values.yaml", "", "likely"],
  ["values.yaml", "controller:\n  replicas: 2\n  volumes: []\n", "likely"],
  ["values.yaml", "image:\n  tag: v1\nnodeSelector:\n  disk: ssd\n  zone: a\n  pool: b\n", "likely"],
  ["values.yaml", "global:\n  a: 1\n  b: 2\n  c: 3\n", "likely"],
  ["values.yaml", "podLabels: {team: a, stage: b}\n", "likely"],
  ["values.yaml", "podLabels: {team: a, stage: b}\ncontroller: {dnsTarget: a.b}\n", "values"],
  ["cap-operator-values.yaml", "podLabels: {team: a, stage: b}\n", "values"],
  ["values.yaml", "controller:\n  name: controller\n  kind: Deployment\n  image:\n    chroot: false\n", null],
  ["values.yaml", "image:\n  repository: nginx\n  name: x\nservice:\n  type: ClusterIP\n", null],
  ["values.yaml", "replicaCount: 1\n", null],
  ["anything.yaml", "subscriptionServer:\n  domain: a.b\n", "values"],
  ["anything.yaml", "subscriptionServer:\n  host: a.b\n", null],
  ["anything.yaml", "kind: CAPOperator\n", "operator"],
  ["anything.yaml", "# cap-operator: values\n", "values"],
];

for (const [name, text, is] of FILES) {
  test(`${name} with ${JSON.stringify(text)} is ${is ?? "not ours"}`, async () => {
    const { kind, strength, explanation } = await statusOf(name, text);
    assert.equal(strength === "likely" ? strength : kind, is, explanation);
  });
}
