import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Migration, migrateFile } from "../../../server/core/semantics/migrate-text.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

function path(dotted: string): string[] {
  return dotted.split(".");
}

function transfer(from: string, to: string): Migration {
  return { kind: "transfer", from: path(from), to: path(to) };
}

/** The text after migrations; in place of it the obstacles, if there are any. */
function check(
  title: string,
  before: string,
  migrations: readonly Migration[],
  after: string | string[],
  helm: 3 | 4 = 3,
): void {
  test(title, () => {
    const { file, results } = migrateFile(parseYaml(before), helm, migrations);
    const obstacles = results.flatMap(({ obstacle }) => obstacle ?? []);
    if (typeof after !== "string") assert.equal(file.text, before);
    assert.deepEqual(obstacles.length > 0 ? obstacles : file.text, after);
  });
}

suite("renamed keys", () => {
  check(
    "comments, quotes and indentation stay",
    'web:\n    # How many.\n    "replicas":   2  # two\n\n    port: 1\n',
    [transfer("web.replicas", "web.replicaCount")],
    'web:\n    # How many.\n    "replicaCount":   2  # two\n\n    port: 1\n',
  );
  check("single quotes", "'a b': 1\n", [transfer("a b", "it's")], "'it''s': 1\n");
  check(
    "in brackets",
    "web: {replicas: 2, port: 1}\n",
    [transfer("web.replicas", "web.replicaCount")],
    "web: {replicaCount: 2, port: 1}\n",
  );
  check("a mapping", "mesh:\r\n  a: 1\r\n", [transfer("mesh", "istio")], "istio:\r\n  a: 1\r\n");
  check("a name that YAML would take for something else", "old: 1\n", [transfer("old", "yes")], '"yes": 1\n');
  check("a null", "a:\n  old: null\n", [transfer("a.old", "a.new")], "a:\n  new: null\n");
  check(
    "a key in a mapping that is renamed, too",
    "a:\n  x: 1\n",
    [transfer("a", "b"), transfer("a.x", "b.z")],
    "b:\n  z: 1\n",
  );
  check("not set: nothing happens", "a: 1\n", [transfer("b", "c")], "a: 1\n");
  check(
    "the second document counts for Helm 4 only",
    "a: 1\n---\nold: 2\n",
    [transfer("old", "new")],
    "a: 1\n---\nold: 2\n",
  );
  check(
    "the second document under Helm 4",
    "a: 1\n---\nold: 2\n",
    [transfer("old", "new")],
    "a: 1\n---\nnew: 2\n",
    4,
  );
});

suite("moved keys", () => {
  check(
    "deeper, with the comment",
    "web:\n  # proxy\n  sidecar: true # yes\n  port: 1\n",
    [transfer("web.sidecar", "web.sidecar.enabled")],
    "web:\n  sidecar:\n    # proxy\n    enabled: true # yes\n  port: 1\n",
  );
  check(
    "into a mapping that is there",
    "web:\n  sidecar:\n    image: x\nproxy: # note\n  cpu: 1\n",
    [transfer("proxy", "web.sidecar.resources")],
    "web:\n  sidecar:\n    image: x\n    resources: # note\n      cpu: 1\n",
  );
  check(
    "higher",
    "web:\n  pod:\n    ports: [1]\n    host: a\n",
    [transfer("web.pod.ports", "web.ports")],
    "web:\n  pod:\n    host: a\n  ports: [1]\n",
  );
  check(
    "out of brackets",
    "web: {pod: {port: 1, host: a}}\n",
    [transfer("web.pod.port", "web.port")],
    "web: {pod: {host: a}, port: 1}\n",
  );
  check(
    "a text of several lines",
    "a:\n  ca: |\n    one\n    two\nb:\n  c: 1\n",
    [transfer("a.ca", "b.certificate")],
    "b:\n  c: 1\n  certificate: |\n    one\n    two\n",
  );
  check(
    "into a mapping that is missing between brackets",
    'web: {port: 1, "host": [a]}\n',
    [transfer("web.host", "web.pod.net.host")],
    'web: {port: 1, pod: {net: {"host": [a]}}}\n',
  );
});

suite("values in other words", () => {
  check(
    "quotes stay",
    "m: 'Platform' # who\n",
    [{ kind: "reword", at: ["m"], value: "Gardener" }],
    "m: 'Gardener' # who\n",
  );
});

suite("old defaults", () => {
  check(
    "into a mapping that is there",
    "a:\n  b: 1\n",
    [{ kind: "add", at: ["a", "c"], value: "1h" }],
    "a:\n  b: 1\n  c: 1h\n",
  );
  check(
    "with their parents",
    "a: 1\n",
    [{ kind: "add", at: ["b", "c"], value: { d: ["0x1"] } }],
    'a: 1\nb:\n  c: { d: [ "0x1" ] }\n',
  );
  check("into an empty file", "", [{ kind: "add", at: ["b"], value: 0.2 }], "b: 0.2\n");
});

suite("what is left to a person", () => {
  const UNSAFE = ["unsafe"];
  check("the new key is set, too", "old: 1\nnew: 2\n", [transfer("old", "new")], ["set-already"]);
  check(
    "a mapping that counts in two places",
    "a: &a\n  old: 1\nb: *a\n",
    [transfer("a.old", "a.new")],
    UNSAFE,
  );
  check(
    "a key that comes by way of an alias",
    "a: &a\n  old: 1\nb: *a\n",
    [transfer("b.old", "b.new")],
    UNSAFE,
  );
  check(
    "a key that comes by way of a merge",
    "a: &a\n  old: 1\nb:\n  <<: *a\n",
    [transfer("b.old", "b.new")],
    UNSAFE,
  );
  check("a key that is written twice", "old: 1\nold: 2\n", [transfer("old", "new")], UNSAFE);
  check("a text that Helm does not read", "old: [1\n", [transfer("old", "new")], ["unread"]);
});
