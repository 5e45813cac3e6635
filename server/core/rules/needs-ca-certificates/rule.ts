import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/annotations.ts";
import { parseHttpUrl } from "../../schema/types/http-url.ts";
import { isUnset } from "../../semantics/effective-value.ts";
import { findProperty, rangeOf } from "../../yaml/lookup.ts";
import type { PropertyNode } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { fixWith } from "../engine/fixes.ts";
import { textsMeaning } from "../engine/meanings.ts";
import { placeholderFor } from "../engine/placeholders.ts";
import type { Edit, Finding, Fix, Place, Rule, RuleContext } from "../engine/rule.ts";
import { nameOf } from "../engine/sentences.ts";

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
    wrong: "controller:\n  versionMonitoring:\n    metricsServerAddress: https://metrics.cluster-a.internal",
    right: [
      "controller:",
      "  versionMonitoring:",
      "    metricsServerAddress: https://metrics.cluster-a.internal",
      "  volumes:",
      ...volumeOf("metrics-server-ca").map((line) => `    ${line}`),
      "  volumeMounts:",
      ...MOUNT.map((line) => `    ${line}`),
    ].join("\n"),
    fix: "Inserts a volume and its mount for a Secret that holds the certificate.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const { place, node, text } of textsMeaning(context, "url")) {
      if (!parseHttpUrl(text)?.secure) continue;
      const [component] = place.path;
      const keys = volumeKeys(context, component);
      if (typeof component !== "string" || !keys || mounts(context, component, keys.mounts)) continue;
      if (isBeingTyped(context, [component, keys.mounts])) continue;
      findings.push({
        ...rangeOf(node),
        message: l10n.t(
          '{0} uses TLS. If its certificate comes from a private CA, mount the CA certificate with "{1}" and "{2}".',
          nameOf(place),
          `${component}.${keys.volumes}`,
          `${component}.${keys.mounts}`,
        ),
        fixes: () => insertFix(context, place, component, keys),
      });
    }
    return findings;
  },
};

interface VolumeKeys {
  readonly volumes: string;
  readonly mounts: string;
}

function volumeKeys({ document }: RuleContext, component: unknown): VolumeKeys | undefined {
  if (typeof component !== "string") return undefined;
  const properties = [...(document.at([component]).schema?.properties ?? [])];
  const keyOf = (meaning: Meaning) =>
    properties.find(([, { annotations }]) => annotations.meaning === meaning)?.[0];
  const volumes = keyOf("volumes");
  const mounts = keyOf("volume-mounts");
  return volumes === undefined || mounts === undefined ? undefined : { volumes, mounts };
}

function mounts({ document }: RuleContext, component: string, key: string): boolean {
  const found = document.release.components.find(({ name }) => name === component);
  return !isUnset(found?.values.entries.get(key));
}

function insertFix(
  context: RuleContext,
  place: Place,
  component: string,
  { volumes, mounts }: VolumeKeys,
): Fix[] {
  const { analysis, document } = context;
  const mapping = document.at([component]).node;
  const edits: Edit[][] = [];
  const lines: string[] = [];
  for (const [key, content] of [
    [volumes, volumeOf(placeholderFor("secretName"))],
    [mounts, MOUNT],
  ] as const) {
    const property = findProperty(mapping, key);
    if (property && !isEmptyHere(property)) return [];
    if (property) edits.push(document.at(property).edit.writeBelow(content));
    else lines.push(`${key}:`, ...content.map((line) => " ".repeat(analysis.style.indent) + line));
  }
  if (lines.length > 0) edits.push(document.at([component]).edit.insert(lines));
  if (edits.some((each) => each.length === 0) || place.node.alias) return [];
  return fixWith(l10n.t('Insert "{0}" and "{1}" for a CA certificate', volumes, mounts), edits.flat());
}

function isEmptyHere({ valueNode }: PropertyNode): boolean {
  if (valueNode.alias || valueNode.anchor) return false;
  return valueNode.type === "null" || (valueNode.type === "array" && valueNode.items.length === 0);
}
