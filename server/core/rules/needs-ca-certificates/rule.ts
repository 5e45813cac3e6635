import * as l10n from "@vscode/l10n";
import { parseHttpUrl } from "../../schema/types/http-url.ts";
import { placeholderFor } from "../../schema/types/placeholders.ts";
import { isUnset } from "../../semantics/effective-value.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { fixWith } from "../engine/fixes.ts";
import { textsMeaning } from "../engine/meanings.ts";
import type { Edit, Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";
import { volumeKeys } from "../topics/volume-lists.ts";

// Not translated: YAML.
const volumeOf = (secret: string) => ["- name: metrics-server-ca", "  secret:", `    secretName: ${secret}`];
// Not translated: YAML.
const MOUNT = [
  "- name: metrics-server-ca",
  "  mountPath: /etc/ssl/certs/metrics-server-ca.crt",
  "  subPath: ca.crt",
  "  readOnly: true",
];

export const rule: Rule = {
  code: "needs-ca-certificates",
  severity: "information",
  docs: {
    what: "An https address, but the component mounts no volume that could hold the CA certificates to trust.",
    why: "A server whose certificate comes from a private CA is not trusted, and the connection fails, until the root certificate is mounted. For a certificate from a public CA, no further action is needed.",
    fix: "Inserts a volume and its mount for a Secret that holds the certificate.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { place, node, text } of textsMeaning(context, "url")) {
      if (!parseHttpUrl(text)?.secure) continue;
      const [component] = place.path;
      if (typeof component !== "string") continue;
      const volumes = volumeKeys(context, [component], "volumes")?.key;
      const mounts = volumeKeys(context, [component], "volume-mounts")?.key;
      if (volumes === undefined || mounts === undefined || hasMounts(context, component, mounts)) continue;
      if (isBeingTyped(context, [component, mounts])) continue;
      const { node: owner } = context.document.at([component]);
      findings.push({
        ...rangeOf(node),
        unfinished: owner && rangeOf(owner),
        message: l10n.t(
          '{0} uses TLS. If its certificate comes from a private CA, mount the CA certificate with "{1}" and "{2}".',
          placeName(place),
          `${component}.${volumes}`,
          `${component}.${mounts}`,
        ),
        fixes: () => insertFix(context, place, component, { volumes, mounts }),
      });
    }
    return findings;
  },
};

function hasMounts({ document }: RuleContext, component: string, key: string): boolean {
  const found = document.release.components.find(({ name }) => name === component);
  return !isUnset(found?.values.entries.get(key));
}

function insertFix(
  context: RuleContext,
  place: Place,
  component: string,
  { volumes, mounts }: { readonly volumes: string; readonly mounts: string },
): Fix[] {
  const { analysis, document } = context;
  const edits: Edit[][] = [];
  const lines: string[] = [];
  for (const [key, content] of [
    [volumes, volumeOf(placeholderFor("secretName"))],
    [mounts, MOUNT],
  ] as const) {
    const { property } = document.at([component, key]);
    if (property && !isEmptyHere(property)) return [];
    if (property) edits.push(document.at(property).edit.writeBelow(content));
    else {
      lines.push(`${key}:`);
      for (const line of content) lines.push(" ".repeat(analysis.style.indent) + line);
    }
  }
  if (lines.length > 0) edits.push(document.at([component]).edit.insert(lines));
  if (edits.some((each) => each.length === 0) || place.node.alias) return [];
  return fixWith(l10n.t('Insert "{0}" and "{1}" for a CA certificate', volumes, mounts), edits.flat());
}

function isEmptyHere({ valueNode }: PropertyNode): boolean {
  if (valueNode.alias || valueNode.anchor) return false;
  return valueNode.type === "null" || (valueNode.type === "array" && valueNode.items.length === 0);
}
