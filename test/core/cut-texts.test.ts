import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Position, Range } from "vscode-languageserver-types";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import { spreadFrom } from "../support/effort.ts";
import { GOOD_FILES, MISTAKES, withCarriageReturns } from "./support/corpus.ts";
import { analyse, engine } from "./support/engine.ts";

/*
 * Every text is cut at every offset, long ones at every third, and every feature is requested at the cut: nothing
 * throws, and every range lies inside the text.
 */

const LONG = 400;

const texts = [...GOOD_FILES, { name: "of mistakes", kind: "values" as const, text: MISTAKES }];

for (const { name, kind, text } of texts) {
  test(`${kind} file ${name}, cut anywhere`, async () => {
    for (const cut of spreadFrom(0, text.length, text.length > LONG ? 3 : 1))
      await askEverything(analyse(text.slice(0, cut), kind), cut);
  });
}

for (const { name, kind, text } of texts.map(withCarriageReturns)) {
  test(`${kind} file ${name}, while the end of any line is being typed`, async () => {
    for (const cut of spreadFrom(0, text.length, 7)) {
      const lineEnd = text.indexOf("\r", cut);
      const rest = lineEnd < 0 ? "" : text.slice(lineEnd);
      await askEverything(analyse(text.slice(0, cut) + rest, kind), cut);
    }
  });
}

describe("odd texts", () => {
  const odd = {
    empty: "",
    "a line break": "\n",
    "a byte order mark": "\uFEFF",
    "only a colon": ":",
    "only brackets": "{[",
    "only a dash": "-",
    "a marker": "---",
    tabs: "\t\t\n\twebhook:\n\t\tsidecar: true\n",
    "carriage returns alone": "webhook:\r  sidecar: true\r",
    "half a surrogate pair": "image: \uD800\n  tag: \uDC00",
    "an emoji": "podLabels: {a: \u{1F600}}\n",
    "characters that YAML forbids": "image:\n  tag: \u0000\u0001\n",
    "a list": "- a\n- b\n",
    "a plain string": "just words\n",
    "keys of every kind": "1: a\ntrue: b\nnull: c\n? [x]\n: d\n'': e\n__proto__: {a: b}\nconstructor: f\n",
    "an alias of itself": "a: &a [*a]\nb: &b {c: *b}\n",
    "templates everywhere": "{{- if .x }}\nimage: {{ .y }}\n{{- end }}\n",
  };
  for (const [name, text] of Object.entries(odd)) {
    test(name, async () => {
      for (let offset = 0; offset <= text.length; offset++) await askEverything(analyse(text), offset);
      for (let offset = 0; offset <= text.length; offset++)
        await askEverything(analyse(text, "operator"), offset);
    });
  }
});

async function askEverything(analysis: Analysis, offset: number): Promise<void> {
  const position = analysis.text.positionAt(offset);
  const inside = checkerOf(analysis);
  for (const item of engine.completion(analysis, position, { snippets: true })) {
    engine.resolveCompletion(item);
    if (item.textEdit && "range" in item.textEdit) inside(item.textEdit.range, item.label);
  }
  inside(engine.hover(analysis, position)?.range, "hover");
  for (const symbol of engine.symbols(analysis)) inside(symbol.range, symbol.name);
  for (const { startLine, endLine } of engine.folding(analysis)) {
    assert.ok(startLine < endLine && endLine < analysis.text.lineCount);
  }
  for (const offer of engine.snippets(analysis, position)) inside(offer.range, offer.name);
  for (const edit of engine.missingDefaults(analysis)) inside(edit.range, "defaults");
  const diagnostics = await engine.diagnostics(analysis);
  for (const { range, code, relatedInformation } of diagnostics) {
    inside(range, String(code));
    for (const { location } of relatedInformation ?? []) inside(location.range, String(code));
  }
  // Each fix is tried out, so asking for those of the whole text at every cut would take too long.
  const here = { start: { line: Math.max(position.line - 1, 0), character: 0 }, end: position };
  for (const { title, edit } of await engine.codeActions(analysis, here, diagnostics)) {
    const edits = edit?.changes?.[analysis.text.uri] ?? [];
    for (const { range } of edits) inside(range, title);
    TextDocument.applyEdits(analysis.text, edits);
  }
}

function checkerOf({ text }: Analysis): (range: Range | undefined, what: string) => void {
  const isPosition = (position: Position) => {
    const back = text.positionAt(text.offsetAt(position));
    return back.line === position.line && back.character === position.character;
  };
  return (range, what) => {
    if (!range) return;
    const ordered = text.offsetAt(range.start) <= text.offsetAt(range.end);
    assert.ok(
      ordered && isPosition(range.start) && isPosition(range.end),
      `${what}: ${JSON.stringify(range)}`,
    );
  };
}
