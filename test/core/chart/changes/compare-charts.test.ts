import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../../../schemas/build.ts";
import type { ChartChange } from "../../../../server/core/chart/changes/chart-changes.ts";
import { compareCharts, pathsAfter } from "../../../../server/core/chart/changes/compare-charts.ts";
import type { Chart, ChartKey } from "../../../../server/core/chart/chart.ts";
import { PublishedCharts, type PublishedFacts } from "../../../../server/core/chart/published-charts.ts";
import { docsIn } from "../../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../../server/core/schema/knowledge.ts";
import { chartIn } from "../../../../server/core/schema/schema-chart.ts";
import { chartOf } from "../../../upgrades/made-schemas.ts";

const schemas = await buildSchemas();
const facts = buildPublished(schemas) as PublishedFacts;
const published = new PublishedCharts(facts);
const knowledge = new Knowledge({ schemas, published: facts }, docsIn("https://docs.example/"));

function chart(defaults: object, beside: Readonly<Record<string, Partial<ChartKey>>> = {}): Chart {
  return chartOf(defaults, "", beside);
}

/** A change in short. */
function shown(change: ChartChange): string {
  const text = (path: readonly string[]) => path.join(".");
  switch (change.kind) {
    case "added":
    case "removed":
      return `${change.kind} ${text(change.path)}`;
    case "split":
      return `split ${text(change.from)} -> ${change.to.map(text).join(" ")}`;
    case "renamed":
    case "moved":
      return `${change.kind} ${text(change.from)} -> ${text(change.to)} (${change.because})`;
    case "typeChanged":
      return `type of ${text(change.path)}: ${change.types.join(" -> ")}`;
    case "defaultChanged":
      return `default of ${text(change.path)}: ${JSON.stringify(change.from)} -> ${JSON.stringify(change.to)}${change.inOtherWords ? " (words)" : ""}`;
  }
}

function check(title: string, from: Chart | object, to: Chart | object, expected: readonly string[]): void {
  test(title, () => {
    const asChart = (one: Chart | object): Chart => ("keys" in one && "version" in one ? one : chart(one));
    assert.deepEqual(compareCharts(asChart(from), asChart(to)).map(shown), expected);
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
});

suite("defaults", () => {
  check("another one", { replicas: 1 }, { replicas: 2 }, ["default of replicas: 1 -> 2"]);
  check("another type", { qps: "" }, { qps: 20 }, ["type of qps: string -> number"]);
  check("one that is not known", { domain: undefined }, { domain: "a.example" }, []);
  check("a list", { args: ["a"] }, { args: ["a", "b"] }, ['default of args: ["a"] -> ["a","b"]']);
  check("the order of keys says nothing", chart({}, {}), chart({}, {}), []);
});

suite("renamed", () => {
  check(
    "an alike name and the same default",
    { operator: { replicas: 1 } },
    { operator: { replicaCount: 1 } },
    ["renamed operator.replicas -> operator.replicaCount (shape)"],
  );
  check("a rare default and another name", { a: { port: 8443 } }, { a: { listen: 8443 } }, [
    "renamed a.port -> a.listen (shape)",
  ]);
  check(
    "a mapping, and a default in it",
    { image: { name: "op", tag: "1", pull: "" } },
    { img: { name: "op", tag: "2", pull: "" } },
    ["renamed image -> img (shape)", 'default of img.tag: "1" -> "2"'],
  );
  check("not: another name and an empty default", { a: { volumes: [] } }, { a: { args: [] } }, [
    "removed a.volumes",
    "added a.args",
  ]);
  check("not: a default that others have, too", { a: "1h", delay: "1h" }, { a: "1h", interval: "1h" }, [
    "removed delay",
    "added interval",
  ]);
  check("not: two that it could be", { replicas: 1 }, { replicaCount: 1, replicasMin: 1 }, [
    "removed replicas",
    "added replicaCount",
    "added replicasMin",
  ]);
  check("not: another type", { replicas: 1 }, { replicaCount: "1" }, [
    "removed replicas",
    "added replicaCount",
  ]);
  check(
    "the versions agree",
    chart({ delay: "30s" }, { delay: { removed: "2.0.0" } }),
    chart({ grace: "30s" }, { grace: { since: "2.0.0" } }),
    ["renamed delay -> grace (history)"],
  );
  check(
    "not: it went before the other came",
    chart({ replicas: 1 }, { replicas: { removed: "2.0.0" } }),
    chart({ replicaCount: 1 }, { replicaCount: { since: "3.0.0" } }),
    ["removed replicas", "added replicaCount"],
  );
});

suite("moved and split", () => {
  check("deeper", { web: { sidecar: "proxy" } }, { web: { pod: { sidecar: "proxy" } } }, [
    "moved web.sidecar -> web.pod.sidecar (shape)",
  ]);
  check(
    "higher, out of a mapping that goes",
    { web: { pod: { ports: [], host: "" } } },
    { web: { ports: [] } },
    ["moved web.pod.ports -> web.ports (shape)", "removed web.pod.host"],
  );
  check(
    "to the one other place that has the name",
    { a: { volumes: [] }, b: { x: 1 } },
    { a: {}, b: { x: 1, volumes: [] } },
    ["moved a.volumes -> b.volumes (shape)"],
  );
  check(
    "not: three components have it",
    { a: { volumes: [] }, b: { x: 1 }, c: { volumes: [] } },
    { a: { y: 1 }, b: { x: 1, volumes: [] }, c: { volumes: [] } },
    ["removed a.volumes", "added a.y", "added b.volumes"],
  );
  check(
    "a switch with a mapping of its own",
    { web: { sidecar: false } },
    { web: { sidecar: { enabled: false, image: "" } } },
    ["moved web.sidecar -> web.sidecar.enabled (shape)", "added web.sidecar.image"],
  );
  check(
    "one for all, now for each",
    { dns: "x.example", a: { p: 1 }, b: { p: 1 } },
    { a: { p: 1, dns: "x.example" }, b: { p: 1, dns: "x.example" } },
    ["split dns -> a.dns b.dns"],
  );
  check("one number, now two", { replicas: 2 }, { replicas: { min: 2, max: 2 } }, [
    "split replicas -> replicas.min replicas.max",
  ]);
  check("not: an empty text, now a mapping", { tag: "" }, { tag: { name: "", digest: "" } }, [
    "type of tag: string -> mapping",
    "added tag.name",
    "added tag.digest",
  ]);
});

test("the published chart never renamed a key, and removed one", () => {
  const { versions } = facts;
  const found = versions.flatMap((version, index) => {
    const [from, to] = [published.of(versions[index - 1] ?? ""), published.of(version)];
    return from && to
      ? compareCharts(from, to)
          .filter(({ kind }) => kind !== "added")
          .map((one) => `${version}: ${shown(one)}`)
      : [];
  });
  assert.deepEqual(found, ["0.31.0: removed webhook.sidecar"]);
});

test("from any published version to any later one, no key is called renamed", () => {
  const { versions } = facts;
  const kinds = new Set<string>();
  for (const [index, version] of versions.entries()) {
    for (const later of versions.slice(index + 1)) {
      const [from, to] = [published.of(version), published.of(later)];
      assert.ok(from && to);
      for (const { kind } of compareCharts(from, to)) kinds.add(kind);
    }
  }
  assert.deepEqual([...kinds].sort(), ["added", "removed"]);
});

test("the words of the two charts say what is called otherwise", () => {
  const to = knowledge.schemasOfVersion("0.19.0");
  const changes = compareCharts(chartIn(knowledge.specification), chartIn(to), to.chart.words);
  assert.deepEqual(changes.filter(({ kind }) => kind === "renamed").map(shown), [
    "renamed monitoring.dash -> monitoring.grafana (words)",
    "renamed controller.versionMonitoring.metricsServerAddress -> controller.versionMonitoring.prometheusAddress (words)",
    "renamed controller.versionMonitoring.metricsClientAcquireRetryDelay -> controller.versionMonitoring.promClientAcquireRetryDelay (words)",
    "renamed subscriptionServer.meshSystemNamespace -> subscriptionServer.istioSystemNamespace (words)",
    "renamed subscriptionServer.certificateConfig.platform -> subscriptionServer.certificateConfig.gardener (words)",
    "renamed subscriptionServer.certificateConfig.certController -> subscriptionServer.certificateConfig.certManager (words)",
    "renamed webhook.certificateConfig.certController -> webhook.certificateConfig.certManager (words)",
  ]);
  // The published chart reads three keys that it does not declare.
  const others = changes.filter(({ kind }) => kind !== "renamed" && kind !== "defaultChanged");
  assert.deepEqual(others.map(shown), ["added webhook.logLevel", "added logLevel", "added securityContext"]);
});

test("the path of a key after the changes", () => {
  const changes = compareCharts(
    chart({ image: { tag: "1", name: "x" }, dns: "x.example", old: 5, a: { p: 1 }, b: { p: 1 } }),
    chart({ img: { tag: "1", name: "x" }, a: { p: 1, dns: "x.example" }, b: { p: 1, dns: "x.example" } }),
  );
  assert.deepEqual(pathsAfter(changes, ["image", "tag"]), [["img", "tag"]]);
  assert.deepEqual(pathsAfter(changes, ["dns"]), [
    ["a", "dns"],
    ["b", "dns"],
  ]);
  assert.deepEqual(pathsAfter(changes, ["old"]), []);
  assert.deepEqual(pathsAfter(changes, ["a", "p"]), [["a", "p"]]);
});

test("a chart with very many keys is compared all the same", () => {
  const many = (name: string) =>
    chart(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`${name}${index}`, ""])));
  assert.equal(compareCharts(many("a"), many("b")).length, 6000);
});
