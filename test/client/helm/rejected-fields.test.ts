import assert from "node:assert/strict";
import { test } from "node:test";
import { rejectedFields } from "../../../client/helm/failures/object-errors.ts";

const SERVICE = { kind: "Service", name: "web" };

// The forms that real programs printed are in failures.json. Here are others of apimachinery (pkg/util/validation/field/errors.go), of
// server-side apply (structured-merge-diff: typed/helpers.go) and of Go's JSON decoder.
for (const [error, fields] of [
  [
    'Deployment.apps "web" is invalid: spec.template.spec.containers[0].resources.limits.memory: Invalid value: "1": must be greater',
    ["spec.template.spec.containers[0].resources.limits.memory"],
  ],
  [
    'The Service "web" is invalid: metadata.annotations[example.com/x]: Invalid value: "a": b',
    ["metadata.annotations[example.com/x]"],
  ],
  [
    'Service "web" is invalid: [spec.type: Unsupported value: "A": supported values: "B", "C", spec.ports: Too many: 9: must have at most 1 item, spec.x: Forbidden: no]',
    ["spec.type", "spec.ports", "spec.x"],
  ],
  // Quoted text was written by somebody.
  [
    'Service "web" is invalid: spec.a: Invalid value: ", spec.b: Invalid value: \\", spec.c: Not found": no',
    ["spec.a"],
  ],
  ['Service "web" is invalid: spec.a: Invalid value: "b" see spec.c: Forbidden: no', ["spec.a"]],
  [
    "failed to create typed patch object (ns/web; /v1, Kind=Service): errors:\n  .spec.a: field not declared in schema\n  .spec.ports[port=80].b: expected string, got 1",
    ["spec.a", "spec.ports[port=80].b"],
  ],
  [
    'Service in version "v1" cannot be handled as a Service: strict decoding error: unknown field "spec.ports[0].a", duplicate field "spec.b"',
    ["spec.ports[0].a", "spec.b"],
  ],
  [
    'EnvVar in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string',
    ["spec.template.spec.containers.env.value"],
  ],
  ["it did not become ready: Forbidden", []],
] as const) {
  test(`the fields that an error names: ${error.slice(0, 90)}`, () => {
    assert.deepEqual(
      rejectedFields(error, SERVICE),
      fields.map((path) => ({ ...SERVICE, path })),
    );
  });
}

test("an error that names no object has no fields, and one that repeats itself names each once", () => {
  assert.deepEqual(rejectedFields('unknown field "spec.a"'), []);
  const twice = 'Service "web" is invalid: spec.a: Required value, spec.a: Required value';
  assert.deepEqual(rejectedFields(twice), [{ ...SERVICE, path: "spec.a" }]);
});
