import assert from "node:assert/strict";
import { test } from "node:test";
import { readBundle, sentencesOf } from "../../build/l10n.ts";
import { languagesOf } from "../../build/readable-manifest.ts";
import { schemaSentences } from "../../build/schema-sentences.ts";
import { repository } from "../support/repository.ts";

test("the sentences of a source are found", () => {
  const source = [
    'l10n.t("Set {0} to \\"a\\"", name);',
    "l10n.t('Set \"{0}\"', name);",
    'l10n.t(\n  "No {0}.", name);',
    'l10n.t({ message: "Open", comment: ["a button"] });',
    'l10n.t({ message: "the number {0}", args: [value], comment: "object" });',
    'l10n.t(text); format("No sentence.");',
  ].join("\n");
  assert.deepEqual(sentencesOf(source), [
    ['Set {0} to "a"', 'Set {0} to "a"'],
    ['Set "{0}"', 'Set "{0}"'],
    ["No {0}.", "No {0}."],
    ["Open/a button", "Open"],
    ["the number {0}/object", "the number {0}"],
  ]);
});

test("what schemas and snippets say is in the words of each chart and each manager, but for what Kubernetes says", () => {
  const sentences = new Set(schemaSentences(repository));
  for (const sentence of [
    // The chart of the specification, and the published one.
    "Issuer for the `Platform` certificate manager. Leave it empty unless a particular issuer must sign.",
    "Issuer for the `Gardener` certificate manager. Leave it empty unless a particular issuer must sign.",
    // The first version of the manager took a mapping; all others take a list.
    "Labels of the pods of the cluster's ingress gateway, as a mapping. All later versions of the manager take a list.",
    // An addition to the types of Kubernetes.
    "Names one object of any kind, also in another namespace.",
    // A snippet.
    "Certificate for the webhook from CertManager",
  ]) {
    assert.ok(sentences.has(sentence), sentence);
  }
  assert.ok(![...sentences].some((text) => text.includes("More info: https://")));
});

for (const language of languagesOf(repository)) {
  test(`${language} has what is filled in, code and links as in English`, () => {
    const english = readBundle(repository);
    const fixed = (text: string) =>
      [...new Set(text.match(/\{\d+\}|`[^`{}]+`|\(command:[^)]*\)/g) ?? [])].sort();
    for (const [key, text] of Object.entries(readBundle(repository, language))) {
      assert.deepEqual(fixed(text), fixed(english[key] ?? ""), key);
    }
  });
}
