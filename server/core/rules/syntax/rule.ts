import * as l10n from "@vscode/l10n";
import { faultText } from "../../fault-text.ts";
import type { ValuesRoot } from "../../kinds.ts";
import type { Analysis } from "../../semantics/analysis.ts";
import type { Span } from "../../values/helm-tree.ts";
import type { Fault } from "../../yaml/fault.ts";
import { indexIn, nodeAt, walk } from "../../yaml/lookup.ts";
import { isBeginningOfKey } from "../../yaml/reader/syntax-faults.ts";
import { shown } from "../../yaml/shown.ts";
import type { YamlFile } from "../../yaml/tree.ts";
import { fixWith, removeKeyFix } from "../engine/fixes.ts";
import { closestMatches } from "../engine/rank.ts";
import type { Finding, Fix, Rule, RuleContext, Unfinished } from "../engine/rule.ts";
import { bracketFixes } from "./bracket-fixes.ts";
import { helmRefusal } from "./helm-versions.ts";
import { indentFixes, lineFixes, tabFixes } from "./indent-fixes.ts";
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

/** The first line of a refused range, so that a block is not marked as a whole. */
function firstLineOf({ text }: YamlFile, { offset, length }: Span): { start: number; end: number } {
  const line = /^[^\r\n]*/.exec(text.slice(offset, offset + length))?.[0] ?? "";
  return { start: offset, end: offset + line.length };
}
