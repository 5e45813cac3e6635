import assert from "node:assert/strict";
import { test } from "node:test";
import { engine } from "../core/support/engine.ts";
import { effort } from "../support/effort.ts";
import { documentOf } from "./documents.ts";
import { FEATURES } from "./features.ts";
import { askAll, EVERYTHING } from "./fuzz.ts";
import { MUTATIONS } from "./mutations.ts";
import { realTexts } from "./texts.ts";

/* A small part of `npm run fuzz` (lab/fuzz), which asks about a million mutated texts. */

const texts = realTexts();

test("every function of the engine is asked", async () => {
  assert.deepEqual(Object.keys(FEATURES).sort(), Object.keys(engine).sort());
  const asked = new Set<string>();
  await askAll(documentOf(1, 0, texts), ({ question }) => asked.add(question), EVERYTHING);
  for (const name of Object.keys(engine)) assert.ok(asked.has(name), `${name} is not asked.`);
});

test("no mutated text makes anything throw, and every range is in its text", async () => {
  const { numRuns } = effort(3000);
  const faults: string[] = [];
  for (let index = 0; index < numRuns; index++) {
    const document = documentOf(1, index, texts);
    await askAll(document, ({ question, fault }) => {
      if (fault)
        faults.push(
          `Document ${index}, ${document.context}, ${question}: ${fault.message}\n${document.text}`,
        );
    });
  }
  assert.deepEqual(faults.slice(0, 3), []);
});

test("a document is the same whenever it is made, and mutations change texts", () => {
  for (const index of [0, 7, 4_711])
    assert.deepEqual(documentOf(2, index, texts), documentOf(2, index, texts));
  const made = new Set(Array.from({ length: 200 }, (_, index) => documentOf(1, index, texts).text));
  assert.ok(made.size > 190);
  assert.ok(texts.length > 1000 && Object.keys(MUTATIONS).length > 20);
});
