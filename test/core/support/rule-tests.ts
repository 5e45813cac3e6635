import { test } from "node:test";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { checkDiagnostics, checkNoDiagnostics } from "./check-diagnostics.ts";
import { checkFix, checkFixTitles } from "./check-fix.ts";
import { annotatedInPublishedWords, inPublishedWords, TWIN } from "./published-words.ts";

// Values are checked twice: as those of the specification's chart, and, in other words, as those of its published twin. A test about
// what the two do not share says that it is about the specification only.

/** What a test is about, if not about values in both vocabularies. */
export type About = DocumentKind | "specification";

function kindOf(about: About): DocumentKind {
  return about === "operator" ? "operator" : "values";
}

const PUBLISHED = "in the words of the published chart";

/** A test that a text has exactly the diagnostics of its annotation lines. The text may be indented as a whole. */
export function finds(what: string, annotated: string, about: About = "values"): void {
  const text = dedent(annotated);
  test(what, () => checkDiagnostics(text, kindOf(about)));
  if (about !== "values") return;
  test(`${what}, ${PUBLISHED}`, () => checkDiagnostics(annotatedInPublishedWords(text), about, TWIN));
}

/** A test that a text has no diagnostics. The text may be indented as a whole. */
export function passes(what: string, text: string, about: About = "values"): void {
  test(what, () => checkNoDiagnostics(dedent(text), kindOf(about)));
  if (about !== "values") return;
  test(`${what}, ${PUBLISHED}`, () => checkNoDiagnostics(inPublishedWords(dedent(text)), about, TWIN));
}

/** A test that a quick fix, offered at the cursor, gives `after`. */
export function mends(
  what: string,
  before: string,
  title: string,
  after: string,
  about: About = "values",
): void {
  test(`${title}: ${what}`, () => checkFix(before, title, after, kindOf(about)));
  if (about !== "values") return;
  test(`${title}: ${what}, ${PUBLISHED}`, () =>
    checkFix(inPublishedWords(before), inPublishedWords(title), inPublishedWords(after), about, TWIN));
}

/** A test that exactly these quick fixes are offered at the cursor; a leading `*` marks the preferred one. */
export function offers(
  what: string,
  before: string,
  titles: readonly string[],
  about: About = "values",
): void {
  test(what, () => checkFixTitles(before, titles, kindOf(about)));
  if (about !== "values") return;
  test(`${what}, ${PUBLISHED}`, () =>
    checkFixTitles(inPublishedWords(before), titles.map(inPublishedWords), "values", TWIN));
}

function dedent(text: string): string {
  const lines = text.replace(/^\n/, "").split("\n");
  const pad = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(pad)).join("\n");
}
