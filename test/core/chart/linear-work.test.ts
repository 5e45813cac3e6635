import assert from "node:assert/strict";
import { test } from "node:test";
import { readChart } from "../../../server/core/chart/read-chart.ts";
import { readResourceDefinitions } from "../../../server/core/schema/resource/resource-definition.ts";
import { workOf } from "../../support/count-work.ts";
import { analyseBeside } from "../support/chart-at-hand.ts";
import { CHART_SHAPES, filesIn } from "../support/chart-shapes.ts";
import { engine } from "../support/engine.ts";

/*
 * Reading a chart or a definition of the operator resource, and checking values beside a chart, costs at most as much more as
 * the files are longer, whatever is in them: the shapes of `npm run growth`, with work that is counted.
 */

const VALUES = "controller:\n  replicas: 1\n  labels: {a: b}\n  key1: 1\nmore:\n  key2: 2\n";

async function check(text: string): Promise<void> {
  const analysis = analyseBeside(VALUES, readChart(filesIn(text), "file:///chart", text));
  await engine.diagnostics(analysis);
  for (const line of [1, 5]) {
    engine.hover(analysis, { line, character: 2 });
    engine.completion(analysis, { line, character: 2 }, { snippets: true });
  }
}

const TIMES = 4;

for (const { name, kind, make } of CHART_SHAPES) {
  test(`${name}: work grows no faster than the text`, async () => {
    const work = (count: number) => {
      const text = make(count);
      return workOf(() => (kind === "chart" ? check(text) : readResourceDefinitions(text, "a.yaml")));
    };
    const [short, long] = [await work(200), await work(200 * TIMES)];
    const growth = long / short;
    assert.ok(growth < TIMES * 1.3, `${TIMES} times the text took ${growth.toFixed(1)} times the work`);
  });
}
