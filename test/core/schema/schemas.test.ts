import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { type JsonSchema, SchemaModel } from "../../../server/core/schema/model.ts";
import { Schemas } from "../../../server/core/schema/schemas.ts";
import { valueAt } from "../../../server/core/yaml/lookup.ts";
import { analyse } from "../support/engine.ts";

describe("a schema with alternatives", () => {
  const disk = {
    type: "object",
    required: ["size"],
    properties: { size: { type: "string", description: "How large the disk is." } },
  } satisfies JsonSchema;
  const bucket = {
    type: "object",
    required: ["region"],
    properties: { region: { type: "string" }, size: { type: "integer", description: "How many objects." } },
  } satisfies JsonSchema;
  const values: JsonSchema = { type: "object", properties: { store: { oneOf: [disk, bucket] } } };
  const schemas = new Schemas({ values, operator: {} }, docsIn("https://docs.example/"));

  /** The description in the schema of `store.size` in a text. */
  async function sizeIn(text: string): Promise<(string | undefined)[]> {
    const [root] = analyse(text).roots;
    assert.ok(root?.kind.isMerged && root.node);
    const matcher = await schemas.match(root);
    const store = valueAt(root.node, ["store"]);
    const size = valueAt(root.node, ["store", "size"]);
    assert.ok(store && size);
    const above = matcher.child(store, matcher.root(root.node), "store");
    return matcher.child(size, above, "size").map(({ description }) => description);
  }

  test("is recognised", () => {
    assert.equal(new SchemaModel(values).hasAlternatives, true);
  });

  test("says of each place what the alternative says that its value fits", async () => {
    assert.deepEqual(await sizeIn("store: {size: 2Gi}\n"), ["How large the disk is."]);
    assert.deepEqual(await sizeIn("store: {size: 5, region: west}\n"), ["How many objects."]);
  });
});
