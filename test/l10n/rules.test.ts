// Texts of rules and features in a language in which each translated text is in brackets and has its vowels twice. Text outside
// of the brackets, or with whole words in their usual spelling, is not translated.
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

/** Rules whose messages are, or contain, what a chart's schema, a definition of the resource, the workspace or the search for faults of objects says. */
const OTHERS_WORDS = new Set(["chart-schema", "invalid-object", "unusable-chart", "validation-rule"]);

suite("what rules say", () => {
  for (const { code } of RULES) {
    test(`${code}: about its wrong example`, async () => {
      const analysis = analyseExample(code, "wrong");
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
    for (const { title } of (await engine.fixesFound(analysis)).fixes) isTranslated(title);
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
});
