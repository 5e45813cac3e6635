import * as l10n from "@vscode/l10n";
import { VALUES_FILE } from "../../chart/chart.ts";
import { pathText } from "../../schema/markdown.ts";
import { isChartPlaceholder } from "../../schema/model.ts";
import { neededPaths } from "../../schema/schema-keys.ts";
import { addressIn } from "../../semantics/chart-places.ts";
import { isUnset } from "../../semantics/effective-value.ts";
import type { DocumentSemantics } from "../../semantics/semantics.ts";
import { isRead } from "../../values/helm-documents.ts";
import type { HelmNode } from "../../values/helm-tree.ts";
import { fileIndexOf } from "../../values/release-stack.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { regionOf } from "../../yaml/region.ts";
import type { Path, ValueNode } from "../../yaml/tree.ts";
import { isBeingTyped } from "../engine/being-typed.ts";
import { fixWith } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Finding, Fix, Rule, RuleContext, Unfinished } from "../engine/rule.ts";
import { joinNames, quoted } from "../engine/sentences.ts";
import { unknownProperties } from "../topics/unknown-properties.ts";

export const rule: Rule = {
  code: "required-for-install",
  severity: "warning",
  onAnyLine: true,
  docs: {
    what: "A value that the installation requires is not set, or is the placeholder that the chart has for it.",
    why: "The value depends on the cluster, so the chart has no default that fits every cluster.",
    fix: "Inserts the missing keys with placeholders that show the form of their values.",
  },
  check(context) {
    const { analysis, document, root } = context;
    // A document that Helm does not read lacks nothing, and a value that is missing everywhere is reported once.
    if (!isRead(analysis.file, root.document, analysis.helm)) return [];
    // Nothing of a dependency that is switched off is installed.
    if (document.release.switchedOff || document.release.stack.isPartial) return [];
    const isFirst = analysis.roots.find(({ kind }) => kind === root.kind) === root;
    const isLast = !isTakenBelow(context);
    if (root.node?.type !== "object" || root.node.properties.length === 0) return [];
    const needed = neededPaths(document.schema);
    const misplaced = new Set(
      unknownProperties(context).flatMap(({ place, property, homes, free, translation, nested }) => {
        const { key, valueNode } = property;
        const below = valueNode.type === "object" ? valueNode.properties : [];
        const word = below.length > 0 ? (translation ?? closestMatches(key, free)[0]) : undefined;
        return [
          ...(nested ? [pathText([...place.path, ...nested])] : []),
          ...homes.map((home) => pathText([...home, key])),
          ...(word === undefined ? [] : below.map((entry) => pathText([...place.path, word, entry.key]))),
        ];
      }),
    );
    const absent: Path[] = [];
    const findings: Finding[] = [];
    for (const path of needed) {
      const { node: value } = document.at(path);
      // Another file of the release, or an entry, may set it. The chart's own value fits no cluster but one.
      const given = document.release.given(path);
      const isPlaceholder = given !== undefined && isOfChart(context, path, given);
      if (isPlaceholder && given.origin.kind !== "chart-default") {
        if (value && document.isHere(given.origin)) findings.push(placeholderFinding(path, value));
        continue;
      }
      if (!isUnset(given) && given?.origin.kind !== "chart-default") continue;
      // A key in the wrong place, below a misspelled one or while it is being typed is set as far as the user knows: it is reported there.
      if (!value && (misplaced.has(pathText(path)) || isBeingTyped(context, path))) continue;
      if (!value) absent.push(path);
      else if (isEmpty(value) && !context.isBroken(value)) findings.push(emptyFinding(context, path, value));
    }
    if (absent.length > 0 && isFirst && isLast) findings.push(absentFinding(context, absent));
    return findings;
  },
};

/**
 * True if a document of another product takes these values from a ConfigMap or Secret and has values over them: values that both lack are
 * reported there.
 */
function isTakenBelow({ analysis, document }: RuleContext): boolean {
  const { stack } = document.release;
  const index = analysis.region.isEmbedded ? fileIndexOf(stack, analysis.text.uri, analysis.file) : -1;
  if (index < 0) return false;
  return stack.files.slice(index + 1).some(({ file }) => {
    const [top] = file && regionOf(file).isEmbedded ? file.documents : [];
    return top?.root?.type === "object" && top.root.properties.length > 0;
  });
}

function absentFinding(context: RuleContext, absent: readonly Path[]): Finding {
  const names = joinNames(
    absent.map((path) => quoted(pathText(path))),
    "and",
  );
  return {
    ...rangeOf(nearestKey(context, absent[0] ?? [])),
    unfinished: blockFor(context, absent[0] ?? []),
    message:
      absent.length === 1
        ? l10n.t("{0} is required but not set.", names)
        : l10n.t("{0} are required but not set.", names),
    fixes: () => insertFix(context, absent),
  };
}

/** The block under which the first missing value belongs; without it, the last block of the document, after which the value may still come. */
function blockFor({ document, root, analysis }: RuleContext, path: Path): Unfinished | undefined {
  const { lines } = analysis;
  const property = document.at(path.slice(0, -1)).property;
  if (property) return { ...rangeOf(property), column: lines.columnOf(property.offset) + 1 };
  const { node } = root;
  const last = node?.type === "object" ? node.properties.at(-1) : undefined;
  return node && last && { ...rangeOf(last), column: lines.columnOf(node.offset) };
}

/** True for the chart's placeholder in a file other than the chart's own. */
function isOfChart({ analysis, document }: RuleContext, path: Path, given: HelmNode): boolean {
  const { schema } = document.at(path);
  const { atHand } = document.schemas.chart;
  if (!schema || given.type !== "leaf" || typeof given.value !== "string") return false;
  if (atHand && addressIn(atHand, VALUES_FILE) === analysis.text.uri) return false;
  return isChartPlaceholder(schema, given.value);
}

function placeholderFinding(path: Path, value: ValueNode): Finding {
  return {
    ...rangeOf(value),
    message: l10n.t(
      '"{0}" is required, but this is the chart\'s placeholder. Write your own.',
      pathText(path),
    ),
  };
}

function emptyFinding({ document }: RuleContext, path: Path, value: ValueNode): Finding {
  const key = value.parent?.type === "property" ? value.parent.keyNode : value;
  const text = placeholderOf(document, path);
  return {
    ...rangeOf(key),
    message: l10n.t('"{0}" is required but empty. Set it in the form {1}.', pathText(path), text),
  };
}

/** The key under which the first missing value belongs; without it, the first key of the file, or the key above all values. */
function nearestKey({ root, document }: RuleContext, path: Path): { offset: number; length: number } {
  const parent = document.at(path.slice(0, -1)).node?.parent;
  if (parent?.type === "property") return parent.keyNode;
  if (root.document.key) return root.document.key.keyNode;
  return root.node?.type === "object"
    ? (root.node.properties[0]?.keyNode ?? root.node)
    : { offset: 0, length: 0 };
}

function insertFix({ document }: RuleContext, absent: readonly Path[]): Fix[] {
  const parents = new Map(absent.map((path) => [pathText(path.slice(0, -1)), path.slice(0, -1)]));
  const edits = [...parents].flatMap(([name, parent]) => {
    const paths = absent.filter((path) => pathText(path.slice(0, -1)) === name);
    const lines = paths.map((path) => `${path.at(-1)}: ${placeholderOf(document, path)}`);
    return document.at(parent).edit.insert(lines);
  });
  const names = joinNames(
    absent.map((path) => quoted(String(path.at(-1)))),
    "and",
  );
  // Not preferred: the inserted placeholders are of no use until the user has filled them in.
  return fixWith(l10n.t("Insert {0}", names), edits);
}

function placeholderOf(document: DocumentSemantics, path: Path): string {
  return document.at(path).schema?.annotations.placeholder ?? '""';
}

function isEmpty(node: ValueNode): boolean {
  return node.type === "null" || (node.type === "string" && node.value.trim() === "");
}
