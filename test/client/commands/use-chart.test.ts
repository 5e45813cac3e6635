import assert from "node:assert/strict";
import { test } from "node:test";
import { useChart } from "../../../client/commands/use-chart.ts";
import { fakePorts, NO_CHART_NAMED, OURS } from "../fake-ports.ts";

test("the chart of a release is changed at the release", async () => {
  const chart = { ...NO_CHART_NAMED, name: "cap-operator 0.30.0", reason: "release" } as const;
  const ports = fakePorts({ status: { ...OURS, chart }, press: "Open Settings" });
  await useChart.run(ports);
  assert.deepEqual(ports.choices, []);
  assert.equal(ports.seen.at(-1), "settings: capOperator.releases");
});

test("an operator resource has no chart to choose", async () => {
  const ports = fakePorts({ status: { ...OURS, kind: "operator" } });
  await useChart.run(ports);
  assert.deepEqual(ports.choices, []);
  assert.match(
    ports.seen.at(-1) ?? "",
    /is an operator resource: the manager decides which chart is installed\./,
  );
});

test("the chart of a values file is written into its comment", async () => {
  const ports = fakePorts({ status: OURS, pick: "0.34.0" });
  await useChart.run(ports);
  assert.deepEqual(
    ports.choices.map(({ label }) => label),
    [
      "$(cloud) The chart of a release in a cluster...",
      "$(cloud-download) Fetch another chart...",
      "cap-operator 0.34.0",
      "cap-operator-chart",
    ],
  );
  assert.equal(
    ports.seen.at(-1),
    'edit: file:///home/me/deploy/values.yaml@3 0:0-0:0 "# cap-operator: values version=0.34.0\\n"',
  );
});
