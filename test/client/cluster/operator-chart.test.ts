import assert from "node:assert/strict";
import { test } from "node:test";
import { isOperatorChart, releasesBehind } from "../../../client/cluster/operator-chart.ts";

for (const [chart, isOurs] of [
  ["cap-operator-chart-0.11.0", true],
  ["cap-operator-1.0.0-rc.1", true],
  ["cap-operator-chart-v1.0.0", true],
  ["cap-operator-dashboards-1.0.0", false],
  ["my-cap-operator-1.0.0", false],
] as const) {
  test(`${chart} is ${isOurs ? "" : "not "}a version of the operator's chart`, () => {
    assert.equal(isOperatorChart(chart), isOurs);
  });
}

test("a release is recognised by the annotations that Helm writes, by its chart's name or by its components", () => {
  const deployment = (name: string, namespace: string, release?: string, chart?: string) => ({
    kind: "Deployment",
    metadata: {
      name,
      namespace,
      ...(chart !== undefined && { labels: { "helm.sh/chart": chart } }),
      ...(release !== undefined && {
        annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": namespace },
      }),
    },
  });
  assert.deepEqual(
    releasesBehind([
      deployment("one-controller", "a", "one", "cap-operator-chart-1.0.0"),
      deployment("two-controller", "b", "two"),
      deployment("two-server", "b", "two"),
      deployment("shop-controller", "c", "shop"),
      deployment("shop", "c", "shop", "web-shop-1.0.0"),
      deployment("cap-operator-controller", "d"),
      deployment("cap-operator-server", "d"),
    ]),
    [
      { release: "one", namespace: "a", chart: "cap-operator-chart-1.0.0" },
      { release: "two", namespace: "b" },
    ],
  );
});
