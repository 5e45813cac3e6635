import * as l10n from "@vscode/l10n";
import type { Fact } from "../../schema/annotations.ts";
import { rangeOf, resolveAlias } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import { changeTextFix } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Finding, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames } from "../engine/sentences.ts";
import { certificates, type IssuerPart } from "../topics/certificates.ts";

/** The group of cert-manager's own issuers, which is its default, and their kinds. */
const OWN_GROUP = "cert-manager.io";
const OWN_KINDS = ["ClusterIssuer", "Issuer"];

export const rule: Rule = {
  code: "unknown-issuer-kind",
  severity: "error",
  docs: {
    what: "A kind of issuer that cert-manager does not have.",
    why: "In its own group, which is the default, cert-manager has `Issuer` and `ClusterIssuer`; its webhook rejects a certificate with any other kind. Issuers of another group have kinds of their own.",
    fix: "Changes the kind to one of the two.",
  },
  check(context) {
    return certificates(context).flatMap(({ parts, chosen }) =>
      parts.filter(({ manager }) => manager === chosen).flatMap((part) => findings(context, part)),
    );
  },
};

function findings(context: RuleContext, part: IssuerPart): Finding[] {
  const key = keyWithFact(part, "issuerKind");
  const groupKey = keyWithFact(part, "issuerGroup");
  if (key === undefined || groupKey === undefined) return [];
  const { node: written } = context.document.at([...part.path, key]);
  const kind = written && resolveAlias(written);
  if (kind?.type !== "string" || kind.value.trim() === "" || !written) return [];
  if (OWN_KINDS.includes(kind.value)) return [];
  const group = context.document.release.given([...part.path, groupKey]);
  const isOwn = group === undefined || (group.type === "leaf" && OWN.has(group.value));
  if (!isOwn) return [];
  const [likely] = closestMatches(kind.value, OWN_KINDS);
  const kinds = likely === undefined ? OWN_KINDS : [likely];
  return [
    {
      ...rangeOf(written),
      message: l10n.t(
        '"{0}" is not a valid issuer kind of {1}. Use {2}, or set "{3}".',
        shown(kind.value),
        OWN_GROUP,
        joinNames(kinds, "or"),
        groupKey,
      ),
      fixes: () => OWN_KINDS.flatMap((known) => changeTextFix(context, kind, known, known === likely)),
    },
  ];
}

const OWN: ReadonlySet<unknown> = new Set([OWN_GROUP, "", null]);

function keyWithFact({ schema }: IssuerPart, fact: Fact): string | undefined {
  for (const [key, { annotations }] of schema.properties) if (annotations.fact === fact) return key;
  return undefined;
}
