import assert from "node:assert/strict";
import { test } from "node:test";
import { threeWayMerge } from "../../../../client/install/rehearsal/three-way-merge.ts";
import type { YamlMap } from "../../../../client/manifests/yaml.ts";

/*
 * What the documentation of strategic merge patches says about each kind of field (kubernetes.io, "Update API Objects in Place
 * Using kubectl patch", and the comments on patches in `apimachinery`). Whole upgrades are compared with those of the real
 * Helm 3 in test/cluster/rehearsal.
 */

type Versions = readonly [before: YamlMap, after: YamlMap, live: YamlMap, expected: YamlMap];

function check(title: string, kind: readonly [apiVersion: string, kind: string], ...versions: Versions) {
  test(title, () => {
    const [apiVersion, name] = kind;
    const [before, after, live, expected] = versions.map((one) => ({ apiVersion, kind: name, ...one }));
    assert.deepEqual(threeWayMerge({ before: before ?? {}, after: after ?? {}, live: live ?? {} }), expected);
  });
}

const CONFIG_MAP = ["v1", "ConfigMap"] as const;
const SERVICE = ["v1", "Service"] as const;
const DEPLOYMENT = ["apps/v1", "Deployment"] as const;
const CUSTOM = ["example.org/v1", "Widget"] as const;

const inPod = (spec: YamlMap): YamlMap => ({ spec: { template: { spec } } });

check(
  "a key that is dropped is removed, one that somebody else added stays",
  CONFIG_MAP,
  { data: { a: "1", b: "2" } },
  { data: { a: "3" } },
  { data: { a: "1", b: "2", hand: "made" } },
  { data: { a: "3", hand: "made" } },
);

check(
  "what somebody changed by hand is set again",
  CONFIG_MAP,
  { data: { a: "1" } },
  { data: { a: "1" } },
  { data: { a: "2" } },
  { data: { a: "1" } },
);

check(
  "a null removes what is there",
  CONFIG_MAP,
  { data: {} },
  { data: { a: null } },
  { data: { a: "1" } },
  { data: {} },
);

check(
  "containers are identified by their names, and their variables by theirs",
  DEPLOYMENT,
  inPod({ containers: [{ name: "a", env: [{ name: "X", value: "1" }] }] }),
  inPod({ containers: [{ name: "a", env: [{ name: "Y", value: "2" }] }] }),
  inPod({
    containers: [
      {
        name: "a",
        env: [
          { name: "X", value: "1" },
          { name: "HAND", value: "3" },
        ],
        imagePullPolicy: "Always",
      },
      { name: "injected" },
    ],
  }),
  inPod({
    containers: [
      {
        name: "a",
        env: [
          { name: "Y", value: "2" },
          { name: "HAND", value: "3" },
        ],
        imagePullPolicy: "Always",
      },
      { name: "injected" },
    ],
  }),
);

check(
  "a container that is dropped is removed",
  DEPLOYMENT,
  inPod({ containers: [{ name: "a" }, { name: "b" }] }),
  inPod({ containers: [{ name: "b" }] }),
  inPod({ containers: [{ name: "a" }, { name: "b" }] }),
  inPod({ containers: [{ name: "b" }] }),
);

check(
  "tolerations have no names: the list is what the manifest says",
  DEPLOYMENT,
  inPod({ tolerations: [{ key: "a" }] }),
  inPod({ tolerations: [{ key: "b" }] }),
  inPod({ tolerations: [{ key: "a" }, { key: "hand" }] }),
  inPod({ tolerations: [{ key: "b" }] }),
);

check(
  "a volume of another type loses the old one, which the API server may have filled",
  DEPLOYMENT,
  inPod({ volumes: [{ name: "v", emptyDir: {} }] }),
  inPod({ volumes: [{ name: "v", configMap: { name: "c" } }] }),
  inPod({ volumes: [{ name: "v", emptyDir: { medium: "" } }] }),
  inPod({ volumes: [{ name: "v", configMap: { name: "c" } }] }),
);

check(
  "another strategy loses what the API server added to the old one",
  DEPLOYMENT,
  { spec: {} },
  { spec: { strategy: { type: "Recreate" } } },
  { spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%" } } } },
  { spec: { strategy: { type: "Recreate" } } },
);

check(
  "ports of Services are identified by their numbers",
  SERVICE,
  { spec: { ports: [{ port: 80 }, { port: 81 }] } },
  { spec: { ports: [{ port: 80, name: "http" }] } },
  { spec: { clusterIP: "10.0.0.1", ports: [{ port: 80, nodePort: 30000 }, { port: 81 }, { port: 82 }] } },
  { spec: { clusterIP: "10.0.0.1", ports: [{ port: 80, nodePort: 30000, name: "http" }, { port: 82 }] } },
);

check(
  "finalizers of others stay",
  CONFIG_MAP,
  { metadata: { finalizers: ["a"] } },
  { metadata: { finalizers: ["b"] } },
  { metadata: { finalizers: ["a", "hand"] } },
  { metadata: { finalizers: ["b", "hand"] } },
);

check(
  "of a custom resource, only what differs between the manifests is set",
  CUSTOM,
  { spec: { size: 1, parts: ["a"], gone: 1 } },
  { spec: { size: 1, parts: ["a", "b"] } },
  { spec: { size: 7, parts: ["hand"], gone: 1, more: true } },
  { spec: { size: 7, parts: ["a", "b"], more: true } },
);
