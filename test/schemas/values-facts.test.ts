import assert from "node:assert/strict";
import test from "node:test";
import { at, follow, keys, schemas, validator } from "./built-schemas.ts";
import {
  ALLOWED,
  HOLDERS,
  NONE,
  OPERATOR_FACTS,
  OVERRIDING,
  REQUIRED_FOR_INSTALL,
  VALUES_FACTS,
} from "./facts.ts";

const { values, operator } = schemas;
const COMPONENTS = ["controller", "subscriptionServer", "webhook"];

test("there are 101 keys, each with its type and default", () => {
  assert.equal(VALUES_FACTS.length, 101);
  for (const [root, facts] of [
    [values, VALUES_FACTS],
    [operator, OPERATOR_FACTS],
  ] as const) {
    for (const [key, type, standard] of facts) {
      const node = at(root, key);
      assert.ok([follow(root, node).type].flat().includes(type), `${key} should be of type ${type}`);
      if (standard === NONE) assert.ok(!("default" in node), `${key} has no literal default`);
      else assert.deepEqual(node.default, standard, `default of ${key}`);
    }
  }
});

test("a key without a literal default says what stands in the chart", () => {
  const without = VALUES_FACTS.filter(([, , standard]) => standard === NONE);
  assert.equal(without.length, 5);
  for (const [key] of without) assert.ok(at(values, key)["x-cap-operator"]?.chartDefault, key);
});

test("there are no other keys", () => {
  const known = new Set([...VALUES_FACTS.map(([key]) => key), ...HOLDERS, "global"]);
  assert.deepEqual(
    keys(values).filter((key) => !known.has(key)),
    [],
  );
  assert.deepEqual(
    [...known].filter((key) => !keys(values).includes(key)),
    [],
  );
});

test("keys stand in the order of the documentation", () => {
  const leaves = VALUES_FACTS.map(([key]) => key);
  assert.deepEqual(
    keys(values).filter((key) => leaves.includes(key)),
    leaves,
  );
});

test("cpu and memory take what Kubernetes takes", () => {
  const validate = validator(values);
  for (const amount of [1, 0.5, "500m", "1"])
    assert.ok(validate({ webhook: { resources: { limits: { cpu: amount } } } }));
  for (const amount of [1024, "1Gi"])
    assert.ok(validate({ webhook: { resources: { limits: { memory: amount } } } }));
  const others = { "ephemeral-storage": "1Gi", "hugepages-2Mi": "4Mi", "vendor.example.com/gpu": 1 };
  assert.ok(validate({ webhook: { resources: { limits: others } } }));
});

test("enumerations hold the values that are allowed", () => {
  for (const [key, allowed] of Object.entries(ALLOWED)) assert.deepEqual(at(values, key).enum, allowed, key);
});

test("the keys without which the installation does not work are marked, and only these", () => {
  const marked = keys(values).filter((key) => at(values, key)["x-cap-operator"]?.requiredForInstall);
  assert.deepEqual(marked, REQUIRED_FOR_INSTALL);
  for (const key of marked)
    assert.match(at(values, key)["x-cap-operator"]?.placeholder ?? "", /^<\w+>\.<cluster_domain>$/);
});

test("overriding keys point at each other, and no others do", () => {
  const pairs = Object.entries(OVERRIDING);
  for (const [key, how] of pairs) {
    assert.equal(at(values, key)["x-cap-operator"]?.componentLevel, how, key);
    for (const component of COMPONENTS) {
      assert.deepEqual(
        at(values, `${component}.${key}`)["x-cap-operator"]?.topLevel,
        { key, how },
        `${component}.${key}`,
      );
    }
  }
  const annotations = keys(values).map((key) => at(values, key)["x-cap-operator"]);
  assert.equal(annotations.filter((found) => found?.componentLevel).length, pairs.length);
  assert.equal(annotations.filter((found) => found?.topLevel).length, pairs.length * COMPONENTS.length);
});

test("each part of a certificate configuration names the manager that reads it", () => {
  for (const component of ["subscriptionServer", "webhook"]) {
    const managers = at(values, `${component}.certificateManager`).enum ?? [];
    for (const part of Object.values(at(values, `${component}.certificateConfig`).properties ?? {})) {
      assert.ok(
        managers.includes(part["x-cap-operator"]?.manager ?? ""),
        `${component}: ${part.description}`,
      );
    }
  }
});
