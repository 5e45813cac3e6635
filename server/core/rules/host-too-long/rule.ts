import * as l10n from "@vscode/l10n";
import { dnsNameProblem } from "../../schema/types/dns-name.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

/** The largest length of a certificate's common name (RFC 5280, ub-common-name). */
const MOST = 64;

export const rule: Rule = {
  code: "host-too-long",
  severity: "warning",
  docs: {
    what: "A host that becomes part of a certificate has more than 64 characters.",
    why: "The common name of a certificate has at most 64 characters. Issuers reject a longer one, and the domain gets no TLS.",
  },
  check(context) {
    const subjects = textsMeaning(context, "host").filter(
      ({ place }) => place.schemas[0]?.annotations.certificateSubject,
    );
    return [...subjects, ...textsMeaning(context, "common-name")]
      .filter(({ text }) => text.length > MOST && dnsNameProblem(text) === undefined)
      .map(({ place, node, text }) => ({
        ...rangeOf(node),
        message: l10n.t(
          "{0} has {1} characters, but the common name of a certificate can have at most {2}. Use a shorter name.",
          placeName(place),
          text.length,
          MOST,
        ),
      }));
  },
};
