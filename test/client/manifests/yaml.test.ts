import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  isMap,
  mapOf,
  readDocuments,
  readYaml,
  writeYaml,
  YamlError,
} from "../../../client/manifests/yaml.ts";

/** The answers of a real kubectl; record-yaml.ts asks it again. */
const kubectl: { kubectl: string; documents: [text: string, json: string | null][] } =
  recorded("./kubectl-yaml.json");

/** The answers of a real Helm. */
const helm: { helm: string; values: [text: string, json: string | null][] } = recorded(
  "../../core/yaml/reader/helm-scalars.json",
);

describe("YAML is read as kubectl reads it", () => {
  for (const [text, json] of kubectl.documents) {
    test(`${JSON.stringify(text)} is ${json ?? "refused"}, as kubectl ${kubectl.kubectl} has it`, () => {
      if (json === null) assert.throws(() => readYaml(text), YamlError);
      else assert.deepEqual(readYaml(text), [JSON.parse(json)]);
    });
  }
});

describe("YAML is read as Helm reads it", () => {
  for (const [text, json] of helm.values) {
    test(`the value ${JSON.stringify(text)} is ${json ?? "refused"}, as Helm ${helm.helm} has it`, () => {
      const yaml = `given: ${text}\n`;
      if (json === null) assert.throws(() => readYaml(yaml), YamlError);
      else assert.deepEqual(readYaml(yaml), [{ given: JSON.parse(json) }]);
    });
  }

  test("there are answers", () => {
    assert.ok(kubectl.documents.length > 30 && helm.values.length > 400);
  });
});

test("what is written is read back as it was, whatever a string looks like", () => {
  for (const [text] of helm.values) {
    const value = { text, [text]: [text, { nested: text }] };
    assert.deepEqual(readYaml(writeYaml(value)), [value], JSON.stringify(text));
  }
});

test("if plain values are strings, a version keeps its zero", () => {
  const text = 'version: 1.10\nappVersion: 0755\nflag: yes\nquoted: "a"\nempty:\n';
  const read = { version: "1.10", appVersion: "0755", flag: "yes", quoted: "a", empty: "" };
  assert.deepEqual(readYaml(text, { plainAsText: true }), [read]);
});

describe("a stream", () => {
  test("has a value for each document, and null for an empty one", () => {
    assert.deepEqual(readYaml("a: 1\n---\n# nothing\n---\nb: 2\n"), [{ a: 1 }, null, { b: 2 }]);
    assert.deepEqual(readYaml(""), []);
  });

  test("keeps its other documents if one is broken, and none can use an anchor of another", () => {
    const stream = "a: &one 1\n---\nb: [\n---\nc: *one\n---\nd: 4\n";
    assert.deepEqual(readDocuments(stream), [{ value: { a: 1 } }, {}, {}, { value: { d: 4 } }]);
  });
});

test("an error names the line, and quotes nothing", () => {
  for (const [text, line] of [
    ["a: 1\nb: [\nc: 2\n", 3],
    ["a: 1\nsecret: *s3cret\n", 2],
    ["a: 1\n\nsecret: !!int s3cret\n", 3],
    ["a: 1\nb: {<<: s3cret}\n", 2],
    ['a: "\\s3cret"\n', 1],
    ["a: !s3cret!x y\n", 1],
    ["? [s3cret]\n: 1\n", 1],
  ] as const) {
    assert.throws(
      () => readYaml(text),
      (error) => {
        assert.ok(error instanceof YamlError, String(error));
        assert.equal(error.line, line, JSON.stringify(text));
        assert.match(error.message, /^Line \d+: .+[^.]\.$/);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      },
    );
  }
});

test("a document that its aliases would make enormous is rejected", () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? "a0: &a0 [x]" : `a${level}: &a${level} [${`*a${level - 1},`.repeat(10)}]`,
  );
  assert.throws(() => readYaml(levels.join("\n")), /aliases make the document too large/);
  const merges = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? "a0: &a0 {x: 1}" : `a${level}: &a${level} {<<: [${`*a${level - 1},`.repeat(10)}]}`,
  );
  assert.throws(() => readYaml(merges.join("\n")), /aliases make the document too large/);
});

test("a mapping is told apart from a list and from nothing", () => {
  assert.deepEqual([isMap({}), isMap([]), isMap(null), isMap("a")], [true, false, false, false]);
  assert.deepEqual([mapOf({ a: 1 }), mapOf([1]), mapOf(undefined)], [{ a: 1 }, {}, {}]);
});

function recorded<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
