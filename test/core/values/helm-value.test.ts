import assert from "node:assert/strict";
import { test } from "node:test";
import { toJson } from "../../../server/core/values/helm-tree.ts";
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

function checkValues(text: string, expected: unknown, helm: HelmMajor = 3): void {
  const { values, refusal } = read(text, helm);
  assert.equal(refusal, undefined);
  assert.deepEqual(values && toJson(values), expected);
}

/** The text at fault is between « and ». */
function checkRefusal(marked: string, message: RegExp, helm: HelmMajor = 3): void {
  const offset = marked.indexOf("«");
  const length = marked.indexOf("»") - offset - 1;
  const { refusal } = read(marked.replace(/[«»]/g, ""), helm);
  assert.ok(refusal, "nothing is refused");
  assert.match(refusal.message, message);
  assert.deepEqual([refusal.offset, refusal.length], [offset, length]);
}

test("an empty file, a comment and a null hold no values", () => {
  for (const text of ["", "# nothing\n", "null\n", "---\n"]) checkValues(text, {});
});

test("the last of equal keys stays, even if they are only equal as strings", () => {
  checkValues("a: 1\nb: 2\na: 3\n", { a: 3, b: 2 });
  checkValues("yes: 1\n'true': 2\n", { true: 2 });
});

test("a merge key overwrites what is above it and gives way to what is below it", () => {
  const base = "base: &base {a: base, b: base}\n";
  checkValues(`${base}x: {a: own, <<: *base, b: own}\n`, {
    base: { a: "base", b: "base" },
    x: { a: "base", b: "own" },
  });
});

test("of several mappings to merge, the first wins", () => {
  checkValues("x: {<<: [{a: 1}, {a: 2, b: 2}]}\n", { x: { a: 1, b: 2 } });
});

test("a quoted << is a key like any other", () => {
  checkValues("x: {'<<': {a: 1}}\n", { x: { "<<": { a: 1 } } });
});

test("Helm 3 ignores all documents but the first, Helm 4 merges them", () => {
  const text = "a: {x: 1}\n---\na: {z: 2}\nb: 3\n";
  checkValues(text, { a: { x: 1 } }, 3);
  checkValues(text, { a: { x: 1, z: 2 }, b: 3 }, 4);
});

test("Helm 3 ignores a broken second document", () => {
  checkValues("a: 1\n---\nb: [\n", { a: 1 }, 3);
  assert.ok(read("a: 1\n---\nb: [\n", 4).refusal);
});

test("what Helm refuses is refused at its place", () => {
  checkRefusal("«- a\n- b»\n", /must be a mapping/);
  checkRefusal("«just a text»\n", /must be a mapping/);
  checkRefusal("a: 1\n«null»: 2\n", /quotes/);
  checkRefusal("a: «.inf»\n", /infinity/);
  checkRefusal("a: {<<: «5»}\n", /mapping/);
  checkRefusal("a: «*nothing»\n", /anchor/i);
  checkRefusal("a: !!binary «x»\n", /base64/);
  checkRefusal('a: «"\\ud83d\\ude42"»\n', /half a character/);
  checkRefusal('a: «"\\udfff"»\n', /half a character/);
  checkRefusal("a: 1\n«\t»\nb: 2\n", /tab/);
  checkRefusal("a:\n-«\t»b\n", /tab/);
  checkRefusal("«%YAML 1.2»\n---\na: 1\n", /1\.1/);
  checkRefusal("a: «&x.y» 1\n", /"x\.y"/);
  checkRefusal("a: «&x.y» !!map # c\n  b: 1\n", /"x\.y"/);
  checkRefusal("a: &x\n  b: 1\nc: «*x.y»\n", /anchor/i);
});

test("Helm 4 refuses what shares a line with `---`, and directives before it", () => {
  checkValues("--- {a: 1}\n", { a: 1 }, 3);
  checkRefusal("«--- {a: 1}»\n", /Helm 4/, 4);
  checkRefusal("«%YAML 1.1»\n---\na: 1\n", /Helm 4/, 4);
});

test("to Helm 4 a block at the end of a file ends with a line break", () => {
  for (const style of ["|", ">"]) {
    checkValues(`a: ${style}\n  x`, { a: "x" }, 3);
    checkValues(`a: ${style}\n  x`, { a: "x\n" }, 4);
  }
});

test("for Helm 4 a carriage return alone neither begins a document nor ends a file", () => {
  // Asked of Helm 4.3.1, by its libraries.
  checkValues("b:   one\r--- a\r", { b: "one" }, 4);
  checkValues("sub: >+\r  # no comment\r  - c\r", { sub: "# no comment - c\n" }, 4);
});

test("tabs in strings and brackets are allowed", () => {
  checkValues("a: |\n  x\n\t\nb: [\n\t1]\n".replace("\t\n", "\n"), { a: "x\n", b: [1] });
});

test("aliases that repeat a document a thousand times are refused soon", () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0
      ? "l0: &l0 [x, x, x, x, x, x, x, x, x]"
      : `l${level}: &l${level} [${Array(9).fill(`*l${level - 1}`)}]`,
  );
  const { refusal } = read(`${levels.join("\n")}\n`);
  assert.match(refusal?.message ?? "", /repeat too much/);
});

test("a moderate number of aliases is allowed", () => {
  const text = `base: &base {a: 1, b: [1, 2, 3]}\nall: [${Array(50).fill("*base")}]\n`;
  assert.equal(read(text).refusal, undefined);
});

test("property names of JavaScript's own objects are keys like any other", () => {
  const { values } = read("__proto__: {a: 1}\nconstructor: 2\n");
  assert.deepEqual([...(values?.entries.keys() ?? [])], ["__proto__", "constructor"]);
});
