import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The texts of the manifest by their keys, in one language. */
export type Texts = Readonly<Record<string, string>>;

/** The manifest's texts as they are in the project; for English without a language. */
export function readTexts(root: string, language?: string): Texts {
  const name = language === undefined ? "manifest.json" : `manifest.${language}.json`;
  return JSON.parse(readFileSync(path.join(root, "l10n", name), "utf8"));
}

/** The languages that the manifest's texts are translated into. */
export function languagesOf(root: string): readonly string[] {
  return readdirSync(path.join(root, "l10n")).flatMap(
    (name) => /^manifest\.([\w-]+)\.json$/.exec(name)?.[1] ?? [],
  );
}

/** The keys of all texts that a manifest names, `%key%`, in its order. */
export function keysIn(manifest: unknown): readonly string[] {
  if (typeof manifest === "string") {
    const key = placeholderKey(manifest);
    return key === undefined ? [] : [key];
  }
  return typeof manifest === "object" && manifest !== null ? Object.values(manifest).flatMap(keysIn) : [];
}

/**
 * `package.json` with its texts in their places, as an editor shows it; in English without a language. `Manifest` is what the reader
 * knows of it.
 */
export function readManifest<Manifest extends object>(root: string, language?: string): Manifest {
  const texts = { ...readTexts(root), ...(language !== undefined && readTexts(root, language)) };
  return withTexts(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")), texts) as Manifest;
}

/** A description of a setting without links to others: an editor makes one of a name in number signs; elsewhere that is only a name. */
export function withoutSettingLinks(description: string): string {
  return description.replaceAll(/`#([\w.]+)#`/g, "`$1`");
}

function withTexts(value: unknown, texts: Texts): unknown {
  if (typeof value === "string") return texts[placeholderKey(value) ?? ""] ?? value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, texts)]));
}

function placeholderKey(text: string): string | undefined {
  return /^%(.+)%$/s.exec(text)?.[1];
}
