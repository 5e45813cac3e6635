import * as l10n from "@vscode/l10n";
import { KINDS, rootOf } from "../kinds.ts";
import { check } from "../rules/check.ts";
import { quoteAdvice } from "../rules/engine/sentences.ts";
import { severityOf } from "../rules/engine/severity.ts";
import { rule as requiredForInstall } from "../rules/required-for-install/rule.ts";
import { ruleAddress } from "../schema/docs-anchor.ts";
import { pathText } from "../schema/markdown.ts";
import { neededPaths } from "../schema/schema-keys.ts";
import { Analysis } from "../semantics/analysis.ts";
import type { SchemaChoice } from "../semantics/charts-in-use.ts";
import { entriesText, setByEntries } from "../semantics/entries-text.ts";
import type { ReleaseValues } from "../semantics/release-values.ts";
import { Semantics } from "../semantics/semantics.ts";
import type { Settings } from "../settings.ts";
import { mapOf } from "../values/helm-tree.ts";
import type { HelmComplaint } from "../values/helm-verdict.ts";
import type { EntryPlace } from "../values/set-entry.ts";
import type { Severity } from "../wire/documents.ts";
import { nodeAt, pathOf } from "../yaml/lookup.ts";
import { narrowed } from "../yaml/narrow.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import type { ValueNode } from "../yaml/tree.ts";

/** A problem that a rule finds in the value of a release's entry. */
export interface EntryProblem {
  /** The number of the entry among those of the release. */
  readonly set: number;
  readonly severity: Severity;
  readonly code: string;
  /** The address of the rule's documentation. */
  readonly href: string;
  readonly message: string;
}

const ADDRESS = "cap-operator-entries:/values.yaml";

/**
 * The problems of a release's entries by the rules for values files: the entries are checked as if they were in a file that comes last.
 * Complaints of Helm about the release are reported here if they are about a value of an entry, or if nothing but entries sets values.
 */
export async function entryProblems(
  { stack, schema, values }: ReleaseValues,
  charts: SchemaChoice,
  settings: Settings,
  complaints: readonly HelmComplaint[] = [],
): Promise<EntryProblem[]> {
  if (stack.sets.length === 0 || !settings.diagnostics.enable) return [];
  const key = stack.chart?.umbrella?.key;
  const all = key === undefined ? values : mapOf(key, values);
  const entries = entriesText(all);
  const { docs } = charts.schemasOf(stack);
  const text = parseYaml(entries.text);
  const file = key === undefined ? text : narrowed(text, key);
  const [document] = file.documents;
  if (!document) return [];
  const files = [...stack.files, { name: "--set", uri: ADDRESS, file }];
  const root = rootOf(document, KINDS.values);
  const isAlone = stack.files.every(({ isOfChart }) => isOfChart);
  const told = complaints.flatMap((complaint) => {
    const paths = setByEntries(all, complaint);
    if (paths.length > 0) return [{ ...complaint, paths }];
    return isAlone ? [complaint] : [];
  });
  const analysis = new Analysis(ADDRESS, 0, file, [root], [{ ...stack, files, sets: [] }]).withComplaints(
    told,
  );
  const problems = new Map<string, EntryProblem>();
  const needed = new Set(neededPaths(schema).map(pathText));
  for (const finding of await check(new Semantics(analysis, charts), settings)) {
    const { start, rule } = finding;
    const set = entries.entryAt(start);
    const severity = severityOf(finding, settings);
    if (set === undefined || severity === "off") continue;
    // A value that no source sets is reported in the files; an entry is at fault only if it empties a needed value.
    if (rule === requiredForInstall && !needed.has(pathAt(document.root, start))) continue;
    // Quotes in an entry are part of its value; a string needs another kind of entry.
    const message = finding.message.replace(quoteAdvice(), () => adviceFor(stack.sets[set]?.place)).trimEnd();
    const href = ruleAddress(docs, rule.code);
    problems.set(`${set} ${rule.code} ${message}`, { set, severity, code: rule.code, href, message });
  }
  return [...problems.values()];
}

/** The entries of a release that Helm rejects as they are written, or over the values before them. */
export function rejectedEntries(
  { stack, problems }: ReleaseValues,
  charts: SchemaChoice,
  settings: Settings,
): EntryProblem[] {
  const { docs } = charts.schemasOf(stack);
  return problems.flatMap(({ set, code, message, severity: problemSeverity }) => {
    if (set === undefined || code === undefined) return [];
    const severity = settings.diagnostics.severity[code] ?? problemSeverity;
    return severity === "off" ? [] : [{ set, severity, code, href: ruleAddress(docs, code), message }];
  });
}

function adviceFor(place: EntryPlace | undefined): string {
  if (place === undefined) return l10n.t("Move the entry to setString.");
  const { advice } = place;
  if (advice === "quotes") return quoteAdvice();
  return advice === undefined ? "" : l10n.t("Set {0} to true.", advice);
}

function pathAt(root: ValueNode | undefined, offset: number): string {
  const property = nodeAt(root, offset)?.parent;
  return property ? pathText(pathOf(property)) : "";
}
