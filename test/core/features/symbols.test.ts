import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { GOOD_FILES } from "../support/corpus.ts";
import { analyse, engine } from "../support/engine.ts";

const symbolsOf = (text: string, kind: DocumentKind = "values") => engine.symbols(analyse(text, kind));

/** The outline as indented lines: `name: detail`. */
function outline(symbols: readonly DocumentSymbol[], depth = 0): string[] {
  return symbols.flatMap(({ name, detail, children }) => [
    `${"  ".repeat(depth)}${name}${detail === undefined ? "" : `: ${detail}`}`,
    ...outline(children ?? [], depth + 1),
  ]);
}

function flat(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flat(symbol.children ?? [])]);
}

const checkOutline = (text: string, expected: readonly string[]) =>
  assert.deepEqual(outline(symbolsOf(text)), expected);

describe("symbols", () => {
  test("keys with their values, level by level", () => {
    checkOutline("webhook:\n  replicas: 2\n  service: {port: 443}\nimage:\n  tag: v1\n", [
      "webhook",
      "  replicas: 2",
      "  service",
      "    port: 443",
      "image",
      "  tag: v1",
    ]);
  });

  test("items by their names, otherwise by their values or numbers", () => {
    checkOutline(
      "controller:\n  volumes:\n    - name: ca\n      secret: {}\n    - emptyDir: {}\n  x: [a, '']\n",
      [
        "controller",
        "  volumes",
        "    ca",
        "      name: ca",
        "      secret",
        "    1",
        "      emptyDir",
        "  x",
        "    a: a",
        "    1",
      ],
    );
  });

  test("the first line of a multi-line string", () => {
    checkOutline("podAnnotations:\n  a: |\n    one\n    two\n", ["podAnnotations", "  a: one"]);
  });

  test("an empty key still has a name", () => {
    checkOutline('podLabels:\n  "": a\n', ["podLabels", '  "": a']);
  });

  test("each document of a file", () => {
    checkOutline("image: {}\n---\nwebhook: {}\n", ["image", "webhook"]);
  });

  test("what can be read of a broken document", () => {
    checkOutline("webhook:\n  replicas: 2\n  sidec\nimage:\n  tag: v1\n", [
      "webhook",
      "  replicas: 2",
      "image",
      "  tag: v1",
    ]);
  });

  test("kinds", () => {
    const kinds = flat(symbolsOf("a: {b: [x], c: 1, d: true, e: null}\n")).map(({ kind }) => kind);
    const { Module, Array: List, String: Text, Number: Amount, Boolean: Switch, Null } = SymbolKind;
    assert.deepEqual(kinds, [Module, List, Text, Amount, Switch, Null]);
  });

  test("an editor can select the key and reveal all of it", () => {
    const [symbol] = symbolsOf("webhook:\n  replicas: 2\n");
    assert.deepEqual(symbol?.selectionRange, {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 7 },
    });
    assert.deepEqual(symbol?.range, { start: { line: 0, character: 0 }, end: { line: 1, character: 13 } });
  });

  test("no more than an editor can show", () => {
    const text = `podLabels:\n${Array.from({ length: 20_000 }, (_, index) => `  l${index}: a\n`).join("")}`;
    const count = flat(symbolsOf(text)).length;
    assert.ok(count <= 5000 && count > 4000, `${count} symbols`);
  });

  for (const { name, kind, text } of GOOD_FILES) {
    test(`in ${kind} file ${name}, a range holds the selection and the children`, () => {
      const inside = (inner: DocumentSymbol["range"], outer: DocumentSymbol["range"]) => {
        const at = ({ line, character }: { line: number; character: number }) => line * 10_000 + character;
        return at(outer.start) <= at(inner.start) && at(inner.end) <= at(outer.end);
      };
      for (const symbol of flat(symbolsOf(text, kind))) {
        assert.notEqual(symbol.name, "");
        assert.ok(inside(symbol.selectionRange, symbol.range), symbol.name);
        for (const child of symbol.children ?? []) assert.ok(inside(child.range, symbol.range), child.name);
      }
    });
  }
});
