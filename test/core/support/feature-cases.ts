import assert from "node:assert/strict";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type DocumentSymbol, MarkupContent } from "vscode-languageserver-types";
import type { CompletionAbilities } from "../../../server/core/language-service.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS, type InlayHintMode } from "../../../server/core/settings.ts";
import { analysisOf, CASE_TEXT, type CaseText, inLines } from "./case-text.ts";
import {
  type Asked,
  checkCompletion,
  checkCompletionLabels,
  completionsAt,
  labelsAt,
  snippetLabelsAt,
} from "./check-completion.ts";
import { createEngine, engine, withCursor } from "./engine.ts";

/** A case of a feature: a text with a cursor, `$0`, and what an editor shows or inserts there. */
export interface FeatureCase extends CaseText {
  /** The abilities of the editor. VS Code understands tab stops and reopens its list; others do only the first, or neither. */
  readonly editor?: "tab stops" | "plain text";
  /** The indentation that the editor uses, if it says so. */
  readonly indent?: number;
  /** All labels that are offered, in order, without those of snippets. */
  readonly labels?: readonly string[];
  /** The labels with which the list begins. */
  readonly first?: readonly string[];
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
  /** The labels of all snippets that are offered. */
  readonly snippets?: readonly string[];
  readonly preselected?: readonly string[];
  /** The detail of an offered item, by its label. */
  readonly details?: Readonly<Record<string, string>>;
  /** The label that is accepted, after which the text is `after`. */
  readonly accept?: string;
  /** Values that are set, as `path=value`, after which the text is `after`, or the reason why that is not possible. */
  readonly set?: readonly string[];
  readonly problem?: string;
  /** With the cursor, if that is part of the case. */
  readonly after?: string;
  /** Texts that the hover at the cursor contains; between slashes, a pattern. `null` if no hover is expected. */
  readonly hover?: readonly string[] | null;
  /** Texts that the hover does not contain. */
  readonly without?: readonly string[];
  /** The text that it is about. */
  readonly over?: string;
  /** Its lines about effective values. */
  readonly effective?: readonly string[];
  /** The file that is shown, if none has a cursor. */
  readonly file?: string;
  /** The lines with inlay hints, each with its hint after a bar. */
  readonly hints?: readonly string[];
  readonly mode?: InlayHintMode;
  /** The tooltips of parts of these hints. */
  readonly tooltips?: Readonly<Record<string, string>>;
  /** The lines that can be folded, from 1, such as `2-4` or `1-2 comment`. */
  readonly folding?: readonly string[];
  /** The outline, indented, as `name: detail`. */
  readonly outline?: string;
  /** The findings in the flags of the release, each as its number, severity and code. */
  readonly entries?: readonly string[];
  /** Applies all fixes of this kind, after which the text is `after`. */
  readonly fixAll?: "certain" | "likely";
  /** The rules whose findings these mend. */
  readonly rules?: readonly string[];
}

/** The keys of a case. */
export const FEATURE_CASE: Readonly<Record<keyof FeatureCase, true>> = {
  ...CASE_TEXT,
  editor: true,
  indent: true,
  labels: true,
  first: true,
  includes: true,
  excludes: true,
  snippets: true,
  preselected: true,
  details: true,
  accept: true,
  set: true,
  problem: true,
  after: true,
  hover: true,
  without: true,
  over: true,
  effective: true,
  file: true,
  hints: true,
  mode: true,
  tooltips: true,
  folding: true,
  outline: true,
  entries: true,
  fixAll: true,
  rules: true,
};

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

/** An editor shows and does at the cursor of a case what the case says. */
export async function checkFeatureCase(one: FeatureCase): Promise<void> {
  const [name, marked] = fileOf(one);
  const analysed = (text: string) => analysisOf(one, name, textsOf(one, name, text));
  if (one.set) checkSet(one, analysed(marked));
  else if (!marked.includes("$0")) await checkFile(one, analysed(marked));
  else {
    checkList(one, marked, { analysed, abilities: abilitiesOf(one) });
    checkHover(one, marked, analysed);
  }
}

/** Checks the features that cover a whole file: hints, folding, symbols and fixes of everything. */
async function checkFile(one: FeatureCase, analysis: Analysis): Promise<void> {
  if (one.hints || one.tooltips) await checkHints(one, analysis);
  if (one.folding) {
    const ranges = engine.folding(analysis);
    assert.deepEqual(
      ranges.map(
        ({ startLine, endLine, kind }) => `${startLine + 1}-${endLine + 1}${kind ? ` ${kind}` : ""}`,
      ),
      one.folding,
    );
  }
  if (one.outline !== undefined) assert.equal(outlineOf(engine.symbols(analysis)), one.outline);
  if (one.entries) {
    const [root] = analysis.roots;
    assert.ok(root);
    const found = await engine.entryProblems(analysis.stacksOf(root)[0]);
    assert.deepEqual(
      found.map(({ set, severity, code }) => `#${set + 1} ${severity} ${code}`),
      one.entries,
    );
  }
  if (one.fixAll) {
    const action = await (one.fixAll === "likely"
      ? engine.fixAll(analysis, "likely", one.rules)
      : engine.fixAll(analysis));
    const edits = action?.edit?.changes?.[analysis.text.uri] ?? [];
    const document = TextDocument.create(analysis.text.uri, "yaml", 1, analysis.file.text);
    assert.equal(TextDocument.applyEdits(document, edits), inLines(one, one.after ?? ""));
  }
}

async function checkHints({ hints, tooltips, mode }: FeatureCase, analysis: Analysis): Promise<void> {
  const service = mode ? await createEngine({ ...DEFAULT_SETTINGS, inlayHints: mode }) : engine;
  const found = service.inlayHints(analysis, WHOLE);
  const lines = analysis.file.text.split(/\r?\n/);
  const shown = found.map(({ position, label }) => {
    const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
    const line = lines[position.line] ?? "";
    return `${line.slice(0, position.character)}| ${text}${line.slice(position.character)}`;
  });
  if (hints) assert.deepEqual(shown, hints);
  const parts = found.flatMap(({ label }) => (typeof label === "string" ? [] : label));
  for (const [part, tooltip] of Object.entries(tooltips ?? {}))
    assert.equal(parts.find(({ value }) => value === part)?.tooltip, tooltip);
}

function outlineOf(symbols: readonly DocumentSymbol[], depth = 0): string {
  return symbols
    .map(({ name, detail, children = [] }) => {
      const own = `${"  ".repeat(depth)}${name}${detail === undefined ? "" : `: ${detail}`}\n`;
      return own + outlineOf(children, depth + 1);
    })
    .join("");
}

/** The file with the cursor, or the only one. */
function fileOf(one: FeatureCase): readonly [name: string, text: string] {
  const files = Object.entries(one.files ?? { "values.yaml": one.text ?? "" });
  const [name, text] = files.find(([file, content]) =>
    one.file === undefined ? content.includes("$0") : file === one.file,
  ) ??
    files[0] ?? ["", ""];
  return [name, inLines(one, text)];
}

function textsOf(one: FeatureCase, name: string, text: string): Readonly<Record<string, string>> {
  return { ...one.files, [name]: text };
}

function abilitiesOf({ editor, indent }: FeatureCase): CompletionAbilities {
  return {
    snippets: editor !== "plain text",
    ...(editor === undefined ? { suggestCommand: "open.list" } : {}),
    ...(indent === undefined ? {} : { indent }),
  };
}

function checkList(one: FeatureCase, marked: string, asked: Asked): void {
  const { labels, first, includes, excludes, snippets, preselected, details, accept, after = "" } = one;
  if (labels) checkCompletionLabels(marked, labels, asked);
  if (first) assert.deepEqual(labelsAt(marked, asked).slice(0, first.length), first);
  const offered = includes || excludes ? [...labelsAt(marked, asked), ...snippetLabelsAt(marked, asked)] : [];
  for (const label of includes ?? [])
    assert.ok(offered.includes(label), `${label} is not in ${offered.join()}`);
  for (const label of excludes ?? []) assert.ok(!offered.includes(label), `${label} is in ${offered.join()}`);
  if (snippets) assert.deepEqual(snippetLabelsAt(marked, asked), snippets);
  const items = preselected || details ? completionsAt(marked, asked) : [];
  if (preselected)
    assert.deepEqual(
      items.flatMap(({ label, preselect }) => (preselect ? [label] : [])),
      preselected,
    );
  for (const [label, detail] of Object.entries(details ?? {}))
    assert.equal(items.find((item) => item.label === label)?.detail, detail);
  if (accept !== undefined) checkCompletion(marked, accept, inLines(one, after), asked);
}

function checkHover(one: FeatureCase, marked: string, analysed: (text: string) => Analysis): void {
  const { hover, without, over, effective } = one;
  if (hover === undefined && !without && over === undefined && !effective) return;
  const { text, offset } = withCursor(marked);
  const analysis = analysed(text);
  const found = engine.hover(analysis, analysis.text.positionAt(offset));
  if (hover === null) {
    assert.equal(found, null);
    return;
  }
  assert.ok(found && MarkupContent.is(found.contents), "there is no hover of Markdown");
  assert.ok(found.range, "a hover says what it is about");
  const shown = found.contents.value;
  for (const expected of hover ?? []) {
    const [, pattern] = /^\/(.*)\/$/s.exec(expected) ?? [];
    if (pattern !== undefined) assert.match(shown, new RegExp(pattern, "m"));
    else assert.ok(shown.includes(expected), `${expected}\nis not in\n${shown}`);
  }
  for (const unexpected of without ?? [])
    assert.ok(!shown.includes(unexpected), `${unexpected}\nis in\n${shown}`);
  if (over !== undefined) assert.equal(analysis.text.getText(found.range), over);
  if (effective)
    assert.deepEqual(
      shown.split("\n").filter((line) => line.startsWith("**Effective")),
      effective,
    );
}

function checkSet(one: FeatureCase, analysis: Analysis): void {
  const asked = (one.set ?? []).map((entry) => {
    const at = entry.indexOf("=");
    return { path: entry.slice(0, at), value: entry.slice(at + 1) };
  });
  const result = engine.setValues(analysis, asked);
  const problem = "problem" in result ? result.problem : undefined;
  assert.equal(problem, one.problem);
  if (!("edits" in result)) return;
  const document = TextDocument.create(analysis.text.uri, "yaml", 1, analysis.file.text);
  assert.equal(TextDocument.applyEdits(document, [...result.edits]), inLines(one, one.after ?? ""));
}
