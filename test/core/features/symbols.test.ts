import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type DocumentSymbol, SymbolKind } from "vscode-languageserver-types";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { GOOD_FILES } from "../support/corpus.ts";
import { analyse, engine } from "../support/engine.ts";

const symbolsOf = (text: string, kind: DocumentKind = "values") => engine.symbols(analyse(text, kind));

function flat(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flat(symbol.children ?? [])]);
}

describe("symbols", () => {
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
        const orderOf = ({ line, character }: { line: number; character: number }) =>
          line * 10_000 + character;
        return orderOf(outer.start) <= orderOf(inner.start) && orderOf(inner.end) <= orderOf(outer.end);
      };
      for (const symbol of flat(symbolsOf(text, kind))) {
        assert.notEqual(symbol.name, "");
        assert.ok(inside(symbol.selectionRange, symbol.range), symbol.name);
        for (const child of symbol.children ?? []) assert.ok(inside(child.range, symbol.range), child.name);
      }
    });
  }
});
