import * as l10n from "@vscode/l10n";
import { pathText } from "../../schema/markdown.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import { isUnset } from "../../semantics/effective-value.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { fixWith } from "../engine/fixes.ts";
import type { Edit, Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";
import { type Certificate, certificates, type IssuerPart, missingKeys } from "../topics/certificates.ts";
import { changeKeyFix } from "../topics/other-key.ts";
import { isSetElsewhere } from "../topics/set-elsewhere.ts";
import { unknownProperties } from "../topics/unknown-properties.ts";

export const rule: Rule = {
  code: "certificate-config-incomplete",
  severity: "error",
  docs: {
    what: "The selected certificate manager requires an issuer, and part of it is missing. It is a warning if a namespace is set without a name.",
    why: "The chart renders a certificate without an issuer, and Kubernetes rejects it during the installation.",
    fix: "Inserts the missing keys: a common kind, and a placeholder for the name; or changes an unknown key to the missing one.",
  },
  check(context) {
    return certificates(context).flatMap((certificate) => {
      const part = certificate.parts.find(({ manager }) => manager === certificate.chosen);
      return part ? [...missing(context, certificate, part), ...alone(context, part)] : [];
    });
  },
};

/**
 * One finding for all missing keys: at the empty value if that is the only one, else at the key around them. None while the manager is
 * misspelled, which another rule reports: it may be another manager that is meant.
 */
function missing(context: RuleContext, certificate: Certificate, part: IssuerPart): Finding[] {
  if (certificate.isMisspelled) return [];
  const keys = missingKeys(context, part).filter((key) => !isSetElsewhere(context, [...part.path, key]));
  const written = keys.map((key) => context.document.at([...part.path, key]).property);
  if (keys.length === 0 || written.some((property) => property && context.isBroken(property.valueNode)))
    return [];
  const [only] = written;
  const place = only && keys.length === 1 ? valuePlace(only) : markFor(context, certificate, part);
  if (!place) return [];
  const config = configAt(context, certificate, part);
  const all = context.document.at(certificate.configPath).property;
  if (all && context.isBrokenBelow(all)) return [];
  const paths = keys.map((key) => pathText([...part.path, key]));
  const isEmpty = written.every((property) => property);
  return [
    {
      ...rangeOf(place),
      unfinished: config && rangeOf(config),
      message: isEmpty ? emptyText(part.manager, paths) : absentText(part.manager, paths),
      fixes: () => [...otherKeyFixes(context, part), ...fillFixes(context, part, keys)],
    },
  ];
}

function absentText(manager: string, paths: readonly string[]): string {
  const names = joinNames(paths.map(quoted), "and");
  return paths.length === 1
    ? l10n.t("{0} is required by {1} but not set.", names, manager)
    : l10n.t("{0} are required by {1} but not set.", names, manager);
}

function emptyText(manager: string, paths: readonly string[]): string {
  const names = joinNames(paths.map(quoted), "and");
  return paths.length === 1
    ? l10n.t("{0} is required by {1} but empty.", names, manager)
    : l10n.t("{0} are required by {1} but empty.", names, manager);
}

/** A value under an unknown key may be the missing one. */
function otherKeyFixes(context: RuleContext, { path }: IssuerPart): Fix[] {
  const nodes = [path, path.slice(0, -1), path.slice(0, -2)].map((place) => context.document.at(place).node);
  return unknownProperties(context)
    .filter(({ place }) => nodes.includes(place.node))
    .flatMap(({ place, property }) => changeKeyFix(context, place, property));
}

function valuePlace({ keyNode, valueNode }: PropertyNode): { offset: number; length: number } {
  return valueNode.length > 0 ? valueNode : keyNode;
}

/** Keys that only make sense together with another one, which is missing. */
function alone(context: RuleContext, { path, schema }: IssuerPart): Finding[] {
  const { release } = context.document;
  return [...schema.properties].flatMap(([key, { annotations }]): Finding[] => {
    const { onlyWith } = annotations;
    const property = context.document.at([...path, key]).property;
    if (onlyWith === undefined || !property || isUnset(release.given([...path, key]))) return [];
    const needed = [...path, onlyWith];
    if (!isUnset(release.given(needed)) || isSetElsewhere(context, needed)) return [];
    const { value } = property.keyNode;
    const part = { path, schema, manager: "" };
    return [
      {
        ...rangeOf(property.keyNode),
        severity: "warning",
        message: l10n.t('"{0}" has no effect without "{1}". Set "{1}" as well.', value, onlyWith),
        fixes: () => fillFixes(context, part, [onlyWith]),
      },
    ];
  });
}

/** The key under which the missing ones belong, or the value that chooses the manager. */
function markFor(
  context: RuleContext,
  certificate: Certificate,
  part: IssuerPart,
): { offset: number; length: number } | undefined {
  const config = configAt(context, certificate, part);
  return config?.keyNode ?? context.document.at(certificate.managerPath).node;
}

/** The property of the part that the manager reads, or of the mapping around it. */
function configAt(
  context: RuleContext,
  { configPath }: Certificate,
  { path }: IssuerPart,
): PropertyNode | undefined {
  return context.document.at(path).property ?? context.document.at(configPath).property;
}

/** One fix for each common value of a key that has some; values that only the user knows are placeholders. */
function fillFixes(context: RuleContext, part: IssuerPart, keys: readonly string[]): Fix[] {
  const formOf = (key: string) => part.schema.properties.get(key)?.annotations.placeholder;
  const usual = keys.find((key) => formOf(key) === undefined);
  const choices =
    usual === undefined ? [""] : (part.schema.properties.get(usual)?.examples ?? []).map(String);
  return choices.flatMap((choice, index): Fix[] => {
    const values = keys.map((key) => [key, key === usual ? choice : (formOf(key) ?? "")] as const);
    const lines = values.map(([key, value]) => `${key}: ${scalarText(value)}`);
    const title = l10n.t("Set {0}", joinNames(lines.map(quoted), "and"));
    const preferred = index === 0 && keys.every((key) => key === usual);
    return fixWith(title, fillEdits(context, part, values), { preferred });
  });
}

/** Writes values to keys that are empty, and adds the keys that are missing. */
function fillEdits(
  context: RuleContext,
  { path }: IssuerPart,
  values: readonly (readonly [key: string, value: string])[],
): Edit[] {
  const edits: Edit[] = [];
  const lines: string[] = [];
  for (const [key, value] of values) {
    const { edit, node } = context.document.at([...path, key]);
    if (!node) lines.push(`${key}: ${scalarText(value)}`);
    else {
      const filled = node.type === "null" ? edit.fill(scalarText(value)) : edit.setText(value);
      if (filled.length === 0 || node.anchor !== undefined) return [];
      for (const each of filled) edits.push(each);
    }
  }
  return lines.length === 0 ? edits : [...edits, ...context.document.at(path).edit.insert(lines)];
}
