import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type InsertPlace, itemText, keyText } from "../../../server/core/schema/insert-text.ts";
import { type JsonSchema, SchemaModel } from "../../../server/core/schema/model.ts";
import { expandSnippet } from "../../support/expand-snippet.ts";

const node = (schema: JsonSchema) => new SchemaModel(schema).root;
const STYLE = { indent: 2, indentIsShown: true, listIndent: 2, lineBreak: "\n" } as const;
/** A client that opens the list of values itself. */
const editor: InsertPlace = { style: STYLE, column: 2, flow: false, snippets: true, opensList: true };
const withStops: InsertPlace = { ...editor, opensList: false };
const bare: InsertPlace = { ...withStops, snippets: false };

const plain = (text: string) => ({ text, isSnippet: false });
const snippet = (text: string) => ({ text, isSnippet: true });

describe("the text that writes a key", () => {
  const CASES: [what: string, schema: JsonSchema, stops: ReturnType<typeof plain>, bare: string][] = [
    ["a default", { type: "integer", default: 1 }, snippet("k: ${1:1}"), "k: 1"],
    ["an empty default", { type: "string", default: "" }, plain("k: "), "k: "],
    ["no default", { type: "string" }, plain("k: "), "k: "],
    ["a boolean", { type: "boolean", default: true }, snippet("k: ${1|true,false|}"), "k: true"],
    ["an enumeration", { enum: ["a", "b,c"], default: "b,c" }, snippet("k: ${1|b\\,c,a|}"), "k: b,c"],
    ["an enumeration that may be empty", { enum: ["", "a", "b"], default: "" }, plain("k: "), "k: "],
    ["a string that needs quotes", { type: "string", default: "1" }, snippet('k: ${1:"1"}'), 'k: "1"'],
    ["a default with a dollar", { type: "string", default: "${x}" }, snippet("k: ${1:\\${x\\}}"), "k: ${x}"],
  ];
  for (const [what, schema, stops, text] of CASES) {
    test(`with ${what}`, () => {
      assert.deepEqual(keyText("k", node(schema), editor), plain("k: "));
      assert.deepEqual(keyText("k", node(schema), withStops), stops);
      assert.deepEqual(keyText("k", node(schema), bare), plain(text));
    });
  }

  test("opens a mapping and a list, without a stop", () => {
    for (const place of [editor, withStops, bare]) {
      assert.deepEqual(keyText("k", node({ type: "object" }), place), plain("k:\n    "));
      assert.deepEqual(keyText("k", node({ type: "array" }), place), plain("k:\n    - "));
    }
  });

  test("puts a list where the text's other lists are", () => {
    const place = { ...editor, style: { ...STYLE, indent: 4, listIndent: 0 } };
    assert.deepEqual(keyText("k", node({ type: "array" }), place), plain("k:\n  - "));
  });

  test("in brackets puts the cursor inside", () => {
    const flow = { ...editor, flow: true };
    assert.deepEqual(keyText("k", node({ type: "object" }), flow), snippet("k: {$0}"));
    assert.deepEqual(keyText("k", node({ type: "array" }), flow), snippet("k: [$0]"));
    assert.deepEqual(keyText("k", node({ type: "array" }), { ...flow, snippets: false }), plain("k: []"));
  });

  test("with a key that needs quotes", () => {
    assert.deepEqual(keyText("on", node({ type: "string" }), editor), plain('"on": '));
  });

  test("with a key that a snippet would read as a stop", () => {
    const { text } = keyText("$1", node({ type: "integer", default: 1 }), withStops);
    assert.equal(expandSnippet(text), "$1: 1");
  });
});

test("an item begins with the key that every item must have", () => {
  const items = node({ type: "object", required: ["name"], properties: { name: { type: "string" } } });
  assert.deepEqual(itemText(items, editor), plain("- name: "));
  assert.deepEqual(itemText(node({ type: "object" }), editor), plain("- "));
});
