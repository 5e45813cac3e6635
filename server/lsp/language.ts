import * as l10n from "@vscode/l10n";
import type { InitializeParams } from "vscode-languageserver";
import { isTable } from "../workspace/setting-types.ts";

/** Finds the translations of a language in the package; `undefined` where there are none. */
export type FindTranslations = (locale: string) => l10n.l10nJsonFormat | undefined;

/**
 * From here on, sentences for people are in the language of the client: with the translations that it brings, as it does where the
 * server cannot read its own package, else with those of the package for its locale. What has no translation is in English.
 */
export function speakLanguageOf(params: Partial<InitializeParams>, find: FindTranslations): void {
  const { locale, initializationOptions: options } = params;
  const brought = isTable(options) && isTable(options.translations) ? options.translations : undefined;
  const found = brought ?? (locale === undefined ? undefined : find(locale));
  l10n.config({ contents: onlyTexts(found ?? {}) });
}

function onlyTexts(translations: object): l10n.l10nJsonFormat {
  return Object.fromEntries(
    Object.entries(translations).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
