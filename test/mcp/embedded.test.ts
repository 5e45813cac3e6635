// The answers to an agent about values in a document of another product: the document around them stays as it is.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { folderWith } from "../cli/run.ts";
import { Agent } from "./agent.ts";

const release = (key: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chart: {spec: {chart: cap-operator, version: 0.34.0}}
  values:
    subscriptionServer:
      domain: a.b.c
      dnsTarget: x.b.c
    controller:
      replicas: 2
      ${key}
    webhook:
      replicas: 1
`;

test("a likely repair of a HelmRelease changes its values in their place, or nothing", async () => {
  const folder = folderWith({ "typo.yaml": release("volumez: []"), "unknown.yaml": release("foo: bar") });
  const agent = await Agent.start({ roots: [folder], cwd: folder });
  const asked = (name: string) =>
    agent.ask("check_values", { path: path.join(folder, name), repair: "likely" });
  const typo = await asked("typo.yaml");
  assert.equal(typo.repaired.text, release("volumes: []"));
  const unknown = await asked("unknown.yaml");
  assert.equal(unknown.repaired?.text ?? release("foo: bar"), release("foo: bar"));
  assert.equal(unknown.counts.warning, 1);
  await agent.end();
});
