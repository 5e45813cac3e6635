// `npm run l10n`: writes l10n/bundle.l10n.json, all sentences that editors show, from which translators start, and puts what the manifest
// says of settings into the bundles of all languages. With `--check` it only compares; with `--missing [folder]` it lists the sentences
// that cannot be translated yet, or are not translated.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { buildProjectSchema } from "../schemas/project-schema.ts";
import { languagesOf } from "./readable-manifest.ts";
import { schemaSentences, sentencesIn } from "./schema-sentences.ts";
import { sentencesOfProject } from "./sentences.ts";

/** Sentences by their keys, as VS Code and `@vscode/l10n` read them. */
export type Bundle = Readonly<Record<string, string>>;

/**
 * The English bundle: every sentence of the sources that is passed through `l10n.t`, what schemas and snippets say, and what the
 * manifest says of the settings that a project can have.
 */
export function englishBundle(root: string): Bundle {
  const sentences = sentencesOfProject(root).flatMap(({ key, text }) =>
    key === undefined ? [] : [[key, text] as const],
  );
  const said = schemaSentences(root).map((text) => [text, text] as const);
  return sorted([...sentences, ...said, ...settingTexts()]);
}

/** What is said of the settings of a project, which is translated with the manifest. */
function settingTexts(language?: string): readonly (readonly [english: string, text: string])[] {
  const english = sentencesIn(buildProjectSchema());
  const translated = sentencesIn(buildProjectSchema(language));
  const pairs = english.map((text, index) => [text, translated[index] ?? text] as const);
  return language === undefined ? pairs : pairs.filter(([text, other]) => text !== other);
}

function sorted(entries: readonly (readonly [string, string])[]): Bundle {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The translations in the project, by language. */
export function translations(root: string): ReadonlyMap<string, Bundle> {
  const files = readdirSync(`${root}/l10n`).flatMap((name) => {
    const language = /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1];
    return language === undefined ? [] : [[language, `${root}/l10n/${name}`] as const];
  });
  return new Map(
    files.map(([language, file]) => [language, JSON.parse(readFileSync(file, "utf8")) as Bundle]),
  );
}

function listMissing(root: string, folder: string): void {
  const all = translations(root);
  for (const { file, line, text, key } of sentencesOfProject(root)) {
    if (!file.startsWith(folder)) continue;
    const without = [...all].flatMap(([language, bundle]) => (key && !(key in bundle) ? [language] : []));
    if (key !== undefined && without.length === 0) continue;
    const fault = key === undefined ? "not passed through l10n.t" : `no translation: ${without.join(", ")}`;
    console.log(`${file}:${line}: ${fault}: ${JSON.stringify(text)}`);
  }
}

if (import.meta.main) {
  const root = import.meta.dirname.replace(/publish$/, "");
  const [option, folder = ""] = process.argv.slice(2);
  const bundles = new Map([["l10n/bundle.l10n.json", englishBundle(root)]]);
  for (const [language, bundle] of translations(root)) {
    const ofSettings = languagesOf(root).includes(language) ? settingTexts(language) : [];
    bundles.set(`l10n/bundle.l10n.${language}.json`, sorted([...Object.entries(bundle), ...ofSettings]));
  }
  for (const [name, bundle] of option === "--missing" ? [] : bundles) {
    const complete = `${JSON.stringify(bundle, undefined, 2)}\n`;
    if (readFileSync(root + name, "utf8") === complete) continue;
    if (option === "--check") {
      console.error(`${name} is stale. Write it with: npm run l10n`);
      process.exitCode = 1;
    } else writeFileSync(root + name, complete);
  }
  if (option === "--missing") listMissing(root, folder);
}
