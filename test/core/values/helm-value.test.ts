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
  assert.match(refusal ? faultText(refusal.fault) : "", /expand to too much/);
});

test("a moderate number of aliases is allowed", () => {
  const text = `base: &base {a: 1, b: [1, 2, 3]}\nall: [${Array(50).fill("*base")}]\n`;
  assert.equal(read(text).refusal, undefined);
});

test("property names of JavaScript's own objects are keys like any other", () => {
  const { values } = read("__proto__: {a: 1}\nconstructor: 2\n");
  assert.deepEqual([...(values?.entries.keys() ?? [])], ["__proto__", "constructor"]);
});

const LONG = 200_000;

/** Texts that a search going back over them would take hours for, with the beginning of what Helm 4 refuses in them. */
const LONG_TEXTS: Readonly<Record<string, readonly [text: string, refusal: string | undefined]>> = {
  "spaces after a separator": [`a: 1\n---${" ".repeat(LONG)}x\n`, "For Helm 4, every line that begins"],
  "dashes as a separator": [`a: 1\n${"-".repeat(LONG)}\n`, "For Helm 4, every line that begins"],
  "separators in a line": [`a: x${" ---".repeat(LONG)}\n`, undefined],
  "comments before a directive": [`${" #\n".repeat(LONG)}%YAML 1.1\n---\na: 1\n`, "Helm 4 separates"],
  "spaces before a version": [`%YAML${" ".repeat(LONG)}1.2\n---\na: 1\n`, "Helm "],
  "backslashes before half a character": [`a: "${"\\\\".repeat(LONG)}\\ud83d"\n`, "Helm "],
  "backslashes before an escape": [`a: "${"\\\\".repeat(LONG)}\\u0041"\n`, undefined],
  "tabs in a line": [`a: 1\n${"\t".repeat(LONG)}\nb: 1\n`, "Helm "],
  "tabs before a text": [`a: |\n  x\n  ${"\t ".repeat(LONG)}x\n`, undefined],
};

for (const [name, [text, expected]] of Object.entries(LONG_TEXTS)) {
  test(`200,000 ${name} are read in one way`, () => {
    const { refusal } = read(text, 4);
    const said = refusal && faultText(refusal.fault);
    assert.equal(said?.slice(0, expected?.length), expected);
  });
}
