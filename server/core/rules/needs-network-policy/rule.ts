import * as l10n from "@vscode/l10n";
import { parseHttpUrl } from "../../schema/types/http-url.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "needs-network-policy",
  severity: "information",
  docs: {
    what: "An address of a service inside the cluster, which the component must be allowed to reach.",
    why: "Where network policies restrict traffic, the connection fails until policies allow it, both from the operator's namespace and into that of the service. The chart does not create them.",
  },
  check(context) {
    return textsMeaning(context, "url")
      .filter(({ text }) => isInCluster(parseHttpUrl(text)?.host ?? ""))
      .map(({ place, node }) => ({
        ...rangeOf(node),
        message: l10n.t(
          "{0} points to a service inside the cluster. Make sure that network policies allow the connection.",
          placeName(place),
        ),
      }));
  },
};

/** True for the name of a service, with or without its namespace and the cluster's domain. */
function isInCluster(host: string): boolean {
  if (host === "" || host === "localhost" || host.startsWith("[")) return false;
  return !host.includes(".") || /\.svc(?:\.cluster\.local)?\.?$/.test(host);
}
