import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type CodeAction,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
} from "vscode-languageserver-types";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import type { DocumentKind } from "../../server/core/wire/documents.ts";
import { nodeAt } from "../../server/core/yaml/lookup.ts";
import { effort } from "../support/effort.ts";
import { type DamagedFile, damagedFiles } from "./support/damaged-files.ts";
import { analyse, engine } from "./support/engine.ts";

/*
 * Whatever is wrong with a file, a fix that is offered mends it: its own diagnostic disappears, and the file has no more errors
 * than before. Fixing all leaves nothing to fix, and makes no new error.
 */

/** A placeholder that the person has to replace is not a mistake of the fix that wrote it. */
const isError = ({ severity, code }: Diagnostic) =>
  severity === DiagnosticSeverity.Error && code !== "placeholder-value";

function diagnosticsOf(text: string, kind: DocumentKind): Promise<Diagnostic[]> {
  return engine.diagnostics(analyse(text, kind));
}

function applied(text: string, action: CodeAction): string {
  const document = TextDocument.create("file:///values.yaml", "yaml", 1, text);
  return TextDocument.applyEdits(document, action.edit?.changes?.[document.uri] ?? []);
}

/** A diagnostic without its line numbers, because lines move. */
function said({ code, message }: Diagnostic): string {
  return `${code} ${String(message).replace(/\bline \d+/, "line")}`;
}

function countOf(found: readonly Diagnostic[], own: Diagnostic): number {
  return found.filter((one) => said(one) === said(own)).length;
}

function errorsByCode(found: readonly Diagnostic[]): Map<unknown, number> {
  const count = new Map<unknown, number>();
  for (const { code } of found.filter(isError)) count.set(code, (count.get(code) ?? 0) + 1);
  return count;
}

/**
 * The diagnostics of a mended text, without those about a key that was unknown and what is in it: nobody reads that, so what is wrong
 * there is seen once the key is known.
 */
function withoutHidden(
  own: Diagnostic,
  analysis: Analysis,
  mended: string,
  after: Diagnostic[],
): Diagnostic[] {
  if (own.code !== "unknown-key") return after;
  const start = analysis.text.offsetAt(own.range.start);
  const property = nodeAt(analysis.rootAt(start)?.node, start)?.parent;
  if (property?.type !== "property") return after;
  const { offset, length } = property.valueNode;
  const hidden = analysis.file.text.slice(offset, offset + length);
  const document = TextDocument.create("file:///mended.yaml", "yaml", 1, mended);
  const isOfKey = ({ start: { line, character } }: Range) =>
    line === own.range.start.line && character === own.range.start.character;
  return after.filter(({ range }) => !isOfKey(range) && !hidden.includes(document.getText(range)));
}

function checkFix(own: Diagnostic, before: Diagnostic[], after: Diagnostic[], isPreferred: boolean): void {
  assert.ok(countOf(after, own) < countOf(before, own), "its own diagnostic is left");
  const [known, left] = [errorsByCode(before), errorsByCode(after)];
  assert.ok((left.get("syntax") ?? 0) <= (known.get("syntax") ?? 0), "the text cannot be read as before");
  // While a line cannot be read, or is read as something else, nobody sees what else is wrong in it.
  if (own.code === "syntax" || own.code === "misread-entry") return;
  const total = (count: Map<unknown, number>) => [...count.values()].reduce((sum, one) => sum + one, 0);
  assert.ok(total(left) <= total(known), "there are more errors");
  if (!isPreferred) return;
  for (const [code, count] of left) assert.ok(count <= (known.get(code) ?? 0), `it makes a new ${code}`);
}

async function checkFixes({ text, kind }: DamagedFile): Promise<number> {
  const analysis = analyse(text, kind);
  const before = await engine.diagnostics(analysis);
  let count = 0;
  for (const own of before) {
    const actions = await engine.codeActions(analysis, own.range, [own]);
    const mending = actions.filter(
      ({ title, diagnostics }) => diagnostics?.length === 1 && !title.startsWith("Ignore this rule"),
    );
    for (const action of mending) {
      count++;
      const mended = applied(text, action);
      try {
        const after = withoutHidden(own, analysis, mended, await diagnosticsOf(mended, kind));
        checkFix(own, before, after, action.isPreferred === true);
      } catch (error) {
        throw new Error(`"${action.title}" for ${said(own)}:\n${text}\n--- becomes\n${mended}`, {
          cause: error,
        });
      }
    }
  }
  return count;
}

async function fixedAll(text: string, kind: DocumentKind): Promise<string> {
  const action = await engine.fixAll(analyse(text, kind));
  return action ? applied(text, action) : text;
}

test("a fix that is offered mends what it is about, and makes no new error", async () => {
  await fc.assert(
    fc.asyncProperty(damagedFiles, async (file) => {
      await checkFixes(file);
    }),
    effort(150),
  );
});

test("fixing all makes no new error, and leaves nothing that it could fix", async () => {
  await fc.assert(
    fc.asyncProperty(damagedFiles, async ({ text, kind }) => {
      const once = await fixedAll(text, kind);
      assert.equal(await fixedAll(once, kind), once, `it goes on:\n${text}\n--- becomes\n${once}`);
      if (once === text) return;
      const [before, after] = [await diagnosticsOf(text, kind), await diagnosticsOf(once, kind)];
      const [known, left] = [errorsByCode(before), errorsByCode(after)];
      const codes = known.has("syntax") ? ["syntax"] : [...left.keys()];
      for (const code of codes) {
        const message = `it makes a new ${code}:\n${text}\n--- becomes\n${once}`;
        assert.ok((left.get(code) ?? 0) <= (known.get(code) ?? 0), message);
      }
    }),
    effort(300),
  );
});
