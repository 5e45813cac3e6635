import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldText } from "../../../client/files/field-text.ts";

const text = (...given: Parameters<typeof fieldText>) => fieldText(...given)?.source;

test("a field names the key that sets it, and the origin of its value", () => {
  assert.equal(
    text([{ key: "controller.replicas" }], [{ text: "values.yaml:7" }], undefined),
    "Set by controller.replicas (values.yaml:7)",
  );
});

test("of several keys, each has its origin", () => {
  const keys = [{ key: "image.repository" }, { key: "image.tag" }];
  const origins = [{ text: "chart default" }, { text: "values.yaml:3" }];
  assert.equal(
    text(keys, origins, undefined),
    "Set by 2 keys:\n\n- image.repository (chart default)\n- image.tag (values.yaml:3)",
  );
});

test("without a key it says why, and nothing where nothing is known", () => {
  assert.equal(text([], [], "No key of the values changes kind."), "No key of the values changes kind.");
  assert.equal(text([], [], undefined), undefined);
});
