import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../../server/core/fault-text.ts";
import { type ReadResult, readValues } from "../../../server/core/values/helm-value.ts";
import type { HelmMajor } from "../../../server/core/values/refusal.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";

function read(text: string, helm: HelmMajor = 3): ReadResult {
  return readValues(parseYaml(text), helm, (value) => ({
    kind: "file",
    file: 0,
    name: "values.yaml",
    value,
  }));
}

test("aliases that repeat a document a thousand times are refused soon", () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? "l0: &l0 [x, x, x, x, x, x, x, x, x]"
      : `l${level}: &l${level} [${Array(9).fill(`*l${level - 1}`)}]`,
  );
  const { refusal } = read(`${levels.join("\n")}\n`);
  assert.match(refusal ? faultText(refusal.fault) : "", /repeat too much/);
});

test("a moderate number of aliases is allowed", () => {
  const text = `base: &base {a: 1, b: [1, 2, 3]}\nall: [${Array(50).fill("*base")}]\n`;
  assert.equal(read(text).refusal, undefined);
});

test("property names of JavaScript's own objects are keys like any other", () => {
  const { values } = read("__proto__: {a: 1}\nconstructor: 2\n");
  assert.deepEqual([...(values?.entries.keys() ?? [])], ["__proto__", "constructor"]);
});
