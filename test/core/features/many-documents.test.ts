import assert from "node:assert/strict";
import { test } from "node:test";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { workOf } from "../../support/count-work.ts";
import { analyse, engine, SPECIFICATION } from "../support/engine.ts";

const DOCUMENTS = { "that are empty": "---\n", "that set a key": "---\ncontroller:\n  replicas: 1\n" };

for (const [name, document] of Object.entries(DOCUMENTS)) {
  for (const helm of [3, 4] satisfies HelmMajor[]) {
    test(`documents ${name} cost as much as there are of them, with Helm ${helm}`, async () => {
      const cost = (count: number) => {
        const analysis = analyse(document.repeat(count), "values", SPECIFICATION, helm);
        return workOf(async () => {
          await engine.diagnostics(analysis);
          engine.symbols(analysis);
          engine.folding(analysis);
          engine.inlayHints(analysis, analysis.range(0, analysis.text.getText().length));
        });
      };
      await cost(5);
      const [short, long] = [await cost(40), await cost(160)];
      const growth = long / short;
      assert.ok(growth < 4 * 1.3, `4 times the documents took ${growth.toFixed(1)} times the work`);
    });
  }
}

const RESOURCE =
  "---\napiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: c\nspec:\n  controller:\n    replicas: 1\n";

test("operator resources cost as much as there are of them", async () => {
  const cost = (count: number) => {
    const analysis = analyse(RESOURCE.repeat(count), "operator");
    return workOf(() => engine.diagnostics(analysis));
  };
  await cost(5);
  const [short, long] = [await cost(200), await cost(800)];
  const growth = long / short;
  // No document looks at the others.
  assert.ok(growth < 4 * 1.1, `4 times the resources took ${growth.toFixed(2)} times the work`);
});
