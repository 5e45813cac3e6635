import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
} from "vscode-languageserver-types";
import type { LanguageService } from "../../../server/core/language-service.ts";
import { WHOLE_TEXT } from "../../../server/core/rules/precedence.ts";
import { DEFAULT_SETTINGS, type SeverityName } from "../../../server/core/settings.ts";
import { type Annotation, annotate, readAnnotated } from "./annotations.ts";
import { analysisOf, CASE_TEXT, type CaseText, inLines } from "./case-text.ts";
import { createEngine, engine, withCursor } from "./engine.ts";
import { uriOf } from "./release.ts";

/** A case of a rule. CONTRIBUTING.md describes how to write one. */
export interface RuleCase extends CaseText {
  /** A file: with annotation lines, or with a cursor if the case is about quick fixes. */
  readonly text?: string;
  /** In place of one text, the files of a release by name, each with its annotation lines. */
  readonly files?: Readonly<Record<string, string>>;
  readonly severity?: Readonly<Record<string, SeverityName>>;
  /** The only codes that are compared. */
  readonly only?: readonly string[];
  /** True if rules about what a text lacks as a whole are compared even if no annotation names them. */
  readonly whole?: true;
  /** The titles of all quick fixes at the cursor, in order; a leading `*` marks the preferred one. */
  readonly fixes?: readonly string[];
  /** The title of the quick fix after which the text is `after`. */
  readonly fix?: string;
  readonly after?: string;
}

/** The keys of a case. */
export const RULE_CASE: Readonly<Record<keyof RuleCase, true>> = {
  ...CASE_TEXT,
  severity: true,
  only: true,
  whole: true,
  fixes: true,
  fix: true,
  after: true,
};

const SEVERITY_NAMES: Readonly<Record<DiagnosticSeverity, string>> = {
  [DiagnosticSeverity.Error]: "error",
  [DiagnosticSeverity.Warning]: "warning",
  [DiagnosticSeverity.Information]: "information",
  [DiagnosticSeverity.Hint]: "hint",
};

/** A case has exactly the findings of its annotation lines, or the quick fixes that it names. */
export async function checkRuleCase(one: RuleCase): Promise<void> {
  if (one.fixes === undefined && one.fix === undefined) {
    const { expected, found } = await findingsOf(one);
    assert.equal(found, expected);
  } else await checkFixes(one);
}

/** The files of a case with the annotation lines that are expected, and with those of what is found. */
export async function findingsOf(one: RuleCase): Promise<{ expected: string; found: string }> {
  const inFiles = one.files ?? { "values.yaml": one.text ?? "" };
  const files = Object.entries(inFiles).map(([name, annotated]) => ({ name, ...readAnnotated(annotated) }));
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, inLines(one, text)]));
  const expected = files.flatMap(({ annotations }) => annotations);
  const isShown = ({ code }: Diagnostic) =>
    one.only?.includes(String(code)) ??
    (one.whole ||
      !WHOLE_TEXT.includes(String(code)) ||
      expected.some(({ head }) => head.endsWith(`[${code}]`)));
  const diagnostics = await Promise.all(
    files.map(async ({ name }) =>
      (await (await engineOf(one)).diagnostics(analysisOf(one, name, texts))).filter(isShown),
    ),
  );
  const related = expected.some(({ head }) => head.startsWith("related["))
    ? diagnostics.flat().flatMap(relatedOf)
    : [];
  const inOrder = (some: readonly Annotation[]) => some.toSorted((a, b) => a.line - b.line);
  const lists = files.map(({ name, annotations }, index) => {
    const found = (diagnostics[index] ?? []).map(annotationOf);
    assert.deepEqual(found, inOrder(found), "the findings are in the order of the text");
    const own = related.flatMap(({ uri, annotation }) => (uri === uriOf(name) ? [annotation] : []));
    return [...found, ...own].map((each) => shortened(each, annotations));
  });
  const shown = (all: readonly (readonly Annotation[])[]) =>
    files.map(({ name, text }, index) => `${name}:\n${annotate(text, all[index] ?? [])}`).join("\n");
  return { expected: shown(files.map(({ annotations }) => annotations)), found: shown(lists) };
}

/** The annotation of what is found, with no more of its message than the expected one has. */
function shortened(one: Annotation, expected: readonly Annotation[]): Annotation {
  const same = expected.find(
    ({ line, start, head, message }) =>
      line === one.line && start === one.start && head === one.head && one.message.startsWith(message),
  );
  return same ? { ...one, message: same.message } : one;
}

function annotationOf({ source, range, severity, code, tags, message }: Diagnostic): Annotation {
  assert.equal(source, "cap-operator");
  return {
    ...linesOf(range),
    faded: tags?.includes(DiagnosticTag.Unnecessary) ?? false,
    head: `${severity ? SEVERITY_NAMES[severity] : "none"}[${code}]`,
    message: typeof message === "string" ? message : message.value,
  };
}

function relatedOf({ code, relatedInformation = [] }: Diagnostic) {
  return relatedInformation.map(({ location, message }) => ({
    uri: location.uri,
    annotation: { ...linesOf(location.range), faded: false, head: `related[${code}]`, message },
  }));
}

function linesOf({ start, end }: Diagnostic["range"]) {
  assert.equal(start.line, end.line, "what is found is in one line");
  return { line: start.line, start: start.character, end: end.character };
}

async function checkFixes(one: RuleCase): Promise<void> {
  const fixes = await fixesOf(one);
  if (one.fixes) {
    const titles = fixes
      .filter(({ title }) => !title.startsWith("Ignore this rule "))
      .map(({ title, isPreferred }) => (isPreferred ? `*${title}` : title));
    assert.deepEqual(titles, one.fixes);
  }
  if (one.fix === undefined) return;
  const fix = fixes.find(({ title }) => title === one.fix);
  assert.ok(fix, `"${one.fix}" is not offered, but: ${fixes.map(({ title }) => title).join(", ")}`);
  assert.equal(fix.kind, CodeActionKind.QuickFix);
  assert.equal(fix.diagnostics?.length, 1, "a fix names the diagnostic that it mends");
  assert.equal(afterFix(one, fix), inLines(one, one.after ?? ""));
}

/** The actions offered at the cursor of a case. */
async function fixesOf(one: RuleCase): Promise<CodeAction[]> {
  const { text, offset } = withCursor(inLines(one, one.text ?? ""));
  const analysis = analysisOf(one, "values.yaml", { "values.yaml": text });
  const position = analysis.text.positionAt(offset);
  const service = await engineOf(one);
  const diagnostics = await service.diagnostics(analysis);
  return service.codeActions(analysis, { start: position, end: position }, diagnostics);
}

function afterFix(one: RuleCase, fix: CodeAction): string {
  const { text } = withCursor(inLines(one, one.text ?? ""));
  const document = TextDocument.create(uriOf("values.yaml"), "yaml", 1, text);
  const edits = fix.edit?.changes?.[document.uri];
  assert.ok(edits, `"${fix.title}" changes nothing`);
  return TextDocument.applyEdits(document, edits);
}

const engines = new Map<string, Promise<LanguageService>>();

function engineOf({ severity }: RuleCase): LanguageService | Promise<LanguageService> {
  if (severity === undefined) return engine;
  const key = JSON.stringify(severity);
  const known =
    engines.get(key) ?? createEngine({ ...DEFAULT_SETTINGS, diagnostics: { enable: true, severity } });
  engines.set(key, known);
  return known;
}
