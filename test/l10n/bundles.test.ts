import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { englishBundle, translations } from "../../publish/l10n.ts";
import { sentencesOf, sentencesOfProject } from "../../publish/sentences.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const english = englishBundle(root);

test("each sentence that editors show can be translated", () => {
  const missing = sentencesOfProject(root).filter(({ key }) => key === undefined);
  assert.deepEqual(missing, []);
});

test("a sentence that is not passed through l10n.t is found", () => {
  const source = [
    'import * as l10n from "@vscode/l10n";',
    'export const a = (name: string) => l10n.t("Set {0}", name);',
    "export const b = (name: string) => `The file ${name} is missing.`;",
    "// Not translated: the syntax of YAML.",
    'export const c = "a key of YAML";',
    'export const d = (log: Log) => log.info("Read a file.");',
    'export const e = () => l10n.t({ message: "Open", comment: ["a button"] });',
  ].join("\n");
  assert.deepEqual(
    sentencesOf("a.ts", source).map(({ line, text, key }) => [line, text, key]),
    [
      [2, "Set {0}", "Set {0}"],
      [3, "The file {0} is missing.", undefined],
      [7, "Open", "Open/a button"],
    ],
  );
});

for (const [language, bundle] of translations(root)) {
  test(`${language} has each sentence, and none that is gone`, () => {
    assert.deepEqual(
      Object.keys(english).filter((key) => !(key in bundle)),
      [],
    );
    assert.deepEqual(
      Object.keys(bundle).filter((key) => !(key in english)),
      [],
    );
  });

  test(`${language} has what is filled in, code and links as in English`, () => {
    const fixed = (text: string) =>
      [...new Set(text.match(/\{\d+\}|`[^`{}]+`|\(command:[^)]*\)/g) ?? [])].sort();
    for (const [key, text] of Object.entries(bundle))
      assert.deepEqual(fixed(text), fixed(english[key] ?? ""), key);
  });
}
