import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { load } from "js-yaml";
import { TextDocument } from "vscode-languageserver-textdocument";
import { effort } from "../../support/effort.ts";
import { analyse, engine, withCursor } from "../support/engine.ts";

function analysed(marked: string) {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text);
  return { analysis, position: analysis.text.positionAt(offset) };
}

const linesOf = (marked: string) => {
  const { analysis, position } = analysed(marked);
  return engine.references(analysis, position, true).map(({ name }) => name.start.line);
};

// YAML 1.2, 7.1: an alias means the most recent node above it with the name.
test("of two anchors with one name, aliases belong to the last one above them", () => {
  const text = "a: &x 1\nb: *x\nc: &x 2\nd: *x\n";
  assert.deepEqual(linesOf(text.replace("&x 1", "&$0x 1")), [0, 1]);
  assert.deepEqual(linesOf(text.replace("b: *x", "b: *$0x")), [0, 1]);
  assert.deepEqual(linesOf(text.replace("&x 2", "&x$0 2")), [2, 3]);
  assert.deepEqual(linesOf(text.replace("d: *x", "d: $0*x")), [2, 3]);
});

test("the same name in another document is another anchor", () => {
  const text = "a: &x 1\nb: *$0x\n---\na: &y 1\n";
  assert.deepEqual(linesOf(text), [0, 1]);
  const { analysis, position } = analysed(text);
  const renaming = engine.rename(analysis, position, "y");
  assert.ok(renaming && "edits" in renaming);
});

// An anchor or an alias for each of some keys, of few names, so that there are several of one name.
const lines = fc.array(fc.record({ name: fc.constantFrom("a", "b", "c"), isAnchor: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

test("whatever an anchor is renamed to, each value stays what it was, or the name is refused", () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.constantFrom("a", "b", "c", "d"), (all, index, name) => {
      // The line of the anchor that each line means, by the last one above it.
      const meant: number[] = [];
      const anchors = new Map<string, number>();
      const text = all
        .map((part, line) => {
          const isAnchor = part.isAnchor || !anchors.has(part.name);
          if (isAnchor) anchors.set(part.name, line);
          meant.push(anchors.get(part.name) ?? line);
          return `k${line}: ${isAnchor ? `&${part.name} ${line}` : `*${part.name}`}\n`;
        })
        .join("");
      const analysis = analyse(text);
      const position = { line: index % all.length, character: 4 };
      const renaming = engine.rename(analysis, position, name);
      assert.ok(renaming);
      const named = meant[position.line];
      const isTaken = all.some((part, line) => part.name === name && meant[line] === line && line !== named);
      assert.equal("refusal" in renaming, isTaken, text);
      if ("refusal" in renaming) return;
      const after = TextDocument.applyEdits(analysis.text, renaming.edits);
      assert.deepEqual(load(after), load(text), `${text}\n${after}`);
    }),
    effort(2000),
  );
});
