import * as l10n from "@vscode/l10n";

/** Finds the translations of a language; `undefined` where there are none. */
export type FindTranslations = (locale: string) => Record<string, string> | undefined;

/**
 * From here on, sentences for people are in the language of the client, which it names in `initialize`. What has no translation is in
 * English.
 */
export function speakLanguageOf({ locale }: { readonly locale?: string }, find?: FindTranslations): void {
  l10n.config({ contents: (locale === undefined ? undefined : find?.(locale)) ?? {} });
}
