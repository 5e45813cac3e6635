import * as l10n from "@vscode/l10n";
import { dnsNameIn, dnsNameProblem, gatewayHostProblem, isIpAddress } from "../../schema/types/dns-name.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { unquoted } from "../../yaml/unquoted.ts";
import { changeTextFix } from "../engine/fixes.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "invalid-host",
  severity: "error",
  docs: {
    what: "A host that is not a DNS name: it has a scheme, a path, a port, an underscore, uppercase letters, or is too long; or a host of the gateway that has no dot or is an IP address.",
    why: "Kubernetes, the mesh and the certificate take a plain lowercase DNS name (RFC 1123) and reject anything else. The chart writes a host as it is, so `*.` at its beginning is not YAML any more. Istio rejects a host without a dot in a Gateway (`short names (non FQDN) are not allowed`); an IP address, which is a warning, has no DNS record and no certificate.",
    fix: "Removes scheme, path and port, and writes the name in lowercase, with hyphens instead of underscores.",
  },
  check(context) {
    return textsMeaning(context, "host").flatMap(({ place, node, text }) => {
      const isOfGateway = place.schemas[0]?.annotations.gatewayHost === true;
      const isAddress = isOfGateway && isIpAddress(text);
      const problem =
        dnsNameProblem(text) ??
        (isAddress ? l10n.t("it is an IP address") : isOfGateway ? gatewayHostProblem(text) : undefined);
      if (problem === undefined) return [];
      return {
        ...rangeOf(node),
        ...(isAddress && { severity: "warning" }),
        message: l10n.t("{0} must be a lowercase DNS name: {1}.", placeName(place), problem),
        fixes: () => {
          // Quotes within quotes are part of the text.
          const host = dnsNameIn(unquoted(text));
          return host === undefined || host === text
            ? []
            : changeTextFix(context, node, host, !text.includes("_"));
        },
      };
    });
  },
};
