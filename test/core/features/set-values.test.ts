import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { toJson } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { GOOD_FILES, withCarriageReturns } from "../support/corpus.ts";
import { analyse, engine } from "../support/engine.ts";

const ORIGIN = { kind: "file", file: 0, name: "", value: { offset: 0, length: 0 } } as const;

/** A text with values set, given as `path=value`. */
function set(text: string, ...values: readonly string[]): string {
  const analysis = analyse(text);
  const asked = values.map((entry) => {
    const equals = entry.indexOf("=");
    return { path: entry.slice(0, equals), value: entry.slice(equals + 1) };
  });
  const result = engine.setValues(analysis, asked);
  assert.ok("edits" in result, "problem" in result ? result.problem : "");
  return TextDocument.applyEdits(analysis.text, [...result.edits]);
}

describe("a string stays a string for Helm", () => {
  const texts = [
    "yes",
    "off",
    "null",
    "~",
    "",
    "12",
    "0o14",
    "1_000",
    "1e3",
    ".inf",
    "0x1F",
    "true",
    "1.5",
    "a: b",
    "a #b",
    "- a",
    "*a",
    "&a",
    "{a}",
    "[a",
    "a,b",
    "a]",
    "it's",
    '"',
    " a ",
    "a\nb",
    "a\tb",
    "2001-01-01",
    "<subdomain>.<cluster_domain>",
    "%a",
    "@a",
    "`a`",
    "é€😀",
    "y",
    "=",
    "<<",
    "---",
    "?",
    "a\\b",
    "|",
    "\u0007",
    "\u2028",
  ];
  for (const [where, before] of [
    ["as a new key", ""],
    ["in place of a value", "a: {b: c}\nx: old\n"],
    ["in place of a quoted value", "x: 'old'\n"],
    ["in brackets", "{a: 1}\n"],
  ] as const) {
    test(where, () => {
      for (const text of texts) {
        const edited = set(before, `x=${text}`);
        const { values } = readValues(parseYaml(edited), 3, () => ORIGIN);
        assert.ok(values, edited);
        assert.equal((toJson(values) as Record<string, unknown>).x, text, edited);
      }
    });
  }
});

describe("in files as people write them, everything else stays as it is", () => {
  const asked = {
    "subscriptionServer.domain": "a.example.com",
    "subscriptionServer.dnsTarget": "on",
    "webhook.new": "x",
  };
  const read = (text: string) => {
    const { values } = readValues(parseYaml(text), 3, () => ORIGIN);
    assert.ok(values);
    return toJson(values) as Record<string, Record<string, unknown>>;
  };
  const comments = (text: string) => text.match(/(?<=^|\s)#.*$/gm) ?? [];
  const files = GOOD_FILES.filter(({ kind }) => kind === "values");
  for (const { name, text } of files.flatMap((file) => [file, withCarriageReturns(file)])) {
    test(name, () => {
      const pairs = Object.entries(asked).map(([key, value]) => `${key}=${value}`);
      const edited = set(text, ...pairs);
      const wanted = read(text);
      for (const [key, value] of Object.entries(asked)) {
        const [component = "", leaf = ""] = key.split(".");
        wanted[component] = { ...wanted[component], [leaf]: value };
      }
      assert.deepEqual(read(edited), wanted);
      assert.deepEqual(comments(edited), comments(text));
      assert.equal(/(?<!\r)\n/.test(edited), /(?<!\r)\n/.test(text));
      assert.equal(set(edited, ...pairs), edited);
    });
  }
});

test("a text that is cut off anywhere gets an answer, which is edits or a sentence", () => {
  const values = [{ path: "subscriptionServer.domain", value: "a.example.com" }];
  const answers = { edits: 0, problem: 0 };
  for (const { text, kind } of GOOD_FILES.slice(0, 12)) {
    if (kind !== "values") continue;
    for (let end = 1; end < text.length; end += 31) {
      const result = engine.setValues(analyse(text.slice(0, end)), values);
      answers["edits" in result ? "edits" : "problem"]++;
    }
  }
  assert.ok(answers.edits > 5 * answers.problem, JSON.stringify(answers));
});
