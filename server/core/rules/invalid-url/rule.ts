import * as l10n from "@vscode/l10n";
import { parseHttpUrl } from "../../schema/types/http-url.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { changeTextFix } from "../engine/fixes.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "invalid-url",
  severity: "error",
  docs: {
    what: "An address that is not an absolute http or https URL.",
    why: "Without a scheme the operator does not know how to connect to the server, and every attempt fails.",
    fix: "Adds `http://` at the beginning.",
  },
  check(context) {
    return textsMeaning(context, "url")
      .filter(({ text }) => !parseHttpUrl(text))
      .map(({ place, node, text }) => ({
        ...rangeOf(node),
        message: l10n.t(
          "{0} must be an absolute URL that begins with http:// or https:// and contains a host.",
          placeName(place),
        ),
        fixes: () => {
          const url = `http://${text.trim().replace(/^:?\/\//, "")}`;
          const hasScheme = /^\s*[a-z][a-z0-9+.-]*:\//i.test(text);
          return parseHttpUrl(url) && !hasScheme ? changeTextFix(context, node, url, true) : [];
        },
      }));
  },
};
