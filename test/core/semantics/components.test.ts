import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSchemas } from "../../../schemas/build.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { Schemas } from "../../../server/core/schema/schemas.ts";
import { documentedDefaults } from "../../../server/core/semantics/chart-defaults.ts";
import { componentValues } from "../../../server/core/semantics/components.ts";
import { effectiveValues } from "../../../server/core/values/effective.ts";
import { nodeAt, toJson } from "../../../server/core/values/helm-tree.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { textOf } from "../values/stack.ts";

const model = new Schemas(await buildSchemas(), docsIn("https://docs.example/")).model("values");

function effective(text: string) {
  return effectiveValues({
    helm: 3,
    chart: { name: "operator", defaults: documentedDefaults(model), dependencies: [] },
    files: [{ name: "values.yaml", file: parseYaml(text) }],
    sets: [],
  }).values;
}

/** The value at a path, such as `controller/image/tag`, and where it comes from. */
function valueAt(text: string, path: string): [value: unknown, origin: string] {
  const [name = "", ...rest] = path.split("/");
  const component = componentValues(model, effective(text)).find((component) => component.name === name);
  const node = component && nodeAt(component.values, rest);
  if (!node) return [undefined, "nothing"];
  return [toJson(node), textOf({ files: [text] }, node.origin)];
}

test("the documented defaults are the chart's values", () => {
  const defaults = toJson(documentedDefaults(model));
  assert.partialDeepStrictEqual(defaults, {
    image: { tag: "", pullPolicy: "" },
    imagePullSecrets: [],
    podLabels: {},
    monitoring: { enabled: false, dash: { dashboard: { configMapLabels: { dash_dashboard: "1" } } } },
    controller: {
      replicas: 1,
      resources: { limits: { memory: "500Mi", cpu: 0.2 }, requests: { memory: "50Mi", cpu: 0.02 } },
      versionMonitoring: { metricsEvaluationInterval: "1h", metricsClientAcquireRetryDelay: "1h" },
    },
    subscriptionServer: {
      port: 4000,
      ingressGatewayLabels: { app: "mesh-ingressgateway", mesh: "ingressgateway" },
      certificateManager: "Platform",
      certificateConfig: { platform: { issuerName: "" }, certController: { issuerKind: "" } },
    },
    webhook: {
      sidecar: false,
      service: { type: "ClusterIP", port: 443, targetPort: 1443 },
      certificateManager: "Default",
    },
  });
});

test("there are three components", () => {
  const names = componentValues(model, effective("")).map(({ name }) => name);
  assert.deepEqual(names, ["controller", "subscriptionServer", "webhook"]);
});

test("a top-level value applies to every component that has none", () => {
  const text =
    "image: {tag: v1}\nnodeSelector: {role: edge}\ncontroller: {image: {tag: v2}, nodeSelector: {}}\nwebhook: {nodeSelector: null}\n";
  assert.deepEqual(valueAt(text, "controller/image/tag"), ["v2", "values.yaml tag v2"]);
  assert.deepEqual(valueAt(text, "webhook/image/tag"), ["v1", "inherited from image.tag"]);
  assert.deepEqual(valueAt(text, "controller/nodeSelector"), [
    { role: "edge" },
    "inherited from nodeSelector",
  ]);
  assert.deepEqual(valueAt(text, "webhook/nodeSelector/role"), ["edge", "inherited from nodeSelector"]);
});

test("a component's value that is not empty replaces the whole top-level one", () => {
  const text =
    "tolerations: [{key: a}]\npodSecurityContext: {runAsUser: 1}\ncontroller: {tolerations: [{key: b}], podSecurityContext: {fsGroup: 2}}\n";
  assert.deepEqual(valueAt(text, "controller/tolerations")[0], [{ key: "b" }]);
  assert.deepEqual(valueAt(text, "controller/podSecurityContext")[0], { fsGroup: 2 });
  assert.deepEqual(valueAt(text, "webhook/tolerations")[0], [{ key: "a" }]);
});

test("pod labels and annotations are merged, and the component's entry wins", () => {
  const text =
    "podLabels: {team: a, tier: x}\npodAnnotations: {note: top}\ncontroller: {podLabels: {tier: low, own: z}}\n";
  assert.deepEqual(valueAt(text, "controller/podLabels")[0], { team: "a", tier: "low", own: "z" });
  assert.deepEqual(valueAt(text, "controller/podLabels/team"), ["a", "inherited from podLabels"]);
  assert.deepEqual(valueAt(text, "controller/podLabels/tier"), ["low", "values.yaml tier low"]);
  assert.deepEqual(valueAt(text, "webhook/podAnnotations"), [
    { note: "top" },
    "inherited from podAnnotations",
  ]);
});

test("an empty top-level value leaves the component's own", () => {
  assert.deepEqual(valueAt("", "controller/priorityClassName"), ["", "chart default"]);
});

test("what no component has is not inherited, and the effective values stay as they are", () => {
  const values = effective("podLabels: {a: b}\nmonitoring: {enabled: true}\n");
  const before = JSON.stringify(toJson(values));
  const components = componentValues(model, values);
  assert.equal(JSON.stringify(toJson(values)), before);
  assert.ok(components.every((component) => !component.values.entries.has("monitoring")));
});

test("a component that is not a mapping is left out", () => {
  const names = componentValues(model, effective("webhook: text\n")).map(({ name }) => name);
  assert.deepEqual(names, ["controller", "subscriptionServer"]);
});
