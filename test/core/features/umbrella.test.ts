// The special cases of values below the key of a dependency; that all else is the same there, below-a-key.test.ts shows.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CompletionItem } from "vscode-languageserver-types";
import type { NamedChart } from "../../../server/core/chart/chart.ts";
import { mappingOf } from "../../../server/core/chart/declared-keys.ts";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { acceptItem } from "../support/check-completion.ts";
import { engine, withCursor } from "../support/engine.ts";
import { analyseUnder, chartOf, description, umbrellaIn } from "../support/umbrella.ts";

const WITH_ALIAS = umbrellaIn(
  chartOf({ "Chart.yaml": description("cap-operator", "0.34.0", ["alias: operator"]) }),
);
const ABILITIES = { snippets: true, suggestCommand: "list", indent: 2 };

/** The two vocabularies, with a word that only each has. */
const CHARTS: readonly (readonly [chart: NamedChart, word: string])[] = [
  [{ chart: "cap-operator-chart" }, "meshSystemNamespace"],
  [{ chart: "cap-operator", version: "0.34.0" }, "istioSystemNamespace"],
];

function under(text: string, chart: NamedChart = { chart: "cap-operator", version: "0.34.0" }): Analysis {
  return analyseUnder(WITH_ALIAS, chart, text);
}

function itemsAt(marked: string, chart?: NamedChart): CompletionItem[] {
  const { text, offset } = withCursor(marked);
  const analysis = under(text, chart);
  return engine.completion(analysis, analysis.text.positionAt(offset), ABILITIES);
}

/** The document after accepting an item. */
function accepted(marked: string, label: string): string {
  const item = itemsAt(marked).find((item) => item.label === label);
  assert.ok(item, `${label} is not offered in ${marked}`);
  const { text, cursor } = acceptItem(withCursor(marked).text, item);
  return `${text.slice(0, cursor)}$0${text.slice(cursor)}`;
}

suite("the key of the dependency", () => {
  for (const [marked, after] of [
    ["$0", "operator:\n  $0"],
    ["op$0", "operator:\n  $0"],
    ["postgres: 1\n$0\n", "postgres: 1\noperator:\n  $0\n"],
    ["postgres:\n    a: 1\n$0\nmore: 1\n", "postgres:\n    a: 1\noperator:\n    $0\nmore: 1\n"],
    ["o$0: 1\n", "operator$0: 1\n"],
    ["{o$0}\n", "{operator: {$0}}\n"],
    ['"o$0\n', "operator:\n  $0\n"],
    ["postgres: 1\n---\n$0", "postgres: 1\n---\noperator:\n  $0"],
  ] as const) {
    test(`is offered in ${JSON.stringify(marked)}`, () => assert.equal(accepted(marked, "operator"), after));
  }

  for (const marked of [
    "operator: {}\n$0\n",
    "$0\noperator: {}\n",
    "postgres:\n  $0\n",
    "postgres:\n  - $0\n",
    "postgres: $0\n",
    "$0\n- a\n",
    "# $0\n",
    "text: |\n  $0\n",
    "operator: $0\n",
  ]) {
    test(`and nothing else is offered in ${JSON.stringify(marked)}`, () =>
      assert.deepEqual(
        itemsAt(marked).map(({ label }) => label),
        [],
      ));
  }

  test("a name that YAML reads as something else is written in quotes", () => {
    const yes = umbrellaIn(
      chartOf({ "Chart.yaml": description("cap-operator", "0.34.0", ["alias: 'yes'"]) }),
    );
    const analysis = analyseUnder(yes, { chart: "cap-operator" }, "");
    const [item] = engine.completion(analysis, { line: 0, character: 0 }, ABILITIES);
    assert.ok(item);
    assert.equal(acceptItem("", item).text, '"yes":\n  ');
    const { edits } = engine.setValues(analysis, [{ path: "yes.controller.image.tag", value: "a" }]) as {
      edits: { newText: string; range: never }[];
    };
    assert.equal(
      TextDocument.applyEdits(TextDocument.create("file:///a", "yaml", 1, ""), edits),
      '"yes":\n  controller:\n    image:\n      tag: a\n',
    );
  });
});

for (const [chart, word] of CHARTS) {
  suite(`while it is typed, in the words of ${chart.chart}`, () => {
    const TEXT = `postgres:\n  a: 1\noperator:\n  subscriptionServer:\n    ${word}: a\n    domain: a.b\n    dnsTarget: x.b\n  controller:\n    replicas: 2\nmore:\n  - {b: 1}\n`;

    test("nothing is said of what is others', and nothing of ours is offered there", async () => {
      const operatorKey = TEXT.indexOf("operator:");
      const otherKey = TEXT.indexOf("more:");
      for (let length = 0; length <= TEXT.length; length++) {
        // The end of the text follows, or not yet.
        for (const rest of ["", "\n", `\n${TEXT.slice(otherKey)}`]) {
          if (length > otherKey && rest.length > 1) continue;
          const text = TEXT.slice(0, length) + rest;
          const analysis = under(text, chart);
          const end = Math.min(otherKey, length + 1);
          for (const { range, message } of await engine.diagnostics(analysis)) {
            const start = analysis.text.offsetAt(range.start);
            assert.ok(start >= operatorKey && start <= end, `${message}\n${text}`);
          }
          for (const item of engine.completion(analysis, analysis.text.positionAt(length), ABILITIES)) {
            const after = acceptItem(text, item).text;
            const keys = mappingOf(parseYaml(after))?.properties.map(({ key }) => key) ?? [];
            const known = /^(?:postgres|operator|more|m|mo|mor)$/;
            assert.ok(keys.length > 0 && keys.every((key) => known.test(key)), `${item.label}\n${after}`);
          }
        }
      }
    });
  });
}

test("all defaults are inserted below the key, whether it is there or not", () => {
  for (const text of [
    "",
    "postgres: 1\n",
    "operator:\n",
    "operator: {}\nmore: 1\n",
    "operator:\n  controller: {replicas: 2}\n",
  ]) {
    const analysis = under(text);
    const after = TextDocument.applyEdits(analysis.text as never, engine.missingDefaults(analysis));
    const file = parseYaml(after);
    assert.deepEqual(file.problems, [], after);
    const keys = mappingOf(file)?.properties.map(({ key }) => key) ?? [];
    assert.deepEqual(
      new Set(keys),
      new Set([...(mappingOf(parseYaml(text))?.properties.map(({ key }) => key) ?? []), "operator"]),
    );
    assert.match(after, /^operator:\n(?:.*\n)* {2}webhook:\n/m);
  }
});

test("a snippet goes below the key, wherever the cursor is", () => {
  for (const text of ["postgres: 1\n", "postgres: 1\noperator:\n  controller:\n    replicas: 2\n"]) {
    const analysis = under(text);
    const [offer] = engine.snippets(analysis, { line: 0, character: 3 });
    assert.ok(offer && !offer.fits);
    const after = TextDocument.applyEdits(TextDocument.create("file:///a", "yaml", 1, text), [
      { range: offer.range, newText: offer.body.replace(/\$\{\d+:?([^}]*)\}|\$\d/g, "$1") },
    ]);
    assert.deepEqual(
      mappingOf(parseYaml(after))?.properties.map(({ key }) => key),
      ["postgres", "operator"],
      after,
    );
  }
});

/** The value of an alias is written elsewhere, so that only Helm's reading of it counts. */
const IS_ALIAS = /operator: \*/;

test("a document without the key, or with anything else below it than a mapping", async () => {
  for (const [text, ...expected] of [
    ["postgres: 1\n"],
    ["operator:\n", "syntax"],
    ["operator: {}\n"],
    ["operator: [1]\n", "syntax"],
    ["operator: some text\n", "syntax"],
    ["operator:\n  contr\n", "syntax"],
    ["operator: &a {controller: {replicas: 2}}\nb: *a\n", "required-for-install"],
    ["a: &a {controller: {replicas: no}}\noperator: *a\n"],
    ["- operator\n"],
    ["text\n"],
    ["operator:\n  controller: {replicas: 2\nmore: ]\n", "required-for-install", "syntax"],
  ] as const) {
    const analysis = under(text);
    const codes = (await engine.diagnostics(analysis)).map(({ code }) => code);
    if (!IS_ALIAS.test(text)) assert.deepEqual(codes, expected, text);
    assert.equal(
      engine.symbols(analysis).length,
      text.includes("operator:") && !text.startsWith("-") ? 1 : 0,
      text,
    );
    engine.folding(analysis);
    engine.inlayHints(analysis, { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } });
    for (let offset = 0; offset < text.length; offset++) {
      engine.hover(analysis, analysis.text.positionAt(offset));
      engine.completion(analysis, analysis.text.positionAt(offset), ABILITIES);
    }
  }
});

test("a word below the key that may become a key says so, and is made one", async () => {
  const analysis = under("operator:\n  contr\nmore: 1\n");
  const [found] = await engine.diagnostics(analysis);
  assert.ok(found);
  assert.match(String(found.message), /^"contr" is not a key yet/);
  const [fix] = await engine.codeActions(analysis, found.range, [found]);
  assert.equal(fix?.title, 'Write "contr:"');
});

test("an anchor outside is found, and not renamed, because it is not in our part of the text", () => {
  const text =
    "shared: &quantity 500Mi\noperator:\n  controller:\n    resources:\n      limits:\n        memory: *quantity\n";
  const analysis = under(text);
  const position = analysis.text.positionAt(text.indexOf("*quantity") + 2);
  assert.deepEqual(engine.definition(analysis, position)?.name.start, { line: 0, character: 9 });
  assert.equal(engine.renameRange(analysis, position), null);
  const renaming = engine.rename(analysis, position, "most");
  assert.ok(renaming && "refusal" in renaming);
});
