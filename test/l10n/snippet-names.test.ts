import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBundle } from "../../build/l10n.ts";
import { languagesOf } from "../../build/readable-manifest.ts";
import { repository } from "../support/repository.ts";

const specification = Object.keys(
  JSON.parse(readFileSync(new URL("../../snippets/values.json", import.meta.url), "utf8")),
);

/** The words of the published chart. */
const PUBLISHED: Readonly<Record<string, string>> = { Platform: "Gardener", CertController: "CertManager" };
/** As many letters of a name are shown beside what completion offers it by. */
const SHOWN = 20;

/**
 * The order of a list while a word is typed to filter it: names that begin with it come first, the shorter before the longer, the others in
 * that of the alphabet (`compareAnything` in VS Code's `comparers.ts`).
 */
function filtered(names: readonly string[], typed: string): readonly string[] {
  const word = typed.toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(word);
  return names
    .filter((name) => name.toLowerCase().includes(word))
    .toSorted((a, b) => {
      if (begins(a) !== begins(b)) return begins(a) ? -1 : 1;
      return (begins(a) ? a.length - b.length : 0) || a.localeCompare(b);
    });
}

for (const language of [undefined, ...languagesOf(repository)]) {
  const bundle: Readonly<Record<string, string>> =
    language === undefined ? {} : readBundle(repository, language);
  const published = specification.map((name) =>
    name.replace(/Platform|CertController/, (word) => PUBLISHED[word] ?? word),
  );
  for (const chart of [specification, published]) {
    const names = chart.map((name) => bundle[name] ?? name);
    const shown = language ?? "en";

    test(`${shown}: the first letters of ${names[1]} and the other snippets tell them apart`, () => {
      const beginnings = names.map((name) => name.slice(0, SHOWN));
      assert.equal(new Set(beginnings).size, names.length, beginnings.join(", "));
    });

    test(`${shown}: ${names[1]} and those that begin like it keep their order while the list is filtered`, () => {
      const certificates = names.slice(1, 4);
      for (let length = 4; length <= "certificate".length - 1; length += 1) {
        const word = (names[1] ?? "").slice(0, length);
        assert.deepEqual(filtered(certificates, word), certificates, word);
      }
    });
  }
}
