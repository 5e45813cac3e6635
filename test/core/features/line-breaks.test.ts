import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readCases } from "../support/case-files.ts";
import { analyse, engine, withCursor } from "../support/engine.ts";
import { RULE_CASE, type RuleCase } from "../support/rule-cases.ts";

/** The texts of several lines that have a fix, with the cursor where it is offered. */
const CASES = readCases<RuleCase>("server/core/rules/*/cases.yaml", RULE_CASE).flatMap(({ cases }) =>
  cases.flatMap(({ text, fix }) => (fix !== undefined && text?.trimEnd().includes("\n") ? [text] : [])),
);

for (const [name, lineBreak] of [
  ["carriage returns", "\r"],
  ["carriage returns and line feeds", "\r\n"],
] as const) {
  test(`where all lines end with ${name}, they still do after every fix and every refactoring`, async () => {
    let count = 0;
    for (const marked of CASES) {
      const { text, offset } = withCursor(marked.replaceAll(/\r?\n/g, lineBreak));
      const analysis = analyse(text);
      const diagnostics = await engine.diagnostics(analysis);
      const cursor = analysis.text.positionAt(offset);
      const actions = [
        ...(await engine.codeActions(analysis, { start: cursor, end: cursor }, diagnostics)),
        ...engine.moveKey(analysis, cursor),
      ];
      for (const { title, edit } of actions) {
        const edits = edit?.changes?.[analysis.text.uri];
        if (!edits) continue;
        count++;
        const after = TextDocument.applyEdits(analysis.text, edits);
        const broken = after.replaceAll(lineBreak, "").match(/[\r\n]/);
        assert.equal(broken, null, `${title} of ${JSON.stringify(text)}: ${JSON.stringify(after)}`);
      }
    }
    assert.ok(count > 500, String(count));
  });
}
