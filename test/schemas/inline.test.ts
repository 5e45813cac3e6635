import assert from "node:assert/strict";
import test from "node:test";
import { inlineDefinitions, spreadDefaults } from "../../schemas/inline.ts";

test("what stands beside a reference wins over the definition, key by key inside properties and annotations", () => {
  const inlined = inlineDefinitions({
    properties: {
      web: {
        $ref: "#/definitions/part",
        description: "web",
        properties: { port: { default: 80 }, host: { type: "string" } },
        "x-cap-operator": { open: true },
      },
    },
    definitions: {
      part: {
        type: "object",
        description: "part",
        properties: { port: { $ref: "#/definitions/port" } },
        "x-cap-operator": { meaning: "component" },
      },
      port: { type: "integer", default: 1 },
    },
  });
  assert.deepEqual(inlined, {
    properties: {
      web: {
        type: "object",
        description: "web",
        properties: { port: { type: "integer", default: 80 }, host: { type: "string" } },
        "x-cap-operator": { meaning: "component", open: true },
      },
    },
  });
});

test("references to Kubernetes types become references to definitions", () => {
  assert.deepEqual(inlineDefinitions({ items: { $ref: "kubernetes:Volume" } }), {
    items: { $ref: "#/definitions/Volume" },
  });
});

test("a reference that leads nowhere, and one that leads back, are errors", () => {
  assert.throws(() => inlineDefinitions({ $ref: "#/definitions/gone" }), /no definition/);
  const loop = { items: { $ref: "#/definitions/loop" } };
  assert.throws(
    () => inlineDefinitions({ $ref: "#/definitions/loop", definitions: { loop } }),
    /contains itself/,
  );
});

test("the default of an object reaches down to its keys", () => {
  const node = { default: { a: { b: 2 } }, properties: { a: { properties: { b: { default: 1 } } } } };
  assert.deepEqual(spreadDefaults(node), {
    default: { a: { b: 2 } },
    properties: { a: { default: { b: 2 }, properties: { b: { default: 2 } } } },
  });
});

test("an object whose keys all have defaults has the default made of them; one with a gap has none", () => {
  const all = { properties: { a: { default: 1 }, b: { default: [] } } };
  assert.deepEqual(spreadDefaults(all).default, { a: 1, b: [] });
  assert.equal(spreadDefaults({ properties: { a: { default: 1 }, b: {} } }).default, undefined);
});
