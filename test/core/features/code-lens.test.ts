import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { analyse, createEngine, engine } from "../support/engine.ts";

test("a values file offers above its first line what can be done with it; installing and its preview come last", () => {
  for (const text of ["webhook: {}\n", ""]) {
    const lenses = engine.codeLenses(analyse(text));
    assert.deepEqual(
      lenses.map(({ title, action }) => [title, action]),
      [
        ["Effective values", "effective-values"],
        ["Compare...", "compare-values"],
        ["Install...", "install"],
        ["Preview", "preview"],
      ],
    );
    assert.ok(lenses.every(({ range }) => range.start.line === 0 && range.end.line === 0));
  }
});

test("nothing is offered in an operator resource, or when switched off", async () => {
  assert.deepEqual(engine.codeLenses(analyse("kind: CAPOperator\n", "operator")), []);
  const off = await createEngine({ ...DEFAULT_SETTINGS, codeLens: false });
  assert.deepEqual(off.codeLenses(analyse("webhook: {}\n")), []);
});
