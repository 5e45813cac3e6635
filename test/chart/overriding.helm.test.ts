import assert from "node:assert/strict";
import { test } from "node:test";
import { type Place, setting, testWithHelm } from "../helm/with-helm.ts";
import { type Json, OVERRIDING } from "../schemas/facts.ts";
import { chart } from "./chart.ts";

const REPOSITORIES: Readonly<Record<string, string>> = {
  controller: "registry.example.com/cap-operator/controller",
  "subscription-server": "registry.example.com/cap-operator/server",
  webhook: "registry.example.com/cap-operator/web-hooks",
};

const inPod =
  (field: string) =>
  (name: string): Place => ["Deployment", name, "spec", "template", "spec", field];
const inContainer =
  (field: string) =>
  (name: string): Place => ["Deployment", name, "spec", "template", "spec", "containers", name, field];

interface Override {
  readonly forAll: Json;
  readonly own: Json;
  /** The value that stands for "no value of its own". */
  readonly empty: Json;
  readonly place: (name: string) => Place;
  readonly seen?: (name: string, value: Json) => Json;
}

const spread = (topologyKey: string): Json => [
  { maxSkew: 1, topologyKey, whenUnsatisfiable: "DoNotSchedule" },
];

/** For each value that a component takes over or replaces: one for all components and another of its own. */
const REPLACED: Readonly<Record<string, Override>> = {
  "image.tag": {
    forAll: "all",
    own: "own",
    empty: "",
    place: inContainer("image"),
    seen: (name, tag) => `${REPOSITORIES[name]}:${tag}`,
  },
  "image.pullPolicy": { forAll: "Always", own: "Never", empty: "", place: inContainer("imagePullPolicy") },
  imagePullSecrets: {
    forAll: [{ name: "first" }, { name: "second" }],
    own: [{ name: "own" }],
    empty: [],
    place: inPod("imagePullSecrets"),
  },
  podSecurityContext: {
    forAll: { runAsUser: 1, fsGroup: 1 },
    own: { runAsUser: 2 },
    empty: {},
    place: inPod("securityContext"),
  },
  nodeSelector: { forAll: { a: "1", b: "1" }, own: { a: "2" }, empty: {}, place: inPod("nodeSelector") },
  affinity: {
    forAll: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    own: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    empty: {},
    place: inPod("affinity"),
  },
  tolerations: {
    forAll: [{ operator: "Exists" }, { key: "a", operator: "Exists" }],
    own: [{ key: "b", operator: "Exists" }],
    empty: [],
    place: inPod("tolerations"),
  },
  priorityClassName: { forAll: "all", own: "own", empty: "", place: inPod("priorityClassName") },
  topologySpreadConstraints: {
    forAll: spread("zone"),
    own: spread("host"),
    empty: [],
    place: inPod("topologySpreadConstraints"),
  },
};

test("every value that components replace is tried", () => {
  const documented = Object.keys(OVERRIDING).filter((key) => OVERRIDING[key] === "replace");
  assert.deepEqual(Object.keys(REPLACED).toSorted(), documented.toSorted());
});

testWithHelm("a component's value replaces the one for all whole, an empty one does not", async (helm) => {
  const args = Object.entries(REPLACED).flatMap(([key, { forAll, own, empty }]) => [
    ...setting(key, forAll),
    ...setting(`controller.${key}`, own),
    ...setting(`webhook.${key}`, empty),
  ]);
  const rendered = await helm.render(...args);
  for (const [key, { forAll, own, place, seen = (_name: string, value: Json) => value }] of Object.entries(
    REPLACED,
  )) {
    const values = { controller: own, "subscription-server": forAll, webhook: forAll };
    for (const [name, value] of Object.entries(values)) {
      assert.deepEqual(rendered.at(place(name)), seen(name, value), `${key} of ${name}`);
    }
  }
});

testWithHelm("without a tag, the images are those of the chart's application version", async (helm) => {
  const version = /^appVersion: (\S+)$/m.exec(await helm.run("show", "chart", chart))?.[1];
  const rendered = await helm.render();
  for (const [name, repository] of Object.entries(REPOSITORIES)) {
    assert.equal(rendered.at(inContainer("image")(name)), `${repository}:${version}`);
  }
});

testWithHelm("labels and annotations are joined, and the component's count", async (helm) => {
  const forAll = { both: "all", all: "all", emptied: "all" };
  const labels = { both: "own", own: "own", emptied: "" };
  const rendered = await helm.render(
    ...["podLabels", "podAnnotations"].flatMap((key) => [
      ...setting(key, forAll),
      ...setting(`webhook.${key}`, labels),
    ]),
  );
  const metadata = (name: string, field: string) =>
    rendered.at(["Deployment", name, "spec", "template", "metadata", field]);
  const joined = { both: "own", all: "all", own: "own", emptied: "" };
  assert.deepEqual(metadata("webhook", "annotations"), joined);
  assert.deepEqual(metadata("controller", "annotations"), forAll);
  assert.deepEqual(metadata("webhook", "labels"), { ...joined, ...selector("webhook") });
  assert.deepEqual(metadata("controller", "labels"), { ...forAll, ...selector("controller") });
});

testWithHelm("no label of the values makes a Deployment miss its own pods", async (helm) => {
  const taken = { "app.kubernetes.io/component": "own" };
  const rendered = await helm.render(
    ...setting("podLabels", taken),
    ...setting("controller.podLabels", taken),
  );
  for (const name of Object.keys(REPOSITORIES)) {
    const deployment: Place = ["Deployment", name, "spec"];
    assert.deepEqual(rendered.at([...deployment, "selector", "matchLabels"]), selector(name));
    assert.deepEqual(rendered.at([...deployment, "template", "metadata", "labels"]), selector(name));
  }
});

function selector(name: string): Readonly<Record<string, string>> {
  return {
    "app.kubernetes.io/name": "cap-operator",
    "app.kubernetes.io/instance": "cop",
    "app.kubernetes.io/component": name,
  };
}
