import assert from "node:assert/strict";
import test from "node:test";
import { applyFacts, type KubernetesFacts } from "../../schemas/kubernetes-facts.ts";
import { cleanDescription } from "../../schemas/kubernetes-types.ts";

const NO_FACTS: KubernetesFacts = {
  types: {},
  described: {},
  allowed: {},
  suggested: {},
  range: {},
  required: {},
  only: {},
  annotated: {},
  first: {},
  added: {},
};

const TYPES = {
  Taint: {
    type: "object",
    properties: { effect: { type: "string" }, keys: { type: "array", items: { type: "string" } } },
  },
};

test("a fact is put onto the type, the field or the entries that it names", () => {
  const { Taint } = applyFacts(TYPES, {
    ...NO_FACTS,
    allowed: { "Taint.effect": ["NoSchedule"], "Taint.keys[]": ["a"] },
    required: { Taint: ["effect"] },
    added: { "Taint.since": { type: "integer" } },
    range: { "Taint.since": { minimum: 1 } },
  });
  assert.deepEqual(Taint, {
    type: "object",
    properties: {
      effect: { type: "string", enum: ["NoSchedule"] },
      keys: { type: "array", items: { type: "string", enum: ["a"] } },
      since: { type: "integer", minimum: 1 },
    },
    required: ["effect"],
  });
});

test("a fact that fits nothing is an error", () => {
  const stale: Partial<KubernetesFacts>[] = [
    { allowed: { "Taint.gone": ["a"] } },
    { allowed: { "Gone.effect": ["a"] } },
    { required: { Gone: ["effect"] } },
    { required: { Taint: ["gone"] } },
    { only: { Taint: ["gone"] } },
    { added: { "Taint.effect": { type: "string" } } },
  ];
  for (const facts of stale) {
    assert.throws(
      () => applyFacts(TYPES, { ...NO_FACTS, ...facts }),
      /kubernetes-facts\.json/,
      JSON.stringify(facts),
    );
  }
});

test("descriptions keep their paragraphs and lists, and lose their line breaks", () => {
  assert.equal(
    cleanDescription("One  line\nand more. \n\n\n\nNext:\n  - a\n  - b\n"),
    "One line and more.\n\nNext:\n- a\n- b",
  );
  assert.equal(
    cleanDescription("Kinds:\n  Localhost - a file\n  Unconfined - none"),
    "Kinds:\nLocalhost - a file\nUnconfined - none",
  );
});
