// Holds l10n/glossary.md against the messages and the manifest in both languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readBundle } from "../../build/l10n.ts";
import { readTexts } from "../../build/readable-manifest.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}l10n/glossary.md`, "utf8");

const listed = (cell = "") => cell.split(",").flatMap((word) => word.trim() || []);
const TERMS = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| English"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, english = "", german = "", , not, nicht]) => ({
    english,
    german,
    not: listed(not),
    nicht: listed(nicht),
  }));

/** Each text with its translation, without the code and the addresses in them. */
const TEXTS = [readBundle, readTexts].flatMap((read) => {
  const german = read(root, "de");
  return Object.entries(read(root)).map(([key, text]) => [prose(text), prose(german[key] ?? "")] as const);
});

const GERMAN_PAGE = prose(readFileSync(`${root}docs/de/README.md`, "utf8"));

function prose(text: string): string {
  return text.replaceAll(/`[^`]*`|\((?:command|https?):[^)]*\)/g, "");
}

function has(text: string, word: string, ending = ""): boolean {
  return new RegExp(`(?<![\\w.-])${word}${ending}(?![\\w-])`, "i").test(text);
}

test("the glossary has at least thirty terms", () => {
  assert.ok(TERMS.length >= 30, String(TERMS.length));
});

for (const { english, german, not, nicht } of TERMS) {
  test(`"${english}" has one word in each language`, () => {
    const faults = TEXTS.flatMap(([text, translated]) => [
      ...not.filter((word) => has(text, word)).map((word) => `${word}: ${text}`),
      ...nicht.filter((word) => has(translated, word)).map((word) => `${word}: ${translated}`),
      ...(has(text, english, "s?") && !translated.toLowerCase().includes(german.toLowerCase())
        ? [`without "${german}": ${text} | ${translated}`]
        : []),
    ]);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      nicht.filter((word) => has(GERMAN_PAGE, word, "(?:en|n|s)?")),
      [],
      "docs/de/README.md",
    );
  });
}
