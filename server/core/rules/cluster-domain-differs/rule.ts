import * as l10n from "@vscode/l10n";
import { isChartPlaceholder } from "../../schema/model.ts";
import { dnsNameProblem, domainAbove, isIpAddress } from "../../schema/types/dns-name.ts";
import { placeholderIn } from "../../schema/types/placeholders.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { changeTextFix } from "../engine/fixes.ts";
import { type TextPlace, textsMeaning } from "../engine/meanings.ts";
import type { Finding, Rule } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "cluster-domain-differs",
  severity: "hint",
  docs: {
    what: "A host and the DNS target next to it are in different cluster domains.",
    why: "Both usually end in the domain of the cluster. Where they do not, one of them may be a copy from another cluster.",
    fix: "Writes the host in the cluster domain of the DNS target.",
  },
  check(context) {
    const findings: Finding[] = [];
    const hosts = textsMeaning(context, "host").filter(isWhole);
    for (const subject of hosts.filter(({ place }) => place.schemas[0]?.annotations.certificateSubject)) {
      const domain = domainAbove(subject.text);
      const targets = hosts.filter(
        ({ node, place }) =>
          node !== subject.node && place.property?.parent === subject.place.property?.parent,
      );
      for (const target of targets) {
        const other = domainAbove(target.text);
        if (!domain || !other || isWithin(domain, other) || isWithin(other, domain)) continue;
        findings.push({
          ...rangeOf(subject.node),
          message: l10n.t(
            '{0} is in "{1}", but {2} is in "{3}". Check that both belong to the same cluster.',
            placeName(subject.place),
            domain,
            placeName(target.place),
            other,
          ),
          fixes: () =>
            subject.node.type === "string"
              ? changeTextFix(context, subject.node, `${subject.text.trim().split(".")[0]}.${other}`, false)
              : [],
          related: [
            {
              ...rangeOf(target.node),
              message: l10n.t('{0} is in "{1}".', placeName(target.place), other),
            },
          ],
        });
      }
    }
    return findings;
  },
};

/** True for a complete host name of the user, rather than a placeholder or an IP address. */
function isWhole({ place: { schemas }, text }: TextPlace): boolean {
  const isOfChart = schemas.some((schema) => isChartPlaceholder(schema, text));
  if (isOfChart || isIpAddress(text)) return false;
  return placeholderIn(text) === undefined && dnsNameProblem(text) === undefined;
}

/** A subdomain may have several parts, so the rest of it may be longer than the cluster's domain. */
function isWithin(domain: string, cluster: string): boolean {
  return domain === cluster || domain.endsWith(`.${cluster}`);
}
