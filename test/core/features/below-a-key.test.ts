// Values that are for a dependency are below a key of somebody else's file. All that is said about them, and every fix, has to be the same there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { NamedChart } from "../../../server/core/chart/chart.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { acceptItem } from "../support/check-completion.ts";
import { GOOD_FILES, MISTAKES } from "../support/corpus.ts";
import { analyse, createEngine } from "../support/engine.ts";
import { analyseUnder, chartOf, description, umbrellaIn } from "../support/umbrella.ts";

const everything = Object.fromEntries(
  RULES.map(({ code, severity }) => [code, severity === "off" ? "hint" : severity]),
);
const engine = await createEngine({
  ...DEFAULT_SETTINGS,
  diagnostics: { enable: true, severity: everything },
});

const KEY = "operator:\n";

/** What is around the key in the file. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["other: {a: 1}\n", "# the end of ours\nmore:\n  replicas: -1\n"],
  ["", ""],
];

/** Longer texts have nothing new at every place of theirs. */
const LONGEST = 100;

/** The two vocabularies, as a dependency names their charts. */
const CHARTS: Readonly<Record<string, NamedChart>> = {
  specification: { chart: "cap-operator-chart" },
  published: { chart: "cap-operator", version: "0.34.0" },
};

const umbrella = umbrellaIn(
  chartOf({ "Chart.yaml": description("cap-operator", "0.34.0", ["alias: operator"]) }),
);

function indented(text: string): string {
  return text
    .replace(/\n?$/, "\n")
    .split("\n")
    .map((line) => (line === "" ? line : `  ${line}`))
    .join("\n");
}

/** Texts that stay the same text when they are indented: of one document, without what belongs to the top of a file. */
function canMove(text: string): boolean {
  const { problems, documents } = parseYaml(text);
  return (
    problems.length === 0 &&
    documents.length === 1 &&
    documents[0]?.root?.type === "object" &&
    !/^(---|%|\uFEFF|#\s*cap-operator)|\r|\t|["'|>\\]$/m.test(text)
  );
}

const texts = [
  ...RULES.flatMap(({ docs }) =>
    (docs.kind ?? "values") === "values" ? [docs.wrong, docs.right ?? ""] : [],
  ),
  ...GOOD_FILES.flatMap(({ kind, text }) => (kind === "values" ? [text] : [])),
  MISTAKES,
  "config:\n  # two\n  controller:\n    replicas: 2\ncontroller:\n  volumes: []\n",
  "config: {webhook: {sidecar: true}}\nimage:\n  tag: x\n",
].filter(canMove);

/** A message without the number of a line, which is another one, and as if the key were the top level. */
function sentence(message: string): string {
  return message
    .replace(/line \d+/g, "line")
    .replace(/^(Unknown key .*) in "operator"/, "$1 at the top level");
}

/** What is found, with the text after each fix. */
async function found(analysis: Analysis, unplaced: (text: string) => string): Promise<string[]> {
  const diagnostics = await engine.diagnostics(analysis);
  const all: string[] = [];
  for (const diagnostic of diagnostics) {
    const { range, code, message, severity } = diagnostic;
    // At the top level of a chart, Helm does not warn of it; below the key of a dependency it does.
    if (code === "table-replaced") continue;
    const actions = await engine.codeActions(analysis, range, [diagnostic]);
    const fixes = actions
      .filter(
        ({ title, diagnostics: about }) => about?.length === 1 && !title.startsWith("Ignore this rule "),
      )
      .map(({ title, isPreferred, edit }) => {
        const edits = edit?.changes?.[analysis.text.uri] ?? [];
        const document = TextDocument.create("file:///values.yaml", "yaml", 1, analysis.file.text);
        const after = TextDocument.applyEdits(document, edits);
        return `${isPreferred ? "*" : ""}${title}\n${unplaced(after).trimEnd()}`;
      });
    const where =
      code === "required-for-install"
        ? ""
        : analysis.file.text.slice(analysis.text.offsetAt(range.start), analysis.text.offsetAt(range.end));
    all.push(
      [code, severity, sentence(String(message)), where.replace(/\n {2}/g, "\n"), ...fixes].join("\n"),
    );
  }
  return all.sort();
}

/** What is offered and shown at a place. */
function at(analysis: Analysis, offset: number, unplaced: (text: string) => string): unknown {
  const position = analysis.text.positionAt(offset);
  const items = engine.completion(analysis, position, { snippets: true, suggestCommand: "list", indent: 2 });
  const accepted = items.map((item) => {
    const { text, cursor } = acceptItem(analysis.file.text, item);
    return [item.label, item.sortText, unplaced(text), /.*/.exec(text.slice(cursor))?.[0]];
  });
  const links = engine.valueDefinition(analysis, position).length;
  const hover = JSON.stringify(engine.hover(analysis, position)?.contents ?? null);
  return [accepted, hover.replace(/\[[\w.]+:\d+\]\([^)]*\)/g, "that line"), links];
}

/** What is below the key of a text, or a complaint if anything else was changed. */
function takenOut(text: string, [before, after]: readonly [string, string]): string {
  // The key goes with the last thing below it.
  if (text === before + after) return "";
  if (!text.startsWith(before + KEY) || !text.endsWith(after)) return `not apart: ${text}`;
  const lines = text.slice((before + KEY).length, text.length - after.length).split("\n");
  return lines
    .map((line) => (line === "" || line.startsWith("  ") ? line.slice(2) : `not indented: ${line}`))
    .join("\n");
}

for (const [vocabulary, chart] of Object.entries(CHARTS)) {
  test(`${texts.length} texts below a key, in the words of the ${vocabulary}`, async () => {
    for (const text of texts) {
      const alone = await found(analyse(text, "values", chart), (after) => after);
      for (const around of AROUND) {
        const [before, after] = around;
        const below = analyseUnder(umbrella, chart, before + KEY + indented(text) + after);
        assert.deepEqual(await found(below, (fixed) => takenOut(fixed, around)), alone, text);
      }
    }
  });

  test(`what is offered and shown there, in the words of the ${vocabulary}`, () => {
    for (const text of texts.filter(({ length }) => length < LONGEST)) {
      const alone = analyse(text, "values", chart);
      for (const around of AROUND) {
        const [before, after] = around;
        const start = (before + KEY).length;
        const below = analyseUnder(umbrella, chart, before + KEY + indented(text) + after);
        for (let offset = 0; offset < text.length; offset++) {
          const lines = text.slice(0, offset).split("\n");
          if (/^\s*(?:#|$)/.test(`${lines.at(-1)}${/.*/.exec(text.slice(offset))}`)) continue;
          const blanks = 2 * lines.filter((line, index) => line !== "" || index === lines.length - 1).length;
          assert.deepEqual(
            at(below, start + offset + blanks, (fixed) => takenOut(fixed, around).trimEnd()),
            at(alone, offset, (fixed) => fixed.trimEnd()),
            `${text.slice(0, offset)}|${text.slice(offset)}`,
          );
        }
      }
    }
  });
}
