// Values for a dependency are below a key of another chart's file, and those in a document of another product are below a key, in a text or
// in an item of a list. All findings and fixes have to be the same there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { exampleCases, ruleExamples } from "../../../schemas/rule-examples.ts";
import type { NamedChart } from "../../../server/core/chart/chart.ts";
import { embeddedFile } from "../../../server/core/embedded/embedded-file.ts";
import { embeddedIn } from "../../../server/core/embedded/find.ts";
import { KINDS, rootsOf } from "../../../server/core/kinds.ts";
import { RULES } from "../../../server/core/rules/table.ts";
import { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
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

/** The place of values in a file: the text before and after them, and their indentation. */
interface Frame {
  readonly before: string;
  readonly after: string;
  readonly indent: number;
  readonly analyse: (chart: NamedChart, whole: string) => Analysis;
  /** True if the first line of the values is on the last line before them. */
  readonly isItem?: true;
}

const FRAMES: readonly Frame[] = [
  ...(
    [
      ["other: {a: 1}\noperator:\n", "# the end of ours\nmore:\n  replicas: -1\n"],
      ["operator:\n", ""],
    ] as const
  ).map(([before, after]) => ({
    before,
    after,
    indent: 2,
    analyse: (chart: NamedChart, whole: string) => analyseUnder(umbrella, chart, whole),
  })),
  embedded(
    "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  chart: {spec: {chart: CHART, version: VERSION}}\n  values:\n",
    "  # the end\n  interval: 1m\n---\nother: -1\n",
    4,
  ),
  embedded(
    "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n source:\n  chart: CHART\n  targetRevision: VERSION\n  helm:\n    values: |\n",
    "",
    10,
  ),
  embedded(
    "apiVersion: kustomize.config.k8s.io/v1\nkind: Kustomization\nhelmCharts:\n- valuesInline:\n",
    "  name: CHART\n  version: VERSION\n- name: other\n",
    6,
  ),
  {
    ...embedded(
      "releases:\n  - chart: x/CHART\n    version: VERSION\n    values:\n      - other.yaml\n      - ",
      "      - last.yaml\nenvironments: {}\n",
      8,
    ),
    isItem: true,
  },
];

/** The name and the version of the chart where a frame has it. */
function filled(frame: Frame, { chart = "", version = "1.0.0" }: NamedChart): Frame {
  const fill = (text: string) => text.replaceAll("CHART", chart).replaceAll("VERSION", version);
  return { ...frame, before: fill(frame.before), after: fill(frame.after) };
}

/** A text in a frame, and where an offset in it is there. */
function framed({ before, after, indent, isItem }: Frame, text: string) {
  const margin = " ".repeat(indent);
  const lines = text.replace(/\n?$/, "\n").split("\n");
  const placed = lines.map((line, index) => (line === "" || (isItem && index === 0) ? line : margin + line));
  const moved = (offset: number) => {
    const above = text.slice(0, offset).split("\n");
    const margins = above.filter(
      (line, index) => (line !== "" || index === above.length - 1) && !(isItem && index === 0),
    );
    return before.length + offset + indent * margins.length;
  };
  return { whole: before + placed.join("\n") + after, moved };
}

/** Values in a document of another product. */
function embedded(before: string, after: string, indent: number): Frame {
  return {
    before,
    after,
    indent,
    analyse({ chart = "", version = "1.0.0" }, whole) {
      const around = parseYaml(whole);
      const [values] = embeddedIn(around, [chart], "helmfile.yaml");
      assert.ok(values, whole);
      const { file } = embeddedFile(around, values);
      const roots = rootsOf(file, KINDS.values);
      const named = { release: { chart, version } };
      const stack = aloneStack("file:///values.yaml", file, 3, named);
      return new Analysis("file:///values.yaml", 1, file, roots, [stack], 3, named);
    },
  };
}

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
  ...RULES.flatMap(({ code }) => {
    const [{ kind = "values" }] = exampleCases(code);
    const { wrong, right } = ruleExamples(code);
    return kind === "values" ? [wrong, right] : [];
  }),
  ...GOOD_FILES.flatMap(({ kind, text }) => (kind === "values" ? [text] : [])),
  MISTAKES,
  "config:\n  # two\n  controller:\n    replicas: 2\ncontroller:\n  volumes: []\n",
  "config: {webhook: {sidecar: true}}\nimage:\n  tag: x\n",
].filter(canMove);

/** A message without the number of a line, which is another one, and as if the key were the top level. */
function sentence(message: string): string {
  return message
    .replace(/line \d+/g, "line")
    .replace(/^(Unknown key .*) in "(?:operator|values|valuesInline)"/, "$1 at the top level");
}

/** A finding, and its fixes with the text after each. */
interface Found {
  readonly said: string;
  readonly fixes: readonly string[];
}

/** The findings, with the text after each fix. */
async function found(
  analysis: Analysis,
  whole: string,
  unplaced: (text: string) => string,
): Promise<Found[]> {
  const diagnostics = await engine.diagnostics(analysis);
  const all: Found[] = [];
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
        const document = TextDocument.create("file:///values.yaml", "yaml", 1, whole);
        const after = TextDocument.applyEdits(document, edits);
        return `${isPreferred ? "*" : ""}${title}\n${unplaced(after).trimEnd()}`;
      });
    const where =
      code === "required-for-install"
        ? ""
        : analysis.file.text.slice(analysis.text.offsetAt(range.start), analysis.text.offsetAt(range.end));
    all.push({
      said: [code, severity, sentence(String(message)), where.replace(/\n +/g, "\n")].join("\n"),
      fixes,
    });
  }
  return all.sort((a, b) => (a.said < b.said ? -1 : 1));
}

/** The completions, the hover and the links at a place. */
function answersAt(
  analysis: Analysis,
  whole: string,
  offset: number,
  unplaced: (text: string) => string,
): unknown {
  const position = analysis.text.positionAt(offset);
  const items = engine.completion(analysis, position, { snippets: true, suggestCommand: "list", indent: 2 });
  const accepted = items.map((item) => {
    const { text, cursor } = acceptItem(whole, item);
    return [item.label, item.sortText, unplaced(text), /.*/.exec(text.slice(cursor))?.[0]];
  });
  const links = engine.valueDefinition(analysis, position).length;
  const hover = JSON.stringify(engine.hover(analysis, position)?.contents ?? null);
  return [accepted, hover.replace(/\[[\w.]+:\d+\]\([^)]*\)/g, "that line"), links];
}

/** The values in a text, or a complaint if anything else was changed. */
function takenOut(text: string, { before, after, indent, isItem }: Frame): string {
  const margin = " ".repeat(indent);
  if (!text.startsWith(before) || !text.endsWith(after)) return `not apart: ${text}`;
  const inside = text.slice(before.length, text.length - after.length);
  // The key stays when the last thing below it goes.
  if (inside.trim() === "{}") return "";
  const lines = inside.split("\n");
  return lines
    .map((line, index) => {
      if (line === "" || (isItem && index === 0)) return line;
      return line.startsWith(margin) ? line.slice(indent) : `not indented: ${line}`;
    })
    .join("\n");
}

for (const [vocabulary, chart] of Object.entries(CHARTS)) {
  const frames = FRAMES.map((frame) => filled(frame, chart));
  const goesInto = ({ isItem }: Frame, text: string) => !(isItem && text.startsWith("#"));

  test(`${texts.length} texts below a key, in the words of the ${vocabulary}`, async () => {
    for (const text of texts) {
      const alone = await found(analyse(text, "values", chart), text, (after) => after);
      for (const frame of frames) {
        if (!goesInto(frame, text)) continue;
        const { whole } = framed(frame, text);
        const below = await found(frame.analyse(chart, whole), whole, (fixed) => takenOut(fixed, frame));
        if (!frame.isItem) assert.deepEqual(below, alone, whole);
        else {
          // Values behind a dash cannot be moved away with whole lines, so there may be fewer fixes.
          const there = below.map(({ said, fixes }, index) => ({
            said,
            fixes: fixes.filter((fix) => !alone[index]?.fixes.includes(fix)),
          }));
          assert.deepEqual(
            there,
            alone.map(({ said }) => ({ said, fixes: [] })),
            whole,
          );
        }
      }
    }
  });

  test(`what is offered and shown there, in the words of the ${vocabulary}`, () => {
    for (const text of texts.filter(({ length }) => length < LONGEST)) {
      const alone = analyse(text, "values", chart);
      for (const frame of frames) {
        if (!goesInto(frame, text)) continue;
        const { whole, moved } = framed(frame, text);
        const below = frame.analyse(chart, whole);
        for (let offset = 0; offset < text.length; offset++) {
          const line = `${/.*$/.exec(text.slice(0, offset))?.[0]}${/.*/.exec(text.slice(offset))?.[0]}`;
          if (/^\s*(?:#|$)/.test(line)) continue;
          assert.deepEqual(
            answersAt(below, whole, moved(offset), (fixed) => takenOut(fixed, frame).trimEnd()),
            answersAt(alone, text, offset, (fixed) => fixed.trimEnd()),
            `${whole.slice(0, moved(offset))}|${whole.slice(moved(offset))}`,
          );
        }
      }
    }
  });
}
