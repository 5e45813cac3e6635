import type { Analysis } from "../../semantics/analysis.ts";
import { refusalOf } from "../../values/file-refusal.ts";
import type { HelmMajor, Refusal } from "../../values/refusal.ts";
import { removeProperty } from "../../yaml/edits/edits.ts";
import { nodeAt } from "../../yaml/lookup.ts";
import { explainBeginningOfKey, isBeginningOfKey } from "../../yaml/reader/syntax-messages.ts";
import type { ValuesRoot, YamlFile } from "../../yaml/tree.ts";
import type { Finding, Fix, Rule, RuleContext } from "../engine/rule.ts";

export const syntax: Rule = {
  code: "syntax",
  severity: "error",
  docs: {
    what: "Part of the text is not valid YAML, or Helm cannot read it. The rest of the file is still analysed. What only Helm 4 refuses is a warning.",
    why: "Helm refuses the whole file.",
    wrong: "controller:\n\treplicas: 2",
    right: "controller:\n  replicas: 2",
    fix: "Replaces tabs in the indentation with spaces, adds the colon that a key lacks, or moves a line to where one around it stands.",
  },
  check(context) {
    const { analysis, root, templates } = context;
    if (analysis.file.problems.length === 0) {
      return root.kind === "values" ? [...refused(analysis, root), ...noMapping(context)] : [];
    }
    const { start, end } = root.document;
    // The braces of a template are what breaks the line; the rule for templates says more about it.
    const templated = new Set(templates.map((template) => analysis.lines.lineAt(template.start)));
    return analysis.file.problems
      .filter((problem) => problem.offset >= start && problem.offset <= end)
      .filter((problem) => !templated.has(analysis.lines.lineAt(problem.offset)))
      .map((problem) => {
        const finding = {
          start: problem.offset,
          end: problem.offset + problem.length,
          message: problem.message,
        };
        const fixes = () => {
          if (problem.tab) return [...tabFixes(analysis, finding), ...indentFixes(analysis, finding)];
          const colon = colonFixes(analysis, root, finding);
          // Somebody who has just begun a word does not want to hear where its line could stand.
          const isBegun = colon.length > 0 && lineText(analysis, finding) === textIn(analysis, finding);
          return isBegun ? colon : [...colon, ...indentFixes(analysis, finding)];
        };
        return { ...finding, fixes };
      });
  },
};

/** A word that would be a key if it had a colon. Preferred if lines below it show that it is meant as one. */
function colonFixes({ file }: Analysis, root: ValuesRoot, { start, end }: Finding): Fix[] {
  const word = file.text.slice(start, end);
  if (!isBeginningOfKey(word)) return [];
  const ownsLines = nodeAt(root.node, start)?.offset === start;
  return [{ title: `Write "${word}:"`, edits: [{ start: end, end, text: ":" }], preferred: ownsLines }];
}

function tabFixes({ file, style }: Analysis, { start, end }: Finding): Fix[] {
  const text = file.text.slice(start, end).replaceAll("\t", " ".repeat(style.indent));
  return [{ title: "Replace tabs with spaces", edits: [{ start, end, text }], preferred: true, safe: true }];
}

function textIn({ file }: Analysis, { start, end }: Finding): string {
  return file.text.slice(start, end);
}

function lineText({ lines }: Analysis, { start }: Finding): string {
  return lines.text(lines.lineAt(start)).trim();
}

/** How far around a line others are looked at. */
const NEIGHBOURS = 3;

/**
 * A line that stands where no level is: the broken one, or one beside it, moved to where a line around it stands. Which of them helps is
 * found by trying them out, and which is meant, a person knows.
 */
function indentFixes({ file, lines, style }: Analysis, { start }: Finding): Fix[] {
  const broken = lines.lineAt(start);
  const near = around(lines, broken);
  const beside = [near.findLast((line) => line < broken), near.find((line) => line > broken)];
  const fixes: Fix[] = [];
  for (const line of [broken, ...beside]) {
    if (line === undefined) continue;
    const text = lines.text(line);
    const own = indentOf(text);
    const others = near.filter((other) => other !== line).map((other) => indentOf(lines.text(other)).length);
    const upper = near.findLast((other) => other < line);
    const below = upper === undefined ? [] : [indentOf(lines.text(upper)).length + style.indent];
    for (const column of new Set([...others, ...below, 0])) {
      if (column === own.length && !own.includes("\t")) continue;
      const at = lines.start(line);
      const title =
        column === 0
          ? `Move line ${line + 1} to the left edge`
          : `Indent line ${line + 1} by ${column} spaces`;
      if (file.text.slice(at, at + own.length) !== own) continue;
      fixes.push({ title, edits: [{ start: at, end: at + own.length, text: " ".repeat(column) }] });
    }
  }
  return fixes;
}

/** The lines around one that have something on them. */
function around(lines: Analysis["lines"], line: number): number[] {
  const found = [line];
  const look = (step: 1 | -1) => {
    let left = NEIGHBOURS;
    for (let at = line + step; at >= 0 && at < lines.count && left > 0; at += step) {
      if (/^\s*(#|$)/.test(lines.text(at))) continue;
      found.push(at);
      left -= 1;
    }
  };
  look(-1);
  look(1);
  return found.sort((a, b) => a - b);
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}

/** The key of a dependency with something else than a mapping, even nothing, which Helm refuses. */
function noMapping({ analysis, root, document }: RuleContext): Finding[] {
  const { holder } = root.node ?? {};
  const origin = holder && document.release.noMapping;
  if (!root.node || !origin || !document.isHere(origin, holder.keyNode.offset)) return [];
  const { node } = root;
  if (node.type === "string" && !node.alias && isBeginningOfKey(node.value)) {
    const place = { start: node.offset, end: node.offset + node.length };
    const message = explainBeginningOfKey(node.value);
    return [{ ...place, message, fixes: () => colonFixes(analysis, root, { ...place, message }) }];
  }
  const { offset, length, value } = holder.keyNode;
  return [
    {
      start: offset,
      end: offset + length,
      message: `Helm refuses this value of "${value}": the values of a dependency are a mapping. Write {} if there are none, or remove the key.`,
      fixes: () => [{ title: `Remove "${value}"`, edits: removeProperty(analysis, holder) }],
    },
  ];
}

interface HelmRefusal extends Refusal {
  /** Whether only Helm 4 refuses the file, while Helm 3, which installs it, accepts it. */
  readonly onlyHelm4: boolean;
}

/** Where Helm stops reading a document that is valid YAML. */
function refused(analysis: Analysis, root: ValuesRoot): Finding[] {
  const file = analysis.file.part?.of ?? analysis.file;
  const known = helmRefusal(file, analysis.helm);
  if (!known) return [];
  const { document, node } = root;
  const isLast = document.end === file.text.length;
  if (known.offset < document.start || (known.offset >= document.end && !isLast)) return [];
  if (node?.type === "string" && node.offset === known.offset && isBeginningOfKey(node.value)) {
    return [{ ...rangeOf(file, known), message: explainBeginningOfKey(node.value) }];
  }
  const finding = { ...rangeOf(file, known), message: known.message };
  if (known.onlyHelm4) return [{ ...finding, severity: "warning" }];
  const isTab = file.text.slice(finding.start, finding.end).trim() === "" && known.length > 0;
  return [isTab ? { ...finding, fixes: () => tabFixes(analysis, finding) } : finding];
}

function helmRefusal(file: YamlFile, helm: HelmMajor): HelmRefusal | undefined {
  const refusal = refusalOf(file, helm);
  if (refusal || helm === 4) return refusal && { ...refusal, onlyHelm4: false };
  // If no line starts a document, both read the same.
  if (!file.text.includes("---") || !/(?<![^\n])---/.test(file.text)) return undefined;
  const newer = refusalOf(file, 4);
  if (!newer) return undefined;
  const who = newer.saysHelm4 ? "" : " This applies to Helm 4; Helm 3 reads only the first document.";
  return { ...newer, message: newer.message + who, onlyHelm4: true };
}

/** At most one line, so that a block is not marked as a whole. */
function rangeOf({ text }: YamlFile, { offset, length }: Refusal): { start: number; end: number } {
  const line = /^[^\r\n]*/.exec(text.slice(offset, offset + length))?.[0] ?? "";
  return { start: offset, end: offset + line.length };
}
