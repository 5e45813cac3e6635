import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type JsonSchema, SchemaModel } from "../../../server/core/schema/model.ts";
import { renderDefaults } from "../../../server/core/semantics/render-defaults.ts";

/** A Kubernetes type that a reference points to, and a mapping of the chart with the same keys. */
const withBoth = () => {
  const mapping = () =>
    ({ type: "object", properties: { weight: { type: "integer", default: 1 } } }) satisfies JsonSchema;
  const reference: { $ref?: string } = { $ref: "#/definitions/Affinity" };
  const schema: JsonSchema = {
    definitions: { Affinity: mapping() },
    type: "object",
    properties: { affinity: reference, own: mapping() },
  };
  return { schema, reference, definition: schema.definitions?.Affinity };
};

const sharedKeys = ({ root }: SchemaModel) =>
  [...root.properties].filter(([, { shared }]) => shared).map(([key]) => key);

describe("a type that references point to", () => {
  test("is shared, and what is written in the schema itself is not", () => {
    const model = new SchemaModel(withBoth().schema);
    assert.deepEqual(sharedKeys(model), ["affinity"]);
    assert.equal(model.root.shared, false);
    assert.equal(model.at(["affinity", "weight"])?.shared, false);
  });

  test("stays shared when its references are resolved later, as the JSON library does", () => {
    const { schema, reference, definition } = withBoth();
    const model = new SchemaModel(schema);
    delete reference.$ref;
    Object.assign(reference, definition);
    assert.deepEqual(sharedKeys(model), ["affinity"]);
  });

  test("is not written out among the defaults of the chart", () => {
    const { root } = new SchemaModel(withBoth().schema);
    const lines = renderDefaults(root, { comments: false, indent: 2, column: 0 });
    assert.deepEqual(lines, ["own:", "  weight: 1"]);
  });
});
