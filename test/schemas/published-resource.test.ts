import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import type { SchemaModel, SchemaNode } from "../../server/core/schema/model.ts";
import { readResourceDefinitions } from "../../server/core/schema/resource/resource-definition.ts";
import { definitionOf, fieldsOf, MANAGER_VERSIONS } from "./published/resource.ts";

const schemas = await buildSchemas();
const sources = { schemas, published: buildPublished(schemas) };
const API_VERSION = "operator.sme.sap.com/v1alpha1";

function builtIn(version?: string): SchemaModel {
  return new Knowledge(sources, docsIn("")).schemasOfResource(API_VERSION, version).model("operator");
}

function ofDefinition(version: string): SchemaModel {
  const found = readResourceDefinitions(JSON.stringify(definitionOf(version)), "a manifest");
  return new Knowledge(sources, docsIn(""), () => found).schemasOfResource(API_VERSION).model("operator");
}

/** Fields that Kubernetes describes, at which the table stops. */
const ABOUT_CONTAINERS = /\.(?:resources)\./;

/** The dotted paths of all fields below `spec`, without those of Kubernetes. */
function pathsOf(node: SchemaNode, path: string): string[] {
  if (node.shared) return [path];
  const items = node.items && !node.items.shared && node.items.types.length > 0 ? node.items : undefined;
  return [
    path,
    ...[...node.properties].flatMap(([key, child]) => pathsOf(child, `${path}.${key}`)),
    ...(items ? pathsOf(items, `${path}[]`) : []),
  ].filter((one) => !ABOUT_CONTAINERS.test(one));
}

function checkAgainstTable(version: string, model: SchemaModel): void {
  const rows = fieldsOf(version);
  const spec = model.at(["spec"]);
  assert.ok(spec);
  const described = pathsOf(spec, "spec").filter(
    (path) => !path.endsWith("s[]") || path.endsWith("Labels[]"),
  );
  assert.deepEqual(described.toSorted(), rows.map(({ field }) => field).toSorted());
  for (const { field, definition } of rows) {
    const path = field.replaceAll("[]", ".[]").split(".");
    const node = model.at(path.map((name) => (name === "[]" ? 0 : name)));
    assert.ok(node, field);
    assert.deepEqual(node.types, [definition.type], field);
    assert.deepEqual(
      [...node.required],
      node.shared ? [...node.required] : (definition.required ?? []),
      field,
    );
    assert.deepEqual(node.allowed, definition.enum, field);
    assert.equal(node.limits?.pattern, definition.pattern, field);
    assert.equal(node.limits?.minItems, definition.minItems, field);
    if (definition.map) assert.deepEqual(node.additional?.types, [definition.map], field);
    for (const { message } of definition["x-kubernetes-validations"] ?? []) {
      assert.deepEqual(
        node.fieldGroups.map((group) => group.message),
        [message],
        field,
      );
    }
    assert.ok((node.description ?? "").length > 15, `${field} has no documentation`);
  }
}

suite("the operator resource of the published manager", () => {
  for (const version of MANAGER_VERSIONS) {
    test(`${version} is known as it is in the table`, () => checkAgainstTable(version, builtIn(version)));
    test(`${version} is read from its definition as it is in the table`, () =>
      checkAgainstTable(version, ofDefinition(version)));
  }

  test("is that of the newest version if none is named, or one that cannot be read or is newer", () => {
    for (const version of [undefined, "0.99.0", "latest", ""]) checkAgainstTable("0.34.0", builtIn(version));
  });

  test("is that of the last version before one that is not known", () => {
    checkAgainstTable("0.25.0", builtIn("v0.26.3"));
    checkAgainstTable("0.29.1", builtIn("0.30.0-rc.1"));
  });
});
