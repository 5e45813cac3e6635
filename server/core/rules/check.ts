import type { Violation } from "../schema/own-schema/own-schema.ts";
import type { Matcher } from "../schema/schemas.ts";
import type { Analysis } from "../semantics/analysis.ts";
import { chartViolations } from "../semantics/chart-violations.ts";
import { Places } from "../semantics/places.ts";
import type { DocumentSemantics, Semantics } from "../semantics/semantics.ts";
import { DEFAULT_SETTINGS, type Settings } from "../settings.ts";
import { nodeAt } from "../yaml/lookup.ts";
import { memo } from "../yaml/memo.ts";
import { findModeline } from "../yaml/modeline.ts";
import { boundedSentence } from "../yaml/shown.ts";
import type { PropertyNode, ValueNode, YamlNode } from "../yaml/tree.ts";
import { isMisread, mayHaveInvisible } from "./engine/misread-entries.ts";
import type { Finding, Fix, RelatedPlace, Rule, RuleContext, RuleFinding } from "./engine/rule.ts";
import { silencer } from "./engine/silence-comments.ts";
import { templatesIn } from "./engine/templates.ts";
import { firstAtEachPlace, helmLast, inOrderOfText, PRECEDENCE } from "./precedence.ts";
import { RULES } from "./table.ts";

/** The findings in an analysis, by the codes of the rules that were switched on or off. */
const findingsOf = memo((_: Semantics) => new Map<string, Promise<readonly RuleFinding[]>>());

/** The findings in an analysis of the rules that are on, by the settings or by default. Computed once; a second call returns the same findings. */
export function check(
  semantics: Semantics,
  settings: Settings = DEFAULT_SETTINGS,
): Promise<readonly RuleFinding[]> {
  const isOn = isOnIn(settings);
  const asked = RULES.flatMap((rule) => (isOn(rule) === (rule.severity === "off") ? [rule.code] : [])).join();
  const known = findingsOf(semantics);
  const findings = known.get(asked) ?? runRules(semantics, isOn);
  known.set(asked, findings);
  return findings;
}

/** All findings of the rules, including those that comments silence. The result is not stored. */
export function checkUnsilenced(semantics: Semantics, settings: Settings): Promise<readonly RuleFinding[]> {
  return runRules(semantics, isOnIn(settings), () => false);
}

function isOnIn({ diagnostics }: Settings): (rule: Rule) => boolean {
  return ({ code, severity }) => (diagnostics.severity[code] ?? severity) !== "off";
}

/** Runs the rules that are on; the findings are in the order of the text. */
export async function runRules(
  semantics: Semantics,
  isOn: (rule: Rule) => boolean,
  isSilenced: (finding: Finding, rule: Rule) => boolean = silencer(semantics.analysis),
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  const rules = RULES.filter((rule) => isOn(rule) || PRECEDENCE.includes(rule.code));
  for (const document of semantics.documents) {
    if (!document.root.kind.isOfOperator) continue;
    const matcher = await document.schemas.match(document.root);
    await document.schemas.chart.resource?.load();
    const context = createContext(document, matcher, await chartViolations(document));
    for (const rule of rules) {
      if (rule.only !== undefined && rule.only !== document.root.kind.schema) continue;
      for (const finding of rule.check(context)) {
        if (!isIn(document, finding) || (!rule.onAnyLine && isOnBrokenLine(context, finding))) continue;
        if (isOpaque(semantics.analysis, finding)) continue;
        findings.push(asReported(finding, rule));
      }
    }
  }
  const reported = firstAtEachPlace(findings).filter(
    (finding) => isOn(finding.rule) && !isSilenced(finding, finding.rule),
  );
  return helmLast(reported).sort(inOrderOfText);
}

/**
 * A finding of a rule with short messages of one line: a key that they name may be as long as the file, and have line breaks. Its fixes are made
 * once, however often they are asked for.
 */
function asReported(finding: Finding, rule: Rule): RuleFinding {
  const { message, related, fixes: make } = finding;
  let made: Fix[] | undefined;
  // In one literal: findings that get their properties one by one cost the server 50 MB with 2,000 lines.
  return {
    ...finding,
    rule,
    message: boundedSentence(message),
    related: related?.map(withBoundedMessage),
    fixes: make && (() => (made ??= make())),
  };
}

function withBoundedMessage(place: RelatedPlace): RelatedPlace {
  const message = boundedSentence(place.message);
  return message === place.message ? place : { ...place, message };
}

/**
 * Values that Helm merges from several documents of a file give findings in each of them; only the document that contains the place reports
 * one. The comment at the top is about the whole file.
 */
function isIn({ analysis: { file }, root: { document } }: DocumentSemantics, { start }: Finding): boolean {
  if (start < document.start) {
    const { start: from = 0, end = 0 } = findModeline(file.text) ?? {};
    return from <= start && start < end;
  }
  return start <= document.end;
}

/** True if a finding rests on a line with a value that is not known yet. */
function isOpaque({ region, lines }: Analysis, { start, related = [] }: Finding): boolean {
  const concerned = [
    lines.lineAt(start),
    ...related.flatMap((place) => ("start" in place ? [lines.lineAt(place.start)] : [])),
  ];
  return concerned.some((line) => region.isOpaque(lines.text(line)));
}

/** True if the node at a finding, or the value that it is about, is on a line that is not valid YAML. */
function isOnBrokenLine({ root, isBroken }: RuleContext, { start, about }: Finding): boolean {
  const found = nodeAt(root.node, start);
  const node = found?.type === "property" ? found.keyNode : found;
  const { parent } = node ?? {};
  const value = parent?.type === "property" && parent.valueNode.type === "null" ? parent.valueNode : node;
  return [about, node, value].some((place) => place && isBroken(place));
}

function createContext(
  document: DocumentSemantics,
  matcher: Matcher,
  violations: readonly Violation[],
): RuleContext {
  const { analysis, root } = document;
  const places = new Places(root, matcher);
  const placeOf = (node: YamlNode) => places.placeOf(node);
  const templates = templatesIn({ analysis, root, document, placeOf });
  const broken = brokenLines(analysis, templates);
  const isBroken = (node: ValueNode) => broken.size > 0 && broken.has(lineOf(node, analysis));
  const isBrokenBelow = (property: PropertyNode) =>
    broken.size > 0 && linesBelow(property, analysis).some((line) => broken.has(line));
  const context: RuleContext = {
    analysis,
    root,
    document,
    groups: places.groups,
    placeOf,
    templates,
    violations,
    isBroken: (node) => isMisread(context, node) || isBroken(node),
    isBrokenBelow,
  };
  return context;
}

/** The line that decides a value; for a key without a value, the next line with text if that is indented deeper. */
function lineOf(node: ValueNode, { lines }: Analysis): number {
  const line = lines.lineAt(node.offset);
  if (node.type !== "null" || node.style !== "empty") return line;
  let below = line + 1;
  while (below < lines.count && lines.text(below).trim() === "") below++;
  // To a reader, a line is indented by spaces of every kind.
  const isBelow = below < lines.count && lines.text(below).search(/\S/) > lines.indentation(line);
  return isBelow ? below : line;
}

/** The lines below a key that are indented further. */
function linesBelow({ keyNode }: PropertyNode, { lines }: Analysis): number[] {
  const first = lines.lineAt(keyNode.offset);
  const column = keyNode.offset - lines.start(first);
  const found: number[] = [];
  for (let line = first + 1; line < lines.count; line++) {
    if (lines.text(line).trim() !== "" && lines.indentation(line) <= column) break;
    found.push(line);
  }
  return found;
}

/** The beginning of a line that is indented by spaces which YAML takes for text. */
const OTHER_INDENTATION = /^[ \t]*[\u00a0\u2000-\u200b\u202f\u3000]/gm;

/** The lines with such a beginning: looked for once in a text, however many documents it has. */
const unevenLines = memo((analysis: Analysis): readonly number[] => {
  if (!mayHaveInvisible(analysis)) return [];
  const { file, lines } = analysis;
  return [...file.text.matchAll(OTHER_INDENTATION)].map(({ index }) => lines.lineAt(index));
});

/** The lines that are partly invalid YAML, or that contain templates: the tree does not have their meaning. */
function brokenLines(analysis: Analysis, templates: readonly { start: number }[]): Set<number> {
  const lines = new Set<number>();
  for (const problem of analysis.file.problems) {
    if (!problem.tab) lines.add(analysis.lines.lineAt(problem.offset));
  }
  for (const template of templates) lines.add(analysis.lines.lineAt(template.start));
  for (const line of unevenLines(analysis)) lines.add(line);
  return lines;
}
