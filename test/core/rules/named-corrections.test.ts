import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction, Diagnostic } from "vscode-languageserver-types";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { effort } from "../../support/effort.ts";
import { readAnnotated } from "../support/annotations.ts";
import { readCases } from "../support/case-files.ts";
import { analysisOf, inLines } from "../support/case-text.ts";
import { damagedFiles } from "../support/damaged-files.ts";
import { analyse, engine } from "../support/engine.ts";
import { RULE_CASE, type RuleCase } from "../support/rule-cases.ts";

/*
 * A message that names the correction has the fix that makes it, and this fix is the first one and preferred.
 */

/** The words that a message names, with a test that a text has them after a fix. */
interface Correction {
  readonly phrase: RegExp;
  readonly isMade: (named: readonly string[], change: Change) => boolean;
}

/** The text that a fix writes and removes, and the text after it. */
interface Change {
  readonly title: string;
  readonly written: string;
  readonly removed: string;
  readonly after: string;
}

const CORRECTIONS: readonly Correction[] = [
  { phrase: /Did you mean "(.+?)"\?/, isMade: ([key = ""], { written }) => written.includes(key) },
  { phrase: /: write "(.+?)"(?! and a value)/, isMade: ([entry = ""], { after }) => after.includes(entry) },
  { phrase: /in quotes/, isMade: (_, { written }) => /["']/.test(written) },
  {
    phrase: /Remove the quotes?\b/,
    isMade: (_, { removed, written }) => /["']/.test(removed) && !/["']/.test(written),
  },
  { phrase: /\. Nest it\./, isMade: (_, { title }) => title.startsWith("Nest") },
];

function changeOf({ text }: Analysis, action: CodeAction): Change {
  const edits = action.edit?.changes?.[text.uri] ?? [];
  const document = TextDocument.create(text.uri, "yaml", 1, text.getText());
  return {
    title: action.title,
    written: edits.map(({ newText }) => newText).join("\n"),
    removed: edits.map(({ range }) => document.getText(range)).join("\n"),
    after: TextDocument.applyEdits(document, edits),
  };
}

/** The fixes that take a key away from where it is. */
const TAKES_AWAY = /^(?:Remove (?:this )?"|Move ")/;

/** The messages in a text that name a correction which the first fix does not make, or whose first fix takes a key away although another one does not. */
async function withoutCorrection(analysis: Analysis): Promise<string[]> {
  const wrong: string[] = [];
  for (const diagnostic of await engine.diagnostics(analysis)) {
    const titles = (await fixesOf(analysis, diagnostic)).map(({ title }) => title);
    if (TAKES_AWAY.test(titles[0] ?? "") && titles.some((title) => !TAKES_AWAY.test(title)))
      wrong.push(`${diagnostic.code}: ${diagnostic.message} -> first of ${titles.join(", ")}`);
    const named = CORRECTIONS.flatMap(({ phrase, isMade }) => {
      const found = phrase.exec(String(diagnostic.message));
      return found ? [(change: Change) => isMade(found.slice(1), change)] : [];
    });
    if (named.length === 0) continue;
    const [first] = await fixesOf(analysis, diagnostic);
    const change = first && changeOf(analysis, first);
    // With several broken lines, none of their fixes alone makes a file that can be read.
    const isPreferred = first?.isPreferred === true || analysis.file.problems.length > 1;
    const isMade = change && named.some((correction) => correction(change)) && isPreferred;
    if (!isMade)
      wrong.push(
        `${diagnostic.code}: ${diagnostic.message} -> ${first?.isPreferred ? "*" : ""}${first?.title ?? "no fix"}`,
      );
  }
  return wrong;
}

async function fixesOf(analysis: Analysis, diagnostic: Diagnostic): Promise<CodeAction[]> {
  const actions = await engine.codeActions(analysis, diagnostic.range, [diagnostic]);
  return actions.filter(
    ({ diagnostics, title }) => diagnostics?.includes(diagnostic) && !title.startsWith("Ignore this rule"),
  );
}

const CASES = ["server/core/rules/*/cases.yaml", "test/core/rules/together/*.yaml"].flatMap((pattern) =>
  readCases<RuleCase>(pattern, RULE_CASE),
);

/** Cases of texts in which the correction leaves another fault: unreadable lines elsewhere, or text in the wrong place. */
const OTHERS: ReadonlySet<string | undefined> = new Set([
  "one thing at a time: where the text is broken, nothing more is said",
  "a value with a colon where no text is taken",
]);

for (const { name, cases } of CASES) {
  test(`each message that names a correction has the fix for it: ${name}`, async () => {
    const wrong: string[] = [];
    for (const testCase of cases.filter((each) => !OTHERS.has(each.case))) {
      const files = Object.entries(testCase.files ?? { "values.yaml": testCase.text ?? "" });
      const texts = Object.fromEntries(
        files.map(([file, text]) => [file, inLines(testCase, readAnnotated(text).text.replace("$0", ""))]),
      );
      for (const file of Object.keys(texts))
        wrong.push(...(await withoutCorrection(analysisOf(testCase, file, texts))));
    }
    assert.deepEqual(wrong, []);
  });
}

test("each message that names a correction has the fix for it, whatever is wrong with a file", async () => {
  await fc.assert(
    fc.asyncProperty(damagedFiles, async ({ text, kind }) => {
      assert.deepEqual(await withoutCorrection(analyse(text, kind)), [], text);
    }),
    effort(150),
  );
});
