import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClusterSnapshot } from "../../../client/operation/cluster-view.ts";
import { createViewReadings } from "../../../client/views/view-readings.ts";

function snapshot(context: string): ClusterSnapshot {
  return {
    target: { context, server: "https://10.0.0.1:6443", namespace: "cap-operator-system" },
    serverVersion: { answer: "v1.33.1" },
    releases: { answer: [] },
    resources: [],
    components: { answer: [] },
    notChecked: [],
  };
}

function readings() {
  const busy: boolean[] = [];
  const kept = createViewReadings(
    (isBusy) => busy.push(isBusy),
    () => "10:00",
  );
  return { kept, busy, context: () => kept.read().snapshot?.target.context };
}

test("what was read is shown, with its time, until the next refresh reads something", () => {
  const { kept, busy, context } = readings();
  const first = kept.begin();
  first.show(snapshot("a"));
  first.end();
  assert.equal(context(), "a");
  assert.equal(kept.read().time, "10:00");
  assert.deepEqual(busy, [true, true, false]);
  const second = kept.begin();
  assert.equal(context(), "a");
  second.show(snapshot("b"));
  assert.equal(context(), "b");
});

test("a second refresh ends the first, which no longer shows anything", () => {
  const { kept, busy, context } = readings();
  const first = kept.begin();
  const second = kept.begin();
  assert.ok(first.signal.aborted);
  assert.ok(!second.signal.aborted);
  second.show(snapshot("b"));
  first.show(snapshot("a"));
  first.fail("It was ended.");
  first.end();
  assert.equal(context(), "b");
  assert.equal(kept.read().problem, undefined);
  assert.equal(busy.at(-1), true);
});

test("a refresh that is cancelled stops, and leaves what was read before", () => {
  const { kept, busy, context } = readings();
  kept.begin().show(snapshot("a"));
  const second = kept.begin();
  kept.cancel();
  assert.ok(second.signal.aborted);
  second.fail("It was canceled.");
  assert.equal(context(), "a");
  assert.equal(kept.read().problem, undefined);
  assert.equal(busy.at(-1), false);
});

test("a failure is shown above what was read before, and disappears with the next success", () => {
  const { kept, context } = readings();
  kept.begin().show(snapshot("a"));
  const second = kept.begin();
  second.fail("No answer.");
  assert.equal(context(), "a");
  assert.equal(kept.read().problem, "No answer.");
  second.show(snapshot("b"));
  assert.equal(kept.read().problem, undefined);
});
