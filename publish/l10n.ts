// `npm run l10n`: writes l10n/bundle.l10n.json, all sentences that editors show, from which translators start. With `--check` it only
// compares; with `--missing [folder]` it lists the sentences that cannot be translated yet, or are not translated.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { schemaSentences } from "./schema-sentences.ts";
import { sentencesOfProject } from "./sentences.ts";

/** Sentences by their keys, as VS Code and `@vscode/l10n` read them. */
export type Bundle = Readonly<Record<string, string>>;

export { schemaSentences } from "./schema-sentences.ts";

/** The English bundle: every sentence of the sources that is passed through `l10n.t`, and what schemas and snippets say. */
export function englishBundle(root: string): Bundle {
  const sentences = sentencesOfProject(root).flatMap(({ key, text }) =>
    key === undefined ? [] : [[key, text] as const],
  );
  const said = schemaSentences(root).map((text) => [text, text] as const);
  return Object.fromEntries([...sentences, ...said].sort(([a], [b]) => (a < b ? -1 : 1)));
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
  const file = `${root}l10n/bundle.l10n.json`;
  const complete = `${JSON.stringify(englishBundle(root), undefined, 2)}\n`;
  const [option, folder = ""] = process.argv.slice(2);
  if (option === "--missing") listMissing(root, folder);
  else if (option !== "--check") writeFileSync(file, complete);
  else if (readFileSync(file, "utf8") !== complete) {
    console.error("l10n/bundle.l10n.json is stale. Write it with: npm run l10n");
    process.exitCode = 1;
  }
}
