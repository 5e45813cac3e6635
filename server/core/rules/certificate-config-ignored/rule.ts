import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { holdsAnchor } from "../engine/anchors.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { changeTextFix, fixWith, removeKeyFix } from "../engine/fixes.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { quoted } from "../engine/sentences.ts";
import {
  type Certificate,
  certificates,
  type IssuerPart,
  isFilled,
  missingKeys,
} from "../topics/certificates.ts";

export const rule: Rule = {
  code: "certificate-config-ignored",
  severity: "warning",
  docs: {
    what: "An issuer is configured for a certificate manager that is not the one in use.",
    why: "Only the part for the selected manager is read; if none is selected, that is the chart's default. The certificate comes from another issuer than the one configured here, or is not issued at all.",
    fix: "Selects the manager that reads this part, or removes the part.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const certificate of certificates(context)) {
      for (const part of certificate.parts) {
        if (part.manager === certificate.chosen || !isFilled(context, part)) continue;
        const { property } = context.document.at(part.path);
        if (!property) continue;
        if (isBeingTyped(context, certificate.managerPath)) continue;
        const { value } = property.keyNode;
        findings.push({
          ...rangeOf(property.keyNode),
          about: property.valueNode,
          message: sentence(value, certificate, part),
          unnecessary: true,
          fixes: () => fixes(context, certificate, part, property),
        });
      }
    }
    return findings;
  },
};

function sentence(key: string, { chosen, isWritten, managerPath }: Certificate, part: IssuerPart): string {
  const path = pathText(managerPath);
  return isWritten
    ? l10n.t(
        'Only {0} reads "{1}", but {2} is selected. Select {0} in "{3}", or remove this.',
        part.manager,
        key,
        chosen,
        path,
      )
    : l10n.t(
        'Only {0} reads "{1}", but {2} is the default. Select {0} in "{3}", or remove this.',
        part.manager,
        key,
        chosen,
        path,
      );
}

function fixes(
  context: RuleContext,
  certificate: Certificate,
  part: IssuerPart,
  property: PropertyNode,
): Fix[] {
  const { chosen, parts } = certificate;
  const isUsed = parts.some((other) => other.manager === chosen && isFilled(context, other));
  // Selecting a manager whose part is incomplete would only cause the next mistake.
  const isComplete = missingKeys(context, part).length === 0;
  return [
    ...switchFix(context, certificate, part.manager, isComplete && !isUsed),
    ...removeKeyFix(context, property, { preferred: isUsed && !holdsAnchor(property) }),
  ];
}

function switchFix(
  context: RuleContext,
  { component, managerPath }: Certificate,
  manager: string,
  preferred: boolean,
): Fix[] {
  const written = context.document.at(managerPath).node;
  if (written) return written.type === "string" ? changeTextFix(context, written, manager, preferred) : [];
  const line = `${managerPath.at(-1)}: ${manager}`;
  return fixWith(l10n.t("Insert {0}", quoted(line)), context.document.at(component).edit.insert([line]), {
    preferred,
  });
}
