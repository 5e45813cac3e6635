import assert from "node:assert/strict";
import { test } from "node:test";
import { keyAt, type ReadChart } from "../../../server/core/chart/chart.ts";
import { readChart } from "../../../server/core/chart/read-chart.ts";

function read(files: Readonly<Record<string, string>>): ReadChart {
  return readChart(new Map(Object.entries({ "templates/a.yaml": "{{ .Values.own }}", ...files })), "", "");
}

const listed = (count: number) =>
  `name: mine\ndependencies: [${Array.from({ length: count }, (_, index) => `{name: sub, version: 1.0.0, alias: a${index}}`)}]\n`;
const SUB = {
  "charts/sub/Chart.yaml": "name: sub\nversion: 1.0.0\n",
  "charts/sub/templates/a": "{{ .Values.k0 }}",
};
const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => `k${index}: {a: 1, b: 2}\n`).join("");

test("a chart that is used hundreds of times, or is very large, comes to an end, and any key may be its own", () => {
  const { keys: found } = read({ "Chart.yaml": listed(999), ...SUB, "charts/sub/values.yaml": keys(10_000) });
  assert.equal(keyAt(found, ["a0", "k9999", "b"])?.default, 2);
  assert.equal(keyAt(found, ["a0"])?.reads, "these");
  for (const alias of ["a50", "a998"]) {
    assert.equal(keyAt(found, [alias, "k9999"]), undefined);
    assert.notEqual(keyAt(found, [alias])?.reads, "these");
  }
});

test("names that JavaScript has for itself are keys like others", () => {
  const { keys: found } = read({
    "Chart.yaml": "name: mine\ndependencies: [{name: sub, version: 1.0.0, alias: __proto__}]\n",
    ...SUB,
    "values.yaml": "__proto__: {constructor: {x: 1}}\n",
    "charts/sub/values.yaml": "constructor: {z: 2}\nk0: 1\n",
  });
  assert.deepEqual(
    [["constructor", "x"], ["constructor", "z"], ["k0"]].map(
      (path) => keyAt(found, ["__proto__", ...path])?.default,
    ),
    [1, 2, 1],
  );
});

test("a mapping is not replaced by nothing, and what is no mapping replaces one", () => {
  const { keys: found } = read({
    ...SUB,
    "values.yaml": "sub: {level: null, text: {a: 1}}\n",
    "charts/sub/values.yaml": "level: {x: 1}\ntext: words\n",
  });
  assert.deepEqual(
    [["level"], ["text"], ["text", "a"]].map((path) => keyAt(found, ["sub", ...path])?.default),
    [null, { a: 1 }, 1],
  );
});
