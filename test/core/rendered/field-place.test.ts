import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { fieldInLine, type NamedField, placesOf } from "../../../server/core/rendered/field-place.ts";
import { readRendering } from "../../../server/core/rendered/rendering.ts";

const OBJECT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {example.com/x: a}
spec:
  replicas: 2
  extra: {a: {b: 1}, a.b: 2}
  template:
    spec:
      containers:
        - name: web
          image: a
          ports: [{containerPort: 80, protocol: TCP}, {containerPort: 80, protocol: UDP}]
          env: [{name: A, value: 1}, {name: B}]
          command: [run, again]
          args: |
            - first

            - last
`;

function found(path: string, field: Partial<NamedField> = {}, objects = OBJECT) {
  const all = readRendering(objects).objects;
  return placesOf(all, { kind: "Deployment", ...field, path }).map((place) => place.path.join(" "));
}

suite("a field by its path", () => {
  const CONTAINER = "spec template spec containers 0";
  // Paths are written by String of field.Path (k8s.io/apimachinery, pkg/util/validation/field/path.go) and of fieldpath.Path
  // (sigs.k8s.io/structured-merge-diff, fieldpath/element.go), and by UnmarshalTypeError of Go (encoding/json).
  for (const [written, path] of [
    ["spec.replicas", "spec replicas"],
    [".spec.replicas", "spec replicas"],
    ["spec", "spec"],
    ["spec.template.spec.containers[0].image", `${CONTAINER} image`],
    ["metadata.annotations[example.com/x]", "metadata annotations example.com/x"],
    [".metadata.annotations.example.com/x", "metadata annotations example.com/x"],
    ['.spec.template.spec.containers[name="web"].image', `${CONTAINER} image`],
    [
      '.spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="UDP"]',
      `${CONTAINER} ports 1`,
    ],
    ['.spec.template.spec.containers[name="web"].command[="again"]', `${CONTAINER} command 1`],
    ["spec.template.spec.containers.image", `${CONTAINER} image`],
    // The path does not name the item, so that only the list is certain.
    ["spec.template.spec.containers.env.value", `${CONTAINER} env`],
  ] as const) {
    test(`is found: ${written}`, () => assert.deepEqual(found(written), [path]));
  }

  for (const written of [
    "",
    ".",
    "spec.missing",
    "spec.replicas.x",
    "spec.repl",
    "spec..replicas",
    "spec.template.spec.containers[1]",
    "spec.template.spec.containers[",
    'spec.template.spec.containers[name="db"].image',
    'spec.template.spec.containers[name="web"].ports[containerPort=80]',
    // Two fields can be meant.
    ".spec.extra.a.b",
    "metadata.constructor",
    "metadata.annotations[__proto__]",
    `spec${".spec".repeat(1_000)}`,
  ]) {
    test(`is not guessed: ${written.slice(0, 70)}`, () => assert.deepEqual(found(written), []));
  }

  test("is that of the object that is named, and of each that may be meant", () => {
    const all = ["a", "b"].map(
      (name) => `---\n${OBJECT.replace("name: web", `name: ${name}\n  namespace: ${name}`)}`,
    );
    const both = all.join("");
    assert.equal(found("spec.replicas", { name: "b" }, both).length, 1);
    assert.equal(found("spec.replicas", { name: "b", namespace: "a" }, both).length, 0);
    assert.equal(found("spec.replicas", {}, both).length, 2);
    assert.equal(found("spec.replicas", { kind: "Service" }, both).length, 0);
  });
});

test("a line of an object has the field that begins there or goes on", () => {
  const lines = OBJECT.split("\n");
  const fieldAt = (text: string) => {
    const field = fieldInLine(
      OBJECT,
      lines.findIndex((line) => line.includes(text)),
    );
    return field && [field.kind, field.name, ...field.path].join(" ");
  };
  assert.equal(fieldAt("replicas: 2"), "Deployment web spec replicas");
  assert.equal(fieldAt("containers:"), "Deployment web spec template spec containers");
  assert.equal(fieldAt("- name: web"), "Deployment web spec template spec containers 0 name");
  assert.equal(fieldAt("- last"), "Deployment web spec template spec containers 0 args");
  assert.equal(fieldInLine(OBJECT, lines.length + 1), undefined);
  assert.equal(fieldInLine("- a\n", 0), undefined);
});
