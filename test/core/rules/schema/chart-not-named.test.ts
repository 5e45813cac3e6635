import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type CodeAction, DiagnosticSeverity } from "vscode-languageserver-types";
import { analyse, engine, UNDECIDED } from "../../support/engine.ts";

async function found(text: string) {
  const all = await engine.diagnostics(analyse(text, "values", UNDECIDED));
  return all.filter(({ code }) => code === "chart-not-named");
}

/** The titles of the fixes of a text with one such information, and what each leaves behind. */
async function fixesOf(text: string): Promise<[title: string, after: string][]> {
  const analysis = analyse(text, "values", UNDECIDED);
  const [diagnostic] = await found(text);
  assert.ok(diagnostic);
  const actions = (await engine.codeActions(analysis, diagnostic.range, [diagnostic])) as CodeAction[];
  const { uri } = analysis.text;
  return actions
    .filter(({ diagnostics = [] }) => diagnostics.some(({ code }) => code === "chart-not-named"))
    .filter(({ title }) => !title.startsWith("Ignore"))
    .map(({ title, edit }) => {
      const edits = edit?.changes?.[uri] ?? [];
      const after = edits
        .toSorted(
          (one, other) => analysis.text.offsetAt(other.range.start) - analysis.text.offsetAt(one.range.start),
        )
        .reduce((at, { range, newText }) => {
          const [start, end] = [analysis.text.offsetAt(range.start), analysis.text.offsetAt(range.end)];
          return at.slice(0, start) + newText + at.slice(end);
        }, text);
      return [title, after];
    });
}

const PLATFORM = "subscriptionServer:\n  certificateManager: Platform\n  meshSystemNamespace: a\n";
const GARDENER = "subscriptionServer:\n  certificateManager: Gardener\n  istioSystemNamespace: a\n";

suite("chart-not-named", () => {
  test("the first word that only one chart has is an information, with what the other chart calls it", async () => {
    assert.deepEqual(
      (await found(PLATFORM)).map(({ severity, range, message }) => [severity, range.start, message]),
      [
        [
          DiagnosticSeverity.Information,
          { line: 1, character: 22 },
          '"Platform" is for the chart cap-operator-chart; cap-operator calls it "Gardener". No chart is named for this file.',
        ],
      ],
    );
    assert.deepEqual(
      (await found("controller:\n  rolloutDelay: 1h\n")).map(({ message }) => message),
      ['"rolloutDelay" is only in the chart cap-operator. No chart is named for this file.'],
    );
  });

  test("nothing is said where something names the chart, or no word tells", async () => {
    assert.deepEqual(await found(`# cap-operator: values chart=cap-operator-chart\n${PLATFORM}`), []);
    assert.deepEqual(await found(`# cap-operator: values version=0.34.0\n${GARDENER}`), []);
    assert.deepEqual(await found("controller:\n  replicas: 2\n"), []);
    const named = analyse(PLATFORM, "values", { chart: "cap-operator-chart" });
    assert.ok((await engine.diagnostics(named)).every(({ code }) => code !== "chart-not-named"));
  });

  test("a fix names the chart, or changes all words and names the other one", async () => {
    assert.deepEqual(await fixesOf(PLATFORM), [
      [
        "Name the chart cap-operator-chart at the top",
        `# cap-operator: values chart=cap-operator-chart\n${PLATFORM}`,
      ],
      [
        'Change to "Gardener" and name the chart cap-operator',
        `# cap-operator: values chart=cap-operator\n${GARDENER}`,
      ],
    ]);
  });

  test("the comment at the top is extended; quotes and line breaks stay", async () => {
    const text = '# cap-operator: values\r\nsubscriptionServer:\r\n  certificateManager: "Gardener"\r\n';
    assert.deepEqual(
      (await fixesOf(text)).map(([, after]) => after),
      [
        text.replace("values", "values chart=cap-operator"),
        text.replace("values", "values chart=cap-operator-chart").replace("Gardener", "Platform"),
      ],
    );
  });
});
