// `npm run l10n`: writes l10n/bundle.l10n.json, all sentences that editors show, from which translators start, puts the texts of the manifest
// of settings into the bundles of all languages, and takes out what is gone. With `--check` it only compares the English one; with
// `--missing` it lists the texts that a language does not have, which stops a release and no change.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildProjectSchema } from "../schemas/project-schema.ts";
import { languagesOf, readTexts, type Texts } from "./readable-manifest.ts";
import { schemaSentences, sentencesIn } from "./schema-sentences.ts";

/** Sources whose sentences are shown in editors. The command line and the answers to agents are in English. */
const TRANSLATED = ["server/core", "server/workspace", "server/lsp", "client"];

/** A call with a text, or with a text and a comment for translators: `l10n.t({ message: "Open", comment: ["a button"] })`. */
const CALL =
  /\bl10n\.t\(\s*(?:\{\s*message:\s*)?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`)(?:,(?:\s*args: \[[^\]]*\],)?\s*comment:\s*\[?\s*("(?:[^"\\\n]|\\.)*"))?/g;

/** The sentences that a source passes through `l10n.t`, with their keys in the bundles. */
export function sentencesOf(source: string): readonly (readonly [key: string, text: string])[] {
  return Array.from(source.matchAll(CALL), ([, quoted = "", comment]) => {
    const text = literal(quoted);
    return [comment === undefined ? text : `${text}/${literal(comment)}`, text];
  });
}

/** The text of a literal of TypeScript. */
function literal(source: string): string {
  const inner = source.slice(1, -1);
  if (source.startsWith('"')) return JSON.parse(source);
  if (source.startsWith("'")) return JSON.parse(`"${inner.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`);
  return inner;
}

/**
 * The English bundle: every sentence of the sources that is passed through `l10n.t`, the texts of schemas and snippets, and those of
 * the manifest about the settings that a project can have.
 */
export function englishBundle(root: string): Texts {
  const sources = TRANSLATED.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(path.join(root, folder, name), "utf8")),
  );
  const said = schemaSentences(root).map((text) => [text, text] as const);
  return sorted([...sources.flatMap(sentencesOf), ...said, ...settingTexts()]);
}

/**
 * The sentences about the settings of a project, which are translated with the manifest. The documentation of rules is in
 * English.
 */
function settingTexts(language?: string): readonly (readonly [english: string, text: string])[] {
  const english = sentencesIn(buildProjectSchema([]));
  const translated = sentencesIn(buildProjectSchema([], language));
  const pairs = english.map((text, index) => [text, translated[index] ?? text] as const);
  return language === undefined ? pairs : pairs.filter(([text, other]) => text !== other);
}

function sorted(entries: readonly (readonly [string, string])[]): Texts {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sentences of the project in one language; for English without one. */
export function readBundle(root: string, language?: string): Texts {
  const name = language === undefined ? "bundle.l10n.json" : `bundle.l10n.${language}.json`;
  return JSON.parse(readFileSync(path.join(root, "l10n", name), "utf8"));
}

/** The English texts that a language does not have, each after its file. An editor shows these in English. */
export function missingTexts(root: string): readonly string[] {
  return languagesOf(root).flatMap((language) => [
    ...lacking(`bundle.l10n.${language}.json`, readBundle(root), readBundle(root, language)),
    ...lacking(`manifest.${language}.json`, readTexts(root), readTexts(root, language)),
  ]);
}

function lacking(file: string, english: Texts, translated: Texts): readonly string[] {
  return Object.keys(english)
    .filter((key) => !(key in translated))
    .map((key) => `l10n/${file}: ${JSON.stringify(key)}`);
}

function write(root: string, name: string, bundle: Texts): void {
  writeFileSync(path.join(root, "l10n", name), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const [option] = process.argv.slice(2);
  const english = englishBundle(root);
  if (option === "--missing") {
    for (const text of missingTexts(root)) console.log(text);
  } else if (option === "--check") {
    if (JSON.stringify(readBundle(root)) !== JSON.stringify(english)) {
      console.error("l10n/bundle.l10n.json is stale. Write it with: npm run l10n");
      process.exitCode = 1;
    }
  } else {
    write(root, "bundle.l10n.json", english);
    for (const language of languagesOf(root)) {
      const lasting = Object.entries(readBundle(root, language)).filter(([key]) => key in english);
      write(root, `bundle.l10n.${language}.json`, sorted([...lasting, ...settingTexts(language)]));
    }
  }
}
