import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../../schemas/build.ts";
import type { Chart } from "../../../server/core/chart/chart.ts";
import { type ChartChange, compareCharts, pathAfter } from "../../../server/core/chart/compare-charts.ts";
import {
  PublishedCharts,
  type PublishedFacts,
  type RenamedKey,
} from "../../../server/core/chart/published-charts.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../server/core/schema/knowledge.ts";
import { chartIn } from "../../../server/core/schema/schema-chart.ts";
import { chartOf } from "../support/made-schemas.ts";

const schemas = await buildSchemas();
const facts = buildPublished(schemas) as PublishedFacts;
const published = new PublishedCharts(facts);
const knowledge = new Knowledge({ schemas, published: facts }, docsIn("https://docs.example/"));

/** A change in short. */
function shown(change: ChartChange): string {
  switch (change.kind) {
    case "added":
    case "removed":
      return `${change.kind} ${change.path.join(".")}`;
    case "renamed":
      return `renamed ${change.from.join(".")} -> ${change.to.join(".")}`;
    case "defaultChanged":
      return `default of ${change.path.join(".")}: ${JSON.stringify(change.from)} -> ${JSON.stringify(change.to)}`;
  }
}

function check(
  title: string,
  from: object,
  to: object,
  expected: readonly string[],
  renamed: readonly RenamedKey[] = [],
): void {
  test(title, () => {
    const found = compareCharts(chartOf(from), chartOf(to), { words: {}, renamed });
    assert.deepEqual(found.map(shown), expected);
  });
}

suite("keys that come and go", () => {
  check("nothing", { a: 1, b: { c: "x" } }, { b: { c: "x" }, a: 1 }, []);
  check("a key", { a: 1 }, { a: 1, verbose: false }, ["added verbose"]);
  check("a mapping is one change", { a: 1 }, { a: 1, log: { level: "", format: "json" } }, ["added log"]);
  check("a key that went", { a: 1, log: { level: "" } }, { a: 1 }, ["removed log"]);
  check("part of a mapping", { log: { level: "", format: "" } }, { log: { level: "" } }, [
    "removed log.format",
  ]);
  check("a key named like what every object has", { a: 1 }, { a: 1, constructor: 2 }, ["added constructor"]);
  check("an alike name alone is no new name", { web: { replicas: 1 } }, { web: { replicaCount: 1 } }, [
    "removed web.replicas",
    "added web.replicaCount",
  ]);
});

suite("defaults", () => {
  check("another one", { replicas: 1 }, { replicas: 2 }, ["default of replicas: 1 -> 2"]);
  check("another type", { qps: "" }, { qps: 20 }, ['default of qps: "" -> 20']);
  check("one that is not known", { domain: undefined }, { domain: "a.example" }, []);
  check("a list", { args: ["a"] }, { args: ["a", "b"] }, ['default of args: ["a"] -> ["a","b"]']);
  check("a value that is a mapping of keys now", { tag: "" }, { tag: { name: "", digest: "" } }, [
    'default of tag: "" -> {"name":"","digest":""}',
  ]);
  check("a mapping that has keys now", { labels: {} }, { labels: { app: "x" } }, ["added labels.app"]);
});

suite("keys with another name in the table", () => {
  const renamed = [{ from: "web.replicas", to: "web.replicaCount", in: "2.0.0" }];
  const [old, fresh] = [{ web: { replicas: 1 } }, { web: { replicaCount: 2 } }];
  check(
    "up",
    old,
    fresh,
    ["renamed web.replicas -> web.replicaCount", "default of web.replicaCount: 1 -> 2"],
    renamed,
  );
  check(
    "down",
    fresh,
    old,
    ["renamed web.replicaCount -> web.replicas", "default of web.replicas: 2 -> 1"],
    renamed,
  );
  check(
    "another mapping has the same key",
    { db: { replicas: 1 } },
    { db: { replicaCount: 1 } },
    ["removed db.replicas", "added db.replicaCount"],
    renamed,
  );
});

test("the table names keys of the published charts, in the same mapping", () => {
  const parent = (path: string) => path.split(".").slice(0, -1).join(".");
  for (const { from, to, in: version } of facts.renamed) {
    assert.equal(parent(from), parent(to));
    assert.equal(facts.keys[to]?.since, version);
    assert.equal(facts.versions.indexOf(facts.keys[from]?.last ?? "") + 1, facts.versions.indexOf(version));
  }
});

test("from any published version to any later one, keys are only added, and one was removed", () => {
  const { versions } = facts;
  const found = new Set<string>();
  for (const [index, version] of versions.entries()) {
    for (const later of versions.slice(index + 1)) {
      const [from, to] = [published.of(version), published.of(later)];
      assert.ok(from && to);
      for (const change of compareCharts(from, to)) if (change.kind !== "added") found.add(shown(change));
    }
  }
  assert.deepEqual([...found], ["removed webhook.sidecar"]);
});

test("the words of the two charts say what is called otherwise", () => {
  const to = knowledge.schemasOfVersion("0.19.0");
  const names = { words: to.chart.words.keys, renamed: [] };
  const changes = compareCharts(chartIn(knowledge.specification), chartIn(to), names);
  assert.deepEqual(changes.filter(({ kind }) => kind === "renamed").map(shown), [
    "renamed monitoring.dash -> monitoring.grafana",
    "renamed controller.versionMonitoring.metricsServerAddress -> controller.versionMonitoring.prometheusAddress",
    "renamed controller.versionMonitoring.metricsClientAcquireRetryDelay -> controller.versionMonitoring.promClientAcquireRetryDelay",
    "renamed subscriptionServer.meshSystemNamespace -> subscriptionServer.istioSystemNamespace",
    "renamed subscriptionServer.certificateConfig.platform -> subscriptionServer.certificateConfig.gardener",
    "renamed subscriptionServer.certificateConfig.certController -> subscriptionServer.certificateConfig.certManager",
    "renamed webhook.certificateConfig.certController -> webhook.certificateConfig.certManager",
  ]);
  // The published chart reads three keys that it does not declare.
  const others = changes.filter(({ kind }) => kind !== "renamed" && kind !== "defaultChanged");
  assert.deepEqual(others.map(shown), ["added webhook.logLevel", "added logLevel", "added securityContext"]);
});

test("the path of a key after the changes", () => {
  const [from, to]: Chart[] = [
    chartOf({ image: { tag: "1", name: "x" }, old: 5, a: { p: 1 } }),
    chartOf({ img: { tag: "1", name: "x" }, a: { p: 1 } }),
  ] as const;
  assert.ok(from && to);
  const changes = compareCharts(from, to, { words: { image: "img" }, renamed: [] });
  assert.deepEqual(pathAfter(changes, ["image", "tag"]), ["img", "tag"]);
  assert.equal(pathAfter(changes, ["old"]), undefined);
  assert.deepEqual(pathAfter(changes, ["a", "p"]), ["a", "p"]);
});
