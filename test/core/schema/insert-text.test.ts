import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { itemText, keyText, snippetEscape } from "../../../server/core/schema/insert-text.ts";
import { type JsonSchema, SchemaModel } from "../../../server/core/schema/model.ts";
import { expandSnippet } from "../../support/expand-snippet.ts";

const node = (schema: JsonSchema) => new SchemaModel(schema).root;
const place = { style: { indent: 2, lineBreak: "\n" as const }, column: 2, flow: false, snippets: true };
const plain = { ...place, snippets: false };

describe("the text that writes a key", () => {
  const CASES: [what: string, schema: JsonSchema, snippet: string, plain: string][] = [
    ["a default", { type: "integer", default: 1 }, "k: ${1:1}", "k: 1"],
    ["an empty default", { type: "string", default: "" }, 'k: "$1"', 'k: ""'],
    ["no default", { type: "string" }, "k: $1", "k: "],
    ["a boolean", { type: "boolean", default: true }, "k: ${1|true,false|}", "k: true"],
    ["an enumeration", { enum: ["a", "b,c"], default: "b,c" }, "k: ${1|b\\,c,a|}", "k: b,c"],
    ["a mapping", { type: "object" }, "k:\n    $1", "k:\n    "],
    ["a list", { type: "array" }, "k:\n    - $1", "k:\n    - "],
    ["a default with a dollar", { type: "string", default: "${x}" }, "k: ${1:\\${x\\}}", "k: ${x}"],
  ];
  for (const [what, schema, snippet, text] of CASES) {
    test(`with ${what}`, () => {
      assert.equal(keyText("k", node(schema), place), snippet);
      assert.equal(keyText("k", node(schema), plain), text);
    });
  }

  test("in brackets", () => {
    const flow = { ...place, flow: true };
    assert.equal(keyText("k", node({ type: "object" }), flow), "k: {$1}");
    assert.equal(keyText("k", node({ type: "array" }), flow), "k: [$1]");
  });

  test("with a key that needs quotes", () => {
    assert.equal(keyText("on", node({ type: "string" }), plain), '"on": ');
  });
});

test("an item begins with the key that every item must have", () => {
  const items = node({ type: "object", required: ["name"], properties: { name: { type: "string" } } });
  assert.equal(itemText(items, place), "- name: $1");
  assert.equal(itemText(node({ type: "object" }), plain), "- ");
});

test("what is escaped comes out of a snippet as it was", () => {
  for (const text of ["a", "${1:x}", "$0", "\\", "}", "a\\$b"]) {
    assert.equal(expandSnippet(snippetEscape(text, true)), text);
    assert.equal(snippetEscape(text, false), text);
  }
});
