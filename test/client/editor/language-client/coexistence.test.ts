import assert from "node:assert/strict";
import { matchesGlob } from "node:path";
import { test } from "node:test";
import {
  type CoexistenceQuestion,
  isLeftBySchema,
  isOnAlias,
  isYieldedDiagnostic,
  type OtherYamlExtension,
  yieldedFeatures,
} from "../../../../client/editor/language-client/coexistence.ts";

const OTHER: OtherYamlExtension = {
  validate: true,
  hover: true,
  completion: true,
  format: true,
  schemas: {},
};
const ALWAYS_SHARED = ["symbols", "folding", "selectionRanges", "definition", "rename"];
const WITH_SCHEMA = [
  ...ALWAYS_SHARED,
  "formatting",
  "syntaxDiagnostics",
  "schemaDiagnostics",
  "hover",
  "completion",
];
const WITHOUT_SCHEMA = [...ALWAYS_SHARED, "formatting", "syntaxDiagnostics"];

function checkYielded(question: Partial<CoexistenceQuestion>, expected: readonly string[]): void {
  const yielded = yieldedFeatures({
    mode: "auto",
    other: OTHER,
    text: "controller:\n  replicas: 1\n",
    matches: (glob) => matchesGlob("/home/me/deploy/values.yaml", glob),
    ...question,
  });
  assert.deepEqual([...yielded].sort(), [...expected].sort());
}

test("without another extension, nothing is left to one", () => checkYielded({ other: undefined }, []));

test('the setting "always" keeps everything', () => checkYielded({ mode: "always" }, []));

test("what the other extension answers for every YAML file is left to it", () =>
  checkYielded({}, WITHOUT_SCHEMA));

test("what is switched off there is kept here", () => {
  checkYielded({ other: { ...OTHER, validate: false, format: false } }, ALWAYS_SHARED);
  const text = "# yaml-language-server: $schema=./values.schema.json\n";
  const other = { ...OTHER, hover: false, completion: false };
  checkYielded({ text, other }, [...WITHOUT_SCHEMA, "schemaDiagnostics"]);
});

for (const text of [
  "# yaml-language-server: $schema=https://example.org/s.json\na: 1\n",
  "# License\n\n# yaml-language-server: $schema: ./s.json\r\na: 1\n",
  "%YAML 1.1\n---\n# $schema: ./s.json\na: 1\n",
]) {
  test(`a schema named in the header is found: ${JSON.stringify(text)}`, () =>
    checkYielded({ text }, WITH_SCHEMA));
}

for (const text of [
  "a: 1\n# $schema: ./s.json\n",
  "# yaml-language-server: other\n",
  "$schema: ./s.json\n",
  "",
]) {
  test(`no schema is named in ${JSON.stringify(text)}`, () => checkYielded({ text }, WITHOUT_SCHEMA));
}

const globs: readonly (readonly [globs: unknown, hasSchema: boolean])[] = [
  ["values.yaml", true],
  ["/deploy/*.yaml", true],
  [["*.json", "deploy/**"], true],
  [["*.yaml", "!values.yaml"], false],
  [["!values.yaml", "*.yaml"], true],
  ["other/*.yaml", false],
  [[], false],
  ["", false],
  [null, false],
  [{ not: "a glob" }, false],
];
for (const [value, hasSchema] of globs) {
  test(`yaml.schemas with ${JSON.stringify(value)} ${hasSchema ? "covers" : "does not cover"} deploy/values.yaml`, () => {
    const other = { ...OTHER, schemas: { "https://example.org/s.json": value } };
    checkYielded({ other }, hasSchema ? WITH_SCHEMA : WITHOUT_SCHEMA);
  });
}

test("diagnostics that the other extension gives too are left to it, and ours stay", () => {
  const syntax = yieldedFeatures({ mode: "auto", other: OTHER, text: "", matches: () => false });
  const schema = yieldedFeatures({
    mode: "auto",
    other: { ...OTHER, schemas: { s: "*" } },
    text: "",
    matches: () => true,
  });
  const left = (yielded: typeof syntax) =>
    [
      "syntax",
      "duplicate-key",
      "unknown-key",
      "wrong-type",
      "not-allowed",
      "misplaced-key",
      "required-for-install",
    ].filter((code) => isYieldedDiagnostic(code, yielded));
  assert.deepEqual(left(syntax), ["syntax"]);
  assert.deepEqual(left(schema), ["syntax", "unknown-key", "wrong-type", "not-allowed"]);
  assert.deepEqual(left(new Set()), []);
  assert.deepEqual([syntax, schema, new Set<never>()].map(isLeftBySchema), [false, true, false]);
});

for (const [line, expected] of [
  ["labels: $0*shared", true],
  ["labels: *sha$0red # b", true],
  ["labels: [*a, *shared$0]", true],
  ["labels: [*a$0, b]", true],
  ["lab$0els: *shared", false],
  ["labels: *shared $0", false],
  ["replicas: $02", false],
  ["$0", false],
] as const) {
  test(`${line} is ${expected ? "" : "not "}on an alias`, () => {
    assert.equal(isOnAlias(line.replace("$0", ""), line.indexOf("$0")), expected);
  });
}
