import assert from "node:assert/strict";
import { test } from "node:test";
import { summary } from "../../../server/core/schema/markdown.ts";
import { SchemaModel } from "../../../server/core/schema/model.ts";

test("the default beside a key keeps its spaces", () => {
  const { root } = new SchemaModel({ type: "string", default: "a  b" });
  assert.equal(summary(root), "text, default a  b");
});
