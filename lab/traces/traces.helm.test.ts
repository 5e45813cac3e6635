import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { dump } from "js-yaml";
import { keyText } from "../../server/core/yaml/key-path.ts";
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

for (const major of [3, 4] as const) {
  const helm = await helmBinary(major);
  const skip = helm === undefined && "Go is not installed, so Helm cannot be asked.";

  test(`Helm ${major}: a key makes the fields that change where it is changed by hand`, {
    skip,
  }, async () => {
    const dice = new Dice(major);
    for (let at = 0; at < 2; at++) {
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

const helm = await helmBinary(3);
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
    for (const { object, path: at, before } of trace.changes) {
      const found = rendering.objects.find((one) => one === object);
      if (before === undefined || !found) continue;
      const id = `${object}:${keyText(at)}`;
      makers.set(id, [...new Set([...(makers.get(id) ?? []), keyText(key)])]);
      fields.set(id, [stack, found, at, signal]);
    }
  }
  assert.ok(makers.size >= 30, `${makers.size}`);
  for (const id of dice.several(12, 12, () => dice.pick([...makers.keys()]))) {
    const asked = fields.get(id);
    const found = asked && (await traces.whyOf(...asked));
    assert.ok(found && "keys" in found);
    assert.deepEqual(found.keys.map((one) => keyText(one.path)).sort(), makers.get(id)?.sort(), id);
  }
});
