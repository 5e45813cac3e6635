import { test } from "node:test";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { checkDiagnostics, checkNoDiagnostics } from "./check-diagnostics.ts";
import { checkFix, checkFixTitles } from "./check-fix.ts";

/** A test that a text has exactly the diagnostics of its annotation lines. The text may be indented as a whole. */
export function finds(what: string, annotated: string, kind: DocumentKind = "values"): void {
  test(what, () => checkDiagnostics(dedent(annotated), kind));
}

/** A test that a text has no diagnostics. The text may be indented as a whole. */
export function passes(what: string, text: string, kind: DocumentKind = "values"): void {
  test(what, () => checkNoDiagnostics(dedent(text), kind));
}

/** A test that a quick fix, offered at the cursor, gives `after`. */
export function mends(
  what: string,
  before: string,
  title: string,
  after: string,
  kind: DocumentKind = "values",
): void {
  test(`${title}: ${what}`, () => checkFix(before, title, after, kind));
}

/** A test that exactly these quick fixes are offered at the cursor; a leading `*` marks the preferred one. */
export function offers(what: string, before: string, titles: readonly string[]): void {
  test(what, () => checkFixTitles(before, titles));
}

function dedent(text: string): string {
  const lines = text.replace(/^\n/, "").split("\n");
  const pad = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(pad)).join("\n");
}
