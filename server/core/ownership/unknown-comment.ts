import * as l10n from "@vscode/l10n";
import type { DocumentKind } from "../wire/documents.ts";
import { type Modeline, meantModeline } from "../yaml/modeline.ts";
import { cut } from "../yaml/shown.ts";

/** A sentence about the part of the comment at the top of a file that is not recognized, with the words that may be written; `undefined` if all of it is. */
export function complaintAbout({ meaning, word, hasColon, unknown }: Modeline): string | undefined {
  if (!hasColon) {
    return l10n.t("The comment at the top has no effect: a colon is missing after `# cap-operator`.");
  }
  if (meaning === "unknown") {
    return l10n.t(
      "The comment `# cap-operator: {0}` is not recognized: write values, operator or off.",
      word,
    );
  }
  const [first] = unknown;
  if (first === undefined) return undefined;
  return l10n.t(
    '"{0}" is not recognized: after "{1}", write chart=<chart> or version=<version>.',
    cut(first, 39),
    word,
  );
}

/** The kind of a file that only a comment at its top claims. */
export function kindMeantBy(modeline: Modeline): DocumentKind | undefined {
  const { meaning, options, dropped } = meantModeline(modeline);
  // More text, or a word without a colon, may be a sentence about the operator.
  if (dropped.length > 0 || (!modeline.hasColon && options.length === 0)) return undefined;
  if (meaning === "off") return undefined;
  return meaning ?? (options.length > 0 ? "values" : undefined);
}
