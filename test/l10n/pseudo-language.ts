import * as l10n from "@vscode/l10n";
import { readBundle } from "../../build/l10n.ts";
import type { Texts } from "../../build/readable-manifest.ts";
import { repository } from "../support/repository.ts";

/** The parts of a text that stay in every language: placeholders, code, targets of links, and icons. */
const FIXED = /\{\d+\}|`[^`]*`|\]\([^)]*\)|\$\([\w~-]+\)|&&\w/g;

/**
 * A text in a language that only tests speak: longer than English, as most languages are, and in brackets, so that what is not
 * translated is seen.
 */
export function pseudo(text: string): string {
  let end = 0;
  let longer = "";
  for (const { 0: fixed, index } of text.matchAll(FIXED)) {
    longer += `${lengthened(text.slice(end, index))}${fixed}`;
    end = index + fixed.length;
  }
  return `⟦${longer}${lengthened(text.slice(end))}⟧`;
}

function lengthened(text: string): string {
  return text.replace(/[aeiou]/gi, "$&$&");
}

/** All texts of a bundle in that language. */
export function pseudoBundle(bundle: Texts): Texts {
  return Object.fromEntries(Object.entries(bundle).map(([key, text]) => [key, pseudo(text)]));
}

/** From here on, everything that is translated is in that language. */
export function speakPseudo(): void {
  l10n.config({ contents: pseudoBundle(readBundle(repository)) });
}

/** The rest of a text without its translated parts, however deeply they are nested. */
export function withoutTranslations(text: string): string {
  let left = text;
  for (let before = ""; before !== left; ) {
    before = left;
    left = left.replace(/⟦[^⟦⟧]*⟧/g, "");
  }
  return left;
}
