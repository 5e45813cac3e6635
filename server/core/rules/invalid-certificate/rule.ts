import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

/**
 * Certificates as RFC 7468 writes them, one after the other, with any other text around them. The content between the marks has its own
 * pattern: with a single one, a long run of blank lines would take hours.
 */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;
const CONTENT = /^[A-Za-z0-9+/][A-Za-z0-9+/\s]*={0,2}$/;
const MARK = /-----(?:BEGIN|END) [A-Z0-9 ]+-----/g;

export const rule: Rule = {
  code: "invalid-certificate",
  severity: "error",
  docs: {
    what: "A text that is not a valid certificate in PEM format.",
    why: "The chart passes the text on as it is. The error shows only when TLS connections fail.",
  },
  check(context) {
    return textsMeaning(context, "certificate").flatMap(({ place, node, text }) => {
      const message = faultOf(text, placeName(place));
      return message === undefined ? [] : [{ ...rangeOf(node), message }];
    });
  },
};

function faultOf(text: string, name: string): string | undefined {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    return l10n.t(
      "{0} must be a certificate, but contains a private key. Remove the key, and replace it if others have seen it.",
      name,
    );
  }
  const contents = [...text.matchAll(CERTIFICATE)].map(([, content = ""]) => content.trim());
  const certificates = contents.filter((content) => CONTENT.test(content)).length;
  if (certificates === 0)
    return l10n.t("{0} must be a certificate that begins with -----BEGIN CERTIFICATE-----.", name);
  const marks = text.match(MARK)?.length ?? 0;
  if (marks === certificates * 2) return undefined;
  return l10n.t("{0} contains something that is not a complete certificate.", name);
}
