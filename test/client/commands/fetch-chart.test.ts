import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchChart } from "../../../client/commands/fetch-chart.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { CHART, helmWorld, told } from "../install/helm-world.ts";

async function fetched(world: World) {
  const ports = fakePorts(helmWorld({}, world));
  await fetchChart.run(ports);
  return ports;
}

test("the chart of the settings is fetched and kept for files, without a cluster", async () => {
  const { seen, chartsKept } = await fetched({ settings: { chart: CHART }, files: {} });
  assert.deepEqual(told(seen), ["info: cap-operator-chart 0.12.0 is fetched."]);
  assert.deepEqual(
    chartsKept.at(-1)?.map(({ chart, version }) => [chart, version]),
    [[CHART, "0.12.0"]],
  );
  assert.deepEqual(
    seen.filter((line) => line.startsWith("run: ") && line.includes("context")),
    [],
  );
});

test("a registry that does not have it is reported, with the setting", async () => {
  const programs = (line: string) =>
    line.startsWith("helm pull")
      ? { exitCode: 1, stderr: "Error: failed to perform fetch: not found\n" }
      : undefined;
  const { seen } = await fetched({ settings: { chart: CHART }, programs });
  assert.match(told(seen).at(-1) ?? "", /^error: /);
});
