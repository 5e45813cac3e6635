import assert from "node:assert/strict";
import test from "node:test";
import { KEYWORDS, type SchemaNode } from "../../schemas/schema-node.ts";
import { allNodes, at, follow, nodeValidators, schemas, validator } from "./built-schemas.ts";

const ANNOTATING = ["$ref", "description", "title", "default", "examples", "x-cap-operator"];

for (const [name, schema] of Object.entries(schemas) as [string, SchemaNode][]) {
  test(`${name}: a strict standard validator takes the schema`, () => {
    validator(schema);
  });

  test(`${name}: every node has a description`, () => {
    const silent = allNodes(schema).filter(
      ({ node }) => !(node.description ?? follow(schema, node).description)?.trim(),
    );
    assert.deepEqual(
      silent.map((found) => found.pointer),
      [],
    );
  });

  test(`${name}: descriptions are clean text`, () => {
    for (const found of allNodes(schema)) {
      assert.doesNotMatch(found.node.description ?? "", /^\s|\s$|\t|\r| {2}|\n{3}| \n/, found.pointer);
    }
  });

  test(`${name}: only the declared keywords are used`, () => {
    for (const found of allNodes(schema)) {
      const unknown = Object.keys(found.node).filter((key) => !(KEYWORDS as readonly string[]).includes(key));
      assert.deepEqual(unknown, [], found.pointer);
    }
  });

  test(`${name}: beside a reference stands nothing that validates`, () => {
    for (const found of allNodes(schema).filter(({ node }) => node.$ref)) {
      assert.deepEqual(
        Object.keys(found.node).filter((key) => !ANNOTATING.includes(key)),
        [],
        found.pointer,
      );
    }
  });

  test(`${name}: every definition is used, and every reference leads to one`, () => {
    const referenced = new Set(allNodes(schema).flatMap(({ node }) => node.$ref ?? []));
    const defined = Object.keys(schema.definitions ?? {}).map((key) => `#/definitions/${key}`);
    assert.deepEqual([...referenced].sort(), defined.sort());
  });

  test(`${name}: every default and example is valid where it stands`, () => {
    const validatorAt = nodeValidators(schema);
    for (const { node, pointer } of allNodes(schema)) {
      for (const value of [...(node.default === undefined ? [] : [node.default]), ...(node.examples ?? [])]) {
        const validate = validatorAt(pointer);
        assert.ok(validate(value), `${pointer}: ${JSON.stringify(value)} ${JSON.stringify(validate.errors)}`);
      }
    }
  });

  test(`${name}: all numbers that Kubernetes describes as octal are marked as such, and no others`, () => {
    const marked = allNodes(schema).filter(({ node }) => node["x-cap-operator"]?.octal);
    const described = allNodes(schema).filter(({ node }) => /\boctal\b/.test(node.description ?? ""));
    assert.deepEqual(
      marked.map(({ pointer }) => pointer),
      described.map(({ pointer }) => pointer),
    );
    assert.ok(marked.every(({ node }) => node.type === "integer"));
  });

  test(`${name}: meanings stand on values of their type`, () => {
    const TYPES: Record<string, string> = {
      annotations: "object",
      "certificate-config": "object",
      component: "object",
      "container-security": "object",
      issuer: "object",
      "label-list": "array",
      labels: "object",
      port: "integer",
      cpu: "number",
      resources: "object",
      "resource-limits": "object",
      "resource-requests": "object",
      toleration: "object",
      volumes: "array",
      "volume-mounts": "array",
    };
    for (const found of allNodes(schema)) {
      const meaning = found.node["x-cap-operator"]?.meaning;
      if (meaning === undefined) continue;
      const types = [follow(schema, found.node).type].flat();
      assert.ok(types.includes(TYPES[meaning] ?? "string"), `${found.pointer}: ${meaning}`);
    }
  });
}

test("the document of all defaults is valid", () => {
  const validate = validator(schemas.values);
  assert.ok(validate(defaultsOf(schemas.values)), JSON.stringify(validate.errors));
});

test("Kubernetes types are there on all levels, with what may be set", () => {
  const { values } = schemas;
  const affinity = follow(values, at(values, "controller.affinity"));
  const node = follow(values, affinity.properties?.nodeAffinity ?? {});
  const selector = follow(values, node.properties?.requiredDuringSchedulingIgnoredDuringExecution ?? {});
  const term = follow(values, selector.properties?.nodeSelectorTerms?.items ?? {});
  const requirement = follow(values, term.properties?.matchExpressions?.items ?? {});
  assert.deepEqual(requirement.properties?.operator?.enum, [
    "In",
    "NotIn",
    "Exists",
    "DoesNotExist",
    "Gt",
    "Lt",
  ]);
  assert.deepEqual(requirement.required, ["key", "operator"]);
  const mount = follow(values, at(values, "controller.volumeMounts").items ?? {});
  assert.deepEqual([...(mount.required ?? [])].sort(), ["mountPath", "name"]);
});

function defaultsOf(node: SchemaNode): unknown {
  if (node.default !== undefined) return node.default;
  const entries = Object.entries(node.properties ?? {}).map(
    ([key, child]) => [key, defaultsOf(child)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
