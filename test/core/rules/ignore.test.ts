import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import fc from "fast-check";
import type { CodeAction, Diagnostic } from "vscode-languageserver-types";
import { aloneStack } from "../../../server/core/values/release-stack.ts";
import { effort } from "../../support/effort.ts";
import { GOOD_FILES, MISTAKES, withCarriageReturns } from "../support/corpus.ts";
import { analyse, engine } from "../support/engine.ts";
import { actionsAt, applyFix } from "../support/fixes-at.ts";

describe("ignoring a rule", () => {
  it("is offered for the file only where the text is not YAML", async () => {
    const actions = await actionsAt('webhook:\n  priorityClassName: "a$0\n');
    assert.deepEqual(
      actions.map(({ title }) => title).filter((title) => title.startsWith("Ignore")),
      ["Ignore this rule in this file (syntax)"],
    );
  });

  it("comes last, is never preferred, and names the rule", async () => {
    const actions = await actionsAt("webhook:\n  repl$0icaz: 2\n  foo: 1\n");
    assert.deepEqual(
      actions.slice(-2).map(({ title, isPreferred }) => [title, isPreferred]),
      [
        ["Ignore this rule here (unknown-key)", undefined],
        ["Ignore this rule in this file (unknown-key)", undefined],
      ],
    );
    assert.match(actions[0]?.title ?? "", /Change to/);
  });

  it("comes before a fix that removes a block, which is never the first", async () => {
    const actions = await actionsAt("controller:\n  foo$0bar:\n    a: 1\n  replicas: 2\n");
    assert.deepEqual(
      actions.map(({ title, isPreferred }) => [title, isPreferred]),
      [
        ["Ignore this rule here (unknown-key)", undefined],
        ['Remove "foobar"', undefined],
      ],
    );
    const [first] = await actionsAt("controller:\n  repl$0icas:\n    a: 1\n");
    assert.equal(first?.title, "Ignore this rule here (wrong-type)");
  });

  it("is offered where nothing else is", async () => {
    const actions = await actionsAt(
      "subscriptionServer:\n  domain: <sub$0domain>.cluster\n  dnsTarget: a.b\n",
    );
    assert.deepEqual(
      actions.map(({ title }) => title),
      ["Ignore this rule here (placeholder-value)"],
    );
  });

  it("is offered for the file only where the rule finds more in it", async () => {
    const titles = async (text: string) =>
      (await actionsAt(text)).map(({ title }) => title).filter((title) => title.includes("in this file"));
    assert.deepEqual(await titles("webhook:\n  zz$0z: 1\n  replicas: two\n"), []);
    assert.deepEqual(await titles("webhook:\n  zz$0z: 1\n  yyy: 2\n"), [
      "Ignore this rule in this file (unknown-key)",
    ]);
  });

  it("is offered once for all that a rule finds on a line", async () => {
    const marked = "webhook: {fo$0o: 1, bar: 2}\n";
    const analysis = analyse(marked.replace("$0", ""));
    const diagnostics = await engine.diagnostics(analysis);
    const whole = { start: analysis.text.positionAt(0), end: analysis.text.positionAt(marked.length) };
    const here = (await engine.codeActions(analysis, whole, diagnostics)).filter(({ title }) =>
      title.includes("here (unknown-key)"),
    );
    assert.deepEqual(
      here.map((action) => action.diagnostics?.length),
      [2],
    );
  });
});

/** Ways in which a line goes wrong. */
const SPOILERS: readonly ((line: string) => string)[] = [
  (line) => line.replace(/(\w)(\w+):/, "$1$2$2:"),
  (line) => line.replace(/: (\S+)$/, ': "$1"'),
  (line) => line.replace(/: (\S+)$/, ": [$1]"),
  (line) => line.replace(/: (\S+)$/, ": 1.10"),
  (line) => line.replace(/: (\S+)$/, ": <$1>"),
  (line) => line.replace(/: (\S+)$/, ": >-\n              {{ x }}\n              {{ y }}"),
  (line) => line.replace(/: (\S+)$/, ': "{{ x }}\n              {{ y }}"'),
  (line) => line.replace(/: (\S+)$/, ": {\n              a: $1,\n              b: [\n                yes]}"),
  (line) => line.replace(/: (\S+)$/, ": |+\n              a\n\n"),
  (line) => line.replace(/^ {2}/, "\t"),
  (line) => line.replace(/:.*/, ""),
];

test("in any file, a comment silences what it is for, and changes no value", async () => {
  const sources = [
    ...GOOD_FILES.filter(({ text }) => text.length < 3000),
    { kind: "values" as const, text: MISTAKES, name: "mistakes" },
  ];
  const mistake = fc.tuple(fc.nat(), fc.nat({ max: SPOILERS.length - 1 }));
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: sources.length - 1 }),
      fc.array(mistake, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (index, mistakes, carriageReturns) => {
        const source = sources[index];
        assert.ok(source);
        const lines = source.text.split(/\r?\n/);
        for (const [place, spoiler] of mistakes) {
          const line = place % lines.length;
          lines[line] = SPOILERS[spoiler]?.(lines[line] ?? "") ?? "";
        }
        const spoiled = { ...source, text: lines.join("\n") };
        const { text, kind } = carriageReturns ? withCarriageReturns(spoiled) : spoiled;
        const analysis = analyse(text, kind);
        const before = await engine.diagnostics(analysis);
        for (const diagnostic of before) {
          const actions = await engine.codeActions(analysis, diagnostic.range, [diagnostic]);
          for (const action of actions.filter(({ title }) => title.startsWith("Ignore this rule "))) {
            await checkSilenced(text, kind, diagnostic, action, before);
          }
        }
      },
    ),
    effort(150),
  );
});

async function checkSilenced(
  text: string,
  kind: "values" | "operator",
  diagnostic: Diagnostic,
  action: CodeAction,
  before: readonly Diagnostic[],
): Promise<void> {
  if (!action.diagnostics?.length || !action.title.includes(`(${diagnostic.code})`)) return;
  const after = applyFix(text, action);
  const what = `${action.title}:\n${text}\n--- gave\n${after}`;
  const same = ({ code }: Diagnostic) => code === diagnostic.code;
  const left = (await engine.diagnostics(analyse(after, kind))).filter(same).length;
  const inFile = action.title.includes("in this file");
  if (inFile) assert.equal(left, 0, what);
  else assert.ok(left < before.filter(same).length, what);
  // A text that is not YAML has no values to preserve.
  if (analyse(text, kind).file.problems.length > 0) return;
  assert.deepEqual(analyse(after, kind).file.problems, [], what);
  const effective = (text: string) =>
    engine.effectiveDocument(aloneStack("file:///values.yaml", analyse(text).file, 3), "plain").text;
  assert.equal(effective(after), effective(text), what);
}
