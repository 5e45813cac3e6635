import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { chartWords, pathFrom } from "../../../client/files/chart-words.ts";
import { modeline } from "../../../client/texts/modeline.ts";
import { findModeline } from "../../../server/core/yaml/modeline.ts";
import { effort } from "../../support/effort.ts";

suite("what names a chart at the top of a file", () => {
  test("is what the server reads there, whatever the chart is called", () => {
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }));
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (chart, version) => {
        const words = chartWords({ chart, ...(version !== undefined && { version }) });
        if (words === undefined) return;
        const read = findModeline(`${modeline("values", words)}\na: 1\n`);
        assert.deepEqual([read?.meaning, read?.chart, read?.version], ["values", chart, version]);
      }),
      effort(200),
    );
  });

  for (const chart of [
    "a b",
    "a,b",
    "a\nb",
    "a\u2028b",
    "a\u202eb",
    "it's",
    'a"b',
    "a`b",
    "",
    "x".repeat(200),
  ]) {
    test(`${JSON.stringify(chart).slice(0, 20)} cannot be there`, () => {
      assert.equal(chartWords({ chart }), undefined);
      assert.equal(chartWords({ chart: "./charts/cop", version: chart }), undefined);
    });
  }
});

suite("the path from a file", () => {
  for (const [file, to, expected] of [
    ["/ws/values.yaml", "/ws/charts/cop", "./charts/cop"],
    ["/ws/values.yaml", "/ws", "."],
    ["/ws/prod/a/values.yaml", "/ws/charts/cop.tgz", "../../charts/cop.tgz"],
    ["/ws/charts/cop/ci/values.yaml", "/ws/charts/cop", ".."],
    ["/ws/values.yaml", "/ws2/cop", "../ws2/cop"],
    ["/c:/ws/values.yaml", "/C:/ws/cop", "./cop"],
    ["/c:/ws/values.yaml", "/d:/cop", "d:/cop"],
  ] as const) {
    test(`${file} to ${to} is ${expected}`, () => {
      assert.equal(pathFrom(file, to), expected);
    });
  }
});
