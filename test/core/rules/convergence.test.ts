import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, DiagnosticSeverity, type TextEdit } from "vscode-languageserver-types";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { effort } from "../../support/effort.ts";
import { GOOD_FILES, MISTAKES } from "../support/corpus.ts";
import { SPOILERS } from "../support/damaged-files.ts";
import { analyse, engine } from "../support/engine.ts";

/*
 * Somebody who applies the preferred fix of the first diagnostic that has one, again and again, reaches an end, and
 * never gets a new error from it.
 */

const MOST_STEPS = 60;

interface Step {
  readonly text: string;
  readonly title: string;
  /** The code of the diagnostic that it mends. */
  readonly code: unknown;
}

async function nextStep(text: string, kind: DocumentKind): Promise<Step | undefined> {
  const analysis = analyse(text, kind);
  const diagnostics = await engine.diagnostics(analysis);
  const syntaxFirst = diagnostics.toSorted(
    (a, b) => Number(b.code === "syntax") - Number(a.code === "syntax"),
  );
  for (const diagnostic of syntaxFirst) {
    const actions = await engine.codeActions(analysis, diagnostic.range, [diagnostic]);
    const action = actions.find(
      ({ isPreferred, diagnostics: mended }) => isPreferred && mended?.length === 1,
    );
    const edits = action?.edit?.changes?.[analysis.text.uri];
    if (action && edits) {
      const text = applied(analysis.text, action.title, edits);
      return { title: action.title, code: diagnostic.code, text };
    }
    // Everything else that is found is doubtful until the line can be read.
    if (diagnostic.code === "syntax") return undefined;
  }
  return undefined;
}

function applied(document: TextDocument, title: string, edits: TextEdit[]): string {
  try {
    return TextDocument.applyEdits(document, edits);
  } catch (error) {
    throw new Error(`"${title}" cannot be applied to:\n${document.getText()}\n${JSON.stringify(edits)}`, {
      cause: error,
    });
  }
}

/** The number of errors by code. */
async function errors(text: string, kind: DocumentKind): Promise<Map<unknown, number>> {
  const count = new Map<unknown, number>();
  const isError = ({ severity }: Diagnostic) => severity === DiagnosticSeverity.Error;
  for (const { code } of (await engine.diagnostics(analyse(text, kind))).filter(isError)) {
    count.set(code, (count.get(code) ?? 0) + 1);
  }
  return count;
}

async function applyAll(start: string, kind: DocumentKind = "values"): Promise<string> {
  let text = start;
  const seen = new Set([text]);
  for (let count = 0; count < MOST_STEPS; count++) {
    const step = await nextStep(text, kind);
    if (!step) return text;
    assert.ok(!seen.has(step.text), `"${step.title}" leads in a circle:\n${text}\n---\n${step.text}`);
    const [before, after] = [await errors(text, kind), await errors(step.text, kind)];
    // While a line cannot be read, or a key is unknown, mistakes in the value are not seen yet.
    if (!before.has("syntax") && step.code !== "misplaced-key" && step.code !== "unknown-key") {
      for (const [code, found] of after) {
        const message = `"${step.title}" makes a new ${code}:\n${text}\n---\n${step.text}`;
        assert.ok(found <= (before.get(code) ?? 0), message);
      }
    }
    seen.add(step.text);
    text = step.text;
  }
  return assert.fail(`the fixes come to no end:\n${text}`);
}

test("preferred fixes mend the example with mistakes, except for what a person must decide", async () => {
  const text = await applyAll(MISTAKES);
  const left = await engine.diagnostics(analyse(text));
  assert.deepEqual(
    left.map(({ code }) => code),
    [
      "out-of-range",
      "template-in-values",
      "required-for-install",
      "out-of-range",
      "unknown-key",
      "certificate-config-incomplete",
      "duplicate-key",
    ],
  );
});

test("fixes come to an end and make no new errors in files with mistakes", async () => {
  // These mistakes would separate a byte order mark or a "?" from its key.
  const sources = GOOD_FILES.filter(({ text }) => text.length < 1500 && !/^(?:\uFEFF|\? )/m.test(text));
  const mistake = fc.tuple(fc.nat(), fc.nat({ max: SPOILERS.length - 1 }));
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: sources.length - 1 }),
      fc.array(mistake, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (index, mistakes, carriageReturns) => {
        const source = sources[index];
        if (!source) return;
        const lines = source.text.split(/\r?\n/);
        for (const [place, spoiler] of mistakes) {
          const line = place % lines.length;
          lines[line] = SPOILERS[spoiler]?.(lines[line] ?? "") ?? "";
        }
        await applyAll(lines.join(carriageReturns ? "\r\n" : "\n"), source.kind);
      },
    ),
    effort(1000),
  );
});
