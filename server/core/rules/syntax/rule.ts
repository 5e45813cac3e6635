import * as l10n from "@vscode/l10n";
import { faultText, saysHelm4 } from "../../fault-text.ts";
import type { ValuesRoot } from "../../kinds.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Span } from "../../values/helm-tree.ts";
import { refusalOf } from "../../values/helm-value.ts";
import type { HelmMajor } from "../../values/refusal.ts";
import type { Fault } from "../../yaml/fault.ts";
import { indexIn, nodeAt, walk } from "../../yaml/lookup.ts";
import { isBeginningOfKey } from "../../yaml/reader/syntax-faults.ts";
import { shown } from "../../yaml/shown.ts";
import type { YamlFile } from "../../yaml/tree.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Finding, Fix, Rule, RuleContext, Unfinished } from "../engine/rule.ts";
import { indentTitle } from "../engine/sentences.ts";
import { bracketFixes } from "./bracket-fixes.ts";
import { quoteLineFixes } from "./quote-fixes.ts";
import { slipFixes } from "./slip-fixes.ts";

export const rule: Rule = {
  code: "syntax",
  severity: "error",
  proven: true,
  onAnyLine: true,
  unreadable: true,
  docs: {
    what: "Part of the text is not valid YAML, or Helm cannot read it; or Helm cannot read an entry that a release or a document sets, such as one of `--set`. The rest of the file is still analyzed. What only Helm 4 rejects is a warning.",
    why: "Helm rejects the whole file.",
    fix: "Replaces tabs in the indentation with spaces, adds a missing colon, puts a value in quotes that must be, indents a line like one near it, or removes a value above keys.",
  },
  check(context) {
    const { analysis, root, templates } = context;
    if (analysis.file.problems.length === 0) {
      return root.kind.isMerged ? [...refused(context), ...noMapping(context)] : [];
    }
    const { start, end } = root.document;
    // The braces of a template break the line, which the rule for templates explains.
    const templated = new Set(templates.map((template) => analysis.lines.lineAt(template.start)));
    return analysis.file.problems
      .filter((problem) => problem.offset >= start && problem.offset <= end)
      .filter((problem) => !templated.has(analysis.lines.lineAt(problem.offset)))
      .map((problem) => {
        const { offset, fault } = problem;
        const finding = {
          start: offset,
          end: offset + problem.length,
          unfinished: isUnclosed(fault) ? openAt(analysis, offset) : undefined,
          message: faultText(fault),
        };
        const fixes = () => {
          const { lines } = analysis;
          const line = lines.lineAt(finding.start);
          const slips = slipFixes(context, line);
          if (textIn(analysis, finding).startsWith("*")) return [...slips, ...aliasFixes(context, finding)];
          if (problem.tab) return [...tabFixes(analysis, finding), ...lineFixes(analysis, line)];
          const colon = colonFixes(analysis, root, finding);
          // A word that has just been begun needs no other indentation.
          const isBegun = colon.length > 0 && lines.text(line).trim() === textIn(analysis, finding);
          return isBegun
            ? colon
            : [
                ...slips,
                ...quoteLineFixes(context, line, fault),
                ...colon,
                ...indentFixes(analysis, line),
                ...valueFixes(analysis, finding),
                ...bracketFixes(analysis, finding),
              ];
        };
        return { ...finding, fixes };
      });
  },
};

function isUnclosed({ code }: Fault): boolean {
  return code === "unclosed-bracket" || code === "unclosed-quote";
}

/** The lines that may still close a bracket or quote: those further right than its key, or not further left than itself. */
function openAt({ lines }: Analysis, offset: number): Unfinished {
  const column = lines.indentation(lines.lineAt(offset));
  return { start: offset, end: offset, column: lines.columnOf(offset) === column ? column : column + 1 };
}

/** A key in quotes, or with a slash in it, as labels have them. */
const OTHER_KEY = /^(?:"[^"\\]+"|'[^']+'|[\w.-]+\/[\w.-]+)$/;

/** Turns a word into a key with a colon. Preferred if lines below it show that it is meant as one. */
function colonFixes({ file }: Analysis, root: ValuesRoot, { start, end }: Finding): Fix[] {
  const word = file.text.slice(start, end);
  if (!isBeginningOfKey(word) && !OTHER_KEY.test(word)) return [];
  const ownsLines = nodeAt(root.node, start)?.offset === start;
  const title = /^["']/.test(word) ? l10n.t("Write {0}", `${word}:`) : l10n.t('Write "{0}"', `${word}:`);
  return [{ title, edits: [{ start: end, end, text: ":" }], preferred: ownsLines }];
}

function tabFixes(analysis: Analysis, { start, end }: Finding): Fix[] {
  const width = tabWidth(analysis, start);
  const text = analysis.file.text
    .slice(start, end)
    .replaceAll("\t", " ".repeat(width ?? analysis.style.indent));
  const title = l10n.t("Replace tabs with spaces");
  const edits = [{ start, end, text }];
  return width === undefined
    ? [{ title, edits }]
    : [{ title, edits, preferred: true, safe: true, mendsSlip: true }];
}

/**
 * The number of spaces that a tab stands for: one step of the file, if there are only tabs; beside spaces, as many as put the line at a level
 * of the lines next to it. `undefined` if no width does.
 */
function tabWidth({ lines, style }: Analysis, start: number): number | undefined {
  const line = lines.lineAt(start);
  const indentation = lines.text(line).slice(0, lines.indentation(line));
  const tabs = indentation.split("\t").length - 1;
  const spaces = indentation.length - tabs;
  if (tabs === 0 || spaces === 0) return style.indent;
  const above = isIndented({ lines }, line - 1) ? line - 1 : undefined;
  const below = isIndented({ lines }, line + 1) ? line + 1 : undefined;
  const opens = above !== undefined && /[:|>-]$/.test(lines.text(above).trimEnd());
  const levels = [
    ...levelsAbove(lines, line),
    ...(above !== undefined && opens ? [lines.indentation(above) + style.indent] : []),
    ...(below === undefined ? [] : [lines.indentation(below)]),
  ];
  return [style.indent, 1, 8].find((width) => levels.includes(spaces + tabs * width));
}

/**
 * Moves a line that is not YAML, or one next to it, to a level near it: one that is open above, that of the line below, or one below the line
 * above.
 */
function indentFixes(analysis: Analysis, broken: number): Fix[] {
  return [broken, broken - 1, broken + 1]
    .filter((line) => isIndented(analysis, line))
    .flatMap((line) => lineFixes(analysis, line));
}

/** Moves one line to each level near it; tabs in its indentation become spaces. */
function lineFixes(analysis: Analysis, line: number): Fix[] {
  const { lines, style } = analysis;
  const [start, text] = [lines.start(line), lines.text(line)];
  const current = lines.indentation(line);
  const levels = [
    ...levelsAbove(lines, line),
    ...(isIndented(analysis, line + 1) ? [lines.indentation(line + 1)] : []),
    ...(isIndented(analysis, line - 1) ? [lines.indentation(line - 1) + style.indent] : []),
  ];
  // A line of a block scalar stays in it.
  const header = lines.headerAbove(line);
  const least = header === undefined ? 0 : lines.indentation(header) + 1;
  return [...new Set(levels)]
    .filter((column) => column >= least)
    .filter((column) => text.slice(0, current) !== " ".repeat(column))
    .sort((first, other) => Math.abs(first - current) - Math.abs(other - current))
    .slice(0, MOST_LEVELS)
    .map((column) => {
      const edits = [{ start, end: start + current, text: " ".repeat(column) }];
      return { title: indentTitle(line, column), edits };
    });
}

/** True for a line with text that is indented by spaces only. */
function isIndented({ lines }: Pick<Analysis, "lines">, line: number): boolean {
  return line >= 0 && line < lines.count && !/^\s*(#|$|\t)/.test(lines.text(line));
}

/** The largest number of levels that are tried for a line. */
const MOST_LEVELS = 3;

/** The number of lines above that are searched for levels. */
const FARTHEST = 1000;

/** The columns of the blocks that a line may continue. */
function levelsAbove(lines: Analysis["lines"], line: number): number[] {
  const found: number[] = [];
  for (let index = line - 1; index >= Math.max(0, line - FARTHEST) && found.at(-1) !== 0; index--) {
    if (/^\s*(#|$)/.test(lines.text(index))) continue;
    const column = lines.indentation(index);
    if (column < (found.at(-1) ?? Number.POSITIVE_INFINITY)) found.push(column);
  }
  return found;
}

/** Suggests the anchor with the closest name for an alias without an anchor, or removes its property or item. */
function aliasFixes(context: RuleContext, finding: Finding): Fix[] {
  const { analysis, document, root } = context;
  const { start, end } = finding;
  const anchors: string[] = [];
  walk(root.node, ({ anchor }) => {
    if (anchor !== undefined) anchors.push(anchor);
  });
  const [best, ...others] = closestMatches(textIn(analysis, finding).slice(1), [...new Set(anchors)]);
  const node = nodeAt(root.node, start);
  const list = node?.parent?.type === "array" ? node.parent : undefined;
  const index = list && node && node.type !== "property" ? indexIn(list, node) : -1;
  const property =
    node?.type === "property" ? node : node?.parent?.type === "property" ? node.parent : undefined;
  return [
    ...(best === undefined
      ? []
      : [
          {
            title: l10n.t('Change to "{0}"', `*${best}`),
            edits: [{ start, end, text: `*${best}` }],
            preferred: others.length === 0,
          },
        ]),
    ...(property && property.keyNode.offset < start ? removeKeyFix(context, property) : []),
    ...(list ? fixWith(l10n.t("Remove the item"), document.at(list.items[index] ?? list).edit.remove()) : []),
  ];
}

/** Removes a value with lines below it that are indented further: one of the two must go, and the value is less. */
function valueFixes({ file, lines }: Analysis, { start, end }: Finding): Fix[] {
  const line = lines.lineAt(start);
  const head = file.text.slice(lines.start(line), start).trimEnd();
  const value = file.text.slice(start, end);
  const isOwner = line + 1 < lines.count && lines.indentation(line + 1) > lines.indentation(line);
  if (!isOwner || !head.endsWith(":") || /[\r\n#]/.test(value)) return [];
  const edits = [{ start: lines.start(line) + head.length, end, text: "" }];
  return [{ title: l10n.t('Remove "{0}", and keep what is below', shown(value)), edits }];
}

function textIn({ file }: Analysis, { start, end }: Finding): string {
  return file.text.slice(start, end);
}

/** Reports the key of a dependency without a mapping, even an empty key, which Helm refuses. */
function noMapping(context: RuleContext): Finding[] {
  const { analysis, root, document } = context;
  const { key } = root.document;
  const origin = key && document.release.noMapping;
  if (!root.node || !origin || !document.isHere(origin, key.keyNode.offset)) return [];
  const { node } = root;
  if (node.type === "string" && !node.alias && isBeginningOfKey(node.value)) {
    const place = { start: node.offset, end: node.offset + node.length };
    const message = faultText({ code: "begun-key", word: node.value });
    return [{ ...place, message, fixes: () => colonFixes(analysis, root, { ...place, message }) }];
  }
  const { offset, length, value } = key.keyNode;
  return [
    {
      start: offset,
      end: offset + length,
      message: l10n.t(
        '"{0}" must be a mapping, because it holds the values of a dependency. Write {}, or remove the key.',
        value,
      ),
      fixes: () => removeKeyFix(context, key),
    },
  ];
}

interface HelmRefusal extends Span {
  readonly fault: Fault;
  readonly message: string;
  /** True if only Helm 4 refuses the file, while Helm 3, which installs it, accepts it. */
  readonly onlyHelm4: boolean;
}

/** Reports the refusal of Helm for a document that is valid YAML. */
function refused(context: RuleContext): Finding[] {
  const { analysis, root } = context;
  const file = analysis.region.top;
  const known = helmRefusal(file, analysis.helm);
  if (!known) return [];
  const { document, node } = root;
  const isLast = document.end === file.text.length;
  if (known.offset < document.start || (known.offset >= document.end && !isLast)) return [];
  if (node?.type === "string" && node.offset === known.offset && isBeginningOfKey(node.value)) {
    const place = firstLineOf(file, known);
    const message = faultText({ code: "begun-key", word: node.value });
    return [{ ...place, message, fixes: () => colonFixes(analysis, root, { ...place, message }) }];
  }
  const finding = { ...firstLineOf(file, known), message: known.message };
  if (known.onlyHelm4) return [{ ...finding, severity: "warning" }];
  const isTab = file.text.slice(finding.start, finding.end).trim() === "" && known.length > 0;
  const start = analysis.lines.start(analysis.lines.lineAt(known.offset));
  const indent = /^[ \t]*/.exec(analysis.lines.text(analysis.lines.lineAt(known.offset)))?.[0] ?? "";
  if (!isTab && !indent.includes("\t")) {
    const line = analysis.lines.lineAt(known.offset);
    return [{ ...finding, fixes: () => quoteLineFixes(context, line, known.fault) }];
  }
  const tab = isTab ? finding : { ...finding, start, end: start + indent.length };
  return [{ ...finding, fixes: () => tabFixes(analysis, tab) }];
}

function helmRefusal(file: YamlFile, helm: HelmMajor): HelmRefusal | undefined {
  const refusal = refusalOf(file, helm);
  if (refusal || helm === 4) {
    return refusal && { ...refusal, message: faultText(refusal.fault), onlyHelm4: false };
  }
  // If no line starts a document, both read the same text in the same way.
  if (!file.helm4Reads && !/(?<![^\n])---/.test(file.text)) return undefined;
  const newer = refusalOf(file, 4);
  if (!newer) return undefined;
  const message = saysHelm4(newer.fault)
    ? faultText(newer.fault)
    : `${faultText(newer.fault)} ${l10n.t("This applies to Helm 4; Helm 3 reads only the first document.")}`;
  return { ...newer, message, onlyHelm4: true };
}

/** The first line of a refused range, so that a block is not marked as a whole. */
function firstLineOf({ text }: YamlFile, { offset, length }: Span): { start: number; end: number } {
  const line = /^[^\r\n]*/.exec(text.slice(offset, offset + length))?.[0] ?? "";
  return { start: offset, end: offset + line.length };
}
