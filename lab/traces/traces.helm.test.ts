import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { dump } from "js-yaml";
import { isAtOrBelow, keyText } from "../../server/core/yaml/key-path.ts";
import { helmBinary } from "../../test/helm/build-helm.ts";
import { Dice } from "../../test/helm/dice.ts";
import { repository } from "../../test/support/repository.ts";
import { chartsIn } from "../judge/charts/given-charts.ts";
import { rightFile } from "../judge/charts/right-files.ts";
import { holdTraces, openScene } from "./by-hand.ts";

const CHART = path.join(repository, "examples/chart");
const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-traces-"));
after(() => rmSync(folder, { recursive: true }));
const [chart] = chartsIn(CHART);
assert.ok(chart);
const { signal } = new AbortController();
const HELMS = [
  [3, await helmBinary(3)],
  [4, await helmBinary(4)],
] as const;

for (const [major, helm] of HELMS) {
  const skip = helm === undefined && "Go is not installed, so Helm cannot be asked.";

  test(`Helm ${major}: a key makes the fields that change where it is changed by hand`, {
    skip,
  }, async () => {
    const dice = new Dice(major);
    for (let round = 0; round < 2; round++) {
      const text = dump(rightFile(chart, dice, 8));
      const held = await holdTraces({ folder, text, chart: CHART, helm: helm ?? "" });
      assert.deepEqual(
        held.filter(({ outcome }) => outcome === "wrong"),
        [],
        text,
      );
      assert.ok(
        held.some(({ fields }) => fields > 0),
        text,
      );
    }
  });
}

const HOSTS = "subscriptionServer: {domain: op.cluster-a.internal, dnsTarget: in.cluster-a.internal}\n";

for (const [major, helm] of HELMS) {
  const skip = helm === undefined && "Go is not installed, so Helm cannot be asked.";
  const opened = (text: string) => openScene({ folder, text: HOSTS + text, chart: CHART, helm: helm ?? "" });

  for (const [text, key, fields] of [
    ["nodeSelector: {pool: a}", ["nodeSelector"], ["spec.template.spec.nodeSelector.pool"]],
    ["podAnnotations: {team: b}", ["podAnnotations"], ["spec.template.metadata.annotations.team"]],
    [
      "podSecurityContext: {runAsUser: 1000, fsGroup: 2000}",
      ["podSecurityContext"],
      ["spec.template.spec.securityContext.runAsUser", "spec.template.spec.securityContext.fsGroup"],
    ],
    [
      "controller: {securityContext: {runAsNonRoot: true}}",
      ["controller", "securityContext"],
      ["spec.template.spec.containers[0].securityContext.runAsNonRoot"],
    ],
    [
      "tolerations: [{key: a, operator: Exists}]",
      ["tolerations"],
      ["spec.template.spec.tolerations[0].key", "spec.template.spec.tolerations[0].operator"],
    ],
  ] as const) {
    test(`Helm ${major}: ${keyText(key)} makes all fields that have what is in it`, { skip }, async () => {
      const { traces, stack } = await opened(text);
      const trace = await traces.of(stack, key, signal);
      assert.ok("changes" in trace, JSON.stringify(trace));
      const made = trace.changes.filter(({ before }) => before !== undefined);
      assert.deepEqual(
        [...new Set(made.map((field) => keyText(field.path)))].sort(),
        [...fields].sort(),
        JSON.stringify(made),
      );
      // The way back ends at what is in the key.
      const rendering = await traces.rendered(stack, signal);
      assert.ok("objects" in rendering);
      const [first] = made;
      const object = rendering.objects.find((object) => object === first?.object);
      assert.ok(first && object);
      const reasons = await traces.whyOf(stack, object, first.path, signal);
      assert.ok("keys" in reasons);
      assert.ok(
        reasons.keys.some((reason) => isAtOrBelow(reason.path, key)),
        JSON.stringify(reasons.keys),
      );
    });
  }

  test(`Helm ${major}: what an entry has set in a mapping is changed as well`, { skip }, async () => {
    const io = ["nodeSelector: {pool: a, zone: b}", "nodeSelector.zone=c"] as const;
    const { traces, stack } = await opened(io[0]);
    const sets = [{ flag: "set", text: io[1] }] as const;
    const trace = await traces.of({ ...stack, sets }, ["nodeSelector"], signal);
    assert.ok("changes" in trace, JSON.stringify(trace));
    const made = trace.changes.filter(({ before }) => before === "a" || before === "c");
    assert.equal(new Set(made.map((field) => keyText(field.path))).size, 2, JSON.stringify(trace.changes));
  });
}

const [[, helm]] = HELMS;
test("the keys that make a field are those whose own trace has the field", {
  skip: helm === undefined && "Go is not installed, so Helm cannot be asked.",
}, async () => {
  const dice = new Dice(30);
  const text = dump(rightFile(chart, dice, 8));
  const { traces, stack, workspace } = await openScene({ folder, text, chart: CHART, helm: helm ?? "" });
  const rendering = await traces.rendered(stack, signal);
  assert.ok("objects" in rendering);
  const makers = new Map<string, string[]>();
  const fields = new Map<string, Parameters<typeof traces.whyOf>>();
  for (const { path: key } of workspace.service.effectiveData(stack)) {
    const trace = await traces.of(stack, key, signal);
    assert.ok("changes" in trace);
    for (const { object, path: fieldPath, before } of trace.changes) {
      const found = rendering.objects.find((candidate) => candidate === object);
      if (before === undefined || !found) continue;
      const id = `${object}:${keyText(fieldPath)}`;
      makers.set(id, [...new Set([...(makers.get(id) ?? []), keyText(key)])]);
      fields.set(id, [stack, found, fieldPath, signal]);
    }
  }
  assert.ok(makers.size >= 30, `${makers.size}`);
  for (const id of dice.several(12, 12, () => dice.pick([...makers.keys()]))) {
    const asked = fields.get(id);
    const found = asked && (await traces.whyOf(...asked));
    assert.ok(found && "keys" in found);
    assert.deepEqual(found.keys.map((key) => keyText(key.path)).sort(), makers.get(id)?.sort(), id);
  }
});
