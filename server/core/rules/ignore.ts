import * as l10n from "@vscode/l10n";
import type { Analysis } from "../semantics/analysis.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { startsLine } from "../yaml/edits/property-lines.ts";
import { isModeline } from "../yaml/modeline.ts";
import type { Fix, RuleFinding } from "./engine/rule.ts";
import { commentedLine, type Silence, silencesIn } from "./engine/silence-comments.ts";

/**
 * Offers to silence a finding with a comment for its line; also with one for the file if the rule finds more there (`isOneOfMany`), or if no line can have
 * the comment. Values do not change.
 */
export function ignorer(analysis: Analysis): (finding: RuleFinding, isOneOfMany: boolean) => Fix[] {
  const { lines, style } = analysis;
  const silences = silencesIn(analysis);
  const broken = new Set(analysis.file.problems.map(({ offset }) => lines.lineAt(offset)));
  const write = (line: number, comment: string): Edit => {
    const offset = lines.start(line);
    return { start: offset, end: offset, text: comment + style.lineBreak };
  };
  const byLine = new Map(silences.map((silence) => [silence.line, silence]));
  const joined = (about: number | undefined, code: string): Edit | undefined => {
    const known = byLine.get(about);
    return known && named(analysis, known, code);
  };
  return ({ start, rule }, isOneOfMany) => {
    const { code } = rule;
    const top = topOf(analysis);
    const inFile = top && {
      title: l10n.t("Ignore this rule in this file ({0})", code),
      edits: [joined(undefined, code) ?? write(top.line, `${top.indentation}# cap-operator-disable ${code}`)],
    };
    // It is unclear how a new line above invalid YAML would be read.
    const line = commentedLine(analysis, start);
    if (rule.unreadable || broken.has(line) || broken.has(line - 1)) return inFile ? [inFile] : [];
    const indentation = /^ */.exec(lines.text(line))?.[0] ?? "";
    const comment = `${indentation}# cap-operator-disable-next-line ${code}`;
    const here: Fix = {
      title: l10n.t("Ignore this rule here ({0})", code),
      edits: [joined(line, code) ?? write(line, comment)],
    };
    return inFile && isOneOfMany ? [here, inFile] : [here];
  };
}

/** Adds a code to a comment that already names others. */
function named({ file }: Analysis, { offset }: Silence, code: string): Edit {
  const [list = ""] = /^[\s,]*[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*/.exec(file.text.slice(offset)) ?? [];
  const end = offset + list.length;
  return { start: end, end, text: `, ${code}` };
}

/**
 * The line and indentation for a comment about all values; if the values are only a part of a file, that is above the first of them that
 * begins a line.
 */
function topOf(analysis: Analysis): { readonly line: number; readonly indentation: string } | undefined {
  const { region, lines, roots } = analysis;
  if (region.isWhole) return { line: lineBelowModelines(analysis), indentation: "" };
  const [{ node } = {}] = roots;
  if (node?.type !== "object" || node.flow) return undefined;
  const first = node.properties.find((property) => startsLine(analysis, property));
  return first && { line: lines.lineAt(first.offset), indentation: " ".repeat(lines.columnOf(first.offset)) };
}

/** The line below the comments for tools, which come first in a file; the comments written here are about the whole file too. */
function lineBelowModelines({ lines }: Analysis): number {
  let line = 0;
  while (line < lines.count - 1 && isModeline(lines.text(line))) line++;
  return line;
}
