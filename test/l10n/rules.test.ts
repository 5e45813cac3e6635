// What rules and features say, in a language in which each translated text is in brackets and has its vowels twice. What is outside of
// the brackets, or has whole words in their usual spelling, is not translated.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { RULES } from "../../server/core/rules/table.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { aloneStack } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { MISTAKES } from "../core/support/corpus.ts";
import { analyse, createEngine } from "../core/support/engine.ts";
import { stackOf } from "../core/support/release.ts";
import { analyseExample } from "../core/support/rule-example.ts";
import { analyseUnder, chartOf, description, umbrellaIn } from "../core/support/umbrella.ts";
import { speakPseudo, withoutTranslations } from "./pseudo-language.ts";

speakPseudo();

/** Two words in a row, outside of quotes, whose vowels are as in English. */
const ENGLISH =
  /(?<!\p{L})(?:[b-df-hj-np-tv-z]*[aeiou](?![aeiou])){1,}[b-df-hj-np-tv-z]* [b-df-hj-np-tv-z]*[aeiou](?![aeiou])/u;

function isTranslated(text: string): void {
  assert.equal(withoutTranslations(text).trim(), "", text);
  assert.doesNotMatch(text.replace(/"[^"]*"/g, '""'), ENGLISH);
}

const everything = Object.fromEntries(
  RULES.map(({ code, severity }) => [code, severity === "off" ? "hint" : severity]),
);
const engine = await createEngine({
  ...DEFAULT_SETTINGS,
  diagnostics: { enable: true, severity: everything },
});

/** Rules whose messages are, or contain, what a chart's schema, a definition of the resource or the workspace says. */
const OTHERS_WORDS = new Set(["chart-schema", "unusable-chart", "validation-rule"]);

/** Values in the words of the specification; one key is there in both vocabularies. */
const SPECIFICATION = `subscriptionServer:
  meshSystemNamespace: edge
  istioSystemNamespace: other
  certificateManager: CertController
controller:
  replicas: many
`;

suite("what rules say", () => {
  for (const { code, docs } of RULES) {
    test(`${code}: about its wrong example`, async () => {
      const analysis = analyseExample(docs, docs.wrong);
      const found = (await engine.diagnostics(analysis)).filter((one) => one.code === code);
      assert.ok(found.length > 0);
      for (const diagnostic of found) {
        if (!OTHERS_WORDS.has(code)) isTranslated(String(diagnostic.message));
        for (const { message } of diagnostic.relatedInformation ?? []) isTranslated(message);
        for (const { title } of await engine.codeActions(analysis, diagnostic.range, [diagnostic]))
          isTranslated(title);
      }
    });
  }
});

suite("what rules say about a file with many mistakes", () => {
  const analysis = analyse(MISTAKES);
  test("messages, and the titles of all fixes", async () => {
    const found = await engine.diagnostics(analysis);
    assert.ok(new Set(found.map(({ code }) => code)).size > 10);
    for (const { code, message } of found) if (!OTHERS_WORDS.has(String(code))) isTranslated(String(message));
    for (const { title } of await engine.fixesFound(analysis)) isTranslated(title);
    isTranslated((await engine.fixAll(analysis))?.title ?? "");
    isTranslated((await engine.fixAll(analysis, "likely"))?.title ?? "");
  });
});

suite("what features say", () => {
  test("the actions above a file, and those that tell whose it is", () => {
    const analysis = analyse("controller:\n  replicas: 2\n");
    const titles = [...engine.codeLenses(analysis), ...engine.fileStatusActions(analysis)];
    assert.equal(titles.length, 6);
    for (const { title } of titles) isTranslated(title);
  });

  test("why values cannot be set", () => {
    const texts = {
      "a list": "a: [1]\n",
      "a scalar": "a: 1\n",
      "a mapping": "a: {b: {c: 1}}\n",
      "an alias": "x: &x {b: {}}\na: *x\n",
      "a file that is a list": "- a\n",
      "no room": "? a\n",
    };
    for (const [name, text] of Object.entries(texts)) {
      const result = engine.setValues(analyse(text), [
        { path: name === "a mapping" ? "a.b" : "a.b.c", value: "x" },
      ]);
      assert.ok("problem" in result, name);
      isTranslated(result.problem);
    }
    const bad = engine.setValues(analyse("a: b\n"), [{ path: "a..b", value: "x" }]);
    const none = engine.setValues(analyse("kind: CAPOperator\n", "operator"), [{ path: "a", value: "x" }]);
    for (const result of [bad, none]) isTranslated("problem" in result ? result.problem : "nothing");
  });

  test("the head of effective values, and where they come from", () => {
    const files = { "values.yaml": "webhook:\n  replicas: 2\n" };
    const stacks = [
      stackOf({ files }),
      { ...stackOf({ files }), namespace: "ops" },
      aloneStack("file:///values.yaml", parseYaml("webhook:\n  replicas: 2\n"), 3),
      undefined,
    ];
    for (const stack of stacks) {
      for (const form of ["annotated", "changed"] as const) {
        const { text } = engine.effectiveDocument(stack, form);
        const head = text.split("\n").filter((line) => line.startsWith("#"));
        assert.ok(head.length >= 2);
        for (const line of head) isTranslated(line.slice(2));
        assert.doesNotMatch(text, /# default/);
      }
    }
    const [origin] = engine.valueOrigins(stackOf({ files }), [["webhook", "nope"]]);
    isTranslated(origin?.text ?? "");
  });

  test("what is wrong with an entry, which cannot be put in quotes", async () => {
    const stack = stackOf({ files: {}, sets: ["podLabels.a=1"] });
    const [found] = await engine.entryProblems(stack);
    isTranslated(found?.message ?? "");
    assert.match(found?.message ?? "", /seetStriing/);
  });

  test("what another chart does to values", async () => {
    const version = (number: string) => ({ chart: "cap-operator", version: number });
    const files = {
      "values.yaml": "webhook:\n  sidecar: true\ncontroller:\n  rolloutDelay: 2h\n  replicas: many\n",
    };
    const upgrades = [
      [{ files, chart: version("0.30.0") }, "cap-operator 0.34.0"],
      [{ files, chart: version("0.34.0") }, "cap-operator 0.20.0"],
      [{ files, sets: ["webhook.sidecar=true"], chart: version("0.20.0") }, "cap-operator 0.34.0"],
      [
        { files: { "values.yaml": SPECIFICATION }, chart: { chart: "cap-operator-chart" } },
        "cap-operator 0.34.0",
      ],
    ] as const;
    const topics = new Set<string>();
    for (const [release, name] of upgrades) {
      const { notes = [] } = (await engine.upgradeValues(stackOf(release), { name })) ?? {};
      for (const { topic, sentence } of notes) {
        topics.add(topic);
        isTranslated(sentence);
      }
    }
    for (const topic of ["migrated", "byHand", "ignored", "running", "chart"])
      assert.ok(topics.has(topic), topic);
  });

  test("whose values are below the key of a dependency", () => {
    const umbrella = umbrellaIn(
      chartOf({ "Chart.yaml": description("cap-operator", "0.34.0", ["alias: operator"]) }),
    );
    const analysis = analyseUnder(
      umbrella,
      { chart: "cap-operator", version: "0.34.0" },
      "operator:\n  controller:\n    replicas: 1\n",
    );
    const contents = engine.hover(analysis, { line: 0, character: 2 })?.contents;
    const value = typeof contents === "object" && "value" in contents ? contents.value : "";
    for (const part of value.split("\n\n")) isTranslated(part);
    assert.ok(value.split("\n\n").length >= 2);
  });
});
